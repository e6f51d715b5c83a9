//! Weights of matrix products that are stored in blocks, in FRACTAL_NZ.

use super::formats;
use crate::abi::acl::types::aclFormat;
use crate::abi::aclnn::argument::{Input, TensorArg};
use crate::abi::aclnn::phases::Planned;
use crate::error::{Error, Reason, Result};
use crate::ops::blocked::Blocked;
use crate::ops::sequence::prepared;
use crate::ops::{Arg, Role};
use crate::tensor::{Layout, contiguous_strides};

/// Whether a tensor is stored in FRACTAL_NZ.
pub fn is_stored_in_nz(tensor: &TensorArg) -> bool {
    tensor.format() == formats::NZ
}

/// Whether the last two dimensions of a view are walked in the order of a transposed dense tensor.
fn is_transposed(weight: &TensorArg) -> bool {
    let (layout, rank) = (weight.layout(), weight.rank());
    let mut axes: Vec<usize> = (0..rank).collect();
    axes.swap(rank - 2, rank - 1);
    !layout.is_contiguous() && layout.permuted(&axes).is_contiguous()
}

/// The shape in which the blocks are stored: that of the view, or of the view transposed.
fn stored_shape(weight: &TensorArg) -> Vec<i64> {
    let mut shape = weight.shape().to_vec();
    if is_transposed(weight) {
        let rank = shape.len();
        shape.swap(rank - 2, rank - 1);
    }
    shape
}

/// Refuses a weight of rank 2 or more that is not stored in FRACTAL_NZ, in the blocks that its type and shape give, and matrices of one row or column. What is
/// stored is dense: of views only that of the whole, and its transpose, are weights.
pub fn in_blocks(weight: &TensorArg) -> Result<()> {
    let nz = aclFormat::ACL_FORMAT_FRACTAL_NZ;
    if !is_stored_in_nz(weight) {
        return Err(Error::format(
            weight.name(),
            weight.format(),
            nz.to_string(),
        ));
    }
    let rank = weight.rank();
    if weight.shape()[rank - 2..].contains(&1) {
        return Err(weight.shape_refused("matrices of more than one row and column"));
    }
    if weight.is_empty() {
        return Ok(());
    }
    if !is_transposed(weight) {
        weight.contiguous()?;
    }
    let blocked = Blocked::nz(rank, formats::block_of(weight.dtype()?));
    let wanted = blocked.storage(&stored_shape(weight));
    let count = |shape: &[i64]| {
        shape
            .iter()
            .fold(1_i64, |n, &extent| n.saturating_mul(extent))
    };
    let storage = weight.storage();
    let is_whole = storage.iter().all(|&extent| extent > 0) && count(storage) == count(&wanted);
    if is_whole && storage.len() == wanted.len() {
        return Ok(());
    }
    Err(Reason::Shape {
        arg: weight.name(),
        got: storage.to_vec(),
        allowed: format!("a storage of {:?}", &wanted[..]),
    }
    .into())
}

/// Plans a product with a weight that [`in_blocks`] has passed: `product` plans it with the weight in plain order, under its name, and any strides.
pub fn unpacked(weight: &Input, product: impl FnOnce(Arg) -> Planned) -> Planned {
    let (name, dtype, shape) = (weight.name(), weight.dtype()?, stored_shape(weight));
    let strides = match is_transposed(weight) {
        true => weight.layout().strides().into(),
        false => contiguous_strides(weight.shape()),
    };
    let layout = Layout::new(weight.shape().into(), strides, 0);
    let call = product(Arg::new(name, Role::Input, dtype, layout, 0)?)?;
    if weight.is_empty() {
        return Ok(call);
    }
    let blocked = Blocked::nz(shape.len(), formats::block_of(dtype));
    let unpack = |stored, plain| blocked.unpack(stored, plain);
    Ok(prepared(
        call,
        weight.read_stored()?,
        (dtype, &shape),
        unpack,
    )?)
}
