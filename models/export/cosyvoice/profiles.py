"""How each graph keeps its weights in each profile. Figures: docs/adr/0013-cosyvoice-profiles.md.

Never 4 bit for the estimator, and the pitch is never less than half precision: its values are in Hz, up to thousands.
"""

from dataclasses import dataclass
from typing import Literal

from models.cosyvoice.facts import Profile, Weights

PROFILES: tuple[Profile, ...] = ("full", "balanced", "lite")

TableType = Literal["float32", "float16", "int8"]


@dataclass(frozen=True, slots=True)
class Plan:
    """A profile: what is done to each graph, in this order, and how the two large tables are kept."""

    graphs: dict[str, tuple[Weights, ...]]
    tables: TableType


_REST: dict[str, tuple[Weights, ...]] = {
    "lm_pos": ("int8-blocks",),
    "flow_encoder": ("int8-blocks", "int8-stored"),
    "flow_estimator": ("int8-dynamic", "int8-stored"),
    "hift_f0": ("float16-stored",),
    "hift_decoder": ("int8-stored",),
}

PLANS: dict[Profile, Plan] = {
    "full": Plan(dict.fromkeys(("text_encoder", "lm", *_REST), ("float32",)), "float32"),
    "balanced": Plan({"text_encoder": ("int8-blocks",), "lm": ("int8-dynamic",), **_REST}, "int8"),
    "lite": Plan({"text_encoder": ("int4-blocks",), "lm": ("int4-blocks",), **_REST}, "int8"),
}

#: largest relative error against float32 that an export may show, by the coarsest way of keeping weights. It tells a
#: broken export from a coarse one; what to expect of each is in the documentation.
MOST_RELATIVE: dict[Weights, float] = {
    "float32": 1e-4, "float16-stored": 0.02, "int8-stored": 0.2, "int8-dynamic": 0.3, "int8-blocks": 0.2,
    "int4-blocks": 0.6,
}  # fmt: skip
