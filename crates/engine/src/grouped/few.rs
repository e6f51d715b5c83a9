//! Products of a few rows: the right side is read once, where it lies, and scales of INT8 weights are multiplied with sums.

use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::convert::between;
use hostnpu_kernels::gemm::DEPTH;
use hostnpu_kernels::gemm::few::{Format, LINE, ROWS as FEW, is_available, reads_four_bits};
use hostnpu_kernels::quantised::widen_four_bits;
use hostnpu_kernels::simd;
use hostnpu_tensor::Dtype;

use super::Plan;
use super::codes::{Coded, PartOf};
use super::factor::{FactorAt, Position};
use super::run::{COLUMNS, GroupedOperands};
use crate::gemm::panels::singles_mut;
use crate::gemm::strips::{self, Left, Product, is_read_in_place};
use crate::operands::Any;
use crate::tile::{bytes_of, read_only};

/// Numbers from a row of sums to the next.
const PITCH: usize = COLUMNS + LINE;

/// Direction in which a weight is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Columns lie side by side.
    Across,
    /// Steps lie side by side.
    Along,
}

fn way(of: &Coded) -> Option<Way> {
    let [lane, step] = of.distances();
    match (lane, step) {
        ((1, _), (_, true)) => Some(Way::Across),
        ((_, true), (1, true)) => Some(Way::Along),
        _ => None,
    }
}

/// The part of a product that a thread computes.
pub(super) struct FewTile<'t> {
    /// Rows and columns.
    pub rows: usize,
    pub columns: usize,
    /// Steps.
    pub steps: usize,
    /// Gives lanes and steps of a side: whether it is the left one, from which lane on how many, and the same of steps.
    pub part: &'t dyn Fn(bool, [usize; 2], [usize; 2]) -> PartOf,
}

impl Plan {
    /// Returns true if a product of so many rows reads this tensor of the right side where it lies.
    pub(super) fn is_few(&self, rows: usize, tensor: usize) -> bool {
        let right = &self.right;
        let has_sums = right.shift == 0.0 && right.bias.is_none() && right.scales.len() <= 1;
        let coded = right.tensors.get(tensor).filter(|of| way(of).is_some());
        let is_read = coded.is_some_and(|of| match of.dtype() {
            Dtype::I8 | Dtype::I4 => has_sums,
            Dtype::F32 | Dtype::F16 | Dtype::Bf16 => {
                right.factors().next().is_none() && right.shift == 0.0
            }
            _ => false,
        });
        self.kind.has_short_sums() && rows <= FEW && is_read && is_available(simd::chosen())
    }

