#!/bin/sh
# Bring an index up to date: build the next version beside the one in use, gate it on labels, and switch to it only
# when it passes. Set these, or edit the defaults:
#   SKILL   the installed skill            DOCS    the folder of documents
#   RAG     where versions are kept        LABELS  labels.jsonl
#   BAR     lowest recall@5 allowed        KEEP    versions kept to go back to
#   PARSE   more options of parse.py, e.g. "--acl-from /srv/acl.csv --allow-loss"
# exit: 0 switched, or nothing had changed; 1 text was lost or the gate failed, the old index stays in use
set -eu
SKILL=${SKILL:-$HOME/.claude/skills/rag-pipelines}
DOCS=${DOCS:-docs}
RAG=${RAG:-rag}
LABELS=${LABELS:-labels.jsonl}
BAR=${BAR:-0.8}
KEEP=${KEEP:-3}
PARSE=${PARSE:-}

next="$RAG/versions/$(date -u +%Y%m%dT%H%M%SZ).$$"
mkdir -p "$next"
trap 'rm -rf "$next"; exit 1' INT TERM HUP
failed() { rm -rf "$next"; echo "reindex: $1; the old index stays in use" >&2; exit 1; }

# shellcheck disable=SC2086  # PARSE is a list of options
python3 "$SKILL/scripts/parse.py" "$DOCS" -o "$next/documents.jsonl" $PARSE || failed "documents were not read in full (mend them, or accept what is named: PARSE=--allow-loss)"
if cmp -s "$next/documents.jsonl" "$RAG/current/documents.jsonl"; then
    rm -rf "$next"
    echo "reindex: nothing changed" >&2
    exit 0
fi
python3 "$SKILL/scripts/chunk.py" "$next/documents.jsonl" -o "$next/chunks.jsonl" || failed "chunk.py failed"
python3 "$SKILL/scripts/index.py" "$next/chunks.jsonl" -o "$next/index" || failed "index.py failed"
python3 "$SKILL/scripts/search.py" "$next/index" --queries "$LABELS" --all -o "$next/run.jsonl" || failed "search.py failed"
python3 "$SKILL/scripts/retrieval_metrics.py" "$LABELS" "$next/run.jsonl" --k 5 10 --min-recall "$BAR" \
    --documents "$next/documents.jsonl" --chunks "$next/chunks.jsonl" > "$next/metrics.txt" \
    || { cat "$next/metrics.txt" >&2; failed "recall is below $BAR"; }

# A link is replaced by renaming another over it, so a reader sees the old version or the new one, never none.
ln -s "versions/$(basename "$next")" "$RAG/next.$$"
trap '' INT TERM HUP
mv -T "$RAG/next.$$" "$RAG/current" 2>/dev/null || mv -fh "$RAG/next.$$" "$RAG/current"
cat "$next/metrics.txt"
# What a killed run left has no metrics: it is none of those kept, and goes with the older ones.
last=$(find "$RAG/versions" -mindepth 2 -maxdepth 2 -name metrics.txt | sort -r | sed -n "${KEEP}p")
find "$RAG/versions" -mindepth 1 -maxdepth 1 -type d | awk -v last="${last%/*}" '$0 < last' | while read -r old; do
    rm -rf "$old"
done
