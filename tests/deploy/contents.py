"""What the images hold: no package that only a GPU or an export needs, and the languages that they promise."""

import json

from tests.deploy.stack import docker
from tests.support.heavy import heavy

NAMES = "import json, importlib.metadata as m; print(json.dumps(sorted({each.name for each in m.distributions()})))"
#: libraries that would come with torch or CUDA, under whatever package's name
LIBRARIES = ("libtorch*", "libcuda*", "libcublas*", "libcudnn*", "libnccl*", "libnvrtc*", "*providers_cuda*")
ALONE = ("--rm", "--read-only", "--tmpfs", "/tmp:noexec", "--cap-drop", "ALL")
BY_EXTRA = {"jf_alpha": ("ja", "水車はひとりで回っている。"), "ff_siwis": ("espeak", "La roue tourne toute seule.")}


def nothing_heavy(image: str) -> str:
    """Check the packages and libraries of an image; return a line that tells how many packages there are."""
    names = json.loads(docker("run", *ALONE, "--entrypoint", "python", image, "-c", NAMES))
    assert {"onnxruntime", "celery", "tiktoken", "voicemill"} <= set(names), f"{image} lacks packages: {names}"
    assert heavy(names) == [], f"{image} holds {heavy(names)}"
    wanted = " -o ".join(f"-name '{pattern}'" for pattern in LIBRARIES)
    command = f"find / -xdev -path /proc -prune -o \\( {wanted} \\) -print 2>/dev/null"
    found = docker("run", *ALONE, "--entrypoint", "sh", image, "-c", command, check=False).split()
    assert found == [], f"{image} holds {found}"
    return f"{image}: {len(names)} packages, none of them torch, transformers or CUDA"


def size(image: str, base: str) -> str:
    """Return a line that tells an image's size."""
    whole, below = (int(docker("image", "inspect", "--format", "{{.Size}}", name)) / 1e6 for name in (image, base))
    return f"{image}: {whole:.0f} MB, of these its base {below:.0f} MB"


def languages_of_extras(image: str) -> str:
    """Have EXTRAS=all speak what the plain image refuses, naming the extra; return a line about both."""
    for voice, (extra, text) in BY_EXTRA.items():
        say = ("say", text, "--voice", voice, "-o", "/tmp/x.wav")
        docker("run", *ALONE, f"{image}-all", *say)
        refused = docker("run", *ALONE, image, *say, check=False)
        assert f"voicemill[{extra}]" in refused, refused
    return f"{image}-all speaks {', '.join(BY_EXTRA)}; {image} refuses them and names the extra"
