"""The command line: exit codes, argument types, and words that reach any terminal."""

import argparse
import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ragkit import cli

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def run(program, *args, **keywords):
    code = f"import sys\nfrom ragkit import cli\ndef main(argv):\n{program}\nsys.exit(cli.run(main))\n"
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        cwd=SCRIPTS,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=30,
        **keywords,
    )


def raising(error):
    def main(argv):
        raise error

    return main


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (cli.InputError("a.jsonl:3: bad; mend it"), 2, "a.jsonl:3: bad; mend it\n"),
        (cli.IncompleteError("missing: numpy; run: x"), 3, "missing: numpy; run: x\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
    ],
)
def test_an_error_the_user_can_act_on_is_one_line_and_its_own_code(capsys, error, code, said):
    assert cli.run(raising(error), []) == code
    assert capsys.readouterr() == ("", said)


def test_our_own_bug_exits_70_with_its_traceback(capsys):
    assert cli.run(raising(ZeroDivisionError("oops")), []) == 70
    err = capsys.readouterr().err
    assert "ZeroDivisionError: oops" in err
    assert err.endswith("this is a bug in rag-pipelines, not in your input\n")


@pytest.mark.parametrize("code", [0, 1])
def test_the_code_of_main_passes_through(code):
    assert cli.run(lambda argv: code, []) == code


def test_a_reader_of_stdout_that_leaves_is_no_error():
    program = "    for i in range(200000): print(i)\n    return 0"
    code = f"import sys\nfrom ragkit import cli\ndef main(argv):\n{program}\nsys.exit(cli.run(main))\n"
    child = subprocess.Popen(
        [sys.executable, "-c", code], cwd=SCRIPTS, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    child.stdout.readline()
    child.stdout.close()
    assert child.wait(30) == 0
    assert child.stderr.read() == b""
    child.stderr.close()


@pytest.mark.parametrize(
    "args", [["--kk", "5"], ["--numbe", "5"], ["--number", "0"], ["--number", "x"], ["stray"], ["--number"]]
)
def test_a_wrong_call_exits_2_in_one_line_that_names_the_help(args):
    done = run(
        "    p = cli.parser('Doc.')\n    p.add_argument('--number', type=cli.count)\n"
        "    p.parse_args(argv)\n    return 0",
        *args,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "--help" in done.stderr


def test_help_is_the_docstring_then_the_options_on_stdout():
    done = run(
        "    p = cli.parser('''Doc line.\n\nusage: x\n''')\n    p.add_argument('--number', help='how many')\n"
        "    p.parse_args(argv)\n    return 1",
        "--help",
    )
    assert done.returncode == 0
    assert done.stdout.startswith("Doc line.\n\nusage: x\n")
    assert "how many" in done.stdout


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (cli.count, {"1": 1, "20": 20}, ["0", "-1", "1.5", "", "nan", "x"]),
        (cli.natural, {"0": 0, "3": 3}, ["-1", "0.0", "inf"]),
        (cli.share, {"0": 0.0, "0.8": 0.8, "1": 1.0}, ["nan", "NaN", "1.01", "-0.1", "inf", "80%", ""]),
        (cli.dollars, {"0": 0.0, "2.5": 2.5, "1000000": 1e6}, ["-1", "nan", "inf", "1e308", "1000001", ""]),
        (cli.positive, {"0": 0.0, "2.5": 2.5}, ["-1", "inf", "-inf", "nan", "x"]),
    ],
)
def test_an_argument_type_takes_its_range_and_nothing_else(kind, good, bad):
    for text, value in good.items():
        assert kind(text) == value
    for text in bad:
        with pytest.raises(argparse.ArgumentTypeError):
            kind(text)


@pytest.mark.parametrize(
    ("given", "same_as"),
    [
        ("--k 5 10 a b", "--k 5 --k 10 a b"),
        ("a b --k 5 10 20", "a b --k 5 --k 10 --k 20"),
        ("--k=5 10", "--k=5 10"),
        ("--k -1 a", "--k -1 a"),
        ("--k x a", "--k x a"),
        ("--k 5 nan a", "--k 5 nan a"),
        ("--k", "--k"),
        ("a --worst 3 4", "a --worst 3 4"),
        ("--k 5 10 --k 20 1 b", "--k 5 --k 10 --k 20 --k 1 b"),
    ],
)
def test_numbers_after_an_option_are_spread_so_file_names_may_follow(given, same_as):
    assert cli.spread(given.split(), "--k") == same_as.split()


def test_words_reach_a_terminal_that_cannot_show_them():
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = run("    cli.say('caf\\xe9 \\u6771 \\ud800')\n    return 0", env=env)
    assert (done.returncode, done.stderr) == (0, "caf\\xe9 \\u6771 \\ud800\n")


def test_a_report_reaches_stdout_in_any_encoding():
    env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = run("    cli.show(['caf\\xe9', '\\u6771'])\n    return 0", env=env, errors="backslashreplace")
    assert (done.returncode, done.stdout) == (0, "caf\\xe9\n\\u6771\n")


