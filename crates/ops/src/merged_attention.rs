//! Results of attention over parts of the keys, merged to those over all of them.
//!
//! A part whose keys a query does not see takes no part: a logarithm of a sum that is infinite, a sum of 0, or the lowest and the largest number of FLOAT for the
//! largest score and the sum.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::floats::{Floats, FloatsMut};
use hostnpu_engine::operands::{
    Read, ReadFloats, ReadIndices, Write, WriteFloats, kernel, operands,
};
use hostnpu_kernels::attention::{exponential, logarithm_of_sum};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::cuts::{chunks, for_each_part};

/// Rows that a thread takes at a time.
const ROWS: usize = 64;

/// Copies of each number of statistics.
const COPIES: usize = 8;

/// Operands of [`by_logarithms`].
pub struct ByLogarithms {
    /// The logarithm of the sum of each row, of each part.
    pub lse: Vec<Arg>,
    /// Rows of results of each part.
    pub local_out: Vec<Arg>,
    /// Rows of results.
    pub out: Arg,
    /// The logarithm of the sum of each row.
    pub lse_out: Option<Arg>,
}

operands! {
    struct Logarithms => LogarithmsAt {
        lse: Vec<Read<f32>>,
        local_out: Vec<ReadFloats>,
        out: WriteFloats,
        lse_out: Option<Write<f32>>,
    }
}

/// Plans `out = Σ local_out[i] * exp(lse[i] - lse_out)` with `lse_out = log(Σ exp(lse[i]))`. A row that no part has is 0, with a logarithm of infinity.
pub fn by_logarithms(of: ByLogarithms) -> Result<Call> {
    let [rows, columns] = of.out.extents::<2>()?;
    for lse in of.lse.iter().chain(&of.lse_out) {
        lse.require_numel(rows)?;
    }
    for local in &of.local_out {
        local.require_numel(rows * columns)?;
    }
    let parts = of.lse.len().min(of.local_out.len());
    let dtype = of.out.view.dtype;
    let operands = Logarithms {
        lse: of.lse.into_iter().map(Read::from).collect(),
        local_out: of.local_out.into_iter().map(ReadFloats::from).collect(),
        out: WriteFloats::of(of.out, dtype),
        lse_out: of.lse_out.map(Write::from),
    };
    let cost = rows.saturating_mul(columns).saturating_mul(parts);
    kernel(operands, cost, move |at: LogarithmsAt| {
        if columns == 0 {
            return Ok(());
        }
        let outputs = (
            at.out.chunks(ROWS * columns),
            at.lse_out.map(|lse| chunks(lse, ROWS)),
        );
        for_each_part(outputs, |piece, (mut out, mut lse_out)| {
            let (mut sums, mut line) = (vec![0.0; columns], vec![0.0; columns]);
            for i in 0..out.count() / columns {
                let row = piece * ROWS + i;
                let weights = at.lse.iter().map(|lse| f64::from(lse[row]));
                let counts = |lse: &f64| !lse.is_infinite();
                let largest = weights
                    .clone()
                    .filter(counts)
                    .fold(f64::NEG_INFINITY, larger);
                let sum: f64 = weights
                    .clone()
                    .filter(counts)
                    .map(|lse| exponential(lse - largest))
                    .sum();
                let (log, has_any) = match largest == f64::NEG_INFINITY {
                    true => (f64::INFINITY, false),
                    false => (logarithm_of_sum(largest, sum), true),
                };
                sums.fill(0.0);
                for (lse, local) in weights
                    .zip(&at.local_out)
                    .filter(|(lse, _)| has_any && counts(lse))
                {
                    add(
                        &mut sums,
                        &mut line,
                        local,
                        row,
                        exponential(lse - largest) / sum,
                    );
                }
                store(&mut out, i * columns, &mut sums);
                if let Some(lse_out) = &mut lse_out {
                    lse_out[i] = log as f32;
                }
            }
        });
        Ok(())
    })
}

