# The image of worker, client and tools. Builds with the legacy builder and with BuildKit alike (no mounts, no heredocs):
#   make image        or        docker build -t voicemill .
# How it is run: docker-compose.yml and docs/how-to/deploy.md.
ARG BASE=python:3.12-slim-bookworm

# ---- packages: everything from hashed requirements, installed under a prefix that the last stage copies ----
# hadolint ignore=DL3006
FROM ${BASE} AS packages
# Chinese and CosyVoice's tokenizer are in every image. EXTRAS=all adds Japanese, and es, fr, it, pt, hi by GPL-3.0 code:
# such an image is passed on under the GPL.
ARG EXTRAS=
# Of the machine that builds: `make image` passes those that are set. They end with this stage.
ARG PIP_INDEX_URL
ARG PIP_EXTRA_INDEX_URL
ARG PIP_CERT
ARG PIP_NO_INDEX
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore PIP_FIND_LINKS=/offline/wheels \
    PIP_REQUIRE_HASHES=1
COPY deploy/offline/wheels /offline/wheels
COPY requirements /requirements
# jieba and docopt are source archives: built without isolation, by tools that are hashed like everything else.
RUN python -m venv /build \
 && /build/bin/pip install --quiet -r /requirements/build.txt \
 && python -m venv --without-pip /opt/voicemill \
 && /build/bin/pip install --quiet --ignore-installed --prefix /opt/voicemill --no-compile --no-build-isolation \
      --use-pep517 -r "/requirements/image${EXTRAS:+-$EXTRAS}.txt"
COPY pyproject.toml README.md LICENSE NOTICE /src/
COPY LICENSE NOTICE /app/
COPY pipeline /app/pipeline
COPY models /app/models
COPY storage /app/storage
COPY tasks /app/tasks
COPY worker /app/worker
COPY config /app/config
COPY cli /app/cli
# What nothing here reads goes: service descriptions beyond S3 and the ways to get credentials for it, tests, jieba's
# neural and keyword models, ONNX Runtime's conversion tools and its second copy for C programs. Byte code is made here
# (on a read-only root every health check would compile its imports anew) and carries a hash instead of a time, as times
# are all set to 0: equal content makes equal layers, which are not pulled again.
RUN PIP_REQUIRE_HASHES=0 /build/bin/pip install --quiet --no-deps --prefix /opt/voicemill --no-compile \
      --no-build-isolation /src \
 && sed -i '1s|^#!.*|#!/opt/voicemill/bin/python|' /opt/voicemill/bin/voicemill \
 && ln -s /opt/voicemill/lib/python3*/site-packages /site \
 && find /site/botocore/data -mindepth 1 -maxdepth 1 -type d \
      ! -name s3 ! -name sts ! -name sso ! -name sso-oidc ! -name signin -exec rm -r {} + \
 && rm -r /site/jieba/lac_small /site/jieba/analyse /site/jieba/posseg /site/onnx/backend/test \
      /site/onnxruntime/tools /site/onnxruntime/transformers /site/onnxruntime/quantization \
      /site/onnxruntime/capi/libonnxruntime.so.* \
 && find /site/ -type d -name tests -prune -exec rm -r {} + \
 && /opt/voicemill/bin/python -m compileall -q --invalidation-mode unchecked-hash /opt/voicemill/lib /app \
 && find /opt/voicemill /app -exec touch -h -d @0 {} +

# ---- models: fetched and prepared here, so that workers need neither a network nor a folder they can write ----
FROM packages AS models
# Models of the catalogue (docs/reference/models.md), separated by blanks; empty: none, they come in a volume.
ARG MODELS=kokoro
ENV PATH=/opt/voicemill/bin:$PATH:/build/bin PYTHONPATH=/app PIP_REQUIRE_HASHES=0 VOICEMILL_MODELS__FOLDER=/models
COPY deploy/offline/models /models
RUN if [ -n "$MODELS" ]; then voicemill models pull $MODELS && voicemill models verify $MODELS >/dev/null; \
    else find /models -mindepth 1 -delete; fi \
 && find /models -name '.*' -type f -delete && chmod -R a+rX,go-w /models && find /models -exec touch -h -d @0 {} +

# ---- the image ----
# hadolint ignore=DL3006
FROM ${BASE}
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /tmp --shell /usr/sbin/nologin voicemill \
 && install -d -o voicemill -g voicemill /scratch /data
COPY --from=models /models /models
COPY --from=packages /opt/voicemill /opt/voicemill
COPY --from=packages /app /app
# A volume mounted here takes its owner from it, so that `models pull` can fill it (deploy/compose.models.yml).
RUN chown 10001:10001 /models
# One thread for numpy's own pool as well: it counts the cores of the machine, not those of the container.
ENV PATH=/opt/voicemill/bin:$PATH PYTHONPATH=/app PYTHONSAFEPATH=1 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    HOME=/tmp OPENBLAS_NUM_THREADS=1 VOICEMILL_MODELS__FOLDER=/models VOICEMILL_WORKER__SCRATCH=/scratch
USER 10001:10001
WORKDIR /data
# Files in the making belong on a disk, neither in a layer nor on tmpfs; a volume is writable when the root is not.
VOLUME ["/scratch"]
# What it judges: docs/how-to/operate.md.
HEALTHCHECK --interval=15s --timeout=10s --retries=2 --start-period=30s CMD ["python", "-m", "worker.health"]
ENTRYPOINT ["voicemill"]
CMD ["worker"]