    /// Computes sums of a tile, `pitch` apart, in DOUBLE. Those of blocks of steps are in FLOAT: of integers they are exact.
    pub(super) fn few(
        &self,
        at: &GroupedOperands,
        tile: &FewTile,
        [left, decoded]: [&mut [f64]; 2],
        (totals, pitch): (&mut [f64], usize),
    ) -> Result<()> {
        let FewTile {
            rows,
            columns,
            steps,
            part,
        } = *tile;
        totals[..rows * pitch].fill(0.0);
        let left = singles_mut(left);
        let mut sums = [0.0_f32; FEW * PITCH];
        let mut scales = Scales {
            factors: [1.0; COLUMNS],
            offsets: [0.0; COLUMNS],
            block: None,
        };
        let mut widened = Vec::new();
        for first in (0..steps).step_by(4 * DEPTH) {
            let chunk = (4 * DEPTH).min(steps - first);
            let left_pitch = chunk.next_multiple_of(LINE);
            let own = part(true, [0, rows], [first, chunk]);
            self.left
                .with((at.left, at.left_factors), &own, decoded, |from| {
                    let mut line = [0.0; DEPTH];
                    for (row, to) in left.chunks_mut(left_pitch).take(rows).enumerate() {
                        to[chunk..].fill(0.0);
                        for (number, to) in to[..chunk].chunks_mut(DEPTH).enumerate() {
                            from.load([row], number * DEPTH, &mut line[..to.len()]);
                            between(&line[..to.len()], to);
                        }
                    }
                })?;
            let mut done = 0;
            while done < chunk {
                let own = part(false, [0, columns], [first + done, chunk - done]);
                let coded = &self.right.tensors[own.tensor];
                let way = way(coded).unwrap_or(Way::Along);
                let step = own.steps.start - own.first;
                let mut run = match way == Way::Across || is_widened(coded, &own, way) {
                    true => DEPTH,
                    false => chunk,
                };
                for factor in at.right_factors {
                    let size = factor.of.steps_of_block();
                    run = run.min(size - step % size);
                }
                let run = run.min(chunk - done);
                let own = part(false, [0, columns], [first + done, run]);
                // A vector of steps begins at any of them, with zeros behind the last one.
                let mut moved = Vec::new();
                let needs_zeros =
                    way == Way::Along && !run.is_multiple_of(LINE) && done + run < chunk;
                let numbers = match needs_zeros {
                    true => {
                        let padded = run.next_multiple_of(LINE);
                        moved.resize(rows * padded, 0.0);
                        for (to, from) in moved.chunks_mut(padded).zip(left.chunks(left_pitch)) {
                            to[..run].copy_from_slice(&from[done..done + run]);
                        }
                        Left {
                            numbers: &moved,
                            rows,
                            pitch: padded,
                        }
                    }
                    false => Left {
                        numbers: &left[done..],
                        rows,
                        pitch: left_pitch,
                    },
                };
                let from = at.right[own.tensor];
                multiply(coded, from, (&own, way), numbers, (&mut widened, &mut sums))?;
                self.look_up(at.right_factors, &own, &mut scales);
                let has_offset = self.right.offset.is_some();
                for row in 0..rows {
                    let of_left = match has_offset {
                        true => {
                            let own = &left[row * left_pitch + done..][..run];
                            own.iter().map(|&x| f64::from(x)).sum()
                        }
                        false => 0.0,
                    };
                    let totals = &mut totals[row * pitch..][..columns];
                    let sums = &sums[row * PITCH..][..columns];
                    for (c, (total, &sum)) in totals.iter_mut().zip(sums).enumerate() {
                        let sum = match has_offset {
                            true => f64::from(sum) + scales.offsets[c] * of_left,
                            false => f64::from(sum),
                        };
                        *total += scales.factors[c] * sum;
                    }
                }
                done += run;
            }
        }
        Ok(())
    }

    /// Looks up the scale and the offset of each column, where they are those of another block of steps than before.
    fn look_up(&self, factors: &[FactorAt], own: &PartOf, scales: &mut Scales) {
        let step = own.steps.start - own.first;
        let size = factors.iter().map(|of| of.of.steps_of_block()).min();
        let Some(block) = size.map(|size| step / size) else {
            return;
        };
        if scales.block.replace(block) == Some(block) {
            return;
        }
        let at = Position {
            column: own.lanes.start,
            step,
            ..own.at
        };
        let columns = own.lanes.len();
        let mut factors = factors.iter();
        if let Some(&(_, sign)) = self.right.offset.as_ref()
            && let Some(of) = factors.next()
        {
            let offsets = &mut scales.offsets[..columns];
            of.columns(at, offsets);
            offsets.iter_mut().for_each(|offset| *offset *= sign);
        }
        if let Some(of) = factors.next() {
            of.columns(at, &mut scales.factors[..columns]);
        }
    }
}

/// Scales and offsets of columns.
struct Scales {
    factors: [f64; COLUMNS],
    offsets: [f64; COLUMNS],
    /// The block of steps that they are for.
    block: Option<usize>,
}

/// Returns true if a part is of numbers of four bits that are widened to bytes first: where a row of them begins within a byte, and where they are not read otherwise.
fn is_widened(coded: &Coded, own: &PartOf, way: Way) -> bool {
    let [(lane, _), (step, _)] = coded.distances();
    let pitch = if way == Way::Across { step } else { lane };
    let first = coded.place(own.matrix, own.lanes.start, own.steps.start);
    let is_cut = !first.is_multiple_of(2) || !pitch.is_multiple_of(2);
    coded.dtype() == Dtype::I4 && (is_cut || !reads_four_bits(simd::chosen()))
}

