//! Operators of ops-nn, `index/`: a file for each header.

#[allow(
    clippy::module_inception,
    reason = "named by its header, aclnn_index.h, as all are"
)]
pub mod apply_top_k_top_p;
pub mod apply_top_k_top_p_custom;
pub mod bucketize;
pub mod embedding;
pub mod embedding_bag;
pub mod embedding_dense_backward;
pub mod expand_into_jagged_permute;
pub mod flip;
pub mod gather;
pub mod gather_nd;
pub mod gather_v2;
pub mod gather_v3;
#[expect(
    clippy::module_inception,
    reason = "named by its header, aclnn_index.h, as all are"
)]
pub mod index;
pub mod index_add;
pub mod index_add_v2;
pub mod index_copy;
pub mod index_fill;
pub mod index_fill_tensor;
pub mod index_put_impl;
pub mod index_select;
pub mod inverse;
pub mod kthvalue;
pub mod masked_scatter;
pub mod max_unpool2d;
pub mod max_unpool2d_backward;
pub mod max_unpool3d;
pub mod max_unpool3d_backward;
pub mod median;
pub mod nonzero;
pub mod nonzero_v2;
pub mod put;
pub mod quant_scatter;
pub mod quant_scatter_v2;
pub mod repeat_interleave;
pub mod repeat_interleave_grad;
pub mod scatter;
pub mod scatter_add;
pub mod scatter_div;
pub mod scatter_list;
pub mod scatter_max;
pub mod scatter_min;
pub mod scatter_mul;
pub mod scatter_nd;
pub mod scatter_nd_update;
pub mod scatter_reduce;
pub mod scatter_update;
pub mod take;
pub mod tf_scatter_add;
pub mod top_k_top_p_sample;
pub mod top_k_top_p_sample_v2;
pub mod topk;
pub mod topk_v2;
pub mod unique;
pub mod unique2;
pub mod unique_consecutive;
pub mod unique_dim;
