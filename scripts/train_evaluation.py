#!/usr/bin/env python3
"""Fits the evaluation (src/search/model.rs) to solved states.

    cargo run --release --example sample_states -- 150000 7 > states.csv
    python3 scripts/train_evaluation.py states.csv > src/search/model.rs

Needs numpy. A line of the input is: 1 if the side to move wins else 0, cards of both hands, nodes of the solve, then the
features of src/search/features.rs. The model is a network with one hidden layer of rectified units; its output is
the logit of "the side to move wins". Same input, same seed: same numbers. Accuracy on a tenth of the states
that is held back goes to standard error.
"""
import argparse
import sys

import numpy as np

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("states", help="output of the example sample_states")
parser.add_argument("--hidden", type=int, default=16, help="units of the hidden layer")
parser.add_argument("--epochs", type=int, default=30)
parser.add_argument("--seed", type=int, default=0)
args = parser.parse_args()

rng = np.random.default_rng(args.seed)
data = np.loadtxt(args.states, delimiter=",")
rng.shuffle(data)
won, features = data[:, 0], data[:, 3:]
held_back = len(data) // 10
mean, deviation = features.mean(0), features.std(0)
deviation[deviation == 0] = 1
inputs = ((features - mean) / deviation).astype(np.float32)
count, hidden = inputs.shape[1], args.hidden
weights = {
    "w1": rng.normal(0, count**-0.5, (count, hidden)),
    "b1": np.zeros(hidden),
    "w2": rng.normal(0, hidden**-0.5, (hidden, 1)),
    "b2": np.zeros(1),
}
weights = {name: value.astype(np.float32) for name, value in weights.items()}
first = {name: np.zeros_like(value) for name, value in weights.items()}
second = {name: np.zeros_like(value) for name, value in weights.items()}


def forward(x):
    layer = np.maximum(x @ weights["w1"] + weights["b1"], 0)
    return layer, (layer @ weights["w2"] + weights["b2"])[:, 0]


# Adam on the cross-entropy, the step size falling along half a cosine.
step = 0
for epoch in range(args.epochs):
    rate = 1.5e-3 * (1 + np.cos(np.pi * epoch / args.epochs)) + 1e-5
    order = held_back + rng.permutation(len(data) - held_back)
    for start in range(0, len(order), 512):
        batch = order[start : start + 512]
        x = inputs[batch]
        layer, logit = forward(x)
        error = ((1 / (1 + np.exp(-logit)) - won[batch]) / len(batch))[:, None].astype(np.float32)
        back = (error @ weights["w2"].T) * (layer > 0)
        gradients = {"w1": x.T @ back, "b1": back.sum(0), "w2": layer.T @ error, "b2": error.sum(0)}
        step += 1
        for name, gradient in gradients.items():
            first[name] = 0.9 * first[name] + 0.1 * gradient
            second[name] = 0.999 * second[name] + 0.001 * gradient**2
            scale = np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8
            weights[name] -= rate * first[name] / (1 - 0.9**step) / scale

_, logit = forward(inputs[:held_back])
accuracy = ((logit > 0) == (won[:held_back] == 1)).mean()
print(f"{len(data)} states, {accuracy:.1%} of {held_back} held back are predicted right", file=sys.stderr)

w1 = weights["w1"] / deviation[:, None]
b1 = weights["b1"] - mean @ w1


def number(value):
    text = f"{value:.5g}"
    return text if "." in text or "e" in text else text + ".0"


def array(values):
    return "[" + ", ".join(number(value) for value in values) + "]"


print("//! Weights of the evaluation, made by `scripts/train_evaluation.py`; not to be edited.")
print(f"//!\n//! {len(data)} states, seed {args.seed}; {accuracy:.1%} of the states held back are predicted right.\n")
print("use super::features::COUNT;\n")
print(f"/// Units of the hidden layer.\npub const HIDDEN: usize = {hidden};\n")
print("/// From the features to the hidden layer.\n#[rustfmt::skip]")
print("pub const WEIGHTS: [[f32; HIDDEN]; COUNT] = [")
for row in w1:
    print("    " + array(row) + ",")
print("];\n")
print("/// Biases of the hidden layer.\n#[rustfmt::skip]\npub const BIASES: [f32; HIDDEN] = " + array(b1) + ";\n")
print("/// From the hidden layer to the logit.\n#[rustfmt::skip]")
print("pub const OUTPUT: [f32; HIDDEN] = " + array(weights["w2"][:, 0]) + ";\n")
print("/// Bias of the logit.\npub const OUTPUT_BIAS: f32 = " + number(weights["b2"][0]) + ";")