def test_progress_is_silent_where_nobody_watches_and_yields_every_item(capsys):
    assert list(cli.progress(range(3), "doing", 3)) == [0, 1, 2]
    assert capsys.readouterr().err == ""


def test_progress_rewrites_one_line_on_a_terminal(monkeypatch):
    screen = io.StringIO()
    screen.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", screen)
    assert list(cli.progress("ab", "doing", 2)) == ["a", "b"]
    assert screen.getvalue().startswith("\r\033[Kdoing 1/2")
    assert screen.getvalue().endswith("\r\033[K")
    assert "\n" not in screen.getvalue()


def test_naming_prefixes_only_input_errors():
    with pytest.raises(cli.InputError, match=r"^q1: bad$"), cli.naming("q1"):
        raise cli.InputError("bad")
    with pytest.raises(ValueError, match=r"^bad$"), cli.naming("q1"):
        raise ValueError("bad")


def test_the_help_of_a_script_with_verbs_holds_the_options_of_each():
    parser = cli.parser("Doc.")
    verbs = parser.verbs()
    verbs.add_parser("one").add_argument("--first")
    verbs.add_parser("two").add_argument("--second")
    assert parser.parse_args(["one", "--first", "x"]).verb == "one"
    words = parser.format_help()
    assert words.index("one:") < words.index("--first") < words.index("two:") < words.index("--second")


def run_code(code, **options):
    """Run a small command with its output where `options` point."""
    lines = ["import sys", "from ragkit import cli", "def main(argv):", f"    {code}", "    return 0"]
    command = [sys.executable, "-c", "\n".join([*lines, "sys.exit(cli.run(main))"])]
    return subprocess.run(command, cwd=SCRIPTS, check=False, **options)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line_and_exit_2():
    with open("/dev/full", "w") as full:
        done = run_code("sys.stdout.write('x' * 100000)", stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "output: No space left on device; check the path, its rights and the free space\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_stderr_does_not_change_the_exit_code():
    with open("/dev/full", "w") as full:
        assert run_code("cli.say('hello')", stderr=full).returncode == 0


def test_a_closed_stdout_is_said_to_whoever_writes_to_it():
    code = "import sys; from ragkit import cli; sys.exit(cli.run(lambda argv: print('x') or 0))"
    command = f'exec {sys.executable} -c "{code}" >&-'
    done = subprocess.run(["sh", "-c", command], cwd=SCRIPTS, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "standard output is closed" in done.stderr


def test_an_unwritable_folder_names_the_file(tmp_path):
    done = run_code(f"open({str(tmp_path / 'no' / 'x')!r}, 'w')", capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{tmp_path / 'no' / 'x'}: No such file or directory; check the path")


def test_a_name_with_a_newline_is_still_one_line():
    done = run_code("cli.say('a' + chr(10) + 'b' + chr(27) + '[31m')", capture_output=True, text=True)
    assert done.stderr == "a\\nb\\x1b[31m\n"


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [(1, "loss", "1 loss"), (0, "loss", "0 losses"), (2, "query", "2 queries"), (2014, "day", "2,014 days")],
)
def test_a_count_agrees_with_its_noun(number, noun, said):
    assert cli.plural(number, noun) == said


def test_an_empty_name_of_a_folder_is_refused():
    assert cli.folder("out") == "out"
    with pytest.raises(argparse.ArgumentTypeError, match="empty"):
        cli.folder("")


INTERRUPTING = """
import sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise {error}
sys.meta_path.insert(0, Interrupting())
"""


@pytest.mark.parametrize("module", ["argparse", "ragkit.records", "ragkit.worksheets"])
def test_ctrl_c_while_a_command_is_importing_is_one_word(tmp_path, module):
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING.format(module=module, error="KeyboardInterrupt"))
    done = subprocess.run(
        [sys.executable, SCRIPTS / "worksheet.py", "--help"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "interrupted\n")


def test_another_error_while_importing_keeps_its_traceback_and_a_program_of_others_its_own_way(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        INTERRUPTING.format(module="ragkit.records", error="ValueError")
    )
    done = subprocess.run(
        [sys.executable, SCRIPTS / "worksheet.py", "--help"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.stderr.startswith("Traceback")
    asked = "import sys; from ragkit import cli; print(sys.excepthook is sys.__excepthook__)"
    mine = subprocess.run(
        [sys.executable, "-c", asked], cwd=SCRIPTS, capture_output=True, text=True, timeout=30
    )
    assert mine.stdout == "True\n"


def test_two_options_do_not_name_one_file_under_any_of_its_names(tmp_path):
    (tmp_path / "a").write_text("x")
    (tmp_path / "link").symlink_to("a")
    a, link = str(tmp_path / "a"), str(tmp_path / "link")
    with pytest.raises(cli.InputError, match="is both -o and --key"):
        cli.apart({"-o": a, "--key": link})
    cli.apart({"-o": a, "--key": f"{a}2", "x": None, "y": None, "z": "-", "w": "-"})
    cli.apart({"-o": os.devnull, "--key": os.devnull})
