"""Times a random Qwen3 that answers 8 requests of 128 tokens with 64 each, on the device: by vLLM's offline engine, and by transformers as one batch.

    source DIR/set_env.sh
    HOSTNPU_IMPL_MODE=high_performance HOSTNPU_SOC=Ascend910B4 python benches/language_model_batch.py [LAYERS]

BFLOAT16, 8 layers if not said otherwise. The environment is that of docs/llm.md. Tokens a second, the best of three runs after one that is not counted; each engine in a
process of its own.
"""

import subprocess
import sys
import tempfile
import time

REQUESTS, PROMPT, TOKENS, RUNS = 8, 128, 64, 3
VOCABULARY = 151936


def save(folder, layers):
    import torch
    import transformers

    torch.manual_seed(1)
    configuration = transformers.Qwen3Config(
        vocab_size=VOCABULARY, hidden_size=1024, intermediate_size=3072, num_hidden_layers=layers, num_attention_heads=16,
        num_key_value_heads=8, head_dim=128, max_position_embeddings=4096, tie_word_embeddings=True)
    transformers.Qwen3ForCausalLM(configuration).to(torch.bfloat16).save_pretrained(folder)


def prompts():
    return [[(7919 * (request + 1) * (place + 1)) % (VOCABULARY - 2000) for place in range(PROMPT)] for request in range(REQUESTS)]


def of_vllm(folder):
    from vllm import LLM, SamplingParams

    engine = LLM(folder, dtype="bfloat16", enforce_eager=True, gpu_memory_utilization=0.05, max_model_len=512, max_num_seqs=REQUESTS,
                 skip_tokenizer_init=True, enable_prefix_caching=False)
    sampling = SamplingParams(temperature=0, max_tokens=TOKENS, ignore_eos=True, detokenize=False)
    requests = [{"prompt_token_ids": prompt} for prompt in prompts()]
    return lambda: engine.generate(requests, sampling, use_tqdm=False)


def of_transformers(folder):
    import torch
    import torch_npu  # noqa: F401
    import transformers

    model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.bfloat16).npu().eval()
    tokens = torch.tensor(prompts()).npu()

    def generate():
        with torch.inference_mode():
            model.generate(tokens, max_new_tokens=TOKENS, min_new_tokens=TOKENS, do_sample=False, pad_token_id=0).cpu()

    return generate


def measure(engine, folder):
    generate = {"vllm": of_vllm, "transformers": of_transformers}[engine](folder)
    times = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        generate()
        times.append(time.perf_counter() - start)
    print(f"RESULT {REQUESTS * TOKENS / min(times[1:]):.1f}")


def main(layers):
    with tempfile.TemporaryDirectory() as folder:
        save(folder, layers)
        for engine in ("transformers", "vllm"):
            run = subprocess.run([sys.executable, __file__, engine, folder], capture_output=True, text=True)
            results = [line for line in run.stdout.splitlines() if line.startswith("RESULT")]
            if not results:
                sys.exit(run.stdout[-2000:] + run.stderr[-2000:])
            print(f"{engine}: {results[-1].split()[1]} tokens a second")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(*sys.argv[1:])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
