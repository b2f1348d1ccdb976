"""Ordered rules from written to spoken form: a rule is a pattern and what is said for it, and sees what those before made."""

import re
from collections.abc import Callable

Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
Rules = tuple[Rule, ...]


def compiled(*pairs: tuple[str | re.Pattern[str], str | Callable[[re.Match[str]], str]]) -> Rules:
    """Return rules with their patterns compiled."""
    return tuple((re.compile(pattern) if isinstance(pattern, str) else pattern, rule) for pattern, rule in pairs)


def apply(rules: Rules, text: str) -> str:
    """Return a text with every rule applied, in order."""
    for pattern, rule in rules:
        text = pattern.sub(rule, text)
    return text
