//! `aclnnIndexCopy`, `aclnnInplaceIndexCopy`: slices that go to a list of indices. Source: ops-nn, `index/scatter_update`.

use crate::prelude::*;
use contract::indexing::{INDEX, SCATTERED, axis};
use ops::indexing;
use ops::indexing::Source;

const TYPES: Dtypes = SCATTERED.and_950(&[U32, U64]);

fn copied(place: Place, dim: i64, index: &Input, source: &Input) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    index.dtype_in(INDEX)?;
    source.same_dtype(self_)?;
    out.same_dtype(self_)?;
    contract::up_to_rank_8(&[self_, source])?;
    index.max_rank(1)?;
    out.same_shape(self_)?;
    if source.rank() == 0 && index.numel() != 1 {
        return Err(index.shape_refused("one index, for one element").into());
    }
    if source.rank() != self_.rank() && source.rank().min(self_.rank()) > 0 {
        let allowed = format!("{} (that of `{}`)", self_.rank(), self_.name());
        return Err(Error::rank("source", source.rank(), allowed).into());
    }
    let axis = axis("dim", dim, self_.rank())?;
    let count = index.numel() as i64;
    let wanted = match (self_.rank(), source.rank()) {
        (0 | 1, 0) => Vec::new(),
        (0, 1) => vec![count],
        _ => contract::indexing::replaced(self_.shape(), axis, &[count]),
    };
    let reason = format_args!(
        "`{}` with as many slices as there are indices",
        self_.name()
    );
    source.shape_is(&wanted, reason)?;
    out.same_format(self_)?;
    if self_.is_empty() || index.is_empty() {
        return place.nothing([index.read()?, source.read()?]);
    }
    let written = contract::indexing::written(place)?.at_least_one_axis()?;
    let (index, source) = (
        index.read()?.at_least_one_axis()?,
        source.read()?.at_least_one_axis()?,
    );
    let geometry = indexing::slices(written.arg(), axis, &index, &source, false);
    Ok(indexing::assign(
        &geometry,
        Source::Tensor(source),
        written,
    )?)
}

/// Computes `outRef` as `selfRef` with the slices of `source` at the numbers of `index` along axis `dim`; of several the last one stays. An index outside the
/// axis fails the task.
#[aclnn]
fn aclnnIndexCopy(
    self_ref: MutInput,
    dim: i64,
    index: Input,
    source: Input,
    out_ref: Output,
) -> Planned {
    copied((&self_ref, &out_ref).into(), dim, &index, &source)
}

/// Writes the slices of `source` to those of `selfRef` that `index` names along axis `dim`; of several the last one stays. An index outside the axis fails the
/// task.
#[aclnn]
fn aclnnInplaceIndexCopy(self_ref: InOut, dim: i64, index: Input, source: Input) -> Planned {
    copied((&self_ref).into(), dim, &index, &source)
}
