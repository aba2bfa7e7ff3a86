"""What tests share: the option for how many states the engines are compared in, and a position that takes minutes."""

import pytest

# With two packs.
HARD = "33334455666788999TTTTJJJQQQQQKAAAAAA2222222X", "33344444555566677788899999TJJJQQKKKKKKAA2XDD"


def pytest_addoption(parser):
    parser.addoption("--states", type=int, default=20_000, help="states of each engine to compare, at least (20,000)")


@pytest.fixture
def states(request):
    return request.config.getoption("--states")
