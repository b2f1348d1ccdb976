"""Whether what a language model said can be the text: it may never end, hang on a sound, or say far too little.

A runaway is a matter of luck: other draws mostly end well. So the text gets one more try with other noise, and only
then is it an error. Ranges are wide: this is to catch speech that cannot be right, not to judge it.
"""

from collections.abc import Sequence

REPEATED_TOKENS = 150  #: three seconds
_LONGEST_PERIOD = 50
_FEWEST_SOUNDS = 8
#: Of the duration that a text's length lets expect; half a second is added, for a word may be said slowly.
_LEAST_SHARE, _MOST_SHARE, _SLACK_S = 0.35, 3.0, 0.5


def hangs(heard: Sequence[int]) -> bool:
    """Whether the last three seconds go round in circles: a period of a second at most, or hardly any sounds."""
    if len(heard) < REPEATED_TOKENS:
        return False
    last = list(heard[-REPEATED_TOKENS:])
    if len(set(last)) < _FEWEST_SOUNDS:
        return True
    return any(last[period:] == last[:-period] for period in range(1, _LONGEST_PERIOD + 1))


def complaint(heard: Sequence[int], *, ended: bool, spoken_s: float, expected_s: float) -> str:
    """Return what is wrong with a segment's tokens; "" when nothing is.

    Args:
        heard: the tokens.
        ended: whether the model ended them itself.
        spoken_s: how long they last, in seconds.
        expected_s: how long the text is expected to last, in seconds.
    """
    if hangs(heard):
        return f"it repeats itself (the last {REPEATED_TOKENS} of {len(heard)} speech tokens)"
    if not ended:
        return f"it does not end ({len(heard)} speech tokens, {spoken_s:.1f} s, where {expected_s:.1f} s are expected)"
    least, most = _LEAST_SHARE * expected_s - _SLACK_S, _MOST_SHARE * expected_s + _SLACK_S
    if not least <= spoken_s <= most:
        return f"it lasts {spoken_s:.1f} s; expected for this text: {max(least, 0.0):.1f} to {most:.1f} s"
    return ""
