//! The means, and what is kept for later calls and for the gradient.

#![forbid(unsafe_code)]

use super::{Grouping, Lengths, Names, Numbers, NumbersAt, Tokens, sequences};
use crate::grouped::{Coded, Factor, Grouped, Groups, Range, Side, Step, grouped};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    Read, ReadFloatsView, ReadIndices, WriteFloatsView, WritePart, kernel, operands,
};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::math::exp;
use hostnpu_tensor::cuts::{chunks, for_each_part};
use hostnpu_tensor::{Dtype, table};

/// Lines of a cache that a sequence has, and its tokens that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// A line for each block of positions; all tokens are kept, but those of line 0.
    Pages,
    /// One line, in turns; the tokens are kept that later groups need.
    Ring,
}

/// A cache of tokens.
pub struct Cache {
    /// Lines, tokens of a line, channels of values and of scores.
    pub states: Arg,
    /// The lines of each sequence.
    pub table: Arg,
    /// The meaning of the table.
    pub keeping: Keeping,
}

/// A weight (channels, inputs), and the factor of each channel.
pub struct Scaled {
    /// The weight.
    pub weight: Arg,
    /// The factors.
    pub scale: Option<Arg>,
}

/// Operands of [`compressor`].
pub struct Compressor {
    /// (tokens, inputs), with any number of axes before the last one.
    pub x: Arg,
    /// The factor of all inputs.
    pub x_scale: Option<Arg>,
    /// To values.
    pub values: Scaled,
    /// To scores.
    pub scores: Scaled,
    /// Added to the scores of each position in a group: (tokens of a group, channels).
    pub bias: Arg,
    /// The cache.
    pub cache: Cache,
    /// Places of the tokens of each sequence.
    pub lengths: Lengths,
    /// The groups.
    pub grouping: Grouping,
    /// A row for each group whose last token is there.
    pub out: Arg,
    /// Weights, and values, of the tokens of each group: the parts of one position, of the earlier group first, lie side by side.
    pub parts: Option<[Arg; 2]>,
}

operands! {
    struct Compress => CompressAt {
        values: Read<f64>,
        scores: Read<f64>,
        bias: Read<f64>,
        states: ReadFloatsView<3>,
        table: ReadIndices<i64>,
        numbers: Numbers,
        out: WritePart<f64>,
        weights: Option<WritePart<f64>>,
        kept: Option<WritePart<f64>>,
    }
}

operands! {
    struct Keep => KeepAt {
        values: Read<f64>,
        scores: Read<f64>,
        bias: Read<f64>,
        states: WriteFloatsView<3>,
        table: ReadIndices<i64>,
        numbers: Numbers,
    }
}

/// The product of tokens and a weight, in DOUBLE.
fn product(
    steps: &mut Sequence,
    x: &Arg,
    [rows, inner]: [usize; 2],
    x_scale: Option<&Arg>,
    of: Scaled,
) -> Result<Arg> {
    let weight = steps.add(of.weight);
    let columns = weight.extents::<2>()?[0];
    let out = steps.temporary(Dtype::F64, &[rows as i64, columns as i64])?;
    let side = |arg: Arg, lanes: usize| -> Result<Side> {
        Ok(Side::plain(vec![Coded::strided(arg, [1, lanes, inner])?]))
    };
    let of_channel = of.scale.map(|scale| steps.add(scale));
    let times = |arg: &Arg| Factor::new(vec![arg.clone()]);
    let by_all = x_scale.map(|scale| Step::Times(times(scale)));
    let by_channel = of_channel.map(|scale| Step::Times(times(&scale).by_column(1, 1)));
    let behind = by_all.into_iter().chain(by_channel).collect();
    let range = Range {
        group: 0,
        left: [0, 0],
        right: [0, 0],
        output: [0, 0],
        row: 0,
        output_row: 0,
        rows,
        step: 0,
        right_step: 0,
        steps: inner,
        columns,
    };
    steps.then(grouped(Grouped {
        groups: Groups::Known(vec![range]),
        outputs: vec![(out.clone(), [1, rows, columns])],
        ..Grouped::without_results(side(x.clone(), rows)?, side(weight, columns)?, behind)
    })?)?;
    Ok(out)
}

/// Extents and names.
struct Plan {
    names: Names,
    grouping: Grouping,
    keeping: Keeping,
    table: &'static str,
    /// Lines of each sequence in the table.
    width: usize,
    /// Lines of the cache, tokens of a line.
    lines: [usize; 2],
    /// Channels of a token, and of a mean.
    channels: [usize; 2],
    rows: usize,
}

impl Plan {
    /// The entry of the table, and the token of its line, for a position of a sequence.
    fn place(&self, sequence: usize, position: usize) -> (usize, usize) {
        let size = self.lines[1];
        let line = match self.keeping {
            Keeping::Pages => position / size,
            Keeping::Ring => 0,
        };
        (sequence * self.width + line, position % size)
    }

