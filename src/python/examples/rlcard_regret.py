"""How often do RLCard's rule-based agents give away a won endgame?

Three of them play each other, and the solver looks at every position with few cards left in which the player to move has a choice.
A position is won for a side or lost, so the exact regret of a move is 1 if it gives a win away and 0 otherwise. The mean by the
number of cards left is printed as a table and drawn.

    python rlcard_regret.py --games 300 --output rlcard_regret.png
"""

# %% What to play

import argparse
import collections
import random

import numpy
import rlcard
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

import canju
import canju.rlcard

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--games", type=int, default=300, help="games to play (300)")
parser.add_argument("--cards", type=int, default=27, help="look at positions with at most so many cards in all hands (27)")
parser.add_argument("--node-limit", type=int, default=300_000, help="nodes for each position (300,000)")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--output", default="rlcard_regret.png", help="the drawing")
options = parser.parse_args()

# %% Games of the real engine, and what follows each position


def decisions():
    """The positions with few cards left and a choice, each with the position after the move that the agent made."""
    random.seed(options.seed)
    numpy.random.seed(options.seed)  # the agents choose with this generator where their rules end
    env = rlcard.make("doudizhu", config={"seed": options.seed})
    agent = DouDizhuRuleAgentV1()
    for _ in range(options.games):
        state, _ = env.reset()
        while not env.is_over():
            position = canju.rlcard.position(env)
            action = agent.step(state)
            if sum(map(len, position.hands)) <= options.cards and len(position.moves()) > 1:
                yield position, position.play(canju.rlcard.move(action))
            state, _ = env.step(action, raw_action=True)


# %% Exact values: two positions for each decision, solved in parallel and answered in order

LANDLORD, FARMERS = "landlord", "farmers"


def side(position):
    return LANDLORD if position.turn == 1 else FARMERS


def winner(result):
    """The side that wins a solved position; None if it is undecided."""
    mover = side(result.position)
    other = FARMERS if mover == LANDLORD else LANDLORD
    return {"win": mover, "loss": other}.get(result.verdict)


pairs = (position for pair in decisions() for position in pair)
results = canju.solve_many(pairs, node_limit=options.node_limit)
won = collections.Counter()  # (side, cards left): decisions in won positions
given_away = collections.Counter()
undecided = 0
for before, after in zip(results, results):
    mover = side(before.position)
    if winner(before) is None or winner(after) is None:
        undecided += 1
    elif winner(before) == mover:
        place = mover, sum(map(len, before.position.hands))
        won[place] += 1
        given_away[place] += winner(after) != mover

# %% The table

WIDTH = 3  # cards of a row
rows = collections.defaultdict(collections.Counter)
for (mover, cards), count in won.items():
    row = rows[(cards - 1) // WIDTH]
    row[mover, "won"] += count
    row[mover, "given away"] += given_away[mover, cards]


def share(row, mover):
    return row[mover, "given away"] / max(row[mover, "won"], 1)


print(f"{options.games} games, positions with at most {options.cards} cards, {undecided} undecided left out\n")
print("cards left   landlord: won  given away      %   farmers: won  given away      %")
for number, row in sorted(rows.items()):
    cells = [f"{row[m, 'won']:>13,} {row[m, 'given away']:>11,} {100 * share(row, m):>6.1f}" for m in (LANDLORD, FARMERS)]
    print(f"{number * WIDTH + 1:>4} to {number * WIDTH + WIDTH:<3} {cells[0]}  {cells[1]}")
total = sum(rows.values(), collections.Counter())
cells = [f"{total[m, 'won']:>11,} {total[m, 'given away']:>11,} {100 * share(total, m):>6.1f}" for m in (LANDLORD, FARMERS)]
print("all          " + "  ".join(cells))

# %% The drawing

import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

figure, axes = plt.subplots(figsize=(7, 4))
for mover in (LANDLORD, FARMERS):
    # A row of a few decisions says little.
    drawn = [(number * WIDTH + 2, 100 * share(row, mover)) for number, row in sorted(rows.items()) if row[mover, "won"] >= 20]
    axes.plot(*zip(*drawn) if drawn else ([], []), marker="o", label=mover)
axes.set_xlabel("cards left in all hands")
axes.set_ylabel("won positions given away, %")
axes.set_ylim(bottom=0)
axes.set_title("RLCard's rule-based agents in won endgames")
axes.legend()
axes.grid(alpha=0.3)
figure.tight_layout()
figure.savefig(options.output, dpi=150)
print(f"\ndrawn: {options.output}")
