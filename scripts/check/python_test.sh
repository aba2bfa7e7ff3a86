#!/usr/bin/env bash
# The Python package as its users get it: installed by pip in a virtual environment of its own, tested there with the real
# engines; the tests also run the example that ranks agents. More arguments go to pytest: `scripts/check/python_test.sh --states 100000`.
set -euo pipefail
cd "$(dirname "$0")/../.."

environment="${CARGO_TARGET_DIR:-target}/python"
if [ ! -x "$environment/bin/python" ]; then
    python3 -m venv "$environment"
fi
python="$environment/bin/python"
"$python" -m pip install --quiet --disable-pip-version-check './src/python[test,rlcard,examples]'
# OpenSpiel is tested where it has a wheel: to build it takes many minutes.
if ! "$python" -m pip install --quiet --disable-pip-version-check --only-binary open_spiel './src/python[openspiel]'; then
    echo "no wheel of OpenSpiel for this Python: its adapter is not tested"
fi
"$python" -m pytest --quiet src/python "$@"
