"""`prove` and `verify`."""

import pytest

import canju


@pytest.mark.parametrize(
    "position",
    [
        canju.Position("346999Q2", "34JAAD"),
        canju.Position("345", "678"),
        canju.Position("K5", "44", "6Q", turn=3, last="J", by=1),
        canju.Position("4445678899KK2", "345567TTTKKAA", rules="huanle,-trio_pair"),
    ],
)
def test_what_is_proved_is_accepted(position):
    certificate = canju.prove(position)
    proved = canju.verify(certificate)
    assert str(proved.position) == str(position)
    assert proved.verdict == canju.solve(position).verdict
    assert proved.bytes == len(certificate) and proved.positions > 0
    assert canju.verify(bytearray(certificate)) == proved


def test_a_plain_certificate():
    """It says so in its header, and the next one is not plain again."""
    plain, ordinary = canju.prove("346999Q2", "34JAAD", plain=True), canju.prove("346999Q2", "34JAAD")
    assert b"\nplain " in plain and b"\nplain " not in ordinary
    assert canju.verify(plain).verdict == canju.verify(ordinary).verdict == "win"
    assert canju.verify(plain).positions > canju.verify(ordinary).positions


def test_what_is_changed_is_refused():
    certificate = canju.prove("346999Q2", "34JAAD")
    for at in range(len(certificate)):
        changed = certificate[:at] + bytes([certificate[at] ^ 1]) + certificate[at + 1 :]
        with pytest.raises(canju.InputError):
            canju.verify(changed)
    for other in (b"", b"anything else", certificate[:-1], certificate + b"\0", bytes(100_000)):
        with pytest.raises(canju.InputError):
            canju.verify(other)


def test_a_finished_game_has_no_certificate():
    with pytest.raises(canju.InputError, match="is empty"):
        canju.prove(canju.Position("3", "4").play("3"))


def test_a_limit():
    with pytest.raises(canju.UndecidedError, match="nodes") as error:
        canju.prove("4445678899KK2", "345567TTTKKAA", node_limit=1)
    assert error.value.reason == "nodes"