/// The larger of two numbers, NaN if one is.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b > a || b.is_nan() {
        if a.is_nan() { a } else { b }
    } else {
        a
    }
}

fn add(sums: &mut [f64], line: &mut [f64], of: &Floats, row: usize, weight: f64) {
    let columns = sums.len();
    of.load(row * columns..(row + 1) * columns, line);
    sums.iter_mut()
        .zip(line)
        .for_each(|(sum, x)| *sum += weight * *x);
}

fn store(out: &mut FloatsMut, first: usize, sums: &mut [f64]) {
    // Of all NaN one.
    sums.iter_mut()
        .filter(|x| x.is_nan())
        .for_each(|x| *x = f64::NAN);
    out.store(first, sums);
}

/// Layout of the statistics of sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Batch, heads, rows; results are rows, batch, heads and their elements.
    Batches,
    /// Heads and rows of each sequence, one sequence behind the other; results are rows, heads and their elements.
    Sequences,
    /// Rows and heads, as results.
    Rows,
}

/// Results, the largest scores and the sums of exponentials.
pub struct Part {
    /// Results.
    pub attn: Arg,
    /// The largest score of each row of a head, eight times.
    pub softmax_max: Arg,
    /// The sum of the exponentials of its scores less that, eight times.
    pub softmax_sum: Arg,
}

/// Operands of [`by_statistics`].
pub struct ByStatistics {
    /// The first part.
    pub previous: Part,
    /// The second part.
    pub current: Part,
    /// Both, merged.
    pub merged: Part,
    /// Start of each sequence, and the end of the last one.
    pub ends: Option<Arg>,
    /// Layout of the statistics.
    pub order: Order,
    /// Batch, rows, heads and elements of a head.
    pub extents: [usize; 4],
}

operands! {
    struct Given => GivenAt {
        attn: ReadFloats,
        softmax_max: Read<f32>,
        softmax_sum: Read<f32>,
    }
}

operands! {
    struct Merge => MergeAt {
        previous: Given,
        current: Given,
        ends: Option<ReadIndices<i64>>,
        attn: WriteFloats,
        softmax_max: Write<f32>,
        softmax_sum: Write<f32>,
    }
}

/// The largest score of both parts, the sum, and the weights of the results of each.
fn merged(previous: [f32; 2], current: [f32; 2]) -> ([f32; 2], [f64; 2]) {
    let sees = |[largest, sum]: [f32; 2]| sum != 0.0 && [largest, sum] != [f32::MIN, f32::MAX];
    match (sees(previous), sees(current)) {
        (true, true) => {
            let [a, b] = [previous, current].map(|of| of.map(f64::from));
            let largest = larger(a[0], b[0]);
            let [left, right] = [a, b].map(|[own, sum]| sum * exponential(own - largest));
            let sum = left + right;
            ([largest as f32, sum as f32], [left / sum, right / sum])
        }
        (true, false) => (previous, [1.0, 0.0]),
        (false, true) => (current, [0.0, 1.0]),
        (false, false) => (previous, [0.0; 2]),
    }
}