    /// The line and the token of a line that a position is at; none if the table says otherwise by now.
    fn find(
        &self,
        table: IndexSlice<'_, i64>,
        sequence: usize,
        position: usize,
    ) -> Option<[usize; 2]> {
        let (entry, row) = self.place(sequence, position);
        Some([table.position(entry, self.lines[0])?, row])
    }

    /// The positions that are kept.
    fn kept(&self, tokens: &Tokens) -> std::ops::Range<usize> {
        let all = tokens.positions();
        let of = self.grouping;
        let first = match self.keeping {
            Keeping::Pages => all.start,
            Keeping::Ring => {
                let open = (tokens.groups(of).end + 1).saturating_sub(of.overlap);
                all.start.max(open * of.ratio)
            }
        };
        first..all.end
    }

    /// Refuses lines that are not there.
    fn check(&self, table: IndexSlice<'_, i64>, all: &[Tokens]) -> Result<()> {
        let size = self.lines[1];
        for (sequence, tokens) in all.iter().enumerate() {
            let before = tokens.before(self.grouping);
            for positions in [before, self.kept(tokens)] {
                if positions.is_empty() {
                    continue;
                }
                let of = match self.keeping {
                    Keeping::Pages => positions.start / size..(positions.end - 1) / size + 1,
                    Keeping::Ring => 0..1,
                };
                if of.end > self.width {
                    let got = format!("{} lines of sequence {sequence}", self.width);
                    let allowed = format!("{}, up to position {}", of.end, positions.end - 1);
                    return Err(Error::value(self.table, got, allowed));
                }
                for entry in of.start + sequence * self.width..of.end + sequence * self.width {
                    let line = table.get(entry);
                    if !(0..self.lines[0] as i64).contains(&line) {
                        let got = format!("{line} at [{entry}]");
                        let allowed =
                            format!("0 to below {}, the lines of the cache", self.lines[0]);
                        return Err(Error::value(self.table, got, allowed));
                    }
                }
            }
        }
        Ok(())
    }

    fn sequences(&self, at: &NumbersAt<'_>, table: IndexSlice<'_, i64>) -> Result<Vec<Tokens>> {
        let all = sequences(&self.names, at, self.grouping)?;
        self.check(table, &all)?;
        Ok(all)
    }

    /// The sequence and the group of each row of the results.
    fn groups(&self, all: &[Tokens]) -> Result<Vec<Option<(usize, usize)>>> {
        let mut rows = table::filled(self.rows, None)?;
        for (sequence, tokens) in all.iter().enumerate() {
            let groups = tokens.groups(self.grouping);
            for (row, group) in rows.iter_mut().skip(tokens.row).zip(groups) {
                *row = Some((sequence, group));
            }
        }
        Ok(rows)
    }

    fn compress(&self, at: CompressAt<'_>) -> Result<()> {
        let all = self.sequences(&at.numbers, at.table)?;
        let groups = self.groups(&all)?;
        let [channels, width] = self.channels;
        let Grouping { ratio, overlap } = self.grouping;
        let (window, each) = (ratio * overlap, ratio * overlap * width);
        let parts = (
            chunks(at.out, width),
            at.weights.map(|weights| chunks(weights, each)),
            at.kept.map(|kept| chunks(kept, each)),
        );
        for_each_part(parts, |row, (out, weights, kept)| {
            let Some((sequence, group)) = groups.get(row).copied().flatten() else {
                return;
            };
            let tokens = &all[sequence];
            // Of positions before the first one the scores are -inf, and the values 0.
            let mut values = vec![0.0; each];
            let mut scores = vec![f64::NEG_INFINITY; each];
            for member in 0..window {
                let (part, place) = (member % overlap, member / overlap);
                let Some(group) = (group + part + 1).checked_sub(overlap) else {
                    continue;
                };
                let position = group * ratio + place;
                let (first, to) = (part * width, member * width..(member + 1) * width);
                let (value, score) = (&mut values[to.clone()], &mut scores[to]);
                if let Some(token) = position.checked_sub(tokens.position) {
                    let own = (tokens.first + token) * channels + first;
                    value.copy_from_slice(&at.values[own..][..width]);
                    let bias = &at.bias[place * channels + first..][..width];
                    for ((to, x), bias) in score.iter_mut().zip(&at.scores[own..]).zip(bias) {
                        *to = x + bias;
                    }
                } else if let Some(place) = self.find(at.table, sequence, position) {
                    at.states.load(place, first, value);
                    at.states.load(place, channels + first, score);
                }
            }
            softmax(&mut scores, width);
            out.fill(0.0);
            for (values, weights) in values.chunks(width).zip(scores.chunks(width)) {
                for ((out, x), weight) in out.iter_mut().zip(values).zip(weights) {
                    *out += x * weight;
                }
            }
            one_nan(out);
            for (own, to) in [(&mut scores, weights), (&mut values, kept)] {
                if let Some(to) = to {
                    one_nan(own);
                    to.copy_from_slice(own);
                }
            }
        });
        Ok(())
    }