/// Writes numbers of four bits as bytes: rows of steps, or, read along, of columns.
fn widen<'t>(
    coded: &Coded,
    bytes: &[u8],
    own: &PartOf,
    way: Way,
    to: impl Iterator<Item = &'t mut [u8]>,
) -> Result<()> {
    let part = |lane: usize, step: usize, to: &mut [u8]| {
        let first = coded.place(own.matrix, lane, step);
        if (first + to.len()).div_ceil(2) > bytes.len() {
            return Err(Error::changed("a matrix"));
        }
        widen_four_bits(bytes, first, to);
        Ok(())
    };
    if way == Way::Along {
        return own
            .lanes
            .clone()
            .zip(to)
            .try_for_each(|(lane, to)| part(lane, own.steps.start, to));
    }
    for (step, mut to) in own.steps.clone().zip(to) {
        let mut lane = own.lanes.start;
        while !to.is_empty() {
            let count = coded.lanes_side_by_side(lane, to.len());
            let (run, rest) = to.split_at_mut(count);
            part(lane, step, run)?;
            (lane, to) = (lane + count, rest);
        }
    }
    Ok(())
}

/// Writes products of all rows with some columns and steps to `sums`.
fn multiply(
    coded: &Coded,
    from: Any,
    (own, way): (&PartOf, Way),
    left: Left<'_>,
    (widened, sums): (&mut Vec<u8>, &mut [f32; FEW * PITCH]),
) -> Result<()> {
    let [columns, steps] = [own.lanes.len(), own.steps.len()];
    if columns == 0 || steps == 0 {
        sums.fill(0.0);
        return Ok(());
    }
    if !matches!(coded.dtype(), Dtype::I8 | Dtype::I4) {
        let mut lane = own.lanes.start;
        while lane < own.lanes.end {
            let count = coded.lanes_side_by_side(lane, own.lanes.end - lane);
            let run = PartOf {
                lanes: lane..lane + count,
                ..own.clone()
            };
            let view = coded.floats(from, &run);
            let view = view.ok_or_else(|| Error::changed("a matrix"))?;
            let sums = &mut sums[lane - own.lanes.start..];
            match way {
                Way::Along if is_read_in_place(&view) => left.by_rows_of(view, sums, PITCH),
                _ => left.by_columns_of(view.permuted([1, 0]), sums, PITCH),
            }
            lane += count;
        }
        return Ok(());
    }
    let bytes = from.bytes();
    let is_widened = is_widened(coded, own, way);
    if is_widened {
        let pitch = if way == Way::Along { steps } else { columns };
        widened.resize(columns * steps, 0);
        widen(coded, bytes, own, way, widened.chunks_mut(pitch))?;
    }
    let format = match coded.dtype() {
        Dtype::I4 if !is_widened => Format::I4,
        _ => Format::I8,
    };
    let padded = steps.next_multiple_of(if way == Way::Along { LINE } else { 1 });
    let before = (left.rows - 1) * left.pitch;
    assert!(left.rows <= FEW && columns <= COLUMNS && before + padded <= left.numbers.len());
    let mut lane = own.lanes.start;
    while lane < own.lanes.end {
        let (right, count, pitch) = match is_widened {
            true => {
                let pitch = if way == Way::Along { steps } else { columns };
                (&widened[..], columns, pitch)
            }
            false => {
                let count = coded.lanes_side_by_side(lane, own.lanes.end - lane);
                let place = |lane, step| coded.place(own.matrix, lane, step);
                let first = place(lane, own.steps.start);
                let last = place(lane + count - 1, own.steps.end - 1);
                if last >= from.count() {
                    return Err(Error::changed("a matrix"));
                }
                let [(lanes, _), (of_steps, _)] = coded.distances();
                let pitch = if way == Way::Across { of_steps } else { lanes };
                let own = &bytes[format.bytes(first)..];
                (own, count, format.bytes(pitch))
            }
        };
        Product {
            format,
            way: match way {
                Way::Across => strips::Way::Across,
                Way::Along => strips::Way::Along,
            },
            rows: left.rows,
            depth: steps,
            columns: count,
            left: (read_only(left.numbers), left.pitch),
            right: (read_only(right), pitch as isize),
            sums: (bytes_of(&mut sums[lane - own.lanes.start..]), PITCH),
        }
        .multiply();
        lane += count;
    }
    Ok(())
}
