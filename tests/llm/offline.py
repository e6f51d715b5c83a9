"""One case of vLLM's offline engine on the simulated device.

    python offline.py MODEL_FOLDER TYPE OPTIONS

OPTIONS is a JSON object: `engine` (arguments of vllm.LLM), `sampling` (of SamplingParams), `prompts`, `twice` (generate once more: the same tokens), and `expect`:
"best" (tokens are held against those of transformers on the CPU) or "valid" (there are as many as were asked for). `preempts`: a request has to be taken back for
want of cache. `adapters`: the number of each prompt's LoRA adapter, or null; the same prompt gets other tokens by another adapter. `ranks`: so many engines share
the prompts, which is data parallel as vLLM's example does it.
"""

import json
import os
import re
import socket
import subprocess
import sys

import adapters

PROMPTS = [
    "The quick brown fox",
    "a b c",
    "Hello world, this is a somewhat longer prompt of a person who likes to write, so that prompts of one batch differ in length.",
]
TOKENS = 64


def share(folder, dtype, options):
    """Starts an engine for each rank, with its share of the prompts, and adds what they find."""
    ranks, prompts = options.pop("ranks"), options.pop("prompts", PROMPTS)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    started = []
    for rank in range(ranks):
        names = {"RANK": rank, "RANK_LOCAL": rank, "SIZE": ranks, "MASTER_IP": "127.0.0.1", "MASTER_PORT": port}
        environment = {**os.environ, **{f"VLLM_DP_{name}": str(value) for name, value in names.items()}}
        command = [sys.executable, __file__, folder, dtype, json.dumps({**options, "prompts": prompts[rank::ranks]})]
        started.append(subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
    outputs = [process.communicate()[0] for process in started]
    print("\n".join(outputs))
    if any(process.returncode for process in started):
        sys.exit(f"ranks ended with {[process.returncode for process in started]}")
    counts = [re.findall(r"^RESULT (\d+) of (\d+) ", output, re.MULTILINE)[-1] for output in outputs]
    best, count = (sum(map(int, column)) for column in zip(*counts))
    print(f"RESULT {best} of {count} tokens are the best of the reference")


def main(folder, dtype, options):
    from vllm import LLM, SamplingParams
    from vllm.lora.request import LoRARequest

    engine = {
        "enforce_eager": True,
        "gpu_memory_utilization": 0.02,
        "max_model_len": 512,
        "max_num_seqs": 8,
        "enable_prefix_caching": False,
        **options.get("engine", {}),
    }
    prompts = options.get("prompts", PROMPTS)
    sampling = SamplingParams(**{"temperature": 0, "max_tokens": TOKENS, "ignore_eos": True, **options.get("sampling", {})})
    chosen = options.get("adapters", [None] * len(prompts))
    written = adapters.write(folder, 1 + max(number for number in chosen if number is not None)) if any(number is not None for number in chosen) else []
    language_model = LLM(folder, dtype=dtype, **engine)

    def generate():
        requests = [None if number is None else LoRARequest(f"adapter-{number}", number + 1, written[number]) for number in chosen]
        answers = language_model.generate(prompts, sampling, lora_request=requests if written else None)
        return [list(output.outputs[0].token_ids) for output in answers]

    answers = generate()
    if options.get("preempts"):
        count = sum(metric.value for metric in language_model.get_metrics() if metric.name == "vllm:num_preemptions")
        assert count > 0, "no request was preempted"
        print(f"{count} requests were preempted")
    if options.get("twice"):
        again = generate()
        assert again == answers, f"a second run gives other tokens: {again} after {answers}"
    if written:
        asked = {(prompt, number): tokens for prompt, number, tokens in zip(prompts, chosen, answers)}
        assert all(asked[prompt, number] != tokens for prompt, own, tokens in zip(prompts, chosen, answers) for number in set(chosen) - {own} if (prompt, number) in asked)
    for tokens in answers:
        assert len(tokens) == sampling.max_tokens, f"{len(tokens)} tokens"
        assert len(set(tokens)) >= 8, f"tokens repeat: {tokens}"
    if options.get("expect", "best") == "valid":
        print(f"RESULT {sum(map(len, answers))} tokens")
        return
    import reference

    best, count = reference.compare(folder, prompts, answers, dtype, [None if number is None else written[number] for number in chosen])
    print(f"RESULT {best} of {count} tokens are the best of the reference")


if __name__ == "__main__":
    given = json.loads(sys.argv[3])
    (share if "ranks" in given else main)(sys.argv[1], sys.argv[2], given)
