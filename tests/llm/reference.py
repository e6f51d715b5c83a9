"""Holds tokens against transformers on the CPU in FLOAT, models of INT8 with products and all else in DOUBLE.

    python reference.py MODEL_FOLDER PROMPT TOKENS TYPE
"""

import json
import pathlib
import sys

import quantised
import torch
import transformers


def load(folder, dtype=None, adapter=None):
    """In a type, or in the reference's; with a LoRA adapter, if one is named."""
    if (pathlib.Path(folder) / quantised.DESCRIPTION).exists():
        return quantised.load(pathlib.Path(folder), dtype or torch.float64)
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=dtype or torch.float32)
    if adapter:
        import peft

        model = peft.PeftModel.from_pretrained(model, adapter)
    return model.eval()


def relative(differences, best):
    return differences / best.abs().clamp(min=1)


def resolution(folder, dtype, adapter, sequence, scores):
    """Distance of the CPU's own scores in the type from those in FLOAT, in relation to the best: the median over the tokens. Scores closer than this change places."""
    if dtype == "float32":
        return 0.0
    model = load(folder, getattr(torch, dtype), adapter)
    with torch.no_grad():
        rounded = model(sequence).logits[0].float()
    return relative((rounded - scores).abs().amax(1), scores.amax(1)).median().item()


def compare(folder, prompts, answers, dtype, adapters=None):
    """Each token is the best of the reference after those before it, or no farther behind than scores in the type can tell. Returns how many are the best, and of how many."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    best_of_all = 0
    for prompt, tokens, adapter in zip(prompts, answers, adapters or [None] * len(prompts)):
        model = load(folder, adapter=adapter)
        prefix = tokenizer(prompt, return_tensors="pt").input_ids
        with torch.no_grad():
            sequence = torch.cat([prefix, torch.tensor([tokens])], 1)
            everything = model(sequence).logits[0].float()
        scores = everything[prefix.shape[1] - 1 : -1]
        best = scores.max(1).values
        behind = relative(best - scores.gather(1, torch.tensor(tokens)[:, None])[:, 0], best).tolist()
        limit = resolution(folder, dtype, adapter, sequence, everything)
        count = sum(gap == 0 for gap in behind)
        print(f"{len(set(tokens))} different tokens, {count} of {len(tokens)} the best, farthest behind {max(behind):.2e} of {limit:.2e}")
        assert max(behind) <= limit, f"{tokens} are behind by {behind}"
        best_of_all += count
    return best_of_all, sum(map(len, answers))


if __name__ == "__main__":
    best, count = compare(sys.argv[1], [sys.argv[2]], [json.loads(sys.argv[3])], sys.argv[4])
    print(f"RESULT {best} of {count} tokens are the best of the reference")
