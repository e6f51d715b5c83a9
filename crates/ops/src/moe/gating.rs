//! The experts of each token: of scores that are normalised, the largest ones, in groups or from a table.
//!
//! Normalised scores are outputs of FLOAT: what is compared is rounded to FLOAT, of equal ones the first comes first, and NaN is larger than every number. Results are
//! computed in DOUBLE and rounded once.

#![forbid(unsafe_code)]

use super::{TILE, rows_at_once};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::floats::Floats;
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{
    ReadFloats, ReadIndices, Temporary, Write, WriteFloats, kernel, operands,
};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::math::{sigmoid, softplus};
use hostnpu_kernels::rows::{divide, exponentials, largest};
use hostnpu_tensor::cuts;

/// Normalisation of the scores of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Norm {
    /// Softmax of all.
    Softmax,
    /// Softmax of the chosen ones; the scores are compared as they are.
    SoftmaxOfChosen,
    /// The logistic function.
    Sigmoid,
    /// The root of `ln(1 + e^x)`.
    SqrtSoftplus,
}

/// Groups of experts side by side, of which only some are chosen from.
#[derive(Clone, Copy, Debug)]
pub struct Groups {
    /// The number of groups.
    pub count: usize,
    /// The groups that are kept: those whose best scores have the largest sums.
    pub kept: usize,
    /// The number of scores in that sum.
    pub best: usize,
    /// The score of experts of other groups.
    pub dropped: f32,
}

/// A table of experts in place of the largest scores.
pub struct Hash {
    /// The row of each token.
    pub ids: Arg,
    /// The experts of each row.
    pub table: Arg,
}

/// A table of experts in place of each other.
pub struct Mapping {
    /// Number of entries of each, which the tokens use in turn.
    pub numbers: Arg,
    /// Those of each.
    pub table: Arg,
}

/// Operands and attributes of [`gating`].
pub struct Gating {
    /// A row of scores for each token.
    pub x: Arg,
    /// Tokens whose experts are written as the number of experts.
    pub finished: Option<Arg>,
    /// Bias of the normalised scores that are compared.
    pub bias: Option<Arg>,
    /// Table of experts by token, in place of the best scores.
    pub hash: Option<Hash>,
    /// Normalisation of the scores.
    pub norm: Norm,
    /// Groups of experts.
    pub groups: Option<Groups>,
    /// Divides results by their sum and this number.
    pub renormalised: Option<f64>,
    /// A factor of all results.
    pub factor: f64,
    /// The normalised scores of the chosen experts.
    pub y: Arg,
    /// The chosen experts.
    pub experts: Arg,
    /// Gets `k * tokens + token` for choice `k` of a token.
    pub rows: Option<Arg>,
    /// True if it gets 0 instead.
    pub rows_are_zero: bool,
    /// All normalised scores.
    pub normalised: Option<Arg>,
    /// Mapping from chosen experts to physical ones.
    pub mapping: Option<Mapping>,
}

impl Gating {
    /// The largest scores of all experts.
    pub fn new(x: Arg, norm: Norm, y: Arg, experts: Arg) -> Self {
        Self {
            x,
            finished: None,
            bias: None,
            hash: None,
            norm,
            groups: None,
            renormalised: None,
            factor: 1.0,
            y,
            experts,
            rows: None,
            rows_are_zero: false,
            normalised: None,
            mapping: None,
        }
    }
}

operands! {
    struct Operands => OperandsAt {
        x: ReadFloats,
        finished: Option<ReadIndices<i64>>,
        bias: Option<ReadFloats>,
        ids: Option<ReadIndices<i64>>,
        table: Option<ReadIndices<i64>>,
        numbers: Option<ReadIndices<i64>>,
        mapped: Option<ReadIndices<i64>>,
        y: WriteFloats,
        experts: Write<i32>,
        rows: Option<Write<i32>>,
        normalised: Option<WriteFloats>,
        values: Temporary<f64>,
        keys: Temporary<u64>,
    }
}

