//! Operators of the category `moe`, a file for each with its versions.

mod moe_compute_expert_tokens;
mod moe_finalize_routing;
mod moe_finalize_routing_v2_grad;
mod moe_fused_topk;
mod moe_gating_top_k;
mod moe_gating_top_k_backward;
mod moe_gating_top_k_softmax;
mod moe_init_routing;
mod moe_init_routing_custom;
mod moe_init_routing_quant;
mod moe_init_routing_v2_grad;
mod moe_re_routing;
mod moe_token_permute;
mod moe_token_permute_grad;
mod moe_token_permute_with_ep;
mod moe_token_permute_with_ep_grad;
mod moe_token_permute_with_routing_map;
mod moe_token_permute_with_routing_map_grad;
mod moe_token_unpermute;
mod moe_token_unpermute_grad;
mod moe_token_unpermute_with_ep;
mod moe_token_unpermute_with_ep_grad;
mod moe_token_unpermute_with_routing_map;
mod moe_token_unpermute_with_routing_map_grad;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        moe_compute_expert_tokens::rows(),
        moe_finalize_routing::rows(),
        moe_finalize_routing_v2_grad::rows(),
        moe_fused_topk::rows(),
        moe_gating_top_k::rows(),
        moe_gating_top_k_backward::rows(),
        moe_gating_top_k_softmax::rows(),
        moe_init_routing::rows(),
        moe_init_routing_custom::rows(),
        moe_init_routing_quant::rows(),
        moe_init_routing_v2_grad::rows(),
        moe_re_routing::rows(),
        moe_token_permute::rows(),
        moe_token_permute_grad::rows(),
        moe_token_permute_with_ep::rows(),
        moe_token_permute_with_ep_grad::rows(),
        moe_token_permute_with_routing_map::rows(),
        moe_token_permute_with_routing_map_grad::rows(),
        moe_token_unpermute::rows(),
        moe_token_unpermute_grad::rows(),
        moe_token_unpermute_with_ep::rows(),
        moe_token_unpermute_with_ep_grad::rows(),
        moe_token_unpermute_with_routing_map::rows(),
        moe_token_unpermute_with_routing_map_grad::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
