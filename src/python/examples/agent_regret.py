"""Ranks agents by exact regret: how often do they give a win away that they have in hand?

Each deal is played once for each agent in each role, as the landlord, as farmer 1 (who plays after the landlord) and as farmer 2, by RLCard's
engine. The two other players are RLCard's rule-based agents. `canju.review_many` then says of each position with few cards left who
wins it with best play and all hands open, before and after the agent's move. A position is a win in hand if the agent's side wins it and
there is a choice. The exact regret is the share of these wins that the agent gave away: its side lost the win by that move.

To keep a win that only the other hands show is partly luck, so a regret of 0 is not to be expected with closed hands. Open-hand values are
no odds of that game; they are the same yardstick for all.

With --scoring douzero points are counted, too: what a player got with best play before its move, less what it gets after it, is what the
move gave away. The stake so far counts, as in the game: after a bomb, also one before the reviewed part, a win that is given away costs
twice as much. Beside it stands what the games brought: the points that the agent got in each, on the average. These are the player's own
points: the landlord's are twice a farmer's. The agents play as without points.

    python agent_regret.py --deals 1000 --output agents
    python agent_regret.py --deals 1000 --scoring douzero --output points
    python agent_regret.py --deals 1000 --output agents --douzero mine=douzero.evaluation.deep_agent:DeepAgent:baselines/douzero_WP/{position}.ckpt

The last line adds an agent with DouZero's interface: a class (of a module, or of a file that ends in .py) that is called with the
position's name, landlord, landlord_down or landlord_up, and with the path of its weights if one is given, and whose act(infoset) gives one
of infoset.legal_actions.

Intervals are 95 % intervals by bootstrap over deals: the games of a deal are drawn together, because they are alike. Where none or all
of the wins were given away that has no width, and Wilson's interval is taken with the deals that had a win in hand for its number of
trials. Where no points were given away there is no interval. Positions that a limit left open are left out, and their share is given.

Each game is kept in games.jsonl as soon as it is reviewed: the side that won, and of each of the agent's moves the cards in all hands and what
the move did; with points also what the agent got in the game, and with best play before and after each of its moves. The same command goes
on where it was stopped, more agents and more deals are added, and what is there is not played again.
"""

# %% What to play

import argparse
import collections
import importlib
import importlib.util
import itertools
import json
import math
import os
import pathlib
import sys
import time

import numpy
import rlcard
from rlcard.agents import RandomAgent
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

import canju
import canju.douzero
import canju.rlcard

ROLES = ("landlord", "farmer 1", "farmer 2")
ALL = "all roles"
RESAMPLES = 2_000

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--deals", type=int, default=100, help="deals, each played by each agent in each role (100)")
parser.add_argument("--agents", default="random,rule,open-hand", help="of RLCard and canju: random, rule, open-hand (all three)")
parser.add_argument(
    "--douzero",
    action="append",
    default=[],
    metavar="NAME=MODULE:CLASS[:WEIGHTS]",
    help="an agent of DouZero's interface; {position} in WEIGHTS is replaced",
)
parser.add_argument("--cards", type=int, default=27, help="review positions with at most so many cards in all hands (27; 54: all)")
parser.add_argument(
    "--scoring",
    choices=("win", "douzero", "pagat", "botzone", "huanle"),
    default="win",
    help="count points, too, and how they are counted (win: no points)",
)
parser.add_argument("--band", type=int, default=3, help="numbers of cards that are counted together (3)")
parser.add_argument("--node-limit", type=int, default=300_000, help="nodes of the review for each position (300,000)")
parser.add_argument("--open-hand-nodes", type=int, default=5_000, help="nodes of open-hand for each move; beyond it plays as rule (5,000)")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--threads", type=int, default=0, help="0 for one per core")
parser.add_argument("--output", default="agent_regret", help="directory of games.jsonl, regret.md, regret.json, regret.svg (agent_regret)")
options = parser.parse_args()
has_points = options.scoring != "win"
if os.environ.get("PYTHONHASHSEED") != "0":
    # RLCard's lists of legal actions are made from sets, and its agents choose by their order: begin again with one that is always the same.
    os.environ["PYTHONHASHSEED"] = "0"
    os.execv(sys.executable, [sys.executable, *sys.argv])

# %% Who plays


