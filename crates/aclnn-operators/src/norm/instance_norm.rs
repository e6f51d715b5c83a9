//! `aclnnInstanceNorm`: channels of each member of a batch with mean 0 and variance 1; on Ascend310P. Source: ops-nn, `norm/instance_norm_v3`.

use crate::device::soc::Generation;
use crate::ops::rows::{Affine, Channels, Norm, Statistics, norm};
use crate::prelude::*;

/// Normalises each channel of each member of the batch `x` to mean 0 and variance 1, multiplies it by `gamma` and adds `beta`. `dataFormat` is NCHW or NHWC. Mean
/// and variance are outputs.
#[aclnn]
fn aclnnInstanceNorm(
    x: Input,
    gamma: Input,
    beta: Input,
    data_format: Text,
    eps: f64,
    y: Output,
    mean: Output,
    variance: Output,
) -> Planned {
    let order = match data_format.get(..4) {
        Some("NCHW") => [0, 1, 2, 3],
        Some("NHWC") => [0, 3, 1, 2],
        _ => {
            let got = format!("{:?}", &*data_format);
            return Err(Error::value(data_format.name(), got, "NCHW or NHWC").into());
        }
    };
    x.dtype_in(FLOAT_AND_FLOAT16)?;
    let others = [&gamma as &TensorArg, &beta, &y, &mean, &variance];
    for tensor in others {
        tensor.same_dtype(&x)?;
    }
    contract::needs_chip(&[Generation::Other]).code(ACLNN_ERR_PARAM_INVALID)?;
    x.rank_in(4..=4)?;
    let shape = order.map(|axis| x.shape()[axis]);
    for tensor in [&gamma, &beta] {
        tensor.shape_is(&shape[1..2], "a number for each channel")?;
    }
    if x.is_empty() || others.iter().any(|tensor| tensor.is_empty()) {
        return contract::untouched(&x, &[&y, &mean, &variance]);
    }
    let mut statistics = [shape[0], 1, 1, 1];
    statistics[if order[1] == 1 { 1 } else { 3 }] = shape[1];
    y.same_shape(&x).code(ACLNN_ERR_INNER_NULLPTR)?;
    for tensor in [&mean, &variance] {
        tensor.copies_fit(&statistics, "a number for each channel of the batch")?;
    }
    let dtype = x.dtype()?;
    let channels = Channels::of(&shape);
    let turned = |arg: ops::Arg| arg.viewed(arg.view.layout.permuted(&order));
    let parameters = Affine::new(
        Some(gamma.read()?),
        Some(beta.read()?),
        channels.per_channel(channels.channels),
    );
    let by = Statistics::Layer(contract::norm::epsilon(eps));
    Ok(norm(Norm {
        affine: vec![parameters],
        results: vec![(turned(y.write()?)?, dtype)],
        mean: Some((mean.write()?, dtype)),
        variance: Some((variance.write()?, dtype)),
        ..Norm::new(
            channels.groups(channels.channels),
            vec![(turned(x.read()?)?, 1.0)],
            by,
        )
    })?)
}
