"""The READMEs' Python blocks and the examples of all docstrings are run; the stubs and the sources pass mypy."""

import doctest
import importlib
import pathlib
import re
import subprocess
import sys

import pytest

import canju

README = pathlib.Path(__file__).parent.parent / "README.md"
MAIN_READMES = [README.parent.parent.parent / name for name in ("README.md", "README.zh.md")]
ENGINES = {"canju.rlcard": "rlcard", "canju.openspiel": "pyspiel", "canju.douzero": "numpy", "canju._values": "numpy"}


@pytest.mark.parametrize("name", ["canju", "canju._types", "canju.botzone", *ENGINES])
def test_examples_of_docstrings(name):
    if name in ENGINES:
        pytest.importorskip(ENGINES[name])
    module = importlib.import_module(name)
    found = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert found.failed == 0 and found.attempted > 0


def test_examples_of_the_extension_module():
    tests = doctest.DocTestFinder(recurse=True).find
    attempted = 0
    for name in canju.__all__:
        thing = getattr(canju, name)
        for test in tests(thing, name, module=False, globs={}):
            found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
            assert found.failed == 0, test.name
            attempted += found.attempted
    assert attempted > 20


def blocks(page=README):
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", [README, *MAIN_READMES])
def test_the_readmes_five_lines(page, capsys):
    first = blocks(page)[0]
    assert len(first.splitlines()) == 5
    exec(first, {})
    assert capsys.readouterr().out == (
        "win 3999 ('3999', 'pass', '4', 'J', 'Q', 'A', '2', 'D', 'pass', 'A', 'pass', '4', '6')\n"
        "['K', 'pass'] 5 | 44Q | rules=huanle turn=2 last=K\n"
    )


def test_the_readmes_review(capsys):
    exec(blocks()[1], {})
    shown = README.read_text(encoding="utf-8").partition(blocks()[1])[2].partition("```text\n")[2].partition("```")[0]
    assert capsys.readouterr().out == shown


def test_the_readmes_games_of_rlcard():
    pytest.importorskip("rlcard")
    names = {}
    exec(blocks()[2], names)
    assert names["payoffs"][0] >= 0
    exec(blocks()[3], names)
    assert [review.over for review in names["reviews"]] == [True] * 3


@pytest.mark.parametrize("tool", [["mypy", "--strict", "-p", "canju"], ["mypy.stubtest", "canju._canju"]])
def test_types(tool, tmp_path):
    pytest.importorskip("mypy")
    config = tmp_path / "mypy.ini"
    # The engines have no types of their own.
    config.write_text("[mypy]\n[mypy-rlcard.*,pyspiel.*]\nignore_missing_imports = True\n")
    option = "--config-file" if tool[0] == "mypy" else "--mypy-config-file"
    found = subprocess.run(
        [sys.executable, "-m", *tool, option, str(config)], capture_output=True, text=True, cwd=tmp_path
    )
    assert found.returncode == 0, found.stdout + found.stderr
