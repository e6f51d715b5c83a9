#!/usr/bin/env bash
# Installs the language-model stack for Python 3.11 into a virtual environment: tests/llm/install.bash PYTHON
#
# pip cannot install vllm-ascend with its own pins: torch_npu 2.9.0 asks for a build of torch that the package index does not have, and
# arctic-inference has no wheel. 2.9.1 of both works; arctic-inference, memfabric and memcache serve speculation and pools of caches alone,
# and without triton-ascend PyTorch's operators are used.
set -euo pipefail
python=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
list=$(mktemp)
trap 'rm -f "$list"' EXIT
# torch_npu would look for the device while packages are built.
export TORCH_DEVICE_BACKEND_AUTOLOAD=0
install() {
    "$python" -m pip install --quiet --disable-pip-version-check "$@"
}

install --no-deps torch==2.9.1 torch_npu==2.9.1 torchvision==0.24.1
install "numpy<2" typing_extensions sympy networkx jinja2 fsspec filelock pyyaml psutil "setuptools>=77,<81" setuptools-scm setuptools-rust wheel packaging ninja cmake
# The build of torch for CUDA, without CUDA's packages.
"$python" "$here/../torch/without_cuda.py" "$("$python" -c 'import site; print(site.getsitepackages()[0])')"
# Without the override the source package calls itself 0.18.0+empty, which pip refuses.
VLLM_VERSION_OVERRIDE=0.18.0 VLLM_TARGET_DEVICE=empty install --no-build-isolation --no-deps --no-binary vllm vllm==0.18.0
install --no-deps vllm_ascend==0.18.0 compressed-tensors==0.13.0 "xgrammar>=0.1.32,<1" loguru apache-tvm-ffi
# Packages that vLLM asks for itself, but those that are installed already, pinned otherwise by vllm-ascend, or for CUDA.
"$python" - >"$list" <<'PYTHON'
import importlib.metadata
import re

INSTALLED = {"torch", "torchvision", "torchaudio", "xgrammar", "compressed-tensors", "transformers", "fastapi", "numpy", "opencv-python-headless"}
for requirement in importlib.metadata.requires("vllm"):
    if "extra ==" not in requirement and re.split(r"[ <>=!\[;(~]", requirement)[0].lower() not in INSTALLED:
        print(requirement)
PYTHON

install "numpy<2" "transformers>=4.57.4,<5" "fastapi<0.124" "uvicorn[standard]" "opencv-python-headless<=4.11.0.86" decorator einops scipy pandas numba msgpack pybind11 quart \
    -r "$list"
# They ask for torch, whose packages for CUDA pip would bring: what else they ask for is there, but for one. Later diffusers ask for another huggingface_hub than transformers 4.
install --no-deps accelerate peft "diffusers<0.37"
install importlib_metadata
