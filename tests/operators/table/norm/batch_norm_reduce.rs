//! The row of `aclnnBatchNormReduce`.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::reductions;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::math::reductions::{SHORT, SUMS, numbers};

/// A tensor in format NCHW.
fn in_channels(mut tensor: Argument) -> Argument {
    tensor.tensors_mut()[0].format = aclFormat::ACL_FORMAT_NCHW;
    tensor
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBatchNormReduce", || {
            let sample = |&dtype: &Dtype| {
                let x = in_channels(numbers(dtype, &[3, 5, 4, 41]));
                vec![x, write(Dtype::F32, &[5]), write(Dtype::F32, &[5])]
            };
            SHORT.iter().map(sample).collect()
        })
        .accepts(&[("x", "f32 f16 bf16"), ("sum", "f32"), ("squareSum", "f32")])
        .computes(|_| Some(Dtype::F32))
        .whole(reductions::batch_norm_reduce)
        .accuracy(SUMS),
    ]
}
