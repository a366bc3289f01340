"""The one HTTP client: JSON out and in, time-outs, retries with back-off; it never shows a key."""

import http.client
import json
import os
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from ragkit.cli import IncompleteError, InputError

TIMEOUT = 60.0  # seconds for one answer
ATTEMPTS = 5
BACKOFF = 1.0  # seconds before the second attempt, doubled for each further one
LONGEST_WAIT = 60.0
AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_VARIABLE = re.compile(r"\$\{([A-Z][A-Z0-9_]*)(?::-([^}]*))?\}")


def post(
    url: str,
    headers: Mapping[str, str],
    body: Any,
    timeout: float = TIMEOUT,
    sleep: Callable[[float], None] = time.sleep,
    again_when_lost: bool = True,
) -> Any:
    """Return the JSON answer to a JSON body.

    retried  a status that may pass, ATTEMPTS times in all; Retry-After is obeyed
    again_when_lost  whether no connection and a time-out are retried too; False where a lost answer was
                     dear, and may be paid for again
    errors   IncompleteError naming the address and what it last said; never the headers
    """
    if not url.startswith(("http://", "https://")):
        raise InputError(f"{url}: need an http or https address")
    data = json.dumps(body).encode()
    request = urllib.request.Request(  # noqa: S310  the scheme is checked above
        url, data, {"Content-Type": "application/json", "User-Agent": "rag-pipelines", **headers}
    )
    said = ""
    for attempt in range(ATTEMPTS):
        wait = BACKOFF * 2**attempt
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as err:
            text = err.read(400).decode("utf-8", "replace")
            said = f"{err.code} {err.reason}: {' '.join(text.split())[:200]}"
            if err.code not in AGAIN:
                raise IncompleteError(
                    f"{url} answered {said}; check the key, the model and the input"
                ) from err
            wait = _retry_after(err.headers.get("Retry-After"), wait)
        except (urllib.error.URLError, TimeoutError, ConnectionError, http.client.HTTPException) as err:
            said = str(getattr(err, "reason", err)) or type(err).__name__
            if not again_when_lost:
                raise IncompleteError(f"{url}: no answer: {said}") from err
        except ValueError as err:
            raise IncompleteError(
                f"{url} did not answer with JSON ({err}); is this the right address?"
            ) from err
        if attempt + 1 < ATTEMPTS:
            sleep(min(wait, LONGEST_WAIT))
    raise IncompleteError(
        f"{url}: no answer after {ATTEMPTS} attempts, last: {said}; run the command again later"
    )


def _retry_after(header: str | None, wait: float) -> float:
    """Return the seconds that a Retry-After header asks for, a number or a date; else `wait`."""
    try:
        return max(0.0, float(header or wait))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(str(header)).timestamp() - time.time())
    except ValueError:
        return wait


def filled(text: str) -> str:
    """Return the text with ${NAME} and ${NAME:-default} taken from the environment.

    errors  IncompleteError naming a variable that is not set
    """

    def value(match: re.Match[str]) -> str:
        found = os.environ.get(match[1]) or match[2]
        if found is None:
            raise IncompleteError(f"the environment variable {match[1]} is not set; export it and run again")
        return found

    return _VARIABLE.sub(value, text)