def douzero_agent(spec):
    """The name and the agent of NAME=MODULE:CLASS[:WEIGHTS]."""
    name, equals, place = spec.partition("=")
    module, _, rest = place.partition(":")
    cls, colon, weights = rest.partition(":")
    if not (equals and name and module and cls):
        parser.error(f"--douzero {spec}: expected NAME=MODULE:CLASS[:WEIGHTS]")
    if module.endswith(".py"):
        found = importlib.util.spec_from_file_location(pathlib.Path(module).stem, module)
        loaded = importlib.util.module_from_spec(found)
        found.loader.exec_module(loaded)
    else:
        loaded = importlib.import_module(module)
    made = getattr(loaded, cls)
    agents = {
        position: made(position, weights.replace("{position}", position)) if colon else made(position)
        for position in canju.douzero.POSITIONS
    }
    return name, canju.rlcard.DouZeroAgent(agents)


env = rlcard.make("doudizhu", config={"seed": options.seed})
rule = DouDizhuRuleAgentV1()
BUILT_IN = {
    "random": lambda: RandomAgent(env.num_actions),
    "rule": lambda: rule,
    "open-hand": lambda: canju.rlcard.OpenHandAgent(env, node_limit=options.open_hand_nodes, otherwise=rule),
}
agents = {}
for wanted in filter(None, options.agents.split(",")):
    if wanted not in BUILT_IN:
        parser.error(f"--agents: `{wanted}` is not one of {', '.join(BUILT_IN)}")
    agents[wanted] = BUILT_IN[wanted]()
agents.update(map(douzero_agent, options.douzero))
names = list(agents)

# %% Games of the real engine, from the first position with few cards left

directory = pathlib.Path(options.output)
directory.mkdir(parents=True, exist_ok=True)
kept = directory / "games.jsonl"
settings = {key: getattr(options, key) for key in ("cards", "node_limit", "open_hand_nodes", "seed")}
if has_points:
    settings["scoring"] = options.scoring
settings.update(canju=canju.__version__, rlcard=rlcard.__version__, numpy=numpy.__version__)
done = {}  # (deal, agent, role): the record of a game
if kept.exists():
    whole, _, broken = kept.read_text(encoding="utf-8").rpartition("\n")
    if broken:
        kept.write_text(whole + "\n", encoding="utf-8")  # it was stopped while it wrote
    first, *lines = map(json.loads, whole.splitlines())
    if first != settings:
        sys.exit(f"{kept} is of other settings: {first}. Choose another --output, or these settings.")
    done = {(game["deal"], game["agent"], game["role"]): game for game in lines}
else:
    kept.write_text(json.dumps(settings) + "\n", encoding="utf-8")
under_review = collections.deque()  # records of games: reviews come in the order of the games


def keep(file, record):
    done[record["deal"], record["agent"], record["role"]] = record
    file.write(json.dumps(record) + "\n")
    file.flush()


def end_of(position, moves):
    """The position and the moves from where few cards are left; no moves if the game did not come so far."""
    position = canju.Position(*position.hands, rules=position.rules, scoring=options.scoring)
    for number, move in enumerate(moves):
        if sum(map(len, position.hands)) <= options.cards:
            return position, moves[number:]
        position = position.play(move)
    return position, []


def games(file):
    """The end of each game that is still to be played."""
    start = time.monotonic()
    for deal in range(options.deals):
        for name, role in itertools.product(names, range(len(ROLES))):
            if (deal, name, ROLES[role]) in done:
                continue
            players = [rule] * 3
            players[role] = agents[name]
            # The same cards, and the same luck where an agent draws lots.
            env.seed(options.seed * 1_000_000 + deal)
            numpy.random.seed([options.seed, deal, role])
            env.set_agents(players)
            trajectories, payoffs = env.run()
            record = {"deal": deal, "agent": name, "role": ROLES[role], "won": bool(payoffs[role] > 0), "moves": []}
            under_review.append(record)
            yield end_of(*canju.rlcard.game(trajectories))
        if (deal + 1) % 50 == 0 and (deal, names[-1], ROLES[-1]) not in done:
            print(f"{deal + 1:,} deals played, {time.monotonic() - start:,.0f} s", file=sys.stderr, flush=True)


# %% Exact values

with kept.open("a", encoding="utf-8") as file:
    for review in canju.review_many(games(file), node_limit=options.node_limit, threads=options.threads):
        record = under_review.popleft()
        its = [move for move in review.moves if ROLES[move.player] == record["role"] and move.mark != "forced"]
        record["moves"] = [[move.cards, move.mark] for move in its]
        if has_points:
            landlords = review.values[-1]  # the game is over
            record["points"] = landlords if record["role"] == ROLES[0] else -landlords // 2
            for kept_of_move, move in zip(record["moves"], its):
                kept_of_move += [move.value_before, move.value_after]
        keep(file, record)