/// The numbers of a [`Gating`].
struct Plan {
    tokens: usize,
    count: usize,
    k: usize,
    norm: Norm,
    groups: Option<Groups>,
    renormalised: Option<f64>,
    factor: f64,
    rows_are_zero: bool,
    /// Names of the operands whose numbers are held against bounds.
    names: [&'static str; 3],
}

/// Plans the choice.
pub fn gating(of: Gating) -> Result<Call> {
    let shape = of.x.view.layout.shape();
    let count = shape.last().map_or(1, |&last| last as usize);
    let tokens =
        of.x.view
            .numel()
            .unwrap_or(0)
            .checked_div(count)
            .unwrap_or(0);
    let chosen = of.experts.view.numel().unwrap_or(0);
    let k = chosen.checked_div(tokens).unwrap_or(0);
    of.y.require_numel(k * tokens)?;
    of.experts.require_numel(k * tokens)?;
    let write = |arg: Arg| {
        let dtype = arg.view.dtype;
        WriteFloats::of(arg, dtype)
    };
    let name = |arg: Option<&Arg>| arg.map_or("x", |arg| arg.name);
    let plan = Plan {
        tokens,
        count,
        k,
        norm: of.norm,
        groups: of.groups,
        renormalised: of.renormalised,
        factor: of.factor,
        rows_are_zero: of.rows_are_zero,
        names: [
            name(of.hash.as_ref().map(|hash| &hash.ids)),
            name(of.hash.as_ref().map(|hash| &hash.table)),
            name(of.mapping.as_ref().map(|mapping| &mapping.numbers)),
        ],
    };
    let (ids, table) = of
        .hash
        .map_or((None, None), |hash| (Some(hash.ids), Some(hash.table)));
    let mapping = of.mapping.map(|mapping| (mapping.numbers, mapping.table));
    let (numbers, mapped) = mapping.map_or((None, None), |(a, b)| (Some(a), Some(b)));
    let lanes = LANES.min(tokens);
    let operands = Operands {
        x: of.x.into(),
        finished: of.finished.map(ReadIndices::from),
        bias: of.bias.map(ReadFloats::from),
        ids: ids.map(ReadIndices::from),
        table: table.map(ReadIndices::from),
        numbers: numbers.map(ReadIndices::from),
        mapped: mapped.map(ReadIndices::from),
        y: write(of.y),
        experts: of.experts.into(),
        rows: of.rows.map(Write::from),
        normalised: of.normalised.map(write),
        values: Temporary::of(lanes * (count + k)),
        keys: Temporary::of(lanes * plan.words()),
    };
    let cost = tokens.saturating_mul(count).saturating_mul(32);
    kernel(operands, cost, move |at: OperandsAt| plan.run(at))
}

impl Plan {
    fn run(&self, at: OperandsAt) -> Result<()> {
        let (count, k) = (self.count, self.k);
        self.check_tables(&at)?;
        let step = rows_at_once(count * 8);
        let cut = (
            cuts::Pieces(self.tokens.div_ceil(step)),
            at.y.chunks(k * step),
            cuts::chunks(at.experts, k * step),
            at.rows.map(|rows| cuts::chunks(rows, k * step)),
            at.normalised
                .map(|normalised| normalised.chunks(count * step)),
        );
        let memory = (
            cuts::chunks(at.values, count + k),
            cuts::chunks(at.keys, self.words()),
        );
        let chosen_of_table = |token: usize, choice: usize| {
            let (ids, table) = at.ids.zip(at.table)?;
            let row = ids.position(token, table.len() / k.max(1))?;
            Some(table.position(row * k + choice, count).unwrap_or(0))
        };
        cuts::for_each_part_with(memory, cut, |piece, (values, keys), part| {
            let ((), mut y, experts, mut rows, mut normalised) = part;
            let (values, best) = values.split_at_mut(count);
            for (local, experts) in experts.chunks_mut(k.max(1)).enumerate() {
                let token = piece * step + local;
                at.x.load(token * count..(token + 1) * count, values);
                self.normalise(values);
                one_nan(values);
                if let Some(normalised) = &mut normalised {
                    normalised.store(local * count, values);
                }
                match at.ids {
                    Some(_) => {
                        for (choice, expert) in experts.iter_mut().enumerate() {
                            *expert = chosen_of_table(token, choice).unwrap_or(0) as i32;
                        }
                    }
                    None => self.choose(values, at.bias, keys, experts),
                }
                let best = &mut best[..k];
                for (best, &expert) in best.iter_mut().zip(&*experts) {
                    *best = values[expert as usize];
                }
                self.finish(best);
                one_nan(best);
                y.store(local * k, best);
                let finished = at.finished.is_some_and(|finished| finished.get(token) != 0);
                for expert in experts.iter_mut() {
                    *expert = match (finished, at.numbers.zip(at.mapped)) {
                        (true, _) => count as i32,
                        (false, Some(mapping)) => self.mapped(mapping, token, *expert as usize),
                        (false, None) => *expert,
                    };
                }
                if let Some(rows) = &mut rows {
                    for (choice, row) in rows[local * k..(local + 1) * k].iter_mut().enumerate() {
                        *row = match self.rows_are_zero {
                            true => 0,
                            false => (choice * self.tokens + token) as i32,
                        };
                    }
                }
            }
        });
        Ok(())
    }

    /// Words of memory that a row takes.
    fn words(&self) -> usize {
        self.count + 2 * self.groups.map_or(0, |groups| groups.count)
    }

