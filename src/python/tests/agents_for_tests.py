"""Stubs of DouZero's interface, for `examples/agent_regret.py` and `scripts/measure/advice_douzero.py`."""

import canju
import canju.douzero
from canju.douzero import POSITIONS, cards_of_integers, integers_of_cards


class FirstLegal:
    """Called as DouZero's ``DeepAgent``: with the position's name and the path of the weights."""

    def __init__(self, position, weights=None):
        self.position, self.weights = position, weights

    def act(self, infoset):
        assert infoset.player_position == self.position
        assert self.weights in (None, f"weights/{self.position}.ckpt")
        return infoset.legal_actions[0]


class Table:
    """Called as DouZero's ``GameEnv``: with the players by position. canju's rules say what is legal."""

    def __init__(self, players):
        self.players, self.game_over = players, False

    def card_play_init(self, card_play_data):
        self.hands = [list(card_play_data[name]) for name in POSITIONS]
        self.open = list(card_play_data["three_landlord_cards"])
        assert [len(hand) for hand in self.hands] == [20, 17, 17]
        assert all(card in self.hands[0] for card in self.open)
        self.here, self.actions = canju.Position(*map(cards_of_integers, self.hands), rules=canju.douzero.RULES), []

    def step(self):
        seat = len(self.actions) % 3
        moves = {move.partition(":")[0]: move for move in self.here.moves()}
        infoset = canju.douzero.InfoSet(
            POSITIONS[seat],
            list(self.hands[seat]),
            sorted(self.hands[seat - 1] + self.hands[seat - 2]),
            dict(zip(POSITIONS, map(len, self.hands))),
            list(self.open),
            [list(action) for action in self.actions],
            [integers_of_cards(cards) for cards in moves],
        )
        action = self.players[POSITIONS[seat]].act(infoset)
        assert action in infoset.legal_actions
        for card in action:
            self.hands[seat].remove(card)
            if seat == 0 and card in self.open:
                self.open.remove(card)
        self.actions.append(action)
        if not self.hands[seat]:
            self.game_over, self.winner = True, "landlord" if seat == 0 else "farmer"
            return
        self.here = self.here.play(moves[cards_of_integers(action)])

    def get_winner(self):
        return self.winner