bands = math.ceil(options.cards / options.band)
shape = len(names), len(ROLES), bands, options.deals
wins, given_away, undecided, decisions = (numpy.zeros(shape, dtype=numpy.int64) for _ in range(4))
games_won = numpy.zeros((len(names), len(ROLES)), dtype=numpy.int64)
valued, points_given_away, given_beside_wins = (numpy.zeros(shape, dtype=numpy.int64) for _ in range(3))
game_points = numpy.zeros((len(names), len(ROLES), options.deals), dtype=numpy.int64)
for deal, (agent, name), (role, of_role) in itertools.product(range(options.deals), enumerate(names), enumerate(ROLES)):
    record = done[deal, name, of_role]
    games_won[agent, role] += record["won"]
    if has_points:
        game_points[agent, role, deal] = record["points"]
    for cards, mark, *values in record["moves"]:
        place = agent, role, (cards - 1) // options.band, deal
        decisions[place] += 1
        wins[place] += mark in ("kept", "gave_away")
        given_away[place] += mark == "gave_away"
        undecided[place] += mark == "unknown"
        if has_points and None not in values:
            before, after = values
            valued[place] += 1
            points_given_away[place] += before - after
            given_beside_wins[place] += (before - after) * (mark != "gave_away")

# %% Regret with its interval

# How often each deal is drawn, the same for all agents: so their differences have intervals, too.
drawn = numpy.random.default_rng(options.seed).multinomial(options.deals, numpy.full(options.deals, 1 / options.deals), size=RESAMPLES)


def wilson(part, whole):
    z = 1.959964
    middle, reach = part + z * z / 2, z * math.sqrt(part * (whole - part) / whole + z * z / 4)
    return max(0.0, (middle - reach) / (whole + z * z)), min(1.0, (middle + reach) / (whole + z * z))


def resampled(won, given):
    """The regret in each resample; nan where it has no win in hand."""
    totals = drawn @ won
    return numpy.divide(drawn @ given, totals, out=numpy.full(RESAMPLES, numpy.nan), where=totals > 0)


def measured(agent, roles=slice(None), band=slice(None)):
    """What is known of an agent in these roles, with so many cards left."""

    def by_deal(counts):
        return counts[agent][roles].reshape(-1, bands, options.deals)[:, band].reshape(-1, options.deals).sum(axis=0)

    won, given = by_deal(wins), by_deal(given_away)
    found = {name: int(by_deal(counts).sum()) for name, counts in (("decisions", decisions), ("undecided", undecided))}
    total, lost = int(won.sum()), int(given.sum())
    found.update(wins_in_hand=total, given_away=lost, deals_with_a_win=int((won > 0).sum()), regret=None, interval=None)
    if total:
        with_none_or_all = wilson(round(lost / total) * found["deals_with_a_win"], found["deals_with_a_win"])
        samples = resampled(won, given)
        bootstrap = numpy.nanquantile(samples, [0.025, 0.975]).tolist()
        found.update(regret=lost / total, interval=list(with_none_or_all) if lost in (0, total) else bootstrap)
    return found


def mean(by_deal, trials):
    """What the deals come to for each trial, of which each deal has as many, with its interval."""
    value = by_deal.sum() / (trials * options.deals)
    return float(value), numpy.quantile(drawn @ by_deal / (trials * options.deals), [0.025, 0.975]).tolist()


def measured_points(agent, roles=slice(None), band=slice(None)):
    """The points that an agent got and gave away in these roles, with so many cards left."""

    def by_deal(counts):
        return counts[agent][roles].reshape(-1, bands, options.deals)[:, band].reshape(-1, options.deals).sum(axis=0)

    moves, given = by_deal(valued), by_deal(points_given_away)
    found = {"moves": int(moves.sum()), "undecided": int(by_deal(decisions).sum() - moves.sum()), "given_away": int(given.sum())}
    found["given_away_beside_wins"] = int(by_deal(given_beside_wins).sum())
    found.update(a_move=None, a_move_interval=None)
    if found["moves"]:
        found["a_move"] = found["given_away"] / found["moves"]
    got = game_points[agent][roles].reshape(-1, options.deals)
    found["a_game"], found["a_game_interval"] = mean(given, len(got))
    if found["given_away"]:
        found["a_move_interval"] = numpy.nanquantile(resampled(moves, given), [0.025, 0.975]).tolist()
    else:
        found["a_game_interval"] = None  # it would have no width
    if band == slice(None):
        found["got"], found["got_interval"] = mean(got.sum(axis=0), len(got))
    return found


