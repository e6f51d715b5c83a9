//! Epilogue of whole rows: a gated unit and a quantiser, or a weighted sum into rows that a tensor names.

use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::activations::swiglu;
use hostnpu_kernels::mx::{self, Recipe};
use hostnpu_kernels::quantised::{Quantised, largest};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::{blocks, chunks, try_for_each_part};

use super::Range;
use crate::Arg;
use crate::floats::round_to;
use crate::operands::{
    Read, ReadFloats, ReadIndices, Temporary, Write, WriteBytes, WritePart, operands,
};

/// Destination of rows.
#[derive(Debug)]
pub enum Finish {
    /// They are quantised.
    Quantised(RowQuantiser),
    /// They are added to rows of an output.
    Routed(Routing),
}

/// Quantisation of the numbers of a row.
#[derive(Clone, Copy, Debug)]
pub enum Quantise {
    /// Divided by the largest magnitude of the row over that of the type; a row of zeros gives zeros and the scale 0.
    Row(Quantised),
    /// In blocks that share a power of two, after rounding to this type.
    Blocks(Recipe, Dtype),
}

/// A quantiser of rows.
#[derive(Debug)]
pub struct RowQuantiser {
    /// True if the first half of a row is the gate of the second one: `a s(a) b`.
    pub is_gated: bool,
    /// A factor for each column of each group: `[groups, columns]`, or one for each group.
    pub smooth: Option<Arg>,
    /// Quantisation of the numbers.
    pub quantise: Quantise,
    /// The quantised numbers, by row.
    pub output: Arg,
    /// The scale, or the scales, of each row.
    pub scale: Arg,
}

/// A sum of rows.
#[derive(Debug)]
pub struct Routing {
    /// The row of the output to which each row is added.
    pub row_index: Arg,
    /// The factor of each row.
    pub logit: Option<Arg>,
    /// Rows that are added to those of the output from `shared_offset` on, times `shared_weight`.
    pub shared: Option<Arg>,
    /// The factor of these rows.
    pub shared_weight: f64,
    /// The first row of the output that gets one.
    pub shared_offset: usize,
    /// The sums.
    pub output: Arg,
}

operands! {
    pub(super) struct FinishOperands => FinishAt {
        index: Option<ReadIndices<i64>>,
        factors: Option<Read<f32>>,
        shared: Option<ReadFloats>,
        bytes: Option<WriteBytes>,
        scales: Option<WritePart<f32>>,
        powers: Option<WriteBytes>,
        sums: Option<Write<f32>>,
        wide: Temporary<f64>,
    }
}

pub(super) enum Plan {
    Quantised {
        is_gated: bool,
        /// Factors of a group.
        smooth: usize,
        quantise: Quantise,
        columns: usize,
    },
    Routed {
        name: &'static str,
        shared_weight: f64,
        shared_offset: usize,
        /// Rows of the output and of what is shared.
        rows: [usize; 2],
        columns: usize,
    },
}

impl Finish {
    pub(super) fn planned(self, [_, columns]: [usize; 2]) -> Result<(Plan, FinishOperands)> {
        let none = || FinishOperands {
            index: None,
            factors: None,
            shared: None,
            bytes: None,
            scales: None,
            powers: None,
            sums: None,
            wide: Temporary::of(0),
        };
        Ok(match self {
            Finish::Quantised(of) => {
                let smooth = of.smooth.as_ref().map_or(0, |arg| {
                    arg.view
                        .layout
                        .shape()
                        .get(1)
                        .map_or(1, |&extent| extent as usize)
                });
                let (scales, powers) = match of.quantise {
                    Quantise::Row(_) => (Some(of.scale.into()), None),
                    Quantise::Blocks(..) => (None, Some(WriteBytes::part_of(of.scale))),
                };
                let operands = FinishOperands {
                    factors: of.smooth.map(Read::from),
                    bytes: Some(WriteBytes::part_of(of.output)),
                    scales,
                    powers,
                    ..none()
                };
                let plan = Plan::Quantised {
                    is_gated: of.is_gated,
                    smooth,
                    quantise: of.quantise,
                    columns,
                };
                (plan, operands)
            }
            Finish::Routed(of) => {
                let [batch, _]: [usize; 2] = of.output.extents()?;
                let shared = match &of.shared {
                    Some(shared) => shared.extents::<2>()?[0],
                    None => 0,
                };
                let plan = Plan::Routed {
                    name: of.row_index.name,
                    shared_weight: of.shared_weight,
                    shared_offset: of.shared_offset,
                    rows: [batch, shared],
                    columns,
                };
                let operands = FinishOperands {
                    index: Some(of.row_index.into()),
                    factors: of.logit.map(Read::from),
                    shared: of.shared.map(ReadFloats::from),
                    sums: Some(of.output.into()),
                    wide: Temporary::of(batch * columns),
                    ..none()
                };
                (plan, operands)
            }
        })
    }
}

/// Rows that a thread quantises at a time.
const ROWS: usize = 4;

