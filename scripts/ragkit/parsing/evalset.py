"""Tell question lists with expected answers, and our own records, from content: they must not be indexed."""

import csv
import json
import os
import re
from typing import Any

from ragkit import records

_QUESTION = {
    "question", "query", "prompt", "q", "user_input", "user_question", "input_question",
    "frage", "pregunta", "domanda", "pergunta", "pytanie", "vraag",
    "\u8cea\u554f", "\u95ee\u9898", "\uc9c8\ubb38",
}  # fmt: skip
_EXPECTED = {
    "expected_answer", "expected", "expected_output", "expected_response", "reference_answer", "reference",
    "ground_truth", "ground_truths", "gold_answer", "gold", "golden_answer", "ideal_answer", "ideal",
    "correct_answer", "answer_must_match", "must_match", "evidence", "relevant", "relevant_ids", "answerable",
    "reference_contexts", "qrels", "expected_source", "expected_doc", "expected_result", "model_answer",
    "target_answer", "erwartete_antwort", "sollantwort", "musterantwort", "r\u00e9ponse_attendue",
    "respuesta_esperada", "risposta_attesa", "resposta_esperada", "oczekiwana_odpowied\u017a",
    "verwacht_antwoord",
    "\u671f\u5f85\u56de\u7b54", "\u6b63\u89e3", "\u6807\u51c6\u7b54\u6848", "\uc815\ub2f5",
}  # fmt: skip
_ANSWER = {"answer", "answers", "response"}
_IDS = {"qid", "query_id", "question_id"}
_OURS = (
    {"doc_id", "text", "blocks"},
    {"chunk_id", "doc_id", "text"},
    {"qid", "retrieved"},
    {"item_id", "sha"},
)
_ROWS = 50


def looks_like(name: str, head: bytes) -> str:
    """Return why the file is a set of questions or records, or "" when it is not.

    head  the first bytes of the file: enough for some rows, or all of it for JSON
    """
    extension = os.path.splitext(name)[1].lower()
    try:
        text = head.decode("utf-8-sig", "ignore")
        if extension in (".jsonl", ".ndjson"):
            rows = _json_lines(text)
        elif extension == ".json":
            rows = _json_rows(text)
        elif extension in (".csv", ".tsv"):
            rows = _csv_rows(text)
        else:
            return ""
    except (ValueError, csv.Error, RecursionError):
        return ""  # what cannot be read is the parser's to name
    keys = [{re.sub(r"[\W_]+", "_", str(key).strip().casefold()) for key in row} for row in rows]
    if keys and all(any(ours <= row for ours in _OURS) for row in keys):
        return "records of this toolkit, not content"
    if keys and sum(map(_is_label, keys)) * 10 >= len(keys) * 9:
        return "questions with expected answers: an evaluation set, not content"
    return ""


def _is_label(keys: set[str]) -> bool:
    """A question with an answer may be a FAQ, which is content; with an expectation or a qid it is a test."""
    asks = bool(keys & _QUESTION)
    return (asks and bool(keys & _EXPECTED)) or (
        bool(keys & _IDS) and bool(keys & (_QUESTION | _ANSWER | _EXPECTED))
    )


def _json_lines(text: str) -> list[dict[str, Any]]:
    lines = [line for line in text.split("\n")[:-1] or [text] if line.strip()]  # the last may be cut
    rows = [json.loads(line) for line in lines[:_ROWS]]
    return [row if isinstance(row, dict) else {} for row in rows]


def _json_rows(text: str) -> list[dict[str, Any]]:
    loaded = json.loads(text)
    if isinstance(loaded, dict):
        lists = [value for value in loaded.values() if isinstance(value, list)]
        loaded = lists[0] if len(lists) == 1 else []
    return [row for row in loaded[:_ROWS] if isinstance(row, dict)] if isinstance(loaded, list) else []


def _csv_rows(text: str) -> list[dict[str, Any]]:
    first, _, rest = text.partition("\n")
    told = records.told(first)
    head = rest.partition("\n")[0] if told else first
    rows = csv.reader([head], delimiter=told or records.delimiter(head))
    return [dict.fromkeys(next(rows, []))] if head.strip() else []
