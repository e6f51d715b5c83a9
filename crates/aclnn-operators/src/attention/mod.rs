//! Operators of ops-transformer, `attention/`: a file for each header.

pub mod attention_update;
pub mod flash_attention_score;
pub mod flash_attention_score_grad;
pub mod fused_floyd_attention;
pub mod fused_floyd_attention_grad;
pub mod fused_infer_attention_score;
pub mod fused_infer_attention_score_v2;
pub mod fused_infer_attention_score_v3;
pub mod fused_infer_attention_score_v4;
pub mod fused_infer_attention_score_v5;
pub mod gather_pa_kv_cache;
pub mod incre_flash_attention;
pub mod incre_flash_attention_v2;
pub mod incre_flash_attention_v3;
pub mod incre_flash_attention_v4;
pub mod indexer_quant_cache;
pub mod kv_compress_epilog;
pub mod prompt_flash_attention;
pub mod prompt_flash_attention_v2;
pub mod prompt_flash_attention_v3;
pub mod ring_attention_update;
pub mod scatter_pa_cache;
pub mod scatter_pa_kv_cache;
pub mod scatter_pa_kv_cache_with_k_scale;
