"""Runs the cases of language-model stacks, each in a process of its own, and ends with their counts.

    python run.py [--only NAME,...] [--skip NAME,...] vllm hf train

Models are made below a temporary folder. script/test-llm prepares the environment.
"""

import argparse
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from architectures import MODELS

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT = 900

# vllm-ascend's published wheel is made for this generation, and compares.
ENVIRONMENT = {
    "HOSTNPU_SOC": "Ascend910B4",
    "HF_HUB_OFFLINE": "1",
    "VLLM_NO_USAGE_STATS": "1",
    "VLLM_PLUGINS": "ascend",
    "VLLM_ENABLE_V1_MULTIPROCESSING": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}

LONG = ["word " * 60 + "end", "another " * 30, "short"]
# Each takes one block of the cache, and before it ends a second.
MIDDLE = ["middle " * 15, "sentence " * 12, "another word " * 8]
# So many tokens at a time that the experts of each device have some: what vllm-ascend sums for a device without any is memory that was never written, see docs/llm.md.
MANY = [f"{first} {second}" for first in ("The quick brown fox", "a b c", "Hello world", "Once upon a time") for second in ("jumps", "and so on")]
GRAPHS = {"enforce_eager": False, "compilation_config": {"cudagraph_capture_sizes": [1, 2, 4]}}

ADAPTED = ["The quick brown fox"] * 3 + ["a b c"]
ADAPTERS = {"enable_lora": True, "max_loras": 2, "max_lora_rank": 8}


def offline(model, dtype, environment=None, **options):
    return {"kind": "offline", "model": model, "dtype": dtype, "options": options, "environment": environment or {}}


TWO = {"HOSTNPU_DEVICES": "2"}
VLLM = {
    "dense-qwen3-float16": offline("qwen3", "float16"),
    "dense-llama-bfloat16": offline("llama", "bfloat16"),
    "engine-in-its-own-process": offline("qwen3", "float16", {"VLLM_ENABLE_V1_MULTIPROCESSING": "1"}),
    "prefix-caching-and-chunks": offline(
        "qwen3", "float16", prompts=LONG, twice=True, engine={"enable_prefix_caching": True, "max_num_batched_tokens": 64, "enable_chunked_prefill": True}
    ),
    "sampling-of-one": offline("qwen3", "float16", sampling={"temperature": 1.0, "top_k": 1, "seed": 7}),
    "sampling": offline("qwen3", "float16", expect="valid", sampling={"temperature": 0.8, "top_k": 20, "top_p": 0.9, "repetition_penalty": 1.1, "seed": 7}),
    "experts-qwen3-moe-float16": offline("qwen3-moe", "float16"),
    "latent-attention-deepseek-v3-float16": offline("deepseek-v3", "float16"),
    "latent-attention-in-chunks": offline("deepseek-v3", "float16", prompts=LONG, engine={"max_num_batched_tokens": 64, "enable_chunked_prefill": True}),
    "quantised-w8a8": offline("qwen3+w8a8", "bfloat16", engine={"quantization": "ascend"}),
    "lora": offline("qwen3+wide", "float16", prompts=ADAPTED, adapters=[None, 0, 1, 1], engine=ADAPTERS),
    "lora-in-captured-graphs": offline("llama+wide", "float16", prompts=ADAPTED, adapters=[None, 0, 1, 1], engine={**GRAPHS, **ADAPTERS}),
    "preemption": offline("qwen3", "float16", prompts=MIDDLE, preempts=True, engine={"num_gpu_blocks_override": 5, "disable_log_stats": False}),
    "two-devices-tensor-parallel": offline("qwen3", "float16", TWO, engine={"tensor_parallel_size": 2}),
    "two-devices-expert-parallel": offline("qwen3-moe", "float16", TWO, prompts=MANY, engine={"tensor_parallel_size": 2, "enable_expert_parallel": True}),
    "two-devices-data-parallel": offline("qwen3-moe", "float16", {**TWO, "VLLM_ENABLE_V1_MULTIPROCESSING": "1"}, ranks=2, prompts=MANY, engine={"enable_expert_parallel": True}),
    "captured-graphs": offline("qwen3", "float16", engine=GRAPHS),
    "server": {"kind": "server", "model": "qwen3", "dtype": "float16", "environment": {}},
}


def program(file, *arguments, model=None, ranks=1):
    """A program of this folder, which is given the model's folder, and then the arguments. Several ranks are started by torchrun, each with a device of its own."""
    environment = {"HOSTNPU_DEVICES": str(ranks)}
    return {"kind": "program", "file": file, "model": model, "arguments": arguments, "ranks": ranks, "environment": environment}


VLLM["atb-operators"] = program("atb_operators.py")
HF = {f"transformers-{name}": program("transformers_cases.py", model=name) for name in MODELS}
HF.update({f"training-{part}": program("trainer_cases.py", part) for part in ("trainer", "accelerate", "autocast", "peft")})
HF["diffusers"] = program("diffusion_cases.py")
TRAIN = {"packed-sequences-and-experts": program("training_steps.py", "packed"), "ring-attention": program("training_steps.py", "ring", ranks=2)}
GROUPS = {"vllm": VLLM, "hf": HF, "train": TRAIN}


