"""sweep.py's ladder on public question sets: is what it chooses on dev worse than plain BM25 on test?

usage: python tests/bench/bench_sweep.py SCIFACT_DIR|XQUAD_PREFIX -o FOLDER [--budget 1500]

SCIFACT_DIR holds corpus.jsonl, queries.jsonl and qrels.jsonl; the evidence is the whole abstract.
XQUAD_PREFIX is the path before .corpus.jsonl and .qa.jsonl; the evidence is the sentence with the answer.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "sweep.py"


def rows(path: str):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def document(name: str, text: str, title: str = ""):
    return {"doc_id": name, "title": title, "text": text, "blocks": [["paragraph", 0, len(text), 0]]}


def scifact(folder: str):
    corpus = {row["_id"]: row for row in rows(f"{folder}/corpus.jsonl")}
    gold: dict[str, list[str]] = {}
    for row in rows(f"{folder}/qrels.jsonl"):
        gold.setdefault(row["query_id"], []).append(row["doc_id"])
    documents = [document(name, row["text"], row.get("title") or "") for name, row in corpus.items()]
    labels = [
        {"qid": qid, "question": row["text"],
         "evidence": [{"doc_id": name, "quote": corpus[name]["text"]} for name in gold[qid]]}
        for row in rows(f"{folder}/queries.jsonl") if (qid := row["_id"]) in gold
    ]  # fmt: skip
    return documents, labels


def xquad(prefix: str):
    corpus = {row["_id"]: row["text"] for row in rows(f"{prefix}.corpus.jsonl")}
    labels = []
    for row in rows(f"{prefix}.qa.jsonl"):
        text, at = corpus[row["doc_id"]], row["answer_start"]
        start = max(text.rfind(". ", 0, at) + 1, 0)
        end = text.find(". ", at + len(row["answer"]))
        quote = text[start : end + 1 if end >= 0 else len(text)].strip()
        labels.append(
            {
                "qid": row["_id"],
                "question": row["text"],
                "evidence": [{"doc_id": row["doc_id"], "quote": quote}],
            }
        )
    return [document(name, text) for name, text in corpus.items()], labels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--budget", default="1500")
    args = parser.parse_args()
    documents, labels = scifact(args.data) if Path(args.data).is_dir() else xquad(args.data)
    folder = Path(args.output)
    folder.mkdir(parents=True, exist_ok=True)
    for name, records in (("documents", documents), ("labels", labels)):
        lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
    files = [folder / "documents.jsonl", folder / "labels.jsonl"]
    subprocess.run(
        [sys.executable, SCRIPT, *files, "-o", folder / "sweep", "--budget", args.budget], check=True
    )


if __name__ == "__main__":
    main()
