//! Operators of the category `posembedding`, a file for each with its versions.

mod apply_rotary_pos_emb;
mod dequant_rope_quant_kvcache;
mod inplace_partial_rotary_mul;
mod inplace_partial_rotary_mul_grad;
mod interleave_rope;
mod kv_rms_norm_rope_cache;
mod norm_rope_concat;
mod norm_rope_concat_grad;
mod qkv_rms_norm_rope_cache;
mod qkv_rms_norm_rope_cache_with_k_scale;
mod rope_with_sin_cos_cache;
mod rotary_position_embedding;
mod rotary_position_embedding_grad;
mod und_gen_qkv_rms_norm_rope_cache;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        apply_rotary_pos_emb::rows(),
        dequant_rope_quant_kvcache::rows(),
        inplace_partial_rotary_mul::rows(),
        inplace_partial_rotary_mul_grad::rows(),
        interleave_rope::rows(),
        kv_rms_norm_rope_cache::rows(),
        norm_rope_concat::rows(),
        norm_rope_concat_grad::rows(),
        qkv_rms_norm_rope_cache::rows(),
        qkv_rms_norm_rope_cache_with_k_scale::rows(),
        rope_with_sin_cos_cache::rows(),
        rotary_position_embedding::rows(),
        rotary_position_embedding_grad::rows(),
        und_gen_qkv_rms_norm_rope_cache::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
