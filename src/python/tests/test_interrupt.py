"""Ctrl-C ends long calls. Each runs in a process of its own, which gets the signal once it says that it is about to call."""

import os
import signal
import subprocess
import sys
import time

import pytest

from conftest import HARD

CALLS = {
    "solve": "canju.solve(*hard, rules=rules)",
    "solve_with_threads": "canju.solve(*hard, rules=rules, threads=2)",
    "every_move": "canju.solve(*hard, rules=rules, all_moves=True)",
    "solve_many": "list(canju.solve_many([hard], rules=rules))",
    "review": "canju.review(hard, [], rules=rules)",
    "review_many": "list(canju.review_many([(hard, [])], rules=rules))",
    "many_quick_ones": "[None for _ in canju.solve_many(itertools.repeat('K5 | 44Q'))]",
    "values": "canju.values(array, rules=rules)",
    "values_of_many": "canju.values(easy)",
    "prove": "canju.prove(*hard, rules=rules)",
    # A walk that reads nothing: the farmers' moves are not in the file.
    "verify": "canju.verify(endless)",
}

PROGRAM = """
import itertools, signal, canju
# Whoever started the tests in the background may have had the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
hard, rules = {hard!r}, "huanle,packs=2"
endless = (b"canju certificate 4\\nrules huanle\\nhands D 35566778899TTJJQQ2 35566778899TTJJQQ2\\nturn 2\\nlast -\\n"
           b"verdict loss\\nmemory 4\\n\\n")
{setup}
canju.solve("K5", "44Q")
try:
    print("ready", flush=True)
    while True:
        {call}
        print("again", flush=True)
except KeyboardInterrupt:
    print("interrupted", canju.solve("K5", "44Q").verdict, flush=True)
"""

ARRAYS = """
import numpy
array = numpy.array([canju.Position(*hard, rules=rules).counts], dtype=numpy.uint8)
easy = numpy.repeat(numpy.array([canju.Position("K5", "44Q").counts], dtype=numpy.uint8), 3_000_000, axis=0)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent another way there")
@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c(name):
    setup = ""
    if name.startswith("values"):
        pytest.importorskip("numpy")
        setup = ARRAYS
    program = PROGRAM.format(hard=HARD, setup=setup, call=CALLS[name])
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        # By then the call has begun; if not, the test only finds less.
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert output.splitlines()[-1] == "interrupted win", errors


@pytest.mark.parametrize(
    "call",
    [
        "canju.solve(*hard, rules=rules)",
        "next(canju.solve_many([hard], rules=rules))",
        "canju.review(hard, [], rules=rules)",
        "next(canju.review_many([(hard, [])], rules=rules))",
    ],
)
def test_other_threads_run_meanwhile(call):
    """A thread of Python counts while another one solves, and then ends the process."""
    program = f"""
import os, threading, canju
hard, rules = {HARD!r}, "huanle,packs=2"
def count():
    for number in range(300_000):
        pass
    print("counted", number, flush=True)
    os._exit(0)
threading.Timer(0.2, count).start()
{call}
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert found.stdout == "counted 299999\n", found.stderr
