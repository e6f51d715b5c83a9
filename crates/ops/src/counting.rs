//! Counts of the elements that fall into each of a number of bins.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, ReadIndices, Temporary, Write, kernel, operands};
use hostnpu_kernels::histogram;
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
    let tables = Temporary::of(tables(count, bins));
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
                Span::Real(low, high) => tally(at.tables, count, at.counts, |range, counts| {
                    let (tables, counts_of) = (tables_in_turn(bins), table_of(bins));
                    let mut places = [0.0; AT_ONCE];
                    for x in reals[range].chunks(AT_ONCE) {
                        let places = &mut places[..x.len()];
                        histogram::places(x, places, [low, high], bins);
                        for (number, &place) in places.iter().enumerate() {
                            let bin = match place >= 0.0 {
                                true => (place as usize).min(last),
                                false => bins,
                            };
                            counts[number % tables * counts_of + bin] += 1;
                        }
                    }
                }),
                Span::Whole(low, high) => {
                    let (bins, length) = (bins as i128, i128::from(high) - i128::from(low));
                    let is_short = length * bins <= i64::MAX.into();
                    tally(at.tables, count, at.counts, |range, counts| {
                        let inside = wholes[range].iter().copied();
                        for x in inside.filter(|x| (low..=high).contains(x)) {
                            let place = match is_short {
                                true => {
                                    x.wrapping_sub(low).wrapping_mul(bins as i64) / length as i64
                                }
                                false => ((i128::from(x) - i128::from(low)) * bins / length) as i64,
                            };
                            counts[(place as usize).min(last)] += 1;
                        }
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

/// Bins of a histogram whose elements are counted in several tables in turn: of few bins neighbours are often the same, and a count that was just stored
/// is read only some cycles later.
const FEW_BINS: usize = 256;

/// The number of those tables.
const IN_TURN: usize = 4;

/// Tables that a thread counts in.
const fn tables_in_turn(bins: usize) -> usize {
    if bins <= FEW_BINS { IN_TURN } else { 1 }
}

/// Counts of a table: the last one is that of elements in no bin.
const fn table_of(bins: usize) -> usize {
    bins.saturating_add(1)
}

/// Elements whose bins are found at once.
const AT_ONCE: usize = 512;

/// Counts of all tables, of which several are filled at a time.
fn tables(count: usize, bins: usize) -> usize {
    let at_once = match bins {
        0..=4096 => count.div_ceil(grain::ELEMENTS).clamp(1, 16),
        _ => 1,
    };
    (at_once * tables_in_turn(bins)).saturating_mul(table_of(bins))
}

/// Counts `count` elements in `out`: `add` counts those of a range in the tables of a thread.
fn tally(
    tables: &mut [i64],
    count: usize,
    out: &mut [i64],
    add: impl Fn(Range<usize>, &mut [i64]) + Sync,
) {
    let bins = out.len();
    let of_thread = tables_in_turn(bins) * table_of(bins);
    let lanes = tables.len() / of_thread;
    cuts::for_each_part(cuts::chunks(tables, of_thread), |lane, counts| {
        counts.fill(0);
        for block in (lane..count.div_ceil(grain::ELEMENTS)).step_by(lanes) {
            let first = block * grain::ELEMENTS;
            add(first..count.min(first + grain::ELEMENTS), counts);
        }
    });
    out.fill(0);
    for table in tables.chunks_exact(table_of(bins)) {
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
        None => (Some(output.into()), None, tables(count, bins)),
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
            if let Some(counts) = at.counts {
                tally(at.tables, count, counts, |range, counts| {
                    let input = at.input.part(range);
                    match tables_in_turn(bins) {
                        IN_TURN => input.tally::<IN_TURN>(counts),
                        _ => input.tally::<1>(counts),
                    }
                });
            }
            if let (Some(sums), Some(weights)) = (at.sums, at.weights) {
                sums.fill(0.0);
                for (i, weight) in weights.iter().enumerate() {
                    if let Some(bin) = at.input.position(i, bins) {
                        sums[bin] += weight;
                    }
                }
            }
            Ok(())
        },
    )
}
