"""A stub of DouZero's interface, for `examples/agent_regret.py`."""


class FirstLegal:
    """Called as DouZero's ``DeepAgent``: with the position's name and the path of the weights."""

    def __init__(self, position, weights=None):
        self.position, self.weights = position, weights

    def act(self, infoset):
        assert infoset.player_position == self.position
        assert self.weights in (None, f"weights/{self.position}.ckpt")
        return infoset.legal_actions[0]