impl Plan {
    pub(super) fn run(&self, at: FinishAt, ranges: &[Range], rows: &mut [f64]) -> Result<()> {
        match self {
            Plan::Quantised {
                is_gated,
                smooth,
                quantise,
                columns,
            } => {
                let (Some(bytes), smooth_scales) = (at.bytes, at.factors) else {
                    return Err(Error::changed("the outputs"));
                };
                let width = if *is_gated { columns / 2 } else { *columns };
                let all = rows.len() / (*columns).max(1);
                let of_row = bytes.len() / all.max(1);
                let scale_bytes = at
                    .powers
                    .as_ref()
                    .map_or(0, |powers| powers.len() / all.max(1));
                let scales = at.scales.map(|scales| chunks(scales, ROWS));
                let powers = at.powers.map(|powers| chunks(powers, ROWS * scale_bytes));
                let group_of = |row: usize| {
                    let found = ranges.iter().find(|range| {
                        (range.output_row..range.output_row + range.rows).contains(&row)
                    });
                    found.map(|range| range.group)
                };
                let parts = (
                    chunks(rows, ROWS * columns),
                    chunks(bytes, ROWS * of_row),
                    scales,
                    powers,
                );
                try_for_each_part(parts, |piece, (rows, codes, mut scales, mut powers)| {
                    let lines = rows
                        .chunks_mut((*columns).max(1))
                        .zip(codes.chunks_mut(of_row.max(1)));
                    for (i, (row, codes)) in lines.enumerate() {
                        let Some(group) = group_of(piece * ROWS + i) else {
                            continue;
                        };
                        if *is_gated {
                            let (a, b) = row.split_at_mut(width);
                            gate(a, b);
                        }
                        let values = &mut row[..width];
                        if let (Some(factors), 1..) = (smooth_scales, *smooth) {
                            let own = &factors[group * smooth..][..*smooth];
                            for (k, x) in values.iter_mut().enumerate() {
                                *x *= f64::from(own[if *smooth == 1 { 0 } else { k }]);
                            }
                        }
                        match quantise {
                            Quantise::Row(to) => {
                                let scale = quantise_row(*to, values, codes);
                                if let Some(scales) = &mut scales {
                                    scales[i] = scale;
                                }
                            }
                            Quantise::Blocks(recipe, dtype) => {
                                let Some(powers) = &mut powers else { continue };
                                let powers = &mut powers[i * scale_bytes..][..scale_bytes];
                                quantise_blocks(recipe, *dtype, values, codes, powers);
                            }
                        }
                    }
                    Ok(())
                })
            }
            Plan::Routed {
                name,
                shared_weight,
                shared_offset,
                rows: [batch, shared_rows],
                columns,
            } => {
                let (Some(index), Some(sums)) = (at.index, at.sums) else {
                    return Err(Error::changed("the outputs"));
                };
                let covered = || {
                    let all = ranges.iter();
                    all.flat_map(|range| range.output_row..range.output_row + range.rows)
                };
                for row in covered() {
                    if index.position(row, *batch).is_none() {
                        return Err(Error::index(
                            name,
                            &[row],
                            index.get(row),
                            *batch as i64,
                            false,
                        ));
                    }
                }
                let rows = &*rows;
                let cut = (
                    blocks(at.wide, [1, *batch, *columns], 64),
                    blocks(sums, [1, *batch, *columns], 64),
                );
                try_for_each_part(cut, |_, (mut wide, mut sums)| {
                    let own = wide.columns.clone();
                    wide.fill(0.0);
                    if let Some(shared) = &at.shared {
                        let mut line = [0.0; 64];
                        for row in 0..*shared_rows {
                            let line = &mut line[..own.len()];
                            let first = row * columns + own.start;
                            shared.load(first..first + own.len(), line);
                            let to = wide.row(0, shared_offset + row);
                            to.iter_mut()
                                .zip(&*line)
                                .for_each(|(sum, x)| *sum += shared_weight * x);
                        }
                    }
                    for row in covered() {
                        let Some(to) = index.position(row, *batch) else {
                            continue;
                        };
                        let factor = at.factors.map_or(1.0, |logit| f64::from(logit[row]));
                        let from = &rows[row * columns + own.start..][..own.len()];
                        let to = wide.row(0, to);
                        to.iter_mut()
                            .zip(from)
                            .for_each(|(sum, x)| *sum += factor * x);
                    }
                    for row in 0..*batch {
                        let (from, to) = (wide.row(0, row), sums.row(0, row));
                        for (to, &x) in to.iter_mut().zip(&*from) {
                            *to = if x.is_nan() { f32::NAN } else { x as f32 };
                        }
                    }
                    Ok(())
                })
            }
        }
    }
}

/// Replaces `a` by `a s(a) b`.
fn gate(a: &mut [f64], b: &[f64]) {
    let mut line = [0.0; 64];
    for (a, b) in a.chunks_mut(64).zip(b.chunks(64)) {
        let line = &mut line[..a.len()];
        swiglu(a, b, line);
        a.copy_from_slice(line);
    }
}

/// Stores a row divided by its scale, which is returned.
fn quantise_row(to: Quantised, values: &mut [f64], codes: &mut [u8]) -> f32 {
    let largest = largest(values);
    let scale = match largest.is_nan() {
        true => f32::NAN,
        false => (largest / f64::from(to.max())) as f32,
    };
    let divisor = f64::from(scale);
    values.iter_mut().for_each(|x| *x /= divisor);
    to.store(values, codes);
    scale
}

/// Stores a row in blocks with their scales.
fn quantise_blocks(
    recipe: &Recipe,
    dtype: Dtype,
    values: &mut [f64],
    codes: &mut [u8],
    powers: &mut [u8],
) {
    round_to(dtype, values);
    // Pairs of blocks have scales of their own.
    let pair = 2 * recipe.block;
    let mut line = [0.0_f32; 2 * Recipe::MAX_BLOCK];
    let bytes = recipe.format.bytes(pair);
    let parts = values
        .chunks(pair)
        .zip(codes.chunks_mut(bytes))
        .zip(powers.chunks_mut(2));
    for ((values, elements), scales) in parts {
        let line = &mut line[..values.len()];
        for (x, &value) in line.iter_mut().zip(values) {
            *x = value as f32;
        }
        let output = mx::Output { elements, scales };
        mx::quantise_rows(recipe, line, values.len(), output);
    }
}
