//! `aclnnIm2colBackward`: sums of windows over images. Source: ops-cv, `image/col2im`.

use crate::ops::movement::windows;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING;

/// Computes images of the shape `inputSize` from the columns of their windows: each element is the sum of all that lie over it.
#[aclnn]
fn aclnnIm2colBackward(
    grad_output: Input,
    input_size: Ints,
    kernel_size: Ints,
    dilation: Ints,
    padding: Ints,
    stride: Ints,
    out: Output,
) -> Planned {
    grad_output.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    grad_output.rank_in(2..=3)?;
    out.rank_in(grad_output.rank() + 1..=grad_output.rank() + 1)?;
    let both = contract::windows(
        [&kernel_size, &dilation, &padding, &stride],
        Some(&input_size),
    )?;
    let mut columns = grad_output.shape().to_vec();
    if columns.len() == 2 {
        columns.insert(0, 1);
    }
    let elements = kernel_size[0].saturating_mul(kernel_size[1]);
    if columns[1] % elements != 0 {
        let allowed =
            format!("a multiple of {elements} (`kernelSize`) as dimension before the last");
        return Err(grad_output.shape_refused(allowed).into());
    }
    let size = [input_size[0], input_size[1]];
    let counts = contract::counts(&both, size, &kernel_size)?;
    if counts[0].checked_mul(counts[1]) != Some(columns[2]) {
        let allowed = format!("{} by {} windows as last dimension", counts[0], counts[1]);
        return Err(grad_output.shape_refused(allowed).into());
    }
    let images = [columns[0], columns[1] / elements, size[0], size[1]];
    out.shape_is(&images[3 - grad_output.rank()..], "images of `inputSize`")?;
    let (input, out) = (
        grad_output.read()?.shaped(&columns)?,
        out.write()?.shaped(&images)?,
    );
    Ok(windows::sum_of_columns(input, both, out)?)
}
