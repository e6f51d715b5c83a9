//! Counts of the elements that fall into each of a number of bins.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, ReadIndices, Temporary, Write, kernel, operands};
use hostnpu_tensor::cuts;

/// The range of a histogram: FLOAT for floating-point numbers, INT64 for integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Span {
    /// From the first number to the second, both inclusive.
    Real(f32, f32),
    /// The same of integers.
    Whole(i64, i64),
}

operands! {
    struct Histogram => HistogramAt {
        /// One of both.
        reals: Option<Read<f32>>,
        wholes: Option<Read<i64>>,
        counts: Write<i64>,
        tables: Temporary<i64>,
    }
}

/// Plans `output = ` how many elements of `input` are in each of `bins` equal parts of a range, or of that from the least to the largest element if
/// it has no length. What is outside, and NaN, is not counted.
pub fn histogram(input: Arg, bins: usize, span: Span, output: Arg) -> Result<Call> {
    let count = input.view.numel().unwrap_or(0);
    let tables = Temporary::of(tables(count, bins).saturating_mul(bins));
    let (reals, wholes) = match span {
        Span::Real(..) => (Some(input.into()), None),
        Span::Whole(..) => (None, Some(input.into())),
    };
    let operands = Histogram {
        reals,
        wholes,
        counts: output.into(),
        tables,
    };
    kernel(
        operands,
        count.saturating_mul(16),
        move |at: HistogramAt| {
            let last = bins - 1;
            let (reals, wholes) = (at.reals.unwrap_or_default(), at.wholes.unwrap_or_default());
            match span_of(span, reals, wholes) {
                Span::Real(low, high) => tally(at.tables, count, at.counts, |i| {
                    let x = reals[i];
                    let place = (x - low) * bins as f32 / (high - low);
                    let inside = x >= low && x <= high && !place.is_nan();
                    inside.then(|| (place as usize).min(last))
                }),
                Span::Whole(low, high) => {
                    let (bins, length) = (bins as i128, i128::from(high) - i128::from(low));
                    let is_short = length * bins <= i64::MAX.into();
                    tally(at.tables, count, at.counts, |i| {
                        let x = wholes[i];
                        let place = match is_short {
                            true => x.wrapping_sub(low).wrapping_mul(bins as i64) / length as i64,
                            false => ((i128::from(x) - i128::from(low)) * bins / length) as i64,
                        };
                        (x >= low && x <= high).then(|| (place as usize).min(last))
                    });
                }
            }
            Ok(())
        },
    )
}

/// The range to count in.
fn span_of(span: Span, reals: &[f32], wholes: &[i64]) -> Span {
    match span {
        Span::Real(low, high) if (high - low).abs() < 1e-6 => {
            let low = reals.iter().copied().fold(f32::INFINITY, f32::min);
            let high = reals.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            match low == high {
                true => Span::Real(low - 1.0, high + 1.0),
                false => Span::Real(low, high),
            }
        }
        Span::Whole(low, high) if low == high => {
            let low = wholes.iter().copied().min().unwrap_or(low);
            let high = wholes.iter().copied().max().unwrap_or(high);
            match low == high {
                true => Span::Whole(low.saturating_sub(1), high.saturating_add(1)),
                false => Span::Whole(low, high),
            }
        }
        span => span,
    }
}

/// Tables of counts that are filled at a time.
fn tables(count: usize, bins: usize) -> usize {
    match bins {
        0..=4096 => count.div_ceil(grain::ELEMENTS).clamp(1, 16),
        _ => 1,
    }
}

/// Counts in `out` how often `bin` gives each number for the elements below `count`.
fn tally(
    tables: &mut [i64],
    count: usize,
    out: &mut [i64],
    bin: impl Fn(usize) -> Option<usize> + Sync,
) {
    let bins = out.len().max(1);
    let lanes = tables.len() / bins;
    cuts::for_each_part(cuts::chunks(tables, bins), |lane, counts| {
        counts.fill(0);
        for block in (lane..count.div_ceil(grain::ELEMENTS)).step_by(lanes) {
            for i in block * grain::ELEMENTS..count.min((block + 1) * grain::ELEMENTS) {
                if let Some(bin) = bin(i) {
                    counts[bin] += 1;
                }
            }
        }
    });
    out.fill(0);
    for table in tables.chunks_exact(bins) {
        out.iter_mut()
            .zip(table)
            .for_each(|(out, count)| *out += count);
    }
}

operands! {
    struct Occurrences => OccurrencesAt {
        input: ReadIndices<i32>,
        weights: Option<Read<f64>>,
        /// One of both.
        counts: Option<Write<i64>>,
        sums: Option<Write<f64>>,
        tables: Temporary<i64>,
    }
}

/// Plans `output[k] = ` how many elements of `input` are `k`, or the sum of their weights, added in DOUBLE in their order. Elements that are no
/// index of the output are not counted; elements of more than 32 bits have their low bits.
pub fn occurrences(input: Arg, weights: Option<Arg>, output: Arg) -> Result<Call> {
    let numel = |arg: &Arg| arg.view.numel().unwrap_or(0);
    let (count, bins) = (numel(&input), numel(&output));
    let (counts, sums, tables) = match weights {
        Some(_) => (None, Some(output.into()), 0),
        None => (
            Some(output.into()),
            None,
            tables(count, bins).saturating_mul(bins),
        ),
    };
    let operands = Occurrences {
        input: input.into(),
        weights: weights.map(Read::from),
        counts,
        sums,
        tables: Temporary::of(tables),
    };
    kernel(
        operands,
        count.saturating_mul(16),
        move |at: OccurrencesAt| {
            let bin = |i: usize| {
                usize::try_from(at.input.get(i))
                    .ok()
                    .filter(|&bin| bin < bins)
            };
            if let Some(counts) = at.counts {
                tally(at.tables, count, counts, bin);
            }
            if let (Some(sums), Some(weights)) = (at.sums, at.weights) {
                sums.fill(0.0);
                for (i, weight) in weights.iter().enumerate() {
                    if let Some(bin) = bin(i) {
                        sums[bin] += weight;
                    }
                }
            }
            Ok(())
        },
    )
}
