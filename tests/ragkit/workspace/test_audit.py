"""The last look at rights: every passage shown beside the documents, as their askers may read them."""

import json

from ragkit.workspace import census, stages
from ragkit.workspace.state import Workspace

DOCUMENTS = [
    {"doc_id": "open.md", "text": "x", "acl": ["*"], "tenant": None, "warnings": []},
    {"doc_id": "pay.md", "text": "x", "acl": ["hr"], "tenant": None, "warnings": []},
]


def audit(folder, *shown):
    docs = [
        {"n": n, "chunk_id": f"{name}#1", "doc_id": name, "text": "x", "mode": mode}
        for n, (name, mode) in enumerate(shown, 1)
    ]
    (folder / "contexts.jsonl").write_text(json.dumps({"qid": "q1", "docs": docs}) + "\n")
    counted = census.take(DOCUMENTS)
    asked = [{"qid": "q1", "user": {"groups": ["staff"]}}]
    return stages.audit(Workspace(str(folder)), asked, None, counted.rights, counted.may_read)


def test_a_passage_of_another_group_is_counted_and_named(tmp_path):
    found = audit(tmp_path, ("open.md", "chunk"), ("pay.md", "chunk"))
    assert found == "rights: 2 passages shown, 1 outside the asker's groups: q1 pay.md"


def test_a_result_is_as_open_as_the_file_it_is_from(tmp_path):
    found = audit(tmp_path, ("open.md", "chunk"), ("pay.md", "result"), ("elsewhere.csv", "result"))
    assert found == "rights: 3 passages shown, 1 outside the asker's groups: q1 pay.md"