def difference(one, other):
    """How much greater the regret of one agent is, all roles, with its interval from the same resamples."""
    counts = [(wins[agent].sum(axis=(0, 1)), given_away[agent].sum(axis=(0, 1))) for agent in (one, other)]
    if not all(won.sum() for won, _ in counts):
        return None
    (a, a_lost), (b, b_lost) = counts
    return a_lost.sum() / a.sum() - b_lost.sum() / b.sum(), numpy.nanquantile(resampled(a, a_lost) - resampled(b, b_lost), [0.025, 0.975])


def role_slice(role):
    return slice(role, role + 1)


results = {}
for agent, name in enumerate(names):
    results[name] = {"by_role": {ALL: measured(agent)}, "by_cards": []}
    for role, of_role in enumerate(ROLES):
        won = int(games_won[agent, role])
        results[name]["by_role"][of_role] = {"games": options.deals, "games_won": won, **measured(agent, role_slice(role))}
    results[name]["by_role"][ALL].update(games=len(ROLES) * options.deals, games_won=int(games_won[agent].sum()))
    for band in range(bands):
        row = {"from_cards": band * options.band + 1, "to_cards": min((band + 1) * options.band, options.cards)}
        parts = {ALL: measured(agent, band=role_slice(band))}
        parts.update({of_role: measured(agent, role_slice(role), role_slice(band)) for role, of_role in enumerate(ROLES)})
        results[name]["by_cards"].append({**row, **parts})
    if has_points:
        roles = {ALL: slice(None), **{of_role: role_slice(role) for role, of_role in enumerate(ROLES)}}
        results[name]["points"] = {
            "by_role": {of_role: measured_points(agent, chosen) for of_role, chosen in roles.items()},
            "by_cards": [measured_points(agent, band=role_slice(band)) for band in range(bands)],
        }
ranking = sorted(names, key=lambda name: (results[name]["by_role"][ALL]["regret"] is None, results[name]["by_role"][ALL]["regret"]))

# %% The tables


def percent(value):
    return "–" if value is None else f"{100 * value:.1f}"


def interval(value):
    return "–" if value is None else f"{100 * value[0]:.1f} to {100 * value[1]:.1f}"


def share(part, whole):
    return percent(part / whole if whole else None)


lines = [
    f"{options.deals:,} deals with {len(names) * len(ROLES)} games each: {len(names) * len(ROLES) * options.deals:,} games of RLCard "
    f"{rlcard.__version__}. The two others are its rule-based agents. "
    f"Reviewed: positions with at most {options.cards} cards in all hands, at most {options.node_limit:,} nodes each.",
    "",
    "| agent | role | games won, % | wins in hand | given away | regret, % | 95 % interval | undecided, % |",
    "|---|---|--:|--:|--:|--:|--:|--:|",
]
for name, role in itertools.product(ranking, (ALL, *ROLES)):
    found = results[name]["by_role"][role]
    cells = [name, role, share(found["games_won"], found["games"]), f"{found['wins_in_hand']:,}", f"{found['given_away']:,}"]
    cells += [percent(found["regret"]), interval(found["interval"]), share(found["undecided"], found["decisions"])]
    lines.append(f"| {' | '.join(cells)} |")
lines += ["", f"Regret in %, {ALL}, with its 95 % interval and the wins in hand:", ""]
lines += ["| cards left | " + " | ".join(ranking) + " |", "|---|" + "--:|" * len(ranking)]
for band in range(bands):
    rows = [results[name]["by_cards"][band] for name in ranking]
    cells = [f"{rows[0]['from_cards']} to {rows[0]['to_cards']}"]
    cells += [f"{percent(row[ALL]['regret'])} ({interval(row[ALL]['interval'])}; {row[ALL]['wins_in_hand']:,})" for row in rows]
    lines.append(f"| {' | '.join(cells)} |")
lines.append("")
differences = []
for worse, better in zip(ranking[1:], ranking):
    found = difference(names.index(worse), names.index(better))
    if found is not None:
        value, (low, high) = found[0], found[1].tolist()
        differences.append({"of": worse, "to": better, "regret": value, "interval": [low, high]})
        lines.append(f"{worse} gives away {100 * value:.1f} percentage points more than {better} ({100 * low:.1f} to {100 * high:.1f}, on the same deals).")
