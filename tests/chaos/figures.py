"""What a run is told in: faults by kind, jobs by state, wasted starts, objects, and how soon all was well again."""

from collections import Counter
from collections.abc import Iterable

from tests.chaos.faults import Strikes
from tests.chaos.truth import Evidence, doubled


def figures(evidence: Evidence, strikes: Strikes) -> list[str]:
    """Return a line for each matter."""
    return [_faults(strikes), _jobs(evidence), _units(evidence), _objects(evidence)]


def _faults(strikes: Strikes) -> str:
    found = _counted(kind for _at_s, kind, _what in strikes.struck)
    return f"faults   {found}; {len(strikes.missed)} found nothing to strike {_counted(strikes.missed)}"


def _jobs(evidence: Evidence) -> str:
    ways = _counted(order.way for order in evidence.orders)
    again = evidence.producers.sent_again
    return f"jobs     {_counted(map(str, evidence.states().values()))} ({ways}; plain ones sent again {again} times)"


def _units(evidence: Evidence) -> str:
    events = evidence.machine.events
    claims, finishes = len(events("unit_claimed")), len(events("unit_finished"))
    resent = sum(len(event["units"]) for event in events("units_resent"))
    stale = sum(1 for event in events("lease_lost") if "reason" not in event)
    left = sum(1 for event in events("lease_lost") if "reason" in event)
    poisoned = {evidence.reference.rendering(each).fingerprint for each in evidence.orders if each.kind == "poison"}
    most = max((count for fp, count in evidence.watch.strikes.items() if fp not in poisoned), default=0)
    back, died = len(events("unit_given_back")), len(events("child_died"))
    return (
        f"units    {claims} claims, {finishes} finished: {claims - finishes} wasted starts; {resent} sent again, {back} "
        f"given back, {left} left, {stale} stale finishes refused, {died} children died at work; at most {most} deaths were counted "
        "on one spot of a sound text"
    )


def _objects(evidence: Evidence) -> str:
    versions = evidence.versions
    kept = sum(1 for key in versions if key.startswith("segments/"))
    spoken = len(evidence.machine.events("segment_synthesized"))
    twice = len(doubled(versions))
    return f"objects  {len(versions)} written, {twice} doubled objects; {kept} segments stored, {spoken} spoken"


def _counted(names: Iterable[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(Counter(names).items()))
