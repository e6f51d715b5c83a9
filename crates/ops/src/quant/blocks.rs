//! Blocks of some rows and columns that share a scale.

#![forbid(unsafe_code)]

use super::rows::stored;
use crate::mx::find_strips;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::floats::store_bytes;
use hostnpu_engine::operands::{ReadFloats, ReadIndices, Temporary, WriteBytes, kernel, operands};
use hostnpu_kernels::quantised::{RoundMode, largest_finite};
use hostnpu_tensor::parallel::threads;
use hostnpu_tensor::{Dtype, cuts};

/// Operands and attributes of [`dynamic_block_quant`].
pub struct DynamicBlockQuant {
    /// Matrices: the last two axes.
    pub x: Arg,
    /// End of the rows of each group: blocks begin anew in each, and its scales at row `start / rows of a block + group`. Rows of scales that belong to no group are 1.
    pub groups: Option<Arg>,
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
        x: ReadFloats,
        groups: Option<ReadIndices<i64>>,
        y: WriteBytes,
        scale: WriteBytes,
        /// First row, number of rows and row of scales of each band of a matrix.
        bands: Temporary<[i64; 3]>,
        scratch: Temporary<f64>,
    }
}

/// Plans `y = x / scale` with `scale = min(max|x| / MAX, 1 / minScale)` of each block in FLOAT. Infinities and NaN stay out of the maximum, and become the largest number and 0.
/// Ends of groups that fall, or lie outside `x`, fail when the plan runs; rows behind the last group stay.
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
    let across = columns.div_ceil(width);
    let groups = of
        .groups
        .as_ref()
        .map(|groups| groups.view.numel().unwrap_or(0));
    let of_matrix = match groups {
        Some(groups) => rows / height + groups,
        None => rows.div_ceil(height),
    };
    of.y.require_numel(matrices * rows * columns)?;
    of.scale.require_numel(matrices * of_matrix * across)?;
    let limit = match of.min_scale {
        0.0 => f32::INFINITY,
        least => (1.0 / least) as f32,
    };
    let lane = columns + across;
    let lanes = threads().min(matrices * of_matrix).max(1);
    let row_bytes = to.bytes(columns);
    let operands = Operands {
        x: of.x.into(),
        y: match groups {
            Some(_) => WriteBytes::part_of(of.y),
            None => of.y.into(),
        },
        groups: of.groups.map(ReadIndices::from),
        scale: of.scale.into(),
        bands: Temporary::of(of_matrix),
        scratch: Temporary::of(lanes * lane),
    };
    let mode = of.mode;
    kernel(
        operands,
        matrices * rows * columns * 4,
        move |at: OperandsAt| {
            let count = match at.groups {
                Some(ends) => find_strips(at.bands, ends, (height, false), rows)?,
                None => {
                    for (number, band) in at.bands.iter_mut().enumerate() {
                        let first = number * height;
                        *band = [first, height.min(rows - first), number].map(|x| x as i64);
                    }
                    of_matrix
                }
            };
            let bands = &at.bands[..count];
            // The matrix, the first row, the number of rows and the row of scales of a band of all matrices.
            let band = |number: usize| {
                let [first, own, scales] = bands[number % count].map(|number| number as usize);
                (number / count, first, own, scales)
            };
            if groups.is_some() {
                for word in at.scale.as_chunks_mut().0 {
                    *word = 1.0_f32.to_le_bytes();
                }
            }
            let code_ends: Vec<usize> = (0..matrices * count)
                .map(|number| {
                    let (matrix, first, own, _) = band(number);
                    (matrix * rows + first + own) * row_bytes
                })
                .collect();
            let scale_ends: Vec<usize> = (0..matrices * count)
                .map(|number| {
                    let (matrix, .., scales) = band(number);
                    (matrix * of_matrix + scales + 1) * across * 4
                })
                .collect();
            let parts = (
                cuts::ranges(at.y, code_ends),
                cuts::ranges(at.scale, scale_ends),
            );
            let memory = cuts::chunks(at.scratch, lane);
            cuts::for_each_part_with(memory, parts, |number, memory, (codes, scales)| {
                let (numbers, largest) = memory.split_at_mut(columns);
                let (matrix, first, own, _) = band(number);
                let load = |row: usize, numbers: &mut [f64]| {
                    let from = (matrix * rows + first + row) * columns;
                    at.x.load(from..from + columns, numbers);
                };
                // What belongs to no group lies before the band's own.
                let unused = codes.len() - own * row_bytes;
                let codes = &mut codes[unused..];
                let unused = scales.len() - across * 4;
                let scales = &mut scales[unused..];
                largest.fill(0.0);
                for row in 0..own {
                    load(row, numbers);
                    for (largest, block) in largest.iter_mut().zip(numbers.chunks(width)) {
                        *largest = largest.max(largest_finite(block));
                    }
                }
                for scale in &mut *largest {
                    *scale = f64::from((*scale as f32 / max).min(limit));
                }
                store_bytes(Dtype::F32, largest, scales);
                for (row, codes) in codes.chunks_mut(row_bytes).enumerate() {
                    load(row, numbers);
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
