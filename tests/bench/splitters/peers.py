"""Every splitter as one function: a Markdown text in, its chunk texts out, at about 500 cl100k tokens."""

import sys
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [
    str(Path(__file__).resolve().parents[3] / "scripts"),
    str(Path(__file__).resolve().parents[1]),
]

import cl100k  # noqa: E402

SIZE = 500
Splitter = Callable[[str], list[str]]


def ours() -> Splitter:
    from ragkit.chunking.chunk import Options, chunk_document
    from ragkit.parsing import markdown

    def split(text: str) -> list[str]:
        read = markdown.read(text)
        document = {"doc_id": "a.md", "text": text, "blocks": read.blocks, "title": read.title}
        return [chunk["text"] for chunk in chunk_document(document, Options(max_tokens=SIZE))]

    return split


def langchain_markdown() -> Splitter:
    from langchain_text_splitters import MarkdownTextSplitter

    return MarkdownTextSplitter(chunk_size=SIZE, chunk_overlap=0, length_function=_length()).split_text


def langchain_recipe() -> Splitter:
    """The documented way: by headers first, then the sections by size."""
    from langchain_text_splitters import MarkdownHeaderTextSplitter, RecursiveCharacterTextSplitter

    headers = MarkdownHeaderTextSplitter([("#" * n, f"h{n}") for n in range(1, 7)], strip_headers=False)
    sized = RecursiveCharacterTextSplitter(chunk_size=SIZE, chunk_overlap=0, length_function=_length())
    return lambda text: [page.page_content for page in sized.split_documents(headers.split_text(text))]


def semantic_text_splitter() -> Splitter:
    from semantic_text_splitter import MarkdownSplitter

    return MarkdownSplitter.from_tiktoken_model("gpt-4", SIZE).chunks


def chonkie() -> Splitter:
    """RecursiveChunker with rules made by hand: its own Markdown recipe is a download."""
    from chonkie import RecursiveChunker, RecursiveLevel, RecursiveRules

    marks = [[f"\n{'#' * n} " for n in range(1, 7)], ["\n\n"], ["\n"], [". ", "! ", "? "]]
    levels = [
        RecursiveLevel(delimiters=each, include_delim="next" if at == 0 else "prev")
        for at, each in enumerate(marks)
    ]
    rules = RecursiveRules(levels=[*levels, RecursiveLevel(whitespace=True), RecursiveLevel()])
    chunker = RecursiveChunker(tokenizer=cl100k.encoding(), chunk_size=SIZE, rules=rules)
    return lambda text: [chunk.text for chunk in chunker.chunk(text)]


def llama_index_markdown() -> Splitter:
    """Sections as they are: it has no size."""
    from llama_index.core import Document
    from llama_index.core.node_parser import MarkdownNodeParser

    parser = MarkdownNodeParser()
    return lambda text: [node.text for node in parser.get_nodes_from_documents([Document(text=text)])]


def llama_index_sentences() -> Splitter:
    from llama_index.core.node_parser import SentenceSplitter

    return SentenceSplitter(chunk_size=SIZE, chunk_overlap=0, tokenizer=cl100k.encoding().encode).split_text


def _length() -> Callable[[str], int]:
    encoding = cl100k.encoding()
    return lambda text: len(encoding.encode(text, disallowed_special=()))


SPLITTERS = {
    "rag-pipelines": ours,
    "langchain Markdown": langchain_markdown,
    "langchain header recipe": langchain_recipe,
    "semantic-text-splitter": semantic_text_splitter,
    "chonkie Recursive": chonkie,
    "llama-index Markdown": llama_index_markdown,
    "llama-index Sentence": llama_index_sentences,
}