/// Plans the results, the largest scores and the sums of both parts.
pub fn by_statistics(of: ByStatistics) -> Result<Call> {
    let [batch, rows, heads, columns] = of.extents;
    let all = batch * rows * heads;
    for part in [&of.previous, &of.current, &of.merged] {
        part.attn.require_numel(all * columns)?;
        part.softmax_max.require_numel(all * COPIES)?;
        part.softmax_sum.require_numel(all * COPIES)?;
    }
    let name = of.ends.as_ref().map_or("", |ends| ends.name);
    let given = |part: Part| Given {
        attn: part.attn.into(),
        softmax_max: part.softmax_max.into(),
        softmax_sum: part.softmax_sum.into(),
    };
    let dtype = of.merged.attn.view.dtype;
    let operands = Merge {
        previous: given(of.previous),
        current: given(of.current),
        ends: of.ends.map(ReadIndices::from),
        attn: WriteFloats::of(of.merged.attn, dtype),
        softmax_max: of.merged.softmax_max.into(),
        softmax_sum: of.merged.softmax_sum.into(),
    };
    let order = of.order;
    kernel(
        operands,
        all.saturating_mul(columns) * 3,
        move |at: MergeAt| {
            if columns == 0 || all == 0 {
                return Ok(());
            }
            let ends = at.ends.filter(|_| order == Order::Sequences);
            if let Some(ends) = ends {
                check_ends(name, ends, rows)?;
            }
            let statistics = |of: &GivenAt, place: usize| {
                [
                    of.softmax_max[place * COPIES],
                    of.softmax_sum[place * COPIES],
                ]
            };
            let outputs = (
                chunks(at.softmax_max, ROWS * COPIES),
                chunks(at.softmax_sum, ROWS * COPIES),
            );
            for_each_part(outputs, |piece, (largest, sum)| {
                let both = largest.chunks_mut(COPIES).zip(sum.chunks_mut(COPIES));
                for (i, (largest, sum)) in both.enumerate() {
                    let place = piece * ROWS + i;
                    let (of_both, _) = merged(
                        statistics(&at.previous, place),
                        statistics(&at.current, place),
                    );
                    largest.fill(of_both[0]);
                    sum.fill(of_both[1]);
                }
            });
            for_each_part((at.attn.chunks(ROWS * columns),), |piece, (mut out,)| {
                let (mut sums, mut line) = (vec![0.0; columns], vec![0.0; columns]);
                let mut known = (0..0, 0);
                for i in 0..out.count() / columns {
                    let row = piece * ROWS + i;
                    let (token, head) = (row / heads, row % heads);
                    let place = match order {
                        Order::Batches => (token % batch * heads + head) * rows + token / batch,
                        Order::Rows => row,
                        Order::Sequences => {
                            if let Some(ends) = ends.filter(|_| !known.0.contains(&token)) {
                                known.0 = sequence_of(ends, token, rows);
                            }
                            let own = &known.0;
                            own.start * heads
                                + head * own.len()
                                + token
                                    .saturating_sub(own.start)
                                    .min(own.len().saturating_sub(1))
                        }
                    };
                    known.1 = place.min(all - 1);
                    let (_, weights) = merged(
                        statistics(&at.previous, known.1),
                        statistics(&at.current, known.1),
                    );
                    sums.fill(0.0);
                    for (part, weight) in [&at.previous, &at.current].into_iter().zip(weights) {
                        if weight != 0.0 {
                            add(&mut sums, &mut line, &part.attn, row, weight);
                        }
                    }
                    store(&mut out, i * columns, &mut sums);
                }
            });
            Ok(())
        },
    )
}

/// Refuses sequences that do not begin at 0, do not follow each other, or do not end at the last row.
fn check_ends(name: &'static str, ends: IndexSlice<i64>, rows: usize) -> Result<()> {
    let mut last = 0;
    for (number, end) in ends.iter().enumerate() {
        let is_right = end >= last && end <= rows as i64 && (number > 0 || end == 0);
        if !is_right {
            let allowed = format!("0, then ends of sequences in ascending order, up to {rows}");
            return Err(Error::value(name, format!("{end} at {number}"), allowed));
        }
        last = end;
    }
    match last == rows as i64 {
        true => Ok(()),
        false => Err(Error::value(
            name,
            format!("{last} at the end"),
            format!("{rows}, the rows of all sequences"),
        )),
    }
}

/// The rows of the sequence that a row is of. What has changed since it was checked gives other rows, within all.
fn sequence_of(ends: IndexSlice<i64>, token: usize, rows: usize) -> std::ops::Range<usize> {
    let mut start = 0;
    for end in ends.iter() {
        let end = (end.max(0) as usize).min(rows);
        if end > token && start <= token {
            return start..end;
        }
        start = end;
    }
    0..rows
}
