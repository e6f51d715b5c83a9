//! Blocks of some rows and columns that share a scale.

#![forbid(unsafe_code)]

use super::row::{Output, Tensor, band_start, store};
use super::rows::{Decoder, stored};
use crate::engine::operands::{ReadBytes, Temporary, WriteBytes, kernel, operands};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::quantised::{RoundMode, largest_finite};
use hostnpu_tensor::parallel::threads;
use hostnpu_tensor::{Dtype, cuts};

/// Operands and attributes of [`dynamic_block_quant`].
pub struct DynamicBlockQuant {
    /// Matrices: the last two axes.
    pub x: Arg,
    /// One over the largest scale; 0 for none.
    pub min_scale: f64,
    /// Rounding mode of codes.
    pub mode: RoundMode,
    /// Rows and columns of a block.
    pub block: [usize; 2],
    /// Code that the largest magnitude of a block becomes (`dstTypeMax`); 0 for the largest number of the type.
    pub dst_type_max: f32,
    /// The codes.
    pub y: Arg,
    /// The scales of blocks.
    pub scale: Arg,
}

operands! {
    struct Operands => OperandsAt {
        x: ReadBytes,
        y: WriteBytes,
        scale: WriteBytes,
        scratch: Temporary<f64>,
    }
}

/// Plans `y = x / scale` with `scale = min(max|x| / MAX, 1 / minScale)` of each block in FLOAT. Infinities and NaN stay out of the maximum, and become the largest number and 0.
pub fn dynamic_block_quant(of: DynamicBlockQuant) -> Result<Call> {
    let shape = of.x.view.layout.shape();
    let extent = |axis: usize| shape[shape.len() - axis] as usize;
    let (rows, columns) = (extent(2), extent(1));
    let matrices = of.x.view.numel().unwrap_or(0) / (rows * columns).max(1);
    let [height, width] = of.block;
    let to = stored(&of.y, false)?;
    let max = match of.dst_type_max {
        0.0 => to.max(),
        given => given,
    };
    let bands = matrices * rows.div_ceil(height);
    let across = columns.div_ceil(width);
    of.y.require_numel(matrices * rows * columns)?;
    of.scale.require_numel(bands * across)?;
    let x = Tensor::unbound(of.x.view.dtype, Decoder::Own);
    let codes = Output::of_bands(of.y.view.dtype, to.bytes(columns), rows, height);
    let scales = Output::each(Dtype::F32, across * 4);
    let limit = match of.min_scale {
        0.0 => f32::INFINITY,
        least => (1.0 / least) as f32,
    };
    let lane = columns + across;
    let lanes = threads().min(bands).max(1);
    let operands = Operands {
        x: of.x.into(),
        y: of.y.into(),
        scale: of.scale.into(),
        scratch: Temporary::of(lanes * lane),
    };
    let mode = of.mode;
    kernel(
        operands,
        matrices * rows * columns * 4,
        move |at: OperandsAt| {
            let x = x.bound(at.x);
            let ends = |output: &Output| -> Vec<usize> {
                (1..=bands).map(|band| output.start(band)).collect()
            };
            let parts = (
                cuts::ranges(at.y, ends(&codes)),
                cuts::ranges(at.scale, ends(&scales)),
            );
            let memory = cuts::chunks(at.scratch, lane);
            cuts::for_each_part_with(memory, parts, |band, memory, (codes, scales)| {
                let (numbers, largest) = memory.split_at_mut(columns);
                let first = band_start(band, rows, height);
                let own = band_start(band + 1, rows, height) - first;
                largest.fill(0.0);
                for row in first..first + own {
                    x.load(row * columns, numbers);
                    for (largest, block) in largest.iter_mut().zip(numbers.chunks(width)) {
                        *largest = largest.max(largest_finite(block));
                    }
                }
                for scale in &mut *largest {
                    *scale = f64::from((*scale as f32 / max).min(limit));
                }
                store(Dtype::F32, largest, scales);
                for (row, codes) in (first..).zip(codes.chunks_mut(to.bytes(columns))) {
                    x.load(row * columns, numbers);
                    for (&scale, block) in largest.iter().zip(numbers.chunks_mut(width)) {
                        block.iter_mut().for_each(|x| *x /= scale);
                    }
                    to.store_rounded(mode, numbers, codes);
                }
            });
            Ok(())
        },
    )
}