def run(command, environment, log):
    with open(log, "w") as output:
        started = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            return started.wait(TIMEOUT)
        except BaseException:
            # Ranks and engines are processes of their own.
            os.killpg(started.pid, signal.SIGKILL)
            started.wait()
            raise


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def curl(port, path, body=None):
    command = ["curl", "--silent", "--show-error", "--fail", "--max-time", "120", f"http://127.0.0.1:{port}{path}"]
    if body is not None:
        command += ["-H", "Content-Type: application/json", "-d", json.dumps(body)]
    return subprocess.run(command, capture_output=True, text=True)


def server(folder, case, environment, log):
    """Starts the OpenAI server, asks for a completion whole and streamed, and compares both with the offline engine's reference."""
    port = free_port()
    command = [sys.executable, "-m", "vllm.entrypoints.openai.api_server", "--model", str(folder), "--served-model-name", "small", "--dtype", case["dtype"]]
    command += ["--enforce-eager", "--gpu-memory-utilization", "0.02", "--max-model-len", "512", "--max-num-seqs", "8", "--host", "127.0.0.1", "--port", str(port)]
    with open(log, "w") as output:
        started = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            until = time.monotonic() + TIMEOUT / 2
            while curl(port, "/health").returncode != 0:
                if started.poll() is not None or time.monotonic() > until:
                    output.write("the server did not start\n")
                    return 1
                time.sleep(2)
            question = {"model": "small", "prompt": "The quick brown fox", "max_tokens": 32, "temperature": 0, "ignore_eos": True, "return_token_ids": True}
            whole = curl(port, "/v1/completions", question)
            streamed = curl(port, "/v1/completions", {**question, "stream": True})
            output.write(f"{whole.stdout}{whole.stderr}\n{streamed.stdout}{streamed.stderr}\n")
            if whole.returncode or streamed.returncode:
                return 1
            choice = json.loads(whole.stdout)["choices"][0]
            pieces = [json.loads(line[6:])["choices"] for line in streamed.stdout.splitlines() if line.startswith("data: {")]
            text = "".join(piece[0]["text"] for piece in pieces if piece)
            if text != choice["text"]:
                output.write("the streamed text is another one\n")
                return 1
        finally:
            started.terminate()
            try:
                started.wait(60)
            except subprocess.TimeoutExpired:
                started.kill()
                started.wait()
    check = [sys.executable, str(HERE / "reference.py"), str(folder), question["prompt"], json.dumps(choice["token_ids"]), case["dtype"]]
    with open(log, "a") as output:
        return subprocess.run(check, env=environment, stdout=output, stderr=subprocess.STDOUT, timeout=TIMEOUT).returncode


def perform(case, folder, log):
    environment = {**os.environ, **ENVIRONMENT, **case["environment"]}
    if case["kind"] == "server":
        return server(folder, case, environment, log)
    if case["kind"] == "program":
        start = ["-m", "torch.distributed.run", "--nproc-per-node", str(case["ranks"])] if case["ranks"] > 1 else []
        return run([sys.executable, *start, str(HERE / case["file"]), *([str(folder)] if folder else []), *case["arguments"]], environment, log)
    return run([sys.executable, str(HERE / "offline.py"), str(folder), case["dtype"], json.dumps(case["options"])], environment, log)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--skip", default="")
    parser.add_argument("groups", nargs="+", choices=GROUPS)
    arguments = parser.parse_args()
    only, skip = ({name for name in names.split(",") if name} for names in (arguments.only, arguments.skip))
    cases = {name: case for group in arguments.groups for name, case in GROUPS[group].items()}
    if (only | skip) - cases.keys():
        parser.error(f"no such case: {sorted((only | skip) - cases.keys())}; there are {sorted(cases)}")
    work = pathlib.Path(tempfile.mkdtemp(prefix="hostnpu-llm-"))
    passed, failed, skipped = [], [], []
    for name, case in cases.items():
        if name in skip or (only and name not in only):
            skipped.append(name)
            continue
        folder = case["model"] and work / case["model"]
        if folder and not folder.exists():
            made = [sys.executable, str(HERE / "models.py"), str(work), case["model"]]
            made = subprocess.run(made, env={**os.environ, **ENVIRONMENT}, capture_output=True, text=True)
            if made.returncode:
                sys.exit(f"{case['model']} was not made:\n{made.stderr}")
        log, began = work / f"{name}.log", time.monotonic()
        try:
            status = perform(case, folder, log)
        except subprocess.TimeoutExpired:
            status = f"no end after {TIMEOUT} s"
        seconds = time.monotonic() - began
        text = log.read_text(errors="replace")
        if status == 0:
            passed.append(name)
            result = [line for line in text.splitlines() if line.startswith("RESULT")]
            print(f"{name}: passed, {seconds:.0f} s. {result[-1][7:] if result else ''}", flush=True)
        else:
            failed.append(name)
            print(f"{name}: FAILED ({status}), {seconds:.0f} s. The end of its output:", flush=True)
            print("\n".join("    " + line[:400] for line in text.splitlines()[-25:]), flush=True)
    shutil.rmtree(work)
    print(f"{len(passed)} passed, {len(failed)} failed, {len(skipped)} skipped")
    if failed:
        print("failed: " + ", ".join(failed))
    if skipped:
        print("skipped, as asked for: " + ", ".join(skipped))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
