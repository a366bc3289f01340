"""Models in this process: tiny ones made here run in the real packages; what is missing is named."""

import importlib.util
import json
import sys

import numpy as np
import pytest

from ragkit.cli import IncompleteError
from ragkit.indexing import embedders, local
from ragkit.retrieval import rerank

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "pump", "paper", "tray", "water"]


def tokenizer_files(folder, window=16):
    """Write a word-level tokenizer in the files that the packages read."""
    tokenizers = pytest.importorskip("tokenizers")
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel({w: i for i, w in enumerate(WORDS)}, "[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    made.post_processor = tokenizers.processors.TemplateProcessing(
        "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", [("[CLS]", 2), ("[SEP]", 3)]
    )
    folder.mkdir(parents=True)
    made.save(str(folder / "tokenizer.json"))
    special = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    (folder / "special_tokens_map.json").write_text(json.dumps(special))
    settings = {**special, "model_max_length": window, "tokenizer_class": "PreTrainedTokenizerFast"}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    (folder / "config.json").write_text(json.dumps({"pad_token_id": 0, "model_type": "bert"}))


def onnx_model(path, table, scored):
    """A model whose word vectors are the table's rows; scored: a pair's score is how many words are water."""
    onnx = pytest.importorskip("onnx")
    h, ints, floats = onnx.helper, onnx.TensorProto.INT64, onnx.TensorProto.FLOAT
    names = ["input_ids", "attention_mask", "token_type_ids"]
    inputs = [h.make_tensor_value_info(name, ints, ["n", "length"]) for name in names]
    rows = onnx.numpy_helper.from_array(np.asarray(table, np.float32), "rows")
    nodes = [h.make_node("Gather", ["rows", "input_ids"], ["words"])]
    if scored:
        axis = onnx.numpy_helper.from_array(np.array([1], np.int64), "axis")
        nodes.append(h.make_node("ReduceSum", ["words", "axis"], ["out"], keepdims=0))
        outputs, constants = [h.make_tensor_value_info("out", floats, ["n", 1])], [rows, axis]
    else:
        outputs, constants = [h.make_tensor_value_info("words", floats, ["n", "length", 3])], [rows]
    graph = h.make_graph(nodes, "g", inputs, outputs, constants)
    model = h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=8)
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(path))


def test_fastembed_runs_a_model_from_the_folder_of_models(tmp_path, monkeypatch):
    pytest.importorskip("fastembed")
    name = "sentence-transformers/all-MiniLM-L6-v2"  # fastembed takes the mean of the words, and length 1
    tokenizer_files(tmp_path / name)
    table = np.zeros((len(WORDS), 3))
    table[5], table[6], table[2:4] = [1, 0, 0], [0, 1, 0], [0, 0, 1]
    onnx_model(tmp_path / name / "model.onnx", table, scored=False)
    monkeypatch.setenv("RAG_PIPELINES_MODELS", str(tmp_path))
    embedder = embedders.open_embedder(f"fastembed:{name}")
    vectors, paid = embedders.embed(embedder, ["pump", "paper paper"], "document", None)
    assert paid == 0
    assert embedder.max_tokens == 16
    assert np.allclose(vectors[0], np.array([1, 0, 2]) / np.sqrt(5), atol=1e-5)  # pump and its two marks
    assert np.allclose(vectors[1], np.array([0, 2, 2]) / np.sqrt(8), atol=1e-5)


def test_flashrank_runs_a_model_from_the_folder_of_models_and_counts_what_it_cuts(tmp_path, monkeypatch):
    pytest.importorskip("flashrank")
    name = "ms-marco-TinyBERT-L-2-v2"
    tokenizer_files(tmp_path / name)
    table = np.zeros((len(WORDS), 1))
    table[8] = 1
    onnx_model(tmp_path / name / "flashrank-TinyBERT-L-2-v2.onnx", table, scored=True)
    monkeypatch.setenv("RAG_PIPELINES_MODELS", str(tmp_path))
    scorer = rerank.open_scorer(f"flashrank:{name}")
    texts = {"a": "paper tray", "b": "water water", "c": "water " + "paper " * 40}
    done = rerank.rerank({"qid": "q", "retrieved": ["a", "b", "c"]}, "pump", texts, scorer, 10)
    assert done.record["retrieved"] == ["b", "c", "a"]
    assert done.record["scores"] == pytest.approx([1 / (1 + np.exp(-2)), 1 / (1 + np.exp(-1)), 0.5])
    assert done.over == 1


def test_a_cross_encoder_of_sentence_transformers_scores_and_counts(tmp_path, monkeypatch):
    pytest.importorskip("sentence_transformers")
    from sentence_transformers import CrossEncoder
    from transformers import BertConfig, BertForSequenceClassification

    folder = tmp_path / "tiny"
    tokenizer_files(folder)
    config = BertConfig(
        vocab_size=len(WORDS), hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8,
        max_position_embeddings=16, num_labels=1,
    )  # fmt: skip
    BertForSequenceClassification(config).save_pretrained(str(folder))
    monkeypatch.setenv("RAG_PIPELINES_MODELS", str(tmp_path))
    scorer = rerank.open_scorer("sentence-transformers:tiny")
    texts = ["paper tray", "water", "paper " * 40]
    expected = CrossEncoder(str(folder)).predict([("pump", text) for text in texts])
    assert scorer.score("pump", texts) == pytest.approx(expected.tolist(), abs=1e-5)
    assert scorer.cut("pump", texts) == 1


@pytest.mark.parametrize("name", ["fastembed", "sentence-transformers", "flashrank"])
def test_a_package_that_is_not_there_is_named_with_the_command_that_installs_it(name, monkeypatch):
    module = {**local.EMBED, **local.RERANK}[name]
    monkeypatch.setitem(sys.modules, module, None)  # importing it fails, whether it is installed or not
    with pytest.raises(IncompleteError, match=f"{name} is not installed: sh install.sh --with {name}"):
        (local.scorer if name == "flashrank" else local.embedder)(name, "some-model")


def test_a_model_that_is_nowhere_is_named(monkeypatch, tmp_path):
    if importlib.util.find_spec("flashrank") is None:
        pytest.skip("flashrank is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAG_PIPELINES_MODELS", str(tmp_path))
    (tmp_path / "nobody").mkdir()
    with pytest.raises(IncompleteError, match="flashrank:nobody: no such model here"):
        rerank.open_scorer("flashrank:nobody")
