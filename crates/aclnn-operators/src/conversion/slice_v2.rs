//! `aclnnSliceV2`: every so many elements of several dimensions. Source: ops-math, `conversion/strided_slice_v3`.

use crate::prelude::*;

/// Copies every `steps[i]`-th element of dimension `axes[i]` from `starts[i]` to before `ends[i]`, for all `i`. Negative numbers count from the end;
/// what lies outside is left out.
#[aclnn]
fn aclnnSliceV2(
    self_: Input,
    starts: Ints,
    ends: Ints,
    axes: Ints,
    steps: Ints,
    out: Output,
) -> Planned {
    contract::sliced_types(&self_, &out)?;
    self_.max_rank(8)?;
    let slices = contract::slices(self_.rank(), [&starts, &ends, &axes, &steps])?;
    contract::sliced(&self_, &slices, &out)
}
