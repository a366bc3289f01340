"""The assistant over HTTP: POST /ask answers as a stream of server-sent events.

usage: RAG_INDEX=.rag/index RAG_SESSIONS=sessions.json uvicorn service:app

RAG_INDEX     folder that index.py or pipeline.py wrote
RAG_SESSIONS  {"sha256 of a bearer token": {"groups": ["staff"]}}; replace `session_user` by your own login
RAG_MODEL     passages (default), command:PROGRAM or anthropic:MODEL
RAG_REWRITER  who writes the question in other words before the search, or none (default: RAG_MODEL)
RAG_LOG       a file to append one line a question to

The user's rights come from the session alone: a request that names a user is refused like any unknown field.
"""

import hashlib
import hmac
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import skill  # noqa: F401  first: it finds the package that the others import

# isort: split
import models
from assistant import Assistant
from fastapi import Depends, FastAPI, Header, HTTPException
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from rewriter import Rewriter
from store import EmbeddedStore

from ragkit import access
from ragkit.cli import IncompleteError, InputError


class Turn(BaseModel):
    model_config = ConfigDict(extra="forbid")
    role: Literal["user", "assistant"]
    content: str = Field(max_length=8000)


class Ask(BaseModel):
    model_config = ConfigDict(extra="forbid")
    question: str = Field(min_length=1, max_length=2000)
    history: list[Turn] = Field(default=[], max_length=40)


def setting(name: str) -> str:
    if not os.environ.get(name):
        raise InputError(f"{name} is not set; see the head of service.py")
    return os.environ[name]


def readers(path: Path) -> dict[str, access.Reader]:
    """Return the SHA-256 of each session's token, and whose rights it has."""
    try:
        given = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as err:
        raise InputError(f"{path}: {err}; need a JSON object of sessions") from err
    if not isinstance(given, dict):
        raise InputError(f'{path}: need an object {{"sha256 of a token": {{"groups": [...]}}}}')
    if wrong := next((key for key in given if not re.fullmatch("[0-9a-fA-F]{64}", key)), None):
        raise InputError(f"{path}: {wrong[:16]!r} is no SHA-256, which has 64 hex digits")
    return {key.lower(): access.reader(user, f"{path}: {key[:8]}") for key, user in given.items()}


def build() -> FastAPI:
    """Return the application of the environment's settings; it fails here, not at the first question."""
    model = os.environ.get("RAG_MODEL", "passages")
    rewriting = models.rewriter(os.environ.get("RAG_REWRITER", ""), model)
    assistant = Assistant(
        EmbeddedStore(setting("RAG_INDEX")),
        models.named(model),
        log=Path(os.environ["RAG_LOG"]) if "RAG_LOG" in os.environ else None,
        rewriter=Rewriter(rewriting) if rewriting else None,
    )
    sessions = readers(Path(setting("RAG_SESSIONS")))

    def session_user(authorization: Annotated[str, Header()] = "") -> access.Reader:
        token = authorization.removeprefix("Bearer ").encode("latin-1")  # a header is its bytes
        given = hashlib.sha256(token).hexdigest()
        for known, who in sessions.items():
            if hmac.compare_digest(given, known):
                return who
        raise HTTPException(401, "unknown session", {"WWW-Authenticate": "Bearer"})

    service = FastAPI(title="Cited answers")

    @service.get("/health")
    def health() -> dict[str, str]:
        return {"index": assistant.store.version()}

    @service.post("/ask")
    def ask(body: Ask, who: Annotated[access.Reader, Depends(session_user)]) -> StreamingResponse:
        history = [turn.model_dump() for turn in body.history]
        events = stream(assistant.answer(body.question, who, history))
        return StreamingResponse(
            events, media_type="text/event-stream", headers={"Cache-Control": "no-store"}
        )

    return service


def stream(events: Iterator[dict[str, Any]]) -> Iterator[str]:
    """Yield events in the wire format; a failure after the first byte can only be told as an event."""
    try:
        for event in events:
            yield f"event: {event['event']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n"
    except Exception as err:
        told = isinstance(err, (InputError, IncompleteError, OSError))
        detail = str(err) if told else "a fault of the service; its log says more"
        yield f"event: error\ndata: {json.dumps({'event': 'error', 'detail': detail})}\n\n"
        if not told:
            raise


try:
    app = build()
except (InputError, IncompleteError, OSError) as err:
    sys.exit(f"{err}")
