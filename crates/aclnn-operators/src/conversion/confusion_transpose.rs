//! `aclnnConfusionTranspose`: a tensor permuted and reshaped, or the other way round, on Ascend950. Source: ops-math,
//! `conversion/confusion_transpose_d`.

use crate::device::soc::Generation;
use crate::prelude::*;
use crate::tensor::Layout;

const TYPES: Dtypes = on_all(&[I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, Bf16]);

/// The dimensions as a permutation of so many.
fn permutation(perm: &Ints, rank: usize) -> Result<Vec<usize>> {
    contract::length_is(perm, rank, "one for each dimension")?;
    contract::at_least(perm, 0)?;
    contract::distinct_axes(perm, rank)
}

/// Copies `x`, permuted and then in the shape `shape`, or in that shape and then permuted.
#[aclnn]
fn aclnnConfusionTranspose(
    x: Input,
    perm: Ints,
    shape: Ints,
    transpose_first: bool,
    out: Output,
) -> Planned {
    x.dtype_in(TYPES)?;
    out.same_dtype(&x)?;
    if x.is_empty() {
        return contract::nothing(&x, &out);
    }
    moved(&x, &perm, &shape, transpose_first, &out).code(ACLNN_ERR_INNER_NULLPTR)
}

fn moved(
    x: &Input,
    perm: &Ints,
    shape: &Ints,
    transpose_first: bool,
    out: &Output,
) -> Result<Call> {
    contract::needs_chip(&[Generation::Ascend950])?;
    x.not_private()?;
    x.rank_in(1..=8)?;
    out.rank_in(1..=8)?;
    if shape.is_empty() || shape.len() > 8 {
        return Err(Error::value(
            "shape",
            format!("{:?}", &**shape),
            "1 to 8 numbers",
        ));
    }
    let axes = permutation(
        perm,
        if transpose_first {
            x.rank()
        } else {
            shape.len()
        },
    )?;
    contract::at_least(shape, 1)?;
    let product = shape
        .iter()
        .try_fold(1_i64, |product, &extent| product.checked_mul(extent));
    if product != Some(x.numel() as i64) {
        let allowed = format!("{} elements, as `x`", x.numel());
        return Err(Error::value("shape", format!("{:?}", &**shape), allowed));
    }
    if transpose_first {
        out.shape_is(shape, "`shape`")?;
        let permuted = x.layout().permuted(&axes);
        let input = x.read()?.viewed(permuted)?;
        return ops::movement::reshaped(input, shape, Layout::clone, out.write()?);
    }
    let permuted: Vec<i64> = axes.iter().map(|&axis| shape[axis]).collect();
    out.shape_is(&permuted, "`shape`, permuted")?;
    let view = |layout: &Layout| layout.permuted(&axes);
    ops::movement::reshaped(x.read()?, shape, view, out.write()?)
}
