#!/usr/bin/env python3
"""Fits the networks of the search to what this program solved. Needs numpy.

    cargo run --release --example sample_states -- states 2 200000 7 > states.csv
    python3 scripts/train/train_network.py evaluation 2 states.csv > src/engine/search/networks/evaluation_2.txt

    cargo run --release --example sample_states -- choices 2 300000 7 > choices.csv
    python3 scripts/train/train_network.py order 2 choices.csv > src/engine/search/networks/order_2.txt

With 3 for 2 the networks for three hands are made, one for each seat to move: evaluation_3.txt, order_3.txt. They have
card inputs. The format is that of src/engine/search/weights.rs. The evaluation was made of 177,114 states of seed 11 and 171,371 of seed 12 with --hidden 64 --epochs 40, the order of
140,858 choices of seed 21 and 67,183 of seed 22 with --hidden 32.

All have the inputs of src/engine/search/features.rs and one hidden layer of rectified units. The same input and seed give the same
numbers, except for the order of additions in numpy. The accuracy on a tenth that is held back, the first lines of each file, goes to
standard error.

*evaluation*: the first output is the logit of "the side to move wins", its loss the cross-entropy. The second one is the natural
logarithm of one more than the nodes of the solve, trained on the states that the side to move wins, and the third the same for those
that it loses; their loss is the square of the error, times a weight. A line of input is: 1 if the side to move wins else 0, seat to
move, cards of all hands, nodes of the solve, the features.

*order*: a position is a group of lines, one for each move that has to be tried: number of the position, 1 if the move wins else 0,
seat to move after it, cards, nodes of solving what it leads to, cards played, 1 if a player of the same side is to move there else
0, the features there. The score of a move is the output from its player's view plus a learned multiple of the cards played; the loss
is the cross-entropy between the softmax of the scores and the shares min(nodes)^3 / nodes^3 of the winning moves: to be right
counts, and to be quick counts.
"""

import argparse
import sys

import numpy as np

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("what", choices=["evaluation", "order"])
parser.add_argument("hands", type=int, choices=[2, 3])
parser.add_argument("input", nargs="+", help="output of the example sample_states")
parser.add_argument("--hidden", type=int, default=16, help="units of the hidden layer")
parser.add_argument("--epochs", type=int, default=30)
parser.add_argument("--decay", type=float, default=0.2, help="of the weights, if there are card inputs")
parser.add_argument("--seed", type=int, default=0)
args = parser.parse_args()
is_order = args.what == "order"
# The logarithms of nodes count less than who wins.
WORK_WEIGHT = 0.1
# Card inputs: first four for each rank of each hand, one for each count; the rest describe the trick.
CARDS, CARD_INPUTS = 3 * 15 * 4, 223

rng = np.random.default_rng(args.seed)
has_cards = args.hands == 3


def table(name):
    """The numbers of a file. Card inputs become columns of 0 and 1, that of a count counts for the lower ones too."""
    if not has_cards:
        return np.loadtxt(name, delimiter=",", dtype=np.float32)
    lines = [line.split(";") for line in open(name)]
    cards = np.zeros((len(lines), CARD_INPUTS), dtype=np.float32)
    for row, (_, inputs) in enumerate(lines):
        for number in map(int, inputs.split(",")):
            cards[row, number - number % 4 * (number < CARDS) : number + 1] = 1
    return np.hstack([np.array([line.split(",") for line, _ in lines], dtype=np.float32), cards])


parts = [table(name) for name in args.input]
if is_order:
    # Groups of different files stay apart.
    for number, part in enumerate(parts):
        part[:, 0] += number * 1e6
    data = np.concatenate(parts)
    group, won, seat, nodes, shed, same_side = data[:, 0], data[:, 1], data[:, 2], data[:, 4] + 1, data[:, 5], data[:, 6]
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    sizes = np.diff(starts, append=len(data))
    least = np.minimum.reduceat(np.where(won, nodes, np.inf), starts)
    share = np.where(won, (np.repeat(least, sizes) / nodes) ** 3, 0)
    share /= np.repeat(np.add.reduceat(share, starts), sizes)
    view = 2 * same_side - 1
    features = data[:, 7:]
    held_back = len(starts) // 10
