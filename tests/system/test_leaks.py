"""A leak in a real worker: its child is replaced after the unit that passed the limit, and no job notices."""

import pytest

from tests.support.cluster import Cluster, sentences

pytestmark = [pytest.mark.system, pytest.mark.endurance]


def test_a_leaking_child_is_replaced_after_its_unit_and_nothing_is_lost_struck_or_spoken_twice(cluster: Cluster):
    (worker,) = cluster.start(
        1,
        VOICEMILL_MODELS__TONE_RTF="0",
        VOICEMILL_MODELS__TONE_LEAK_MB="10",
        VOICEMILL_WORKER__MEMORY_LIMIT_MB="200",
        VOICEMILL_WORKER__LOG_LEVEL="debug",
        VOICEMILL_QUEUE__PART_S="12",  # three segments: 30 MB a part
    )
    first = worker.child()

    result = cluster.submit(" ".join(sentences(40))).wait()

    assert result["segments"] == {"total": 40, "synthesized": 40, "cached": 0}
    assert len(worker.events("segment_synthesized")) == 40
    assert worker.child() != first
    claims = worker.events("unit_claimed")
    assert len(claims) == len({claim["unit"] for claim in claims}), "a unit was begun again"
    assert worker.events("child_died") == worker.events("unit_broke") == []
    # 400 MB lost, and 90 to 150 fit into a child: a child a limit, not a child a unit
    assert 2 <= worker.log.read_text("utf-8").count("exceeding memory limit") <= 7 < len(claims)
