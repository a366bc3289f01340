"""A local server for tests of what speaks HTTP."""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class Server:
    """A local server: answers (status, headers, body) in turn, the last for ever; remembers."""

    def __init__(self, answers):
        self.answers, self.requests = list(answers), []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.requests.append((self.path, dict(self.headers), json.loads(body)))
                answer = outer.answers.pop(0) if len(outer.answers) > 1 else outer.answers[0]
                status, headers, reply = answer(outer.requests[-1][2]) if callable(answer) else answer
                data = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                if "Content-Length" not in headers:  # a larger one: an answer that breaks off
                    self.send_header("Content-Length", str(len(data)))
                with contextlib.suppress(OSError):  # whoever asked has hung up
                    self.end_headers()
                    self.wfile.write(data)

            def log_message(self, *_):
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)  # a slow answer holds up no other
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def serve():
    """The class: `with serve([answer, ...]) as server`."""
    return Server
