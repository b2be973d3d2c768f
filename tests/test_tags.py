"""The tag on a slip: a number with its check letter."""

from gm.core.tags import number_of, tag

MANY = 2000


def test_a_tag_is_read_back_in_capitals_or_not():
    assert all(number_of(tag(number)) == number == number_of(tag(number).lower()) for number in range(1, MANY))


def test_every_single_wrong_digit_is_noticed():
    for number in range(1, MANY):
        digits, letter = str(number), tag(number)[-1]
        for place, right in enumerate(digits):
            for wrong in "0123456789".replace(right, ""):
                written = digits[:place] + wrong + digits[place + 1 :]
                assert number_of(written + letter) is None


def test_every_swap_of_neighbours_is_noticed():
    for number in range(1, MANY):
        digits, letter = str(number), tag(number)[-1]
        for place in range(len(digits) - 1):
            one, two = digits[place : place + 2]
            swapped = digits[:place] + two + one + digits[place + 2 :]
            assert one == two or number_of(swapped + letter) is None


def test_what_is_no_tag_is_none():
    for written in ("", "12", "N", "12NN", "0A", "-1B", "1.5F", "١٢N", "12I", "12ｎ"):
        assert number_of(written) is None