else:
    # What is held back comes first. States of one deal are neighbours, so hardly a deal is on both sides.
    tenths = [len(part) // 10 for part in parts]
    data = np.concatenate([part[:n] for part, n in zip(parts, tenths)] + [part[n:] for part, n in zip(parts, tenths)])
    won, seat, work, features = data[:, 0], data[:, 1], np.log(data[:, 3] + 1), data[:, 4:]
    starts, sizes = np.arange(len(data)), np.ones(len(data), dtype=int)
    held_back = sum(tenths)

mean, deviation = features.mean(0), features.std(0)
deviation[deviation == 0] = 1
if has_cards:
    mean[-CARD_INPUTS:], deviation[-CARD_INPUTS:] = 0, 1
inputs = ((features - mean) / deviation).astype(np.float32)
count, hidden = inputs.shape[1], args.hidden
seats = 1 if args.hands == 2 else 3
seat = seat.astype(int)
outputs = 1 if is_order else 3
# One network for each seat, side by side in arrays.
weights = {
    "w1": rng.normal(0, count**-0.5, (seats, count, hidden)),
    "b1": np.zeros((seats, 1, hidden)),
    "w2": rng.normal(0, hidden**-0.5, (seats, hidden, outputs)),
    "b2": np.zeros((seats, 1, outputs)),
    "shed": np.ones(seats),
}
weights = {name: value.astype(np.float32) for name, value in weights.items()}
first = {name: np.zeros_like(value) for name, value in weights.items()}
second = {name: np.zeros_like(value) for name, value in weights.items()}


def forward(rows):
    """For each seat: which of these rows are its own, the hidden layer there, and the outputs of all rows."""
    output = np.empty((len(rows), outputs), dtype=np.float32)
    layers = []
    for k in range(seats):
        own = np.flatnonzero(seat[rows] == k)
        layer = np.maximum(inputs[rows[own]] @ weights["w1"][k] + weights["b1"][k], 0)
        output[own] = layer @ weights["w2"][k] + weights["b2"][k]
        layers.append((own, layer))
    return layers, output


def rows_of(groups):
    """The rows of these groups, and the index at which each group begins."""
    lengths = sizes[groups]
    begins = np.cumsum(lengths) - lengths
    return np.repeat(starts[groups] - begins, lengths) + np.arange(lengths.sum()), begins


def scores(rows, output):
    return view[rows] * output[:, 0] + weights["shed"][seat[rows]] * shed[rows]


# Adam; the step size falls along half a cosine.
step = 0
size = 1024 if is_order else 512
for epoch in range(args.epochs):
    rate = 1.5e-3 * (1 + np.cos(np.pi * epoch / args.epochs)) + 1e-5
    order = held_back + rng.permutation(len(starts) - held_back)
    for start in range(0, len(order), size):
        groups = order[start : start + size]
        rows, begins = rows_of(groups)
        layers, output = forward(rows)
        # The derivatives of the loss by each row's outputs.
        if is_order:
            score = scores(rows, output)
            odds = np.exp(score - np.repeat(np.maximum.reduceat(score, begins), sizes[groups]))
            slope = odds / np.repeat(np.add.reduceat(odds, begins), sizes[groups]) - share[rows]
            slope /= len(groups)
            error = (slope * view[rows])[:, None].astype(np.float32)
        else:
            error = np.empty_like(output)
            error[:, 0] = 1 / (1 + np.exp(-output[:, 0])) - won[rows]
            for n, result in ((1, 1), (2, 0)):
                error[:, n] = WORK_WEIGHT * (won[rows] == result) * (output[:, n] - work[rows])
            error /= len(groups)
        gradients = {name: np.zeros_like(value) for name, value in weights.items()}
        for k, (own, layer) in enumerate(layers):
            back = (error[own] @ weights["w2"][k].T) * (layer > 0)
            gradients["w1"][k] = inputs[rows[own]].T @ back
            gradients["b1"][k] = back.sum(0)
            gradients["w2"][k] = layer.T @ error[own]
            gradients["b2"][k] = error[own].sum(0)
            if is_order:
                gradients["shed"][k] = (slope * shed[rows])[own].sum()
        step += 1
        for name, gradient in gradients.items():
            first[name] = 0.9 * first[name] + 0.1 * gradient
            second[name] = 0.999 * second[name] + 0.001 * gradient**2
            scale = np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8
            if has_cards and name in ("w1", "w2"):
                weights[name] *= 1 - rate * args.decay
            weights[name] -= (rate * first[name] / (1 - 0.9**step) / scale).astype(np.float32)

rows, begins = rows_of(np.arange(held_back))
_, output = forward(rows)
if is_order:
    score = scores(rows, output)
    # The move with the best score in each group; the first of equal ones.
    ranked = rows[np.lexsort((rows, -score, np.repeat(np.arange(held_back), sizes[:held_back])))]
    best = ranked[begins]
    right = (won[best] == 1).mean()
    cost = np.log2(np.where(won[best], nodes[best], nodes[best] + least[:held_back]) / least[:held_back]).mean()
    summary = f"{len(starts)} positions; in {right:.1%} of those held back the first move wins, it costs 2^{cost:.2f} times the least"
else:
    right = ((output[:, 0] > 0) == (won[rows] == 1)).mean()
    known = [won[rows] == result for result in (1, 0)]
    errors = [((output[:, n] - work[rows])[own] ** 2).mean() / work[rows][own].var() for n, own in enumerate(known, 1)]
    wins, losses = (1 - error for error in errors)
    summary = (
        f"{len(starts)} states; of those held back {right:.1%} are predicted right, and {wins:.0%} (wins) and {losses:.0%} (losses)"
        " of the variance of the logarithm of the nodes"
    )
print(summary, file=sys.stderr)


def fixed(values, bits):
    """Integers in units of 2^-bits, each rounded to the nearest, on a line."""
    scaled = np.asarray(values, dtype=np.float32) * 2**bits
    return " ".join(str(int(value)) for value in np.trunc(scaled + np.copysign(0.5, scaled)))


def network(k):
    w1 = weights["w1"][k] / deviation[:, None]
    b1 = weights["b1"][k][0] - mean @ w1
    features = len(w1) - CARD_INPUTS * has_cards
    lines = []
    if seats > 1:
        lines += ["", f"# The seat to move: {k + 1}"]
    if is_order:
        lines += ["# what a card played adds", fixed(weights["shed"][k : k + 1], 20)]
    lines += ["# features to units", *(fixed(row, 6) for row in w1[:features]), "# biases of the units", fixed(b1, 6)]
    lines += ["# units to outputs", *(fixed(weights["w2"][k][:, n], 6) for n in range(outputs))]
    lines += ["# biases of the outputs", fixed(weights["b2"][k][0], 20)]
    if has_cards:
        rows = w1[features:]
        rows[:CARDS] = rows[:CARDS].reshape(-1, 4, hidden).cumsum(1).reshape(CARDS, hidden)
        lines += ["# card inputs to units", *(fixed(row, 6) for row in rows)]
    return "\n".join(lines)


plural, hands = "s" * (seats > 1), "two" if seats == 1 else "three"
print(f"# Weights of the {args.what} network{plural} for {hands} hands. For the format see `weights.rs`.")
print(f"# {summary}. Seed {args.seed}.")
print("\n".join(network(k) for k in range(seats)))
