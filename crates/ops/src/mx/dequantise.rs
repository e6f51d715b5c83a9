//! Dequantisation along the last axis.

use std::marker::PhantomData;

use half::{bf16, f16};

use super::dense::{Source, Target};
use super::quantise::no_address;
use super::{
    ElementFormat, dtype_error, element_format, expect_dtype, expect_format, expect_shape,
    scale_shape,
};
use crate::{Arg, Call, Plan};
use hostnpu_base::error::Result;
use hostnpu_kernels::mx::{Restored, dequantise_rows};
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dtype, Element, parallel};

/// Elements of a block.
const BLOCK: usize = 32;

/// Elements that one thread takes at a time, at least.
const PIECE: usize = 1 << 16;

/// Plans `y`, the elements of `x` times the `scales` of their blocks of 32 along the last axis.
pub fn dequantise(x: Arg, scales: Arg, y: Arg) -> Result<Call> {
    let dtype = y.view.dtype;
    match dtype {
        Dtype::F16 => Dequantise::<f16>::plan([x, scales, y]),
        Dtype::Bf16 => Dequantise::<bf16>::plan([x, scales, y]),
        Dtype::F32 => Dequantise::<f32>::plan([x, scales, y]),
        _ => Err(dtype_error(&y, "FLOAT16, BFLOAT16 or FLOAT")),
    }
}

struct Dequantise<T> {
    format: ElementFormat,
    columns: usize,
    x: Source,
    scales: Source,
    y: Target,
    element: PhantomData<fn() -> T>,
}

impl<T: Element + Restored> Dequantise<T> {
    fn plan(args: [Arg; 3]) -> Result<Call> {
        let [x, scales, y] = &args;
        let shape = x.view.layout.shape().to_vec();
        let format = element_format(x.view.dtype)
            .ok_or_else(|| dtype_error(x, "an element format of microscaling"))?;
        expect_format(x, format)?;
        expect_shape(y, &shape)?;
        expect_dtype(scales, Dtype::F8E8m0)?;
        expect_shape(
            scales,
            &scale_shape(&shape, shape.len().saturating_sub(1), BLOCK),
        )?;
        let plan = Self {
            format,
            columns: shape.last().copied().unwrap_or(1) as usize,
            x: Source::new(x)?,
            scales: Source::new(scales)?,
            y: Target::new(y)?,
            element: PhantomData,
        };
        if plan.x.numel == 0 {
            return Ok(Call::nothing(args));
        }
        Ok(Call::new(plan, args))
    }
}

impl<T: Element + Restored> Plan for Dequantise<T> {
    fn cost(&self) -> usize {
        self.format.bytes(self.x.numel) + self.y.bytes
    }

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let mut scratch = Scratch::new(workspace);
        let &[x, scales, y] = addresses else {
            return Err(no_address());
        };
        let place = self.y.open(y, &mut scratch)?;
        let written = [(place, self.y.bytes)];
        // SAFETY: the caller's promise for `x` and the scales, whose elements are bytes or packed into bytes.
        let (x, scales) = unsafe {
            (
                self.x
                    .read::<u8>(x, self.format.bytes(self.x.numel), &written, &mut scratch)?,
                self.scales
                    .read::<u8>(scales, self.scales.numel, &written, &mut scratch)?,
            )
        };
        // Values of any other address are computed beside their place.
        let aligned = place.is_multiple_of(align_of::<T>());
        let target = match aligned {
            true => place,
            false => scratch.take(self.y.bytes)?.addr(),
        };
        let rows = (PIECE / self.columns).max(1);
        let scales_of_row = self.columns.div_ceil(2 * BLOCK) * 2;
        let total = self.x.numel / self.columns;
        parallel::for_each_piece(total.div_ceil(rows), |piece| {
            let first = piece * rows;
            let rows = rows.min(total - first);
            let row_bytes = self.format.bytes(self.columns);
            for row in first..first + rows {
                let to = (target as *mut T).wrapping_add(row * self.columns);
                // SAFETY: the caller's promise for `y`, or the scratch memory, aligned; rows are disjoint, and inputs share no memory with them.
                let values = unsafe { std::slice::from_raw_parts_mut(to, self.columns) };
                dequantise_rows(
                    self.format,
                    &x[row * row_bytes..][..row_bytes],
                    &scales[row * scales_of_row..][..scales_of_row],
                    self.columns,
                    values,
                );
            }
        });
        // SAFETY: the caller's promise for `y`; the scratch memory has as many bytes.
        unsafe {
            if !aligned {
                std::ptr::copy_nonoverlapping(target as *const u8, place as *mut u8, self.y.bytes);
            }
            self.y.close(place, y)
        }
    }
}
