"""Small random language models with a tokenizer of bytes, made on the CPU: what the tests of this folder load. Nothing is downloaded.

    python models.py FOLDER [NAME...]

Weights are wide enough that greedy generation does not repeat one token.
"""

import pathlib
import sys

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

END, PAD = 256, 257
VOCABULARY = 258


def common(**more):
    return {
        "vocab_size": VOCABULARY,
        "hidden_size": 256,
        "intermediate_size": 512,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 1024,
        "initializer_range": 0.1,
        "bos_token_id": None,
        "eos_token_id": END,
        "pad_token_id": PAD,
        "tie_word_embeddings": False,
        **more,
    }


def qwen3():
    return transformers.Qwen3Config(**common(head_dim=64))


def llama():
    return transformers.LlamaConfig(**common(head_dim=64))


def qwen3_moe():
    # Experts' matrices stand in blocks of 16 by 16: extents are multiples of them.
    return transformers.Qwen3MoeConfig(
        **common(head_dim=64, num_experts=8, num_experts_per_tok=2, moe_intermediate_size=128, norm_topk_prob=True, decoder_sparse_step=1)
    )


def deepseek_v3():
    return transformers.DeepseekV3Config(
        **common(
            num_key_value_heads=4,
            q_lora_rank=128,
            kv_lora_rank=512,
            qk_nope_head_dim=128,
            qk_rope_head_dim=64,
            v_head_dim=128,
            n_routed_experts=8,
            n_shared_experts=1,
            num_experts_per_tok=2,
            n_group=2,
            topk_group=1,
            moe_intermediate_size=128,
            first_k_dense_replace=1,
            routed_scaling_factor=1.0,
            rope_interleave=True,
            # Options that vLLM reads, and that transformers always uses.
            scoring_func="sigmoid",
            topk_method="noaux_tc",
        )
    )


CONFIGURATIONS = {"qwen3": qwen3, "llama": llama, "qwen3-moe": qwen3_moe, "deepseek-v3": deepseek_v3}


def write_tokenizer(folder):
    """One token for each byte, and the end and the padding."""
    vocabulary = {letter: number for number, letter in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    vocabulary.update({"<|end|>": END, "<|pad|>": PAD})
    tokenizer = Tokenizer(models.BPE(vocabulary, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|end|>", pad_token="<|pad|>").save_pretrained(folder)


def write(folder, name, seed=0):
    """Makes a model in FLOAT: whoever loads it chooses the type."""
    torch.manual_seed(seed)
    model = transformers.AutoModelForCausalLM.from_config(CONFIGURATIONS[name]())
    for parameter_name, parameter in model.named_parameters():
        # Embeddings of unit size and routers that decide: otherwise a choice of experts hangs on a rounding.
        if "embed_tokens" in parameter_name:
            parameter.data.normal_()
        if "mlp.gate.weight" in parameter_name:
            # A sigmoid of more than 17 is 1 in FLOAT, and experts of equal scores are chosen in no order that is documented.
            parameter.data.normal_(std=0.1 if name == "deepseek-v3" else 1.0)
    # Numbers of BFLOAT16, which FLOAT16 and FLOAT have too: every type has the same weights.
    model.to(torch.bfloat16).to(torch.float32).save_pretrained(folder / name)
    write_tokenizer(folder / name)
    return folder / name


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    for chosen in sys.argv[2:] or CONFIGURATIONS:
        print(write(target, chosen))
