//! `aclnnEmbeddingBag`: rows of a table, summed by bags. Source: ops-nn, `index/embedding_bag`.

use crate::prelude::*;
use contract::indexing::INDEX;
use ops::indexing::{BagOperands, Bags};

const FLOATS: Dtypes = SHORT_FLOATING;
const SMALL: Dtypes = COMMON_INTEGERS;

/// Refuses a tensor of another number of elements.
fn counts(tensor: &TensorArg, wanted: usize, reason: &str) -> Result<()> {
    match tensor.numel() == wanted {
        true => Ok(()),
        false => Err(tensor.shape_refused(format!("{wanted} elements: {reason}"))),
    }
}

/// Computes for each bag the sum (`mode` 0), the mean (1) or the largest (else) of the rows of `weight` that its indices name. Bag `b` begins at `offsets[b]`, the
/// last one ends with `indices`; with two axes each row of `indices` is a bag. An index of `paddingIdx` counts for nothing; another one outside the
/// table fails the task. `perSampleWeights` are factors of a sum.
#[aclnn]
fn aclnnEmbeddingBag(
    weight: Input,
    indices: Input,
    offsets: Input,
    scale_grad_by_freq: bool,
    mode: i64,
    sparse: bool,
    per_sample_weights: Option<Input>,
    include_last_offset: bool,
    padding_idx: i64,
    output: Output,
    offset2bag: Output,
    bag_size: Output,
    max_indices: Output,
) -> Planned {
    // Of gradients.
    let _ = (scale_grad_by_freq, sparse);
    let on_950 = contract::on_950();
    weight.dtype_in(FLOATS)?;
    indices.dtype_in(SMALL)?;
    offsets.dtype_in(SMALL)?;
    if indices.dtype_in(INDEX).is_err() {
        offsets.dtype_in(INDEX)?;
    }
    if let Some(weights) = &per_sample_weights {
        weights.same_dtype(&weight)?;
    }
    output.same_dtype(&weight)?;
    for tensor in [&offset2bag, &bag_size, &max_indices] {
        tensor.dtype_in(INDEX)?;
    }
    let kind = match mode {
        0 => Bags::Sum,
        1 => Bags::Mean,
        _ => Bags::Max,
    };
    weight.rank_in(2..=2)?;
    indices.max_rank(if on_950 { 2 } else { 1 })?;
    offsets.max_rank(1)?;
    if let Some(weights) = &per_sample_weights {
        weights.rank_in(1..=if on_950 { 2 } else { 1 })?;
    }
    output.rank_in(2..=2)?;
    offset2bag.max_rank(1)?;
    bag_size.max_rank(1)?;
    max_indices.max_rank(2)?;
    if let Some(weights) = &per_sample_weights {
        if !on_950 && kind != Bags::Sum {
            return Err(Error::value("mode", mode, "0 (sum) with `perSampleWeights`").into());
        }
        counts(weights, indices.numel(), "one for each of `indices`")?;
    }
    let length = offsets.numel();
    let count = length.saturating_sub(usize::from(include_last_offset));
    let shape = [count as i64, weight.shape()[1]];
    output.shape_is(&shape, "a row for each bag")?;
    if !offset2bag.is_empty() {
        counts(
            &offset2bag,
            indices.numel(),
            "one for each of `indices`, or none",
        )?;
    }
    counts(
        &bag_size,
        if on_950 { length } else { count },
        "one for each bag",
    )?;
    match kind {
        Bags::Max => max_indices.shape_is(&shape, "that of `output`")?,
        _ if !on_950 => counts(&max_indices, count, "one for each bag")?,
        _ => {}
    }
    if indices.rank() == 2 && (indices.shape()[0] != length as i64 || include_last_offset) {
        let allowed = format!("{length} rows, one for each of `offsets`, which has no last one");
        return Err(indices.shape_refused(allowed).into());
    }
    let operands = BagOperands {
        weight: weight.read()?,
        indices: indices.read()?,
        offsets: Some(offsets.read()?).filter(|_| indices.rank() < 2),
        weights: match per_sample_weights {
            Some(weights) if kind == Bags::Sum => Some(weights.read()?),
            _ => None,
        },
        output: output.write()?,
        bag_of: Some(offset2bag.write()?).filter(|_| !offset2bag.is_empty()),
        sizes: bag_size.write()?,
        largest: Some(max_indices.write()?).filter(|_| kind == Bags::Max),
    };
    if weight.is_empty() || indices.is_empty() || offsets.is_empty() {
        return Ok(Call::nothing([operands.output]));
    }
    Ok(ops::indexing::embedding_bag(kind, padding_idx, operands)?)
}
