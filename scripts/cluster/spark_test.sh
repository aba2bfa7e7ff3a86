#!/bin/sh
# scripts/cluster/spark_batch.py on a Spark cluster of one master and two workers on this machine, one of which is killed in
# the middle: are the records those of a single `canju batch`? Takes some minutes, and the first time also installs pyspark
# (500 MB) under target/. It is not part of the test suite. Needs Java 17 and Python with venv.
#   scripts/cluster/spark_test.sh [--deals N] [--tasks N]
set -eu
cd "$(dirname "$0")/../.."
cargo build --release --quiet
target="${CARGO_TARGET_DIR:-target}"
venv="$target/spark-venv"
if ! [ -x "$venv/bin/spark-submit" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet pyspark
fi
exec "$venv/bin/python" scripts/cluster/spark_test.py --canju "$target/release/canju" --directory "$target/spark-test" "$@"
