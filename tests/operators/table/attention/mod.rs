//! Operators of the category `attention`, a file for each with its versions.

mod attention_update;
mod attention_worker_combine;
mod attention_worker_scheduler;
mod block_sparse_attention;
mod block_sparse_attention_grad;
mod bsa_select_block_mask;
mod chunk_gated_delta_rule;
mod chunk_kda_fwd;
mod compressor;
mod compressor_grad;
mod dense_lightning_indexer_grad_kl_loss;
mod dense_lightning_indexer_kl_loss_grad;
mod dense_lightning_indexer_kl_loss_grad_metadata;
mod dense_lightning_indexer_softmax_lse;
mod dense_lightning_indexer_softmax_lse_v2_metadata;
mod flash_attention_score;
mod flash_attention_score_grad;
mod flash_attn;
mod flash_attn_metadata;
mod fused_causal_conv1d;
mod fused_floyd_attention;
mod fused_floyd_attention_grad;
mod fused_infer_attention_score;
mod gather_pa_kv_cache;
mod incre_flash_attention;
mod indexer_quant_cache;
mod kv_compress_epilog;
mod kv_quant_sparse_flash_attention;
mod lightning_indexer;
mod lightning_indexer_grad;
mod lightning_indexer_kl_loss;
mod lightning_indexer_v2_metadata;
mod masked_causal_conv1d;
mod masked_causal_conv1d_backward;
mod mixed_quant_sparse_flash_mla;
mod mixed_quant_sparse_flash_mla_metadata;
pub mod mla_preprocess;
mod mla_prolog;
mod msa_index_score;
mod nsa_compress;
mod nsa_compress_attention;
mod nsa_compress_attention_infer;
mod nsa_compress_grad;
mod nsa_compress_with_cache;
mod nsa_selected_attention;
mod nsa_selected_attention_grad;
mod nsa_selected_attention_infer;
mod prompt_flash_attention;
mod quant_compressor;
mod quant_flash_attn;
mod quant_flash_attn_metadata;
mod quant_lightning_indexer;
mod quant_lightning_indexer_v2_metadata;
mod quant_sparse_flash_mla;
mod quant_sparse_flash_mla_metadata;
mod rain_fusion_attention;
mod recurrent_gated_delta_rule;
mod ring_attention_update;
mod scatter_pa_cache;
mod scatter_pa_kv_cache;
mod scatter_pa_kv_cache_with_k_scale;
mod sparse_flash_attention;
mod sparse_flash_attention_grad;
mod sparse_flash_mla;
mod sparse_flash_mla_grad;
mod sparse_flash_mla_grad_metadata;
mod sparse_flash_mla_metadata;
mod sparse_flash_mla_softmax_l1_norm;
mod sparse_flash_mla_softmax_l1_norm_metadata;
mod sparse_lightning_indexer_grad_kl_loss;
mod sparse_lightning_indexer_kl_loss_grad;
mod sparse_lightning_indexer_kl_loss_grad_metadata;
mod stem_oam_prep_paged_kv;
mod stem_oam_prep_varlen_q;
mod swin_attention_score_quant;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        attention_update::rows(),
        attention_worker_combine::rows(),
        attention_worker_scheduler::rows(),
        block_sparse_attention::rows(),
        block_sparse_attention_grad::rows(),
        bsa_select_block_mask::rows(),
        chunk_gated_delta_rule::rows(),
        chunk_kda_fwd::rows(),
        compressor::rows(),
        compressor_grad::rows(),
        dense_lightning_indexer_grad_kl_loss::rows(),
        dense_lightning_indexer_kl_loss_grad::rows(),
        dense_lightning_indexer_kl_loss_grad_metadata::rows(),
        dense_lightning_indexer_softmax_lse::rows(),
        dense_lightning_indexer_softmax_lse_v2_metadata::rows(),
        flash_attention_score::rows(),
        flash_attention_score_grad::rows(),
        flash_attn::rows(),
        flash_attn_metadata::rows(),
        fused_causal_conv1d::rows(),
        fused_floyd_attention::rows(),
        fused_floyd_attention_grad::rows(),
        fused_infer_attention_score::rows(),
        gather_pa_kv_cache::rows(),
        incre_flash_attention::rows(),
        indexer_quant_cache::rows(),
        kv_compress_epilog::rows(),
        kv_quant_sparse_flash_attention::rows(),
        lightning_indexer::rows(),
        lightning_indexer_grad::rows(),
        lightning_indexer_kl_loss::rows(),
        lightning_indexer_v2_metadata::rows(),
        masked_causal_conv1d::rows(),
        masked_causal_conv1d_backward::rows(),
        mixed_quant_sparse_flash_mla::rows(),
        mixed_quant_sparse_flash_mla_metadata::rows(),
        mla_preprocess::rows(),
        mla_prolog::rows(),
        msa_index_score::rows(),
        nsa_compress::rows(),
        nsa_compress_attention::rows(),
        nsa_compress_attention_infer::rows(),
        nsa_compress_grad::rows(),
        nsa_compress_with_cache::rows(),
        nsa_selected_attention::rows(),
        nsa_selected_attention_grad::rows(),
        nsa_selected_attention_infer::rows(),
        prompt_flash_attention::rows(),
        quant_compressor::rows(),
        quant_flash_attn::rows(),
        quant_flash_attn_metadata::rows(),
        quant_lightning_indexer::rows(),
        quant_lightning_indexer_v2_metadata::rows(),
        quant_sparse_flash_mla::rows(),
        quant_sparse_flash_mla_metadata::rows(),
        rain_fusion_attention::rows(),
        recurrent_gated_delta_rule::rows(),
        ring_attention_update::rows(),
        scatter_pa_cache::rows(),
        scatter_pa_kv_cache::rows(),
        scatter_pa_kv_cache_with_k_scale::rows(),
        sparse_flash_attention::rows(),
        sparse_flash_attention_grad::rows(),
        sparse_flash_mla::rows(),
        sparse_flash_mla_grad::rows(),
        sparse_flash_mla_grad_metadata::rows(),
        sparse_flash_mla_metadata::rows(),
        sparse_flash_mla_softmax_l1_norm::rows(),
        sparse_flash_mla_softmax_l1_norm_metadata::rows(),
        sparse_lightning_indexer_grad_kl_loss::rows(),
        sparse_lightning_indexer_kl_loss_grad::rows(),
        sparse_lightning_indexer_kl_loss_grad_metadata::rows(),
        stem_oam_prep_paged_kv::rows(),
        stem_oam_prep_varlen_q::rows(),
        swin_attention_score_quant::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
