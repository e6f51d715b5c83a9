#!/usr/bin/env bash
# Serves a model by vLLM's OpenAI interface on the simulated device, until it is interrupted: serve.sh MODEL_FOLDER [PORT]
#
# Source the toolkit's set_env.sh first, and activate the environment of docs/llm.md. Then, in another terminal:
#
#     curl http://127.0.0.1:8000/v1/completions -H 'Content-Type: application/json' \
#         -d '{"model": "MODEL_FOLDER", "prompt": "Hello", "max_tokens": 32, "temperature": 0}'
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
export HOSTNPU_SOC=${HOSTNPU_SOC:-Ascend910B4}
exec python -m vllm.entrypoints.openai.api_server --model "$1" --dtype bfloat16 --enforce-eager \
    --gpu-memory-utilization 0.02 --max-model-len 512 --max-num-seqs 8 --host 127.0.0.1 --port "${2:-8000}"
