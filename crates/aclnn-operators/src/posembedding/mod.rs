//! Operators of ops-transformer, `posembedding/`: a file for each header.

pub mod apply_rotary_pos_emb;
pub mod apply_rotary_pos_emb_v2;
pub mod dequant_rope_quant_kvcache;
pub mod inplace_partial_rotary_mul;
pub mod inplace_partial_rotary_mul_grad;
pub mod interleave_rope;
pub mod kv_rms_norm_rope_cache;
pub mod kv_rms_norm_rope_cache_v2;
pub mod norm_rope_concat;
pub mod norm_rope_concat_grad;
pub mod qkv_rms_norm_rope_cache;
pub mod qkv_rms_norm_rope_cache_with_k_scale;
pub mod rope_with_sin_cos_cache;
pub mod rope_with_sin_cos_cache_v2;
pub mod rotary_position_embedding;
pub mod rotary_position_embedding_grad;
pub mod rotary_position_embedding_v2;
pub mod und_gen_qkv_rms_norm_rope_cache;
