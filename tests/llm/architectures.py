"""The small models of these tests: a model is one line of MODELS. Without torch, so that lists of cases can be made from it."""

import dataclasses

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
        "head_dim": 64,
        "max_position_embeddings": 1024,
        "initializer_range": 0.1,
        "bos_token_id": None,
        "eos_token_id": END,
        "pad_token_id": PAD,
        "tie_word_embeddings": False,
        **more,
    }


def own(**more):
    """For models that name their extents otherwise."""
    return {"vocab_size": VOCABULARY, "initializer_range": 0.1, "bos_token_id": None, "eos_token_id": END, "pad_token_id": PAD, "tie_word_embeddings": False, **more}


@dataclasses.dataclass(frozen=True)
class Model:
    configuration: str
    arguments: dict
    # Attention and searches that transformers offers for this model: T5 and gpt-oss have no sdpa, Mamba no attention and no state of a search.
    attentions: tuple = ("eager", "sdpa")
    beams: bool = True
    encoder: bool = False
    # Of which layers the weight chooses experts, and how widely it is spread: otherwise a choice hangs on a rounding.
    router: str = ""
    router_spread: float = 1.0
    # The type of the reference for FLOAT. FLOAT on a CPU can be farther from DOUBLE than the limits allow.
    exact: str = "float64"


# Experts' matrices stand in blocks of 16 by 16: extents are multiples of them. Windows are shorter than the sequences of the tests.
EXPERTS = {"num_experts_per_tok": 2, "moe_intermediate_size": 128}
MODELS = {
    "qwen3": Model("Qwen3Config", common()),
    "qwen2": Model("Qwen2Config", common()),
    "llama": Model("LlamaConfig", common()),
    "mistral": Model("MistralConfig", common(sliding_window=16)),
    "gemma2": Model("Gemma2Config", common(sliding_window=16, query_pre_attn_scalar=64)),
    "gpt2": Model("GPT2Config", own(n_embd=256, n_layer=2, n_head=4, n_positions=1024, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0)),
    "t5": Model(
        "T5Config",
        own(d_model=256, d_kv=64, d_ff=512, num_layers=2, num_heads=4, decoder_start_token_id=PAD, dropout_rate=0.0),
        attentions=("eager",),
        encoder=True,
    ),
    "mamba": Model("MambaConfig", own(hidden_size=256, state_size=16, num_hidden_layers=2), attentions=("eager",), beams=False),
    "qwen3-moe": Model(
        "Qwen3MoeConfig", common(num_experts=8, norm_topk_prob=True, decoder_sparse_step=1, **EXPERTS), router="mlp.gate"
    ),
    "mixtral": Model("MixtralConfig", common(num_local_experts=8, num_experts_per_tok=2), router="block_sparse_moe.gate"),
    "deepseek-v3": Model(
        "DeepseekV3Config",
        common(
            num_key_value_heads=4,
            head_dim=None,
            q_lora_rank=128,
            kv_lora_rank=512,
            qk_nope_head_dim=128,
            qk_rope_head_dim=64,
            v_head_dim=128,
            n_routed_experts=8,
            n_shared_experts=1,
            n_group=2,
            topk_group=1,
            first_k_dense_replace=1,
            routed_scaling_factor=1.0,
            rope_interleave=True,
            # Options that vLLM reads, and that transformers always uses.
            scoring_func="sigmoid",
            topk_method="noaux_tc",
            **EXPERTS,
        ),
        router="mlp.gate",
        # A sigmoid of more than 17 is 1 in FLOAT, and experts of equal scores are chosen in no order that is documented.
        router_spread=0.1,
        # transformers adds in FLOAT whatever the type is.
        exact="float32",
    ),
    "gpt-oss": Model(
        "GptOssConfig", common(intermediate_size=128, num_local_experts=8, num_experts_per_tok=2, sliding_window=16), attentions=("eager",), router="mlp.router"
    ),
    "qwen3-next": Model(
        "Qwen3NextConfig",
        common(
            num_experts=8,
            norm_topk_prob=True,
            decoder_sparse_step=1,
            shared_expert_intermediate_size=128,
            layer_types=["linear_attention", "full_attention"],
            linear_num_key_heads=2,
            linear_num_value_heads=4,
            linear_key_head_dim=64,
            linear_value_head_dim=64,
            **EXPERTS,
        ),
        router="mlp.gate",
    ),
}
