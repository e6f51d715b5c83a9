"""One case of vLLM's offline engine on the simulated device.

    python offline.py MODEL_FOLDER TYPE OPTIONS

OPTIONS is a JSON object: `engine` (arguments of vllm.LLM), `sampling` (of SamplingParams), `prompts`, `twice` (generate once more: the same tokens), and `expect`:
"best" (tokens are held against those of transformers on the CPU) or "valid" (there are as many as were asked for).
"""

import json
import sys

PROMPTS = [
    "The quick brown fox",
    "a b c",
    "Hello world, this is a somewhat longer prompt of a person who likes to write, so that prompts of one batch differ in length.",
]
TOKENS = 64


def main(folder, dtype, options):
    from vllm import LLM, SamplingParams

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
    language_model = LLM(folder, dtype=dtype, **engine)

    def generate():
        return [list(output.outputs[0].token_ids) for output in language_model.generate(prompts, sampling)]

    answers = generate()
    if options.get("twice"):
        again = generate()
        assert again == answers, f"a second run gives other tokens: {again} after {answers}"
    for tokens in answers:
        assert len(tokens) == sampling.max_tokens, f"{len(tokens)} tokens"
        assert len(set(tokens)) >= 8, f"tokens repeat: {tokens}"
    if options.get("expect", "best") == "valid":
        print(f"RESULT {sum(map(len, answers))} tokens")
        return
    import reference

    best, count = reference.compare(folder, prompts, answers, dtype)
    print(f"RESULT {best} of {count} tokens are the best of the reference")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]))
