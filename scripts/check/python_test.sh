#!/usr/bin/env bash
# The Python package as its users get it: installed by pip in a virtual environment of its own, and tested there. With `--all` first the
# real engines are installed, too, so that the adapters and the example that ranks agents are tested. More arguments go to pytest:
# `scripts/check/python_test.sh --all --states 100000`.
set -euo pipefail
cd "$(dirname "$0")/../.."

environment="${CARGO_TARGET_DIR:-target}/python"
if [ ! -x "$environment/bin/python" ]; then
    python3 -m venv "$environment"
fi
python="$environment/bin/python"
extras=test
if [ "${1:-}" = --all ]; then
    shift
    extras=test,rlcard,examples
    # OpenSpiel is tested where it has a wheel: to build it takes many minutes.
    if ! "$python" -m pip install --quiet --disable-pip-version-check --only-binary :all: 'open_spiel==2.0.2'; then
        echo "no wheel of OpenSpiel for this Python: its adapter is not tested"
    fi
fi
"$python" -m pip install --quiet --disable-pip-version-check "./src/python[$extras]"
"$python" -m pytest --quiet src/python "$@"