    /// Writes tokens to the cache, one after the other: several may have one place.
    fn keep(&self, mut at: KeepAt<'_>) -> Result<()> {
        let all = self.sequences(&at.numbers, at.table)?;
        let [channels, _] = self.channels;
        let mut row = vec![0.0; 2 * channels];
        for (sequence, tokens) in all.iter().enumerate() {
            for position in self.kept(tokens) {
                let place = match self.find(at.table, sequence, position) {
                    Some([0, _]) if self.keeping == Keeping::Pages => continue,
                    Some(place) => place,
                    None => continue,
                };
                let token = tokens.first + position - tokens.position;
                let (values, scores) = row.split_at_mut(channels);
                values.copy_from_slice(&at.values[token * channels..][..channels]);
                let bias = &at.bias[position % self.grouping.ratio * channels..][..channels];
                let own = at.scores[token * channels..].iter().zip(bias);
                for (to, (x, bias)) in scores.iter_mut().zip(own) {
                    *to = x + bias;
                }
                at.states.row(place).store_with_one_nan(0, &row);
            }
        }
        Ok(())
    }
}

/// Softmax of each column of rows of `width` numbers.
fn softmax(scores: &mut [f64], width: usize) {
    let mut most = scores[..width].to_vec();
    for row in scores.chunks(width) {
        for (most, &x) in most.iter_mut().zip(row) {
            // A NaN stays.
            *most = if x > *most || x.is_nan() { x } else { *most };
        }
    }
    let mut exponents = scores.to_vec();
    for row in exponents.chunks_mut(width) {
        row.iter_mut().zip(&most).for_each(|(x, most)| *x -= most);
    }
    exp::f64(&exponents, scores);
    let mut sums = vec![0.0; width];
    for row in scores.chunks(width) {
        sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
    }
    for row in scores.chunks_mut(width) {
        row.iter_mut().zip(&sums).for_each(|(x, sum)| *x /= sum);
    }
}

/// Plans the means, in DOUBLE, each rounded once. Numbers outside fail before anything is written; rows of the results without a group stay as they are.
pub fn compressor(of: Compressor) -> Result<Call> {
    let mut steps = Sequence::default();
    let inner =
        of.x.view
            .layout
            .shape()
            .last()
            .map_or(0, |&extent| extent as usize);
    let tokens = of.x.view.numel().unwrap_or(0) / inner.max(1);
    let [ratio, channels] = of.bias.extents::<2>()?;
    let [lines, size, _] = of.cache.states.extents::<3>()?;
    let width = channels / of.grouping.overlap;
    let numel = |arg: &Arg| arg.view.numel().unwrap_or(0);
    if tokens == 0 {
        let all = [of.x, of.bias, of.cache.states, of.cache.table, of.out];
        return Ok(Call::nothing(all));
    }
    let x = steps.add(of.x);
    let x_scale = of.x_scale.map(|scale| steps.add(scale));
    let values = product(&mut steps, &x, [tokens, inner], x_scale.as_ref(), of.values)?;
    let scores = product(&mut steps, &x, [tokens, inner], x_scale.as_ref(), of.scores)?;
    let [bias, states, table, out] =
        [of.bias, of.cache.states, of.cache.table, of.out].map(|arg| steps.add(arg));
    let lengths = Lengths {
        starts: of.lengths.starts.map(|arg| steps.add(arg)),
        used: of.lengths.used.map(|arg| steps.add(arg)),
        positions: of.lengths.positions.map(|arg| steps.add(arg)),
        ..of.lengths
    };
    let plan = || Plan {
        names: lengths.clone().operands().0,
        grouping: of.grouping,
        keeping: of.cache.keeping,
        table: table.name,
        width: numel(&table) / lengths.extents[0].max(1),
        lines: [lines, size],
        channels: [channels, width],
        rows: numel(&out) / width.max(1),
    };
    let (first, second) = (plan(), plan());
    let [weights, kept] = match of.parts {
        Some(parts) => parts.map(|arg| Some(steps.add(arg))),
        None => [None, None],
    };
    let cost = numel(&out).saturating_mul(ratio).saturating_mul(64);
    let compress = Compress {
        values: values.clone().into(),
        scores: scores.clone().into(),
        bias: bias.clone().into(),
        states: ReadFloatsView::of(states.clone())?,
        table: table.clone().into(),
        numbers: lengths.clone().operands().1,
        out: out.into(),
        weights: weights.map(WritePart::from),
        kept: kept.map(WritePart::from),
    };
    steps.then(kernel(compress, cost, move |at: CompressAt| {
        first.compress(at)
    })?)?;
    let keep = Keep {
        values: values.into(),
        scores: scores.into(),
        bias: bias.into(),
        states: WriteFloatsView::as_it_lies(states)?,
        table: table.into(),
        numbers: lengths.operands().1,
    };
    let cost = tokens.saturating_mul(channels).saturating_mul(32);
    steps.then(kernel(keep, cost, move |at: KeepAt| second.keep(at))?)?;
    Ok(steps.finish())
}
