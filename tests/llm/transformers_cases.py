"""transformers on torch_npu: scores, generation and training of one model on the device, against the CPU in FLOAT.

    python transformers_cases.py MODEL_FOLDER
"""

import sys

import torch
import torch_npu  # noqa: F401
import transformers

LIMITS = {torch.float32: 2e-5, torch.float16: 2e-2, torch.bfloat16: 8e-2}
TEXTS = ["The quick brown fox jumps", "a b c"]


def load(folder, dtype, attention):
    return transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=dtype, attn_implementation=attention).eval()


def batch(tokenizer):
    tokenizer.padding_side = "left"
    return tokenizer(TEXTS, return_tensors="pt", padding=True, return_token_type_ids=False)


def moved(inputs):
    return {name: tensor.npu() for name, tensor in inputs.items()}


def has_experts(model):
    return bool(getattr(model.config, "num_experts_per_tok", None))


def losses(model, tokens, device):
    """Four steps of AdamW."""
    model.to(device).train()
    # AdamW divides a gradient by its own size. A router's rows of experts that are hardly chosen have gradients of 1e-15 to 1e-6, sums whose
    # terms cancel: with the usual 1e-8 their rounding decides, and losses of FLOAT and DOUBLE differ by 2e-4 after four steps, on a CPU too.
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3, eps=1e-3 if has_experts(model) else 1e-8)
    result = []
    for _ in range(4):
        loss = model(input_ids=tokens.to(device), labels=tokens.to(device)).loss
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        result.append(loss.item())
    return result


def main(folder):
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    inputs = batch(tokenizer)
    shown = inputs.attention_mask.bool()
    checks = 0
    for attention in ("eager", "sdpa"):
        reference = load(folder, torch.float32, attention)
        with torch.no_grad():
            expected = reference(**inputs).logits[shown]
        for dtype, limit in LIMITS.items():
            model = load(folder, dtype, attention).npu()
            with torch.no_grad():
                scores = model(**moved(inputs)).logits.float().cpu()[shown]
            # Of experts the choice may change with a rounding: the token in the middle counts, not the worst.
            gaps = (scores - expected).abs().amax(-1) / expected.abs().max()
            gap = (gaps.median() if has_experts(model) and dtype != torch.float32 else gaps.max()).item()
            print(f"{attention} {dtype}: scores differ by {gap:.1e}")
            assert gap <= limit, f"{attention} {dtype}: {gap} is above {limit}"
            checks += 1
        model = load(folder, torch.float32, attention).npu()
        options = {"max_new_tokens": 24, "do_sample": False, "eos_token_id": None, "pad_token_id": tokenizer.pad_token_id}
        for beams in (1, 3):
            wanted = reference.generate(**inputs, num_beams=beams, **options)
            got = model.generate(**moved(inputs), num_beams=beams, **options).cpu()
            assert torch.equal(got, wanted), f"{attention}, {beams} beams: {got} is not {wanted}"
            checks += 1
        tokens = inputs.input_ids[:1]
        # Qwen3-MoE in DOUBLE, from which the CPU's FLOAT is as far as the limit; transformers' DeepSeek-V3 has no DOUBLE.
        exact = torch.float64 if reference.config.model_type == "qwen3_moe" else torch.float32
        wanted, got = losses(load(folder, exact, attention), tokens, "cpu"), losses(load(folder, torch.float32, attention), tokens, "npu")
        gap = max(abs(a - b) / abs(b) for a, b in zip(got, wanted))
        print(f"{attention}: losses {got} differ by {gap:.1e}")
        assert gap <= 2e-5, f"{attention}: losses {got} are not {wanted}"
        checks += 1
    print(f"RESULT {checks} checks")


if __name__ == "__main__":
    main(sys.argv[1])
