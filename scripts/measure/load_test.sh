#!/usr/bin/env bash
# Load on `canju serve`: requests a second, latencies, memory over 200,000 requests, and a batch over HTTP against `canju batch`.
# Takes some minutes; needs wrk, curl and Python. It prints its report; `load_test.report.txt` is one.
#   scripts/measure/load_test.sh [SECONDS]         how long each measurement lasts, 20 by default
#   CANJU=PROGRAM scripts/measure/load_test.sh     measures another build
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds="${1:-20}"
target="${CARGO_TARGET_DIR:-target}"
if [ -z "${CANJU:-}" ]; then
    cargo build --release --features serve --quiet
    CANJU="$target/release/canju"
fi
work="$(mktemp -d)"
"$CANJU" serve --listen 127.0.0.1:0 --memory 1GiB --queue 1000 --quiet 2> "$work/log" &
server=$!
trap 'kill $server 2> "$work/end" || true; wait $server || true; rm -rf "$work"' EXIT

# With --quiet nothing is printed, so the port is looked for among those that the program listens on.
port=""
for _ in $(seq 100); do
    port="$(python3 - "$server" << 'PYTHON'
import os, sys
files = f"/proc/{sys.argv[1]}/fd"
sockets = {os.readlink(f"{files}/{name}")[8:-1] for name in os.listdir(files) if os.readlink(f"{files}/{name}").startswith("socket:")}
for line in open("/proc/net/tcp").read().splitlines()[1:]:
    fields = line.split()
    if fields[3] == "0A" and fields[9] in sockets:
        print(int(fields[1].split(":")[1], 16))
PYTHON
    )"
    [ -n "$port" ] && break
    sleep 0.1
done
url="http://127.0.0.1:$port"

# The bodies: all shipped puzzles, and random deals of 8 + 8 cards.
python3 - "$url" > "$work/shipped" << 'PYTHON'
import json, sys, urllib.request
get = lambda path: json.load(urllib.request.urlopen(sys.argv[1] + path))
for pack in get("/api/packs")["packs"]:
    for puzzle in get(pack["url"])["puzzles"]:
        print(json.dumps(puzzle, ensure_ascii=False))
PYTHON
scripts/measure/random_deals.py 20000 --seed 7 > "$work/deals"
cat > "$work/post.lua" << 'LUA'
local bodies, next = {}, 0
function init(arguments)
    for line in io.lines(arguments[1]) do bodies[#bodies + 1] = line end
    wrk.method = "POST"
    wrk.headers["content-type"] = "application/json"
end
function request()
    next = next % #bodies + 1
    return wrk.format(nil, nil, nil, bodies[next])
end
function done(summary, latency)
    local bad = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
    io.write(string.format("%8.0f requests/s   p50 %7.2f ms   p99 %7.2f ms   greatest %8.2f ms   %d requests, %d failed\n",
        summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
        latency.max / 1e3, summary.requests, bad))
end
LUA

load() {
    printf '%-58s' "$1"
    wrk --threads 1 --connections "$2" --duration "${seconds}s" --timeout 30s --script "$work/post.lua" "$url$3" -- "$4" | tail -n 1
}
metric() { curl -s "$url/metrics" | sed -n "s/^$1 //p"; }  # only those without labels
resident() { echo "$(($(metric canju_memory_resident_bytes) >> 20)) MiB"; }

echo "$("$CANJU" --version), $(nproc) cores, load before: $(cut -d' ' -f1-3 /proc/loadavg)"
echo "memory at the start: $(resident)"
load "shipped puzzles, 1 connection (half load)" 1 /api/solve "$work/shipped"
load "shipped puzzles, 8 connections" 8 /api/solve "$work/shipped"
load "deals of 8 + 8 cards, 1 connection (half load)" 1 /api/solve "$work/deals"
load "deals of 8 + 8 cards, 8 connections" 8 /api/solve "$work/deals"
load "deals of 8 + 8 cards without a line, 8 connections" 8 /api/solve <(sed 's/}$/,"line":false}/' "$work/deals")
load "every move of shipped puzzles, 8 connections" 8 /api/moves "$work/shipped"

python3 - "$CANJU" "$url" "$work/deals" << 'PYTHON'
import subprocess, sys, time
program, url, deals = sys.argv[1:]
count = sum(1 for _ in open(deals))
def rate(command):
    best = 0
    for _ in range(3):
        start = time.monotonic()
        subprocess.run(command, stdin=open(deals), stdout=subprocess.DEVNULL, check=True)
        best = max(best, count / (time.monotonic() - start))
    return best
http = rate(["curl", "-sS", "-H", "content-type: application/x-ndjson", "-T", "-", "-X", "POST", f"{url}/api/batch"])
own = rate([program, "batch", "-", "--format", "jsonl", "--quiet", "--memory", "1GiB"])
print(f"{count} deals of 8 + 8 cards: /api/batch {http:.0f} a second, canju batch {own:.0f}: {http / own:.2f} of it")
PYTHON

echo "memory after $(metric canju_records_total) records: $(resident)"
while [ "$(metric canju_records_total)" -lt 200000 ]; do
    wrk --threads 1 --connections 8 --duration 10s --script "$work/post.lua" "$url/api/solve" -- "$work/deals" > "$work/wrk"
done
echo "memory after $(metric canju_records_total) records: $(resident)"
echo "panics: $(metric canju_panics_total); held: $(metric canju_memory_held_bytes) bytes; busy: $(metric canju_workers_busy)"