    /// Holds the numbers of tables against their bounds.
    fn check_tables(&self, at: &OperandsAt) -> Result<()> {
        let bounded = |of: Option<IndexSlice<i64>>, extent: usize, name: &'static str| match of
            .and_then(|of| of.outside(extent))
        {
            Some((number, got)) => Err(Error::index(name, &[number], got, extent as i64, false)),
            None => Ok(()),
        };
        let rows = at.table.map_or(0, |table| table.len() / self.k.max(1));
        bounded(at.ids, rows, self.names[0])?;
        bounded(at.table, self.count, self.names[1])?;
        let (Some(numbers), Some(table)) = (at.numbers, at.mapped) else {
            return Ok(());
        };
        let most = (table.len() / self.count.max(1)) as i64;
        match numbers
            .iter()
            .enumerate()
            .find(|&(_, number)| number > most)
        {
            Some((expert, number)) => {
                let got = format!("{number} at [{expert}]");
                Err(Error::value(self.names[2], got, format!("at most {most}")))
            }
            None => Ok(()),
        }
    }

    fn mapped(
        &self,
        (numbers, table): (IndexSlice<i64>, IndexSlice<i64>),
        token: usize,
        expert: usize,
    ) -> i32 {
        let most = table.len() / self.count;
        let number = numbers.get(expert).clamp(1, most.max(1) as i64) as usize;
        table.get(expert * most + token % number) as i32
    }

    fn normalise(&self, values: &mut [f64]) {
        match self.norm {
            Norm::Softmax => {
                let sum = exponentials(values, largest(values)).sum();
                divide(values, sum);
            }
            Norm::SoftmaxOfChosen => {}
            Norm::Sigmoid => each_part(values, sigmoid::f64),
            Norm::SqrtSoftplus => {
                each_part(values, softplus::f64);
                values.iter_mut().for_each(|x| *x = x.sqrt());
            }
        }
    }

    /// Writes the experts with the largest scores, which are normalised, with the bias.
    fn choose(&self, values: &[f64], bias: Option<Floats>, keys: &mut [u64], experts: &mut [i32]) {
        let score = |expert: usize| match bias {
            Some(bias) => (f64::from(values[expert] as f32) + bias.get(expert)) as f32,
            None => values[expert] as f32,
        };
        let (keys, spare) = keys.split_at_mut(self.count);
        for (expert, to) in keys.iter_mut().enumerate() {
            *to = key(score(expert), expert);
        }
        if let Some(groups) = &self.groups {
            self.drop_groups(groups, score, keys, spare);
        }
        let chosen = experts.len();
        if chosen < keys.len() && chosen > 0 {
            keys.select_nth_unstable(chosen - 1);
        }
        let first = &mut keys[..chosen];
        first.sort_unstable();
        for (expert, &key) in experts.iter_mut().zip(&*first) {
            *expert = key as u32 as i32;
        }
    }

    /// Replaces the keys of the experts of groups that are not kept. `spare` has two words for each group.
    fn drop_groups(
        &self,
        groups: &Groups,
        score: impl Fn(usize) -> f32,
        keys: &mut [u64],
        spare: &mut [u64],
    ) {
        let size = self.count / groups.count;
        let (of_group, sorted) = spare.split_at_mut(groups.count);
        for (group, part) in keys.chunks_mut(size).enumerate() {
            let best = groups.best.clamp(1, size);
            part.select_nth_unstable(best - 1);
            part[..best].sort_unstable();
            let scores = part[..best].iter().map(|&key| score(key as u32 as usize));
            of_group[group] = key(scores.reduce(|sum, x| sum + x).unwrap_or(0.0), group);
        }
        sorted.copy_from_slice(of_group);
        let kept = groups.kept.clamp(1, groups.count);
        let (_, &mut last, _) = sorted.select_nth_unstable(kept - 1);
        for (group, part) in keys.chunks_mut(size).enumerate() {
            let is_kept = of_group[group] <= last;
            for (expert, to) in (group * size..).zip(part) {
                *to = key(
                    if is_kept {
                        score(expert)
                    } else {
                        groups.dropped
                    },
                    expert,
                );
            }
        }
    }

    /// Makes results of the scores that were chosen.
    fn finish(&self, best: &mut [f64]) {
        if self.norm == Norm::SoftmaxOfChosen {
            let sum = exponentials(best, largest(best)).sum();
            divide(best, sum);
        }
        let divisor = self.renormalised.map(|eps| best.iter().sum::<f64>() + eps);
        for x in best {
            if let Some(divisor) = divisor {
                *x /= divisor;
            }
            *x *= self.factor;
        }
    }
}

/// Calls a loop with parts of the elements, which it replaces.
fn each_part(values: &mut [f64], work: fn(&[f64], &mut [f64])) {
    let mut tile = [0.0; TILE];
    for part in values.chunks_mut(TILE) {
        let x = &mut tile[..part.len()];
        x.copy_from_slice(part);
        work(x, part);
    }
}

/// A key that rises as numbers fall, and of equal ones as places rise; that of NaN is the least.
fn key(number: f32, place: usize) -> u64 {
    // -0 becomes 0.
    let bits = (number + 0.0).to_bits();
    let rising = match () {
        () if number.is_nan() => u32::MAX,
        () if bits >> 31 != 0 => !bits,
        () => bits | 1 << 31,
    };
    u64::from(!rising) << 32 | place as u64
}
