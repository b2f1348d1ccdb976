"""A rendering's objects are written once, whoever comes late."""

from typing import Any

import pytest

from models.loader import Loader
from models.options import ModelOptions
from pipeline.ports import StoredObject
from pipeline.recipe import make_recipe
from pipeline.render import Renderer
from pipeline.request import Request
from storage.memory import MemoryStore


class StandsStill(MemoryStore):
    """A store whose caller stands still between its look and its write, while another writes."""

    def __init__(self, meanwhile: bytes) -> None:
        super().__init__()
        self.meanwhile: bytes | None = meanwhile
        self.first: StoredObject | None = None

    def head(self, key: str) -> StoredObject | None:
        found = super().head(key)
        if found is None and self.meanwhile is not None:
            data, self.meanwhile = self.meanwhile, None
            self.first = self.put(key, data, content_type="application/json")
        return found


def renderer(store: Any) -> Renderer:
    loader = Loader(ModelOptions())
    recipe = make_recipe(Request(text="One.", voice="tone"), b"One.", loader.catalogue, None)
    return Renderer(
        recipe=recipe, store=store, catalogue=loader.catalogue, synthesizer=loader.open("tone"), part_s=30.0
    )


def test_what_another_wrote_between_look_and_write_is_not_written_again():
    store = StandsStill(b'{"n":1}')
    stored = renderer(store).put_json("plan.json", {"n": 1})
    assert store.first is not None
    assert stored == store.first
    assert store.head(stored.key) == store.first  # with the time of the first write


def test_a_record_of_other_content_is_replaced_also_then():
    store = StandsStill(b'{"n":2}')
    rendering = renderer(store)
    rendering.put_json("plan.json", {"n": 1})
    assert rendering.get_json("plan.json") == {"n": 1}


@pytest.mark.parametrize("there", [b'{"n":1}', b'{"n":2}'])
def test_an_object_that_is_there_is_replaced_only_by_other_content(there):
    store = MemoryStore()
    rendering = renderer(store)
    first = store.put(rendering.key("plan.json"), there, content_type="application/json")
    rendering.put_json("plan.json", {"n": 1})
    assert rendering.get_json("plan.json") == {"n": 1}
    assert (store.head(first.key) == first) == (there == b'{"n":1}')
