"""The same requests rendered here, in one thread, with nothing that could break: what the disturbed run is held against."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from models.loader import Loader
from models.options import ModelOptions
from pipeline.binding import bind, publish
from pipeline.recipe import make_recipe
from pipeline.render import Renderer
from storage.memory import MemoryStore
from tests.chaos.machine import PART_S
from tests.chaos.orders import Order
from tests.chaos.producers import document


@dataclass(frozen=True, slots=True)
class Rendering:
    """What one order must give."""

    fingerprint: str
    artifacts: list[dict[str, Any]]
    segments: frozenset[str]  #: keys of its utterances


@dataclass(slots=True)
class Reference:
    """Renders orders on a store in memory."""

    scratch: Path
    store: MemoryStore = field(default_factory=MemoryStore)
    _loader: Loader = field(default_factory=lambda: Loader(ModelOptions()))
    _made: dict[str, Rendering] = field(default_factory=dict)

    def rendering(self, order: Order) -> Rendering:
        """Return what an order must give, whatever its fate."""
        text = document(order) or (order.request.text or "").encode()
        recipe = make_recipe(order.request, text, self._loader.catalogue, None)
        if recipe.fingerprint not in self._made:
            recipe = replace(recipe, text=order.request.text)
            self._made[recipe.fingerprint] = self._render(recipe)
        return self._made[recipe.fingerprint]

    def _render(self, recipe: Any) -> Rendering:
        renderer = Renderer(
            recipe=recipe,
            store=self.store,
            catalogue=self._loader.catalogue,
            synthesizer=self._loader.open("tone"),
            part_s=PART_S,
        )
        plan = renderer.plan(_go_on)
        segments = {
            f"segments/{segment.fingerprint[:2]}/{segment.fingerprint}.flac"
            for number in range(plan["parts"])
            for segment in renderer.part(number).segments
        }
        for index in range(len(plan["chapters"])):
            bind(renderer, index, self.scratch, _go_on)
        result = publish(renderer, self.scratch, _go_on)
        return Rendering(recipe.fingerprint, result["artifacts"], frozenset(segments))


def _go_on() -> None:
    """Nothing here is ever told to stop."""
