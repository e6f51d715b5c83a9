"""Times a random Qwen3 by transformers on the device and on the CPU, in turn: a step of decoding, and the first scores of a prompt.

    source DIR/set_env.sh
    HOSTNPU_IMPL_MODE=high_performance HOSTNPU_SOC=Ascend910B4 python benches/language_model.py [LAYERS]

BFLOAT16, batch 1, 28 layers if not said otherwise (0.6 B parameters). The environment is that of docs/llm.md. Milliseconds, medians.
"""

import copy
import os
import sys
import time
from statistics import median

import torch
import torch_npu  # noqa: F401
import transformers

ROUNDS, STEPS, PROMPT = 3, 24, 1024


def model(layers):
    torch.manual_seed(1)
    configuration = transformers.Qwen3Config(
        vocab_size=151936, hidden_size=1024, intermediate_size=3072, num_hidden_layers=layers, num_attention_heads=16,
        num_key_value_heads=8, head_dim=128, max_position_embeddings=4096, tie_word_embeddings=True)
    return transformers.Qwen3ForCausalLM(configuration).to(torch.bfloat16).eval()


def elapsed(function):
    start = time.perf_counter()
    result = function()
    return (time.perf_counter() - start) * 1e3, result


def decode(of, device):
    """A token after a short prompt: the median over some steps."""
    tokens = torch.randint(0, 151936, (1, 32)).to(device)
    past, times = None, []
    for _ in range(STEPS):
        def step():
            out = of(tokens, past_key_values=past, use_cache=True)
            # The next token is wanted on the host, as in generation.
            return out.past_key_values, torch.tensor([[int(out.logits[0, -1].argmax())]], device=device)
        spent, (past, tokens) = elapsed(step)
        times.append(spent)
    return median(times[4:])


def prefill(of, device):
    tokens = torch.randint(0, 151936, (1, PROMPT)).to(device)
    return elapsed(lambda: float(of(tokens, logits_to_keep=1).logits[0, -1, 0]))[0]


def main():
    torch.set_num_threads(2)
    layers = int(sys.argv[1]) if len(sys.argv) > 1 else 28
    on_cpu = model(layers)
    read = sum(p.nbytes for name, p in on_cpu.named_parameters())
    models = {"npu:0": copy.deepcopy(on_cpu).to("npu:0"), "cpu": on_cpu}
    print(f"{layers} layers, {read / 1e6:.0f} MB read a token, mode {os.environ.get('HOSTNPU_IMPL_MODE', 'high_precision')}")
    with torch.inference_mode():
        for name, measure in (("decode a token", decode), (f"prefill of {PROMPT}", prefill)):
            times = {device: [] for device in models}
            for _ in range(ROUNDS):
                for device, of in models.items():
                    times[device].append(measure(of, device))
                    time.sleep(0.05)
            ours, peer = (median(times[device]) for device in models)
            print(f"{name}: device {ours:.1f} ms, CPU {peer:.1f} ms, ratio {ours / peer:.2f}")


main()
