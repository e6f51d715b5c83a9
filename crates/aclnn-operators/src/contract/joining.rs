//! The contracts of several tensors as one, and of one as several.

use super::{Dtypes, axis, first_of, read_all};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_NULLPTR;
use crate::abi::failure::Code;
use crate::argument::{Input, Inputs, Output, Outputs, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::{Arg, Call, movement};
use crate::tensor::{Dtype, promote};

/// Returns the type in which all tensors meet, from the first on. Refuses types outside `types`, what has no common type, and an `out` that cannot
/// hold it.
pub fn joined_type(types: Dtypes, tensors: &[&Input], out: &TensorArg) -> Result<Dtype> {
    for tensor in tensors {
        tensor.dtype_in(types)?;
    }
    out.dtype_in(types)?;
    let mut meeting = tensors[0].dtype()?;
    for tensor in &tensors[1..] {
        let dtype = tensor.dtype()?;
        let both = promote(meeting, dtype).filter(|both| types.contains(*both));
        meeting = both.ok_or_else(|| {
            Error::dtype(
                tensor.name(),
                dtype,
                format!("a type that promotes with {meeting}"),
            )
        })?;
    }
    out.takes(meeting)?;
    Ok(meeting)
}

/// Plans tensors one behind the other along a dimension. Those of rank 1 without elements are not there.
pub fn concatenated(types: Dtypes, tensors: &Inputs, dim: i64, out: Option<&Output>) -> Planned {
    let is_there = |tensor: &&Input| tensor.shape() != [0];
    let kept: Vec<&Input> = tensors.iter().filter(is_there).collect();
    let Some((&first, others)) = kept.split_first() else {
        return Ok(Call::nothing([]));
    };
    let out = out.ok_or(Reason::Null { arg: "out" })?;
    let dtype = joined_type(types, &kept, out)?;
    first.not_private()?;
    for tensor in others {
        tensor.same_format(first)?;
    }
    out.same_format(first)?;
    first.max_rank(8)?;
    let axis = axis("dim", dim, first.rank())?;
    let mut shape = first.shape().to_vec();
    for tensor in others {
        let mut like_first = tensor.shape().to_vec();
        if like_first.len() == shape.len() {
            shape[axis] = shape[axis].saturating_add(like_first[axis]);
            like_first[axis] = first.shape()[axis];
        }
        if like_first != first.shape() {
            let allowed = format!("{:?}, but for dimension {axis}", first.shape());
            return Err(tensor.shape_refused(allowed).into());
        }
    }
    let filled: Vec<&Input> = kept
        .into_iter()
        .filter(|tensor| !tensor.is_empty())
        .collect();
    let through = match *filled {
        [] => return Ok(Call::nothing([])),
        [only] => {
            shape = only.shape().to_vec();
            out.copies_fit(&shape, "that of the only tensor with elements")?;
            only.dtype()?
        }
        _ => {
            out.shape_fits(&shape, "the tensors side by side")?;
            dtype
        }
    };
    let filled = filled.into_iter().map(|tensor| tensor.read());
    let inputs: Vec<Arg> = filled.collect::<Result<_>>()?;
    let out = out.write()?.shaped(&shape)?;
    movement::concatenate(inputs, axis, through, out).code(ACLNN_ERR_INNER_NULLPTR)
}

/// Plans tensors of one shape one behind the other along a new dimension.
pub fn stacked(types: Dtypes, tensors: &Inputs, dim: i64, out: &Output) -> Planned {
    let first = first_of(tensors)?;
    let all: Vec<&Input> = tensors.iter().collect();
    let dtype = joined_type(types, &all, out)?;
    first.max_rank(7)?;
    let axis = axis("dim", dim, first.rank() + 1)?;
    for tensor in &all[1..] {
        tensor.same_shape(first)?;
    }
    if first.is_empty() {
        return Ok(Call::nothing([]));
    }
    let mut shape = first.shape().to_vec();
    shape.insert(axis, all.len() as i64);
    out.shape_fits(&shape, "a row for each tensor")?;
    let inputs = read_all(tensors)?;
    let out = out.write()?.shaped(&shape)?;
    movement::stack(inputs, axis, dtype, out).code(ACLNN_ERR_INNER_NULLPTR)
}

/// Plans pieces of a tensor along a dimension, one to each output. `loose`: outputs of another shape are found out when the device copies.
pub fn pieces(self_: &Input, axis: usize, sizes: &[i64], outs: &Outputs, loose: bool) -> Planned {
    let mut outputs = Vec::with_capacity(sizes.len());
    for (out, &size) in outs.iter().zip(sizes) {
        let mut shape = self_.shape().to_vec();
        shape[axis] = size;
        let reason = format_args!("{size} along dimension {axis} of `{}`", self_.name());
        match loose {
            true => out.copies_fit(&shape, reason)?,
            false => out.shape_fits(&shape, reason)?,
        }
        let out = out.write()?;
        outputs.push(out.shaped(&shape)?);
    }
    movement::split(self_.read()?, axis, outputs).code(ACLNN_ERR_INNER_NULLPTR)
}
