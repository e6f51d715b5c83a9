"""Holds tokens against transformers on the CPU in FLOAT.

    python reference.py MODEL_FOLDER PROMPT TOKENS TYPE
"""

import json
import sys

import torch
import transformers

# A score rounded to the type may change places with one that is as close, in relation to the best.
RESOLUTION = {"float32": 0.0, "float16": 2.0**-10, "bfloat16": 2.0**-7}


def compare(folder, prompts, answers, dtype):
    """Each token is the best of the reference after those before it, or no farther behind than the type resolves. Returns how many are the best, and of how many."""
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    best_of_all = 0
    for prompt, tokens in zip(prompts, answers):
        prefix = tokenizer(prompt, return_tensors="pt").input_ids
        with torch.no_grad():
            everything = model(torch.cat([prefix, torch.tensor([tokens])], 1)).logits[0]
        scores = everything[prefix.shape[1] - 1 : -1]
        best = scores.max(1).values
        behind = ((best - scores.gather(1, torch.tensor(tokens)[:, None])[:, 0]) / best.abs().clamp(min=1)).tolist()
        count = sum(gap == 0 for gap in behind)
        print(f"{len(set(tokens))} different tokens, {count} of {len(tokens)} the best, farthest behind {max(behind):.2e}")
        assert max(behind) <= RESOLUTION[dtype], f"{tokens} are behind by {behind}"
        best_of_all += count
    return best_of_all, sum(map(len, answers))


if __name__ == "__main__":
    best, count = compare(sys.argv[1], [sys.argv[2]], [json.loads(sys.argv[3])], sys.argv[4])
    print(f"RESULT {best} of {count} tokens are the best of the reference")
