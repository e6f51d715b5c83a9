//! Weights of matrix products that are stored in blocks, in FRACTAL_NZ.

use super::{formats, needs_chip};
use crate::abi::acl::types::aclFormat;
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_PARAM_INVALID;
use crate::abi::failure::Code;
use crate::argument::{Input, TensorArg};
use crate::device::soc::Generation;
use crate::error::{Error, Reason, Result};
use crate::ops::blocked::Blocked;
use crate::ops::grouped_filters::Grouped;
use crate::ops::pointwise;
use crate::ops::stored::prepared;
use crate::ops::{Arg, Role};
use crate::tensor::{Dtype, Layout, contiguous_strides};

/// Returns true if a tensor is stored in FRACTAL_NZ.
pub fn is_stored_in_nz(tensor: &TensorArg) -> bool {
    tensor.format() == formats::NZ
}

/// Returns true if the last two dimensions of a view are walked in the order of a transposed dense tensor.
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
    stored_in_its_blocks(weight)
}

/// Refuses a weight of a storage that its type and shape do not give in FRACTAL_NZ, and views of it other than the whole and its transpose.
fn stored_in_its_blocks(weight: &TensorArg) -> Result<()> {
    weight.rank_in(2..=6)?;
    let rank = weight.rank();
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
    let block = formats::block_of(dtype);
    if shape.len() == 2
        && let Some(call) = call.over_blocks(weight.read_stored()?, block as usize)
    {
        return Ok(call);
    }
    let blocked = Blocked::nz(shape.len(), block);
    let unpack = |stored, plain| blocked.unpack(stored, plain);
    Ok(prepared(
        call,
        weight.read_stored()?,
        (dtype, &shape),
        unpack,
    )?)
}

/// Plans a product with a weight that may be stored in FRACTAL_NZ, as `aclnnTransMatmulWeight` stores it: `product` plans it with the weight in plain order.
pub fn perhaps_unpacked(weight: &Input, product: impl FnOnce(Arg) -> Planned) -> Planned {
    if !is_stored_in_nz(weight) {
        return product(weight.read()?);
    }
    stored_in_its_blocks(weight)?;
    unpacked(weight, product)
}

/// Plans a convolution with filters that may be stored in FRACTAL_Z, as `aclnnTransConvolutionWeight` stores them: those of several groups in FLOAT16, on a diagonal
/// of blocks. `convolution` plans it with the filters in the order of NCHW.
pub fn perhaps_unpacked_filters(
    weight: &Input,
    input: &TensorArg,
    groups: i64,
    convolution: impl FnOnce(Arg) -> Planned,
) -> Planned {
    if weight.format() != formats::FRACTAL_Z {
        return convolution(weight.read()?);
    }
    let (dtype, shape) = (weight.dtype()?, weight.shape());
    needs_chip(&[Generation::Other]).code(ACLNN_ERR_PARAM_INVALID)?;
    weight.same_dtype(input)?;
    weight.contiguous()?;
    // They begin where their memory does, wherever the view of the stored ones begins.
    let layout = Layout::contiguous(shape);
    let plain = Arg::new(weight.name(), Role::Input, dtype, layout, 0)?;
    if weight.is_empty() {
        return convolution(weight.read()?);
    }
    let grouped = match <[i64; 4]>::try_from(shape) {
        Ok(shape) if groups > 1 && dtype == Dtype::F16 => Grouped::new(shape, groups),
        _ => None,
    };
    let last = weight.storage().last().copied().unwrap_or(0);
    let own = formats::block_of(dtype);
    let block = if own < 16 && last == 16 { 16 } else { own };
    let blocked = match groups {
        1 => formats::blocked(formats::NCHW, formats::FRACTAL_Z, weight.rank(), block),
        _ => None,
    };
    let wanted = match (&grouped, &blocked) {
        (Some(grouped), _) => grouped.storage(),
        (_, Some(blocked)) => blocked.storage(shape),
        _ => {
            let allowed = "NCHW, or FRACTAL_Z of one group, or of several in FLOAT16";
            return Err(Error::format(weight.name(), weight.format(), allowed).into());
        }
    };
    weight.storage_is(&wanted)?;
    let call = convolution(plain)?;
    let unpack = |stored, plain| match (&grouped, &blocked) {
        (Some(grouped), _) => grouped.unpack(stored, plain),
        (_, Some(blocked)) => blocked.unpack(stored, plain),
        _ => pointwise::copy(stored, plain),
    };
    Ok(prepared(
        call,
        weight.read_stored()?,
        (dtype, shape),
        unpack,
    )?)
}

/// Returns a weight of two dimensions for a product of several ranks, which may be stored in FRACTAL_NZ.
pub fn of_ranks(weight: &Input) -> Result<crate::distributed::products::Weight> {
    use crate::distributed::products::Weight;
    if !is_stored_in_nz(weight) || weight.is_empty() {
        return Ok(Weight::Plain(weight.read()?));
    }
    stored_in_its_blocks(weight)?;
    let (dtype, shape) = (weight.dtype()?, stored_shape(weight));
    Ok(Weight::Blocked {
        stored: weight.read_stored()?,
        blocked: Blocked::nz(shape.len(), formats::block_of(dtype)),
        dtype,
        shape,
        is_transposed: is_transposed(weight),
    })
}
