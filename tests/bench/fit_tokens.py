"""Fit the weights of the token estimate to tiktoken's cl100k and write scripts/ragkit/token_table.py.

usage: python tests/bench/fit_tokens.py [clone of github.com/fastapi/fastapi]

Ridge regression: the exact token count of a piece is explained by the hashed letter groups it is made of.
Pieces weigh by how often the training half of each class of text uses them, every class the same in sum; the
entries of the vocabulary itself, which are one token each, join with a small weight, so that words the
training text lacks are known too. Needs tests/bench/requirements.txt.
"""

import collections
import sys
from pathlib import Path

import cl100k
import numpy
import scipy.sparse
from scipy.sparse.linalg import lsqr
from token_corpora import classes

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from ragkit import tokens  # noqa: E402

VOCABULARY_SHARE = 0.02  # weight of a vocabulary entry, in mean weights of a piece of text
HAN_SHARE = 0.02  # the same of a Chinese character alone
# Weight of a class of text: more to what varies most, less to noise.
SHARES = {"prose": 4, "abstracts": 4, "code": 3, "base64": 0.2, "hex": 0.2}
RIDGE, HEAVIEST, ROUNDS = 1.0, 20_000.0, 16


def main() -> None:
    encoding = cl100k.encoding()
    weight: dict[str, float] = collections.Counter()
    for name, windows in classes(*sys.argv[1:2]).items():
        counts = collections.Counter(
            piece for held_out, text in windows if not held_out for piece in tokens.PIECE.findall(text)
        )
        share = SHARES.get(name, 1) / counts.total()
        for piece, count in counts.items():
            weight[piece] += count * share
    mean = sum(weight.values()) / len(weight)
    for entry in encoding.token_byte_values():
        piece = entry.decode("utf-8", "ignore")
        if piece.encode() == entry and piece.strip() and tokens.PIECE.fullmatch(piece):
            weight[piece] += mean * VOCABULARY_SHARE
    for code in range(0x4E00, 0x9FA6):
        weight[chr(code)] += mean * HAN_SHARE

    total: dict[str, float] = collections.Counter()
    exact: dict[str, float] = collections.Counter()
    for piece, share in weight.items():
        if piece != " ":
            bare = tokens.bare(piece)
            total[bare] += share
            exact[bare] += share * len(encoding.encode(piece, disallowed_special=()))
    write(solve(list(total), exact, total))


def solve(pieces: list[str], exact: dict[str, float], total: dict[str, float]) -> numpy.ndarray:
    """Return the weight of every bucket, in tokens, the constant last."""
    rows, columns = [], []
    for row, piece in enumerate(pieces):
        for bucket in [*tokens.buckets(piece), tokens.BUCKETS]:
            rows.append(row)
            columns.append(bucket)
    shape = (len(pieces), tokens.BUCKETS + 1)
    matrix = scipy.sparse.csr_matrix((numpy.ones(len(rows)), (rows, columns)), shape=shape)
    target = numpy.array([exact[piece] / total[piece] for piece in pieces])
    trust = numpy.array([total[piece] for piece in pieces])
    trust = numpy.sqrt(numpy.minimum(trust / trust.mean(), HEAVIEST))
    counted = numpy.ones(len(pieces), bool)
    for _ in range(ROUNDS):
        used = trust * counted
        weights = lsqr(scipy.sparse.diags(used) @ matrix, used * target, damp=RIDGE, iter_lim=100)[0]
        counted = (matrix @ weights > 1) | (
            target > 1
        )  # an estimate below one is read as one: no error there
    return weights


def write(weights: numpy.ndarray) -> None:
    """Write the table as text, one character a bucket, in the levels that tokens.py reads."""
    levels = numpy.clip(
        numpy.round((weights[:-1] * 1000 - tokens.LOWEST) / tokens.STEP), 0, len(tokens.LEVELS) - 1
    )
    text = "".join(tokens.LEVELS[int(level)] for level in levels)
    lines = [f'    "{text[at : at + 100]}"' for at in range(0, len(text), 100)]
    (ROOT / "scripts/ragkit/token_table.py").write_text(
        '"""Weights of the token estimate, a character a bucket; written by tests/bench/fit_tokens.py."""\n\n'
        f"BASE = {round(weights[-1] * 1000)}\n"
        "# fmt: off\nBUCKETS = (\n" + "\n".join(lines) + "\n)\n",
        encoding="ascii",
    )


if __name__ == "__main__":
    main()
