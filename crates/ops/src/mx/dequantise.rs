//! Dequantisation along the last axis.

#![forbid(unsafe_code)]

use half::{bf16, f16};

use super::{
    dtype_error, element_format, expect_dtype, expect_format, expect_shape, expect_side_by_side,
    scale_shape,
};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{ReadBytes, Write, kernel, operands};
use hostnpu_kernels::mx::{DequantisedElement, dequantise_rows};
use hostnpu_tensor::{Dtype, Element, cuts};

/// Elements of a block.
const BLOCK: usize = 32;

/// Plans `y`, the elements of `x` times the `scales` of their blocks of 32 along the last axis.
pub fn dequantise(x: Arg, scales: Arg, y: Arg) -> Result<Call> {
    match y.view.dtype {
        Dtype::F16 => plan::<f16>(x, scales, y),
        Dtype::Bf16 => plan::<bf16>(x, scales, y),
        Dtype::F32 => plan::<f32>(x, scales, y),
        _ => Err(dtype_error(&y, "FLOAT16, BFLOAT16 or FLOAT")),
    }
}

operands! {
    struct Dequantise<T: Element> => DequantiseAt {
        x: ReadBytes,
        scales: ReadBytes,
        y: Write<T>,
    }
}

fn plan<T: Element + DequantisedElement>(x: Arg, scales: Arg, y: Arg) -> Result<Call> {
    let shape = x.view.layout.shape().to_vec();
    let format = element_format(x.view.dtype)
        .ok_or_else(|| dtype_error(&x, "an element format of microscaling"))?;
    expect_format(&x, format)?;
    expect_side_by_side(&x)?;
    expect_shape(&y, &shape)?;
    expect_dtype(&scales, Dtype::F8E8m0)?;
    let axis = shape.len().saturating_sub(1);
    expect_shape(&scales, &scale_shape(&shape, axis, BLOCK))?;
    let count = y.view.numel().unwrap_or(0);
    let columns = shape.last().copied().unwrap_or(1) as usize;
    let cost = format.bytes(count) + count.saturating_mul(size_of::<T>());
    let operands = Dequantise::<T> {
        x: x.into(),
        scales: scales.into(),
        y: y.into(),
    };
    kernel(operands, cost, move |at: DequantiseAt<T>| {
        let rows = (grain::ELEMENTS / columns).max(1);
        let scales_of_row = columns.div_ceil(2 * BLOCK) * 2;
        let row_bytes = format.bytes(columns);
        cuts::for_each_part(cuts::chunks(at.y, rows * columns), |piece, part| {
            for (row, values) in (piece * rows..).zip(part.chunks_exact_mut(columns)) {
                dequantise_rows(
                    format,
                    &at.x[row * row_bytes..][..row_bytes],
                    &at.scales[row * scales_of_row..][..scales_of_row],
                    columns,
                    values,
                );
            }
        });
        Ok(())
    })
}
