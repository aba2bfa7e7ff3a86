"""Intervals of 95 % for the figures of games: of shares by Wilson's formula, of means and paired differences by the normal approximation."""

import math
import statistics


def wilson(won, asked):
    z, p = 1.959964, won / asked
    middle, spread = p + z * z / (2 * asked), z * math.sqrt(p * (1 - p) / asked + z * z / (4 * asked * asked))
    return (middle - spread) / (1 + z * z / asked), (middle + spread) / (1 + z * z / asked)


def share(won, asked):
    if asked == 0:
        return "–"
    low, high = wilson(won, asked)
    return f"{100 * won / asked:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def mean(values):
    """The mean of independent values and the reach of its interval on either side."""
    reach = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return statistics.mean(values), reach


def gain(after, before):
    """The mean of paired differences in points of a hundred, with its interval."""
    differences = [100 * (one - other) for one, other in zip(after, before)]
    return "{:+.1f} ± {:.1f}".format(*mean(differences))
