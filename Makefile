# What a contributor types. `make install` first; everything else uses its .venv.

PYTHON ?= $(shell for p in python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 13))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --no-header --no-annotate

.PHONY: install demo test test-export quality quality-languages quality-others endurance lint bench bench-bind bench-memory \
	bench-cosyvoice bench-cosyvoice-memory bench-cosyvoice-export chaos lock image secrets compose-smoke

install: $(STAMP)

# Hashes are checked for every package; ours is linked in place (nothing of it is copied into site-packages).
$(STAMP): requirements/dev.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "voicemill needs Python 3.11 or 3.12 (given: none on PATH); or: make PYTHON=/path/to/python3.12" >&2; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

demo: $(STAMP)
	$(BIN)/voicemill demo

test: $(STAMP)
	$(BIN)/python -m pytest -m "not endurance and not quality and not export"

# The tests that need torch, in an environment of their own: torch has no hashes here (requirements/export.txt says why),
# and nothing else may come to need it. It is taken from the index, and the processor's build where that is to be had.
EXPORT_VENV := .venv-export

test-export: $(EXPORT_VENV)/.installed
	$(EXPORT_VENV)/bin/python -m pytest -m export

$(EXPORT_VENV)/.installed: requirements/dev.txt requirements/export.txt $(STAMP)
	test -x $(EXPORT_VENV)/bin/python || $(PYTHON) -m venv $(EXPORT_VENV)
	$(EXPORT_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(EXPORT_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(EXPORT_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/export.txt
	touch $@

# Sizes and errors of CosyVoice's profiles at full size: half an hour, 5 GB of disk, 5 GB of memory.
FOLDER ?= var/cosyvoice

bench-cosyvoice-export: $(EXPORT_VENV)/.installed
	$(EXPORT_VENV)/bin/python benchmarks/cosyvoice_export.py $(FOLDER)

# The same bundles at work, without torch: a quarter of an hour, 2 GB of memory; what FOLDER lacks is made first.
bench-cosyvoice: $(STAMP) $(FOLDER)/full/bundle.json $(FOLDER)/balanced/bundle.json $(FOLDER)/lite/bundle.json
	$(BIN)/python benchmarks/cosyvoice.py $(FOLDER) --out benchmarks/results-cosyvoice.json

bench-cosyvoice-memory: $(STAMP) $(FOLDER)/balanced/bundle.json
	$(BIN)/python benchmarks/cosyvoice.py $(FOLDER) --only memory --out benchmarks/results-cosyvoice.json

$(FOLDER)/%/bundle.json: | $(FOLDER)/checkpoint/config.json
	$(MAKE) $(EXPORT_VENV)/.installed
	$(EXPORT_VENV)/bin/voicemill models export cosyvoice-300m-sft --checkpoint $(FOLDER)/checkpoint --profile $* \
		--output $(FOLDER)/$*

$(FOLDER)/checkpoint/config.json:
	$(MAKE) $(EXPORT_VENV)/.installed
	$(EXPORT_VENV)/bin/python -m models.export.cosyvoice.random_checkpoint $(FOLDER)/checkpoint

# Real voices, judged by speech recognition: about seven minutes on two cores. Voice and judge take a thread each, so two
# halves run at once.
quality: $(STAMP)
	$(MAKE) --jobs 2 quality-languages quality-others

quality-languages: $(STAMP)
	$(BIN)/python -m pytest -m quality tests/quality/test_languages.py

quality-others: $(STAMP)
	$(BIN)/python -m pytest -m quality tests/quality --ignore tests/quality/test_languages.py

# Outages of broker and store, kills, full disks and memory, each waited out on real servers.
endurance: $(STAMP)
	$(BIN)/python -m pytest -m endurance

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml

bench: $(STAMP)
	$(BIN)/python benchmarks/run.py

bench-bind: $(STAMP)
	$(BIN)/python benchmarks/bind.py

bench-memory: $(STAMP)
	$(BIN)/python benchmarks/memory.py

# Kills and freezes workers, broker and store at random, and checks that nothing is lost or made twice (CONTRIBUTING.md).
SEEDS ?= 1 2 3

chaos: $(STAMP)
	$(BIN)/python -m tests.chaos.run --seeds $(SEEDS)

# Add UPGRADE=--upgrade to move the pins; without it only what pyproject.toml asks for changes.
lock: $(STAMP)
	$(COMPILE) $(UPGRADE) pyproject.toml --output-file requirements/runtime.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra zh --extra cosyvoice --constraint requirements/runtime.txt \
		--output-file requirements/image.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --all-extras --constraint requirements/image.txt \
		--output-file requirements/image-all.txt
	$(COMPILE) $(UPGRADE) --group build --output-file requirements/build.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --all-extras --group dev --constraint requirements/runtime.txt \
		--output-file requirements/dev.txt

# The container image. BASE, MODELS and EXTRAS=all are the Dockerfile's arguments; BUILD_FLAGS goes to docker build.
# pip's settings of this machine are handed on when they are set in its environment. Models are fetched by the checkout's
# own voicemill, if it is installed, so that the next build finds them; else in the build. deploy/offline/README.md tells
# of WHEELHOUSE=1 and MODELS_FROM=FOLDER, for builders that reach no index.
IMAGE ?= voicemill
BASE ?= python:3.12-slim-bookworm
MODELS ?= kokoro
HANDED_ON := EXTRAS PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_CERT PIP_NO_INDEX HTTP_PROXY HTTPS_PROXY NO_PROXY \
	http_proxy https_proxy no_proxy

image:
ifdef WHEELHOUSE
	for file in build image$(addprefix -,$(EXTRAS)); do docker run --rm --env PIP_INDEX_URL --env PIP_EXTRA_INDEX_URL --env PIP_CERT --volume $(CURDIR):/src \
		--workdir /src $(BASE) python -m pip download --quiet --require-hashes --no-deps \
		-r requirements/$$file.txt --dest deploy/offline/wheels || exit 1; done
endif
ifdef MODELS_FROM
	cp -r $(MODELS_FROM)/. deploy/offline/models
endif
ifneq ($(MODELS),)
	test ! -x $(BIN)/voicemill || VOICEMILL_MODELS__FOLDER=deploy/offline/models $(BIN)/voicemill models pull $(MODELS) || \
		echo "not fetched here; the build will try" >&2
endif
	docker build --build-arg BASE=$(BASE) --build-arg MODELS="$(MODELS)" $(BUILD_FLAGS) \
		$(if $(WHEELHOUSE),--build-arg PIP_NO_INDEX=1) \
		$(foreach name,$(HANDED_ON),$(if $(filter command environment,$(origin $(name))),--build-arg $(name))) \
		--tag $(IMAGE) .
	docker image inspect --format '{{.Size}}' $(IMAGE) $(BASE) | awk '{ mb[NR] = $$1 / 1000000 } \
		END { printf "$(IMAGE): %.0f MB, of these the base image: %.0f MB\n", mb[1], mb[2] }'

# Passwords for docker-compose.yml, as files in deploy/secrets; those that are there are kept.
secrets:
	deploy/make-secrets

# Builds the images and runs them: one worker killed, one stopped, everything stopped in the middle of a job, no S3,
# models in a volume, a CosyVoice bundle. PARTS chooses some of: image all stack disk models cosyvoice.
# BUNDLE=FOLDER has the last one speak with a bundle of yours, in workers of the size that the documentation tells.
compose-smoke: $(STAMP)
	$(MAKE) image
	$(MAKE) image IMAGE=$(IMAGE)-without-models MODELS=
	$(MAKE) image IMAGE=$(IMAGE)-all EXTRAS=all
	IMAGE=$(IMAGE) BASE=$(BASE) BUNDLE=$(BUNDLE) $(BIN)/python -m tests.deploy.smoke $(PARTS)
