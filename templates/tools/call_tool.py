#!/usr/bin/env python3
"""Answer one call of a retrieval tool: check it against the definition, search its corpus, list the passages.

usage: PYTHONPATH=SKILL/scripts python3 call_tool.py search_policies '{"question": "how long?"}'
       ... --user '{"groups": ["public"]}'

The user comes from the session of whoever asks; it is no parameter of the tool, so no text can change it.
exit:  0 done, also when nothing was found; 2 the call does not fit the definition (the message is for the
       model), or its index is not there
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from ragkit import cli

HERE = Path(__file__).resolve().parent
TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
}


def fault(value: Any, schema: dict[str, Any], name: str) -> str:
    """Return what is wrong with a value against the parts of JSON Schema used here, "" when nothing is."""
    kind = schema.get("type")
    if kind == "object":
        if not isinstance(value, dict):
            return f"{name} must be an object"
        known = schema.get("properties", {})
        if missing := [key for key in schema.get("required", []) if key not in value]:
            return f"{name} lacks {', '.join(missing)}"
        if unknown := [key for key in value if key not in known]:
            return f"{name} has no {', '.join(unknown)}; it has {', '.join(known)}"
        return next((found for key in value if (found := fault(value[key], known[key], key))), "")
    if not isinstance(kind, str) or kind not in TYPES:
        raise cli.InputError(
            f"retrieval_tools.json: {name} has type {kind!r}; this checks {', '.join(TYPES)}"
        )
    if not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return f"{name} must be of type {kind}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{name} must be one of {', '.join(map(str, schema['enum']))}"
    if "minLength" in schema and len(value.strip()) < schema["minLength"]:
        return f"{name} is too short"
    least, most = schema.get("minimum", value), schema.get("maximum", value)
    if kind in ("integer", "number") and not least <= value <= most:
        return f"{name} must be from {schema.get('minimum', 'any')} to {schema.get('maximum', 'any')}"
    return ""


def loaded(name: str, kind: type) -> Any:
    """Return what a JSON file beside this one holds, a list or a dict."""
    try:
        found = json.loads((HERE / name).read_text("utf-8-sig"))
    except (ValueError, RecursionError) as err:
        raise cli.InputError(f"{name}: not JSON ({err})") from err
    if not isinstance(found, kind):
        raise cli.InputError(f"{name}: need a JSON {'list' if kind is list else 'object'}")
    return found


def passages(folder: str, given: dict[str, Any], user: dict[str, Any]) -> str:
    """Return the numbered passages of an index that the user may read, as text for a model."""
    from ragkit import access
    from ragkit.indexing.store import open_index
    from ragkit.retrieval import search

    index = open_index(folder)
    filters = {key: given[key] for key in given if key not in {"question", "passages"}}
    options = search.Options(k=given.get("passages", 6), filters=filters)
    run = search.search(
        index, {"qid": "q1", "question": given["question"]}, access.reader(user, "--user"), options
    )
    position = index.chunk_ids.places(run["retrieved"])
    found = []
    for number, chunk_id in enumerate(run["retrieved"], start=1):
        chunk = index.chunk(position[chunk_id])
        head = " > ".join([chunk.get("title") or chunk["doc_id"], *chunk.get("path", [])])
        date = f", updated {chunk['updated']}" if chunk.get("updated") else ""
        found.append(f"[{number}] {head} ({chunk['doc_id']}{date})\n{chunk['text'].strip()}")
    return "\n\n".join(found) or "Nothing was found."


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tool", help="a name of retrieval_tools.json")
    parser.add_argument("input", help="its input, JSON")
    parser.add_argument("--user", required=True, help='{"groups": [...]}, from the session')
    parser.add_argument("--root", type=Path, default=Path(), help="folder of the indexes (default: here)")
    args = parser.parse_args(argv)
    tools = {
        tool["name"]: tool["input_schema"]
        for tool in loaded("retrieval_tools.json", list)
        if isinstance(tool, dict)
        and isinstance(tool.get("name"), str)
        and isinstance(tool.get("input_schema"), dict)
    }
    try:
        given, user = json.loads(args.input), json.loads(args.user)
    except (ValueError, RecursionError) as err:
        raise cli.InputError(f"not JSON: {err}") from err
    if args.tool not in tools:
        raise cli.InputError(f"there is no tool {args.tool} with a schema; there are {', '.join(tools)}")
    if wrong := fault(given, tools[args.tool], "input"):
        raise cli.InputError(wrong)
    corpus = loaded("corpora.json", dict).get(args.tool)
    if not isinstance(corpus, dict) or not isinstance(corpus.get("index"), str):
        raise cli.InputError(f'corpora.json: need "{args.tool}": {{"index": "FOLDER"}}')
    folder = args.root / corpus["index"]
    sys.stdout.write(passages(str(folder), given, user) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(cli.run(main))