point_differences = []
if has_points:

    def number(value, times=1, digits=2):
        return "–" if value is None else f"{round(times * value, digits) + 0:.{digits}f}".replace("-", "−")

    def numbers(ends, times=1, digits=2):
        return "–" if ends is None else " to ".join(number(end, times, digits) for end in ends)

    by_points = sorted(names, key=lambda name: results[name]["points"]["by_role"][ALL]["a_game"])
    lines += [
        "",
        f"Points, counted as `{options.scoring}` counts them at a stake of 1, and the points that the agent's moves gave away in the reviewed part:",
        "",
        "| agent | role | points a game | 95 % interval | moves | given away in 100 moves | 95 % interval | in 100 games | 95 % interval "
        "| beside wins, % | undecided, % |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, role in itertools.product(by_points, (ALL, *ROLES)):
        found = results[name]["points"]["by_role"][role]
        cells = [name, role, number(found["got"]), numbers(found["got_interval"]), f"{found['moves']:,}"]
        cells += [number(found["a_move"], 100, 1), numbers(found["a_move_interval"], 100, 1)]
        cells += [number(found["a_game"], 100, 0), numbers(found["a_game_interval"], 100, 0)]
        cells += [share(found["given_away_beside_wins"], found["given_away"]), share(found["undecided"], found["undecided"] + found["moves"])]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", f"Points given away in 100 moves, {ALL}, with its 95 % interval and the moves:", ""]
    lines += ["| cards left | " + " | ".join(by_points) + " |", "|---|" + "--:|" * len(by_points)]
    for band in range(bands):
        row = results[names[0]]["by_cards"][band]
        cells = [f"{row['from_cards']} to {row['to_cards']}"]
        for name in by_points:
            found = results[name]["points"]["by_cards"][band]
            cells.append(f"{number(found['a_move'], 100, 1)} ({numbers(found['a_move_interval'], 100, 1)}; {found['moves']:,})")
        lines.append(f"| {' | '.join(cells)} |")
    lines.append("")
    for worse, better in zip(by_points[1:], by_points):
        more, less = (points_given_away[names.index(name)].sum(axis=(0, 1)) for name in (worse, better))
        value, ends = mean(more - less, len(ROLES))
        point_differences.append({"of": worse, "to": better, "a_game": value, "interval": ends})
        lines.append(
            f"{worse} gives away {number(value, 100, 0)} points more than {better} in 100 games ({numbers(ends, 100, 0)}, on the same deals)."
        )
(directory / "regret.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
record = {"deals": options.deals, "settings": settings, "ranking": ranking, "differences": differences, "agents": results}
if has_points:
    record.update(ranking_by_points=by_points, point_differences=point_differences)
(directory / "regret.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
print("\n".join(lines))

# %% The drawing

import matplotlib  # noqa: E402

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "canju"  # the same file from the same figures
import matplotlib.pyplot as plt  # noqa: E402

FEWEST = 20  # wins in hand; a point of a few says little


def points(places, rows):
    """Places, percentages and the reach of their intervals, of the rows that say something."""
    kept = [(place, row) for place, row in zip(places, rows) if row["wins_in_hand"] >= FEWEST]
    regret = numpy.array([100 * row["regret"] for _, row in kept])
    ends = numpy.array([[100 * end for end in row["interval"]] for _, row in kept]).reshape(-1, 2)
    return [place for place, _ in kept], regret, numpy.abs(ends.T - regret)


figure, (by_role, by_cards) = plt.subplots(1, 2, figsize=(11, 4.2), width_ratios=(2, 3))
for number, name in enumerate(ranking):
    offset = 0.12 * (number - (len(ranking) - 1) / 2)
    rows = [results[name]["by_role"][role] for role in ROLES]
    by_role.errorbar(*points([role + offset for role in range(len(ROLES))], rows), fmt="o", capsize=3, label=name)
    middle = [(row["from_cards"] + row["to_cards"]) / 2 + offset for row in results[name]["by_cards"]]
    by_cards.errorbar(*points(middle, [row[ALL] for row in results[name]["by_cards"]]), marker="o", capsize=3, label=name)
by_role.set_xticks(range(len(ROLES)), ROLES)
by_role.set_ylabel("wins in hand given away, %")
by_cards.set_xlabel("cards left in all hands")
for axes in (by_role, by_cards):
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
by_cards.legend()
figure.suptitle(f"Exact regret on {options.deals:,} duplicate deals, with 95 % intervals")
figure.tight_layout()
figure.savefig(directory / "regret.svg", metadata={"Date": None})
