"""Greedy generation with vLLM on the simulated device: python generate.py MODEL_FOLDER [PROMPT...]

Source the toolkit's set_env.sh first, and set HOSTNPU_SOC=Ascend910B4: docs/llm.md says how to install vLLM.
"""

import sys


def main(folder, prompts):
    from vllm import LLM, SamplingParams

    # The simulated device says that it has 128 GiB: two hundredths of them are enough for small models.
    model = LLM(folder, dtype="bfloat16", enforce_eager=True, gpu_memory_utilization=0.02, max_model_len=512, max_num_seqs=8)
    for output in model.generate(prompts, SamplingParams(temperature=0, max_tokens=32)):
        print(f"{output.prompt!r} -> {output.outputs[0].text!r}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:] or ["Hello", "The quick brown fox"])
