"""What of a checkpoint is no graph: tables that are looked up, and small projections."""

from pathlib import Path

from models.cosyvoice.facts import TableFacts
from models.cosyvoice.tables import write_table
from models.export.cosyvoice.checkpoint import Checkpoint
from models.export.cosyvoice.profiles import TableType

#: table -> part of the checkpoint, tensor
_TENSORS = {
    "text_embedding": ("llm", "text_embedding.weight"),
    "speech_embedding": ("llm", "speech_embedding.weight"),
    "llm_embedding": ("llm", "llm_embedding.weight"),
    "llm_speaker_weight": ("llm", "spk_embed_affine_layer.weight"),
    "llm_speaker_bias": ("llm", "spk_embed_affine_layer.bias"),
    "flow_speaker_weight": ("flow", "spk_embed_affine_layer.weight"),
    "flow_speaker_bias": ("flow", "spk_embed_affine_layer.bias"),
    "source_weight": ("hift", "m_source.l_linear.weight"),
    "source_bias": ("hift", "m_source.l_linear.bias"),
}
_LARGE = ("text_embedding", "speech_embedding")


def write_tables(checkpoint: Checkpoint, large: TableType, folder: Path) -> dict[str, TableFacts]:
    """Write all tables; the large ones as the profile says, the others in float32."""
    made = {}
    for name, (part, tensor) in _TENSORS.items():
        values = checkpoint.parts[part][tensor].numpy()
        if name == "source_weight":
            values = values.reshape(-1)
        made[name] = write_table(name, values, large if name in _LARGE else "float32", folder)
    return made
