//! Rows of tokens in the order of their experts: a stable sort of the choices, the number of choices of each expert, and the rows that follow.
//!
//! Choice `i` is choice `i % K` of token `i / K`. All versions of initial routing and of permuting fill one [`Routing`].

#![forbid(unsafe_code)]

use std::ops::Range;

use super::order::{Order, Rows, Source};
use super::quantise::{Inputs, QuantiseRows, Quantiser};
use super::{row_bytes, rows_at_once};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    Any, Read, ReadBytes, ReadIndices, Temporary, Write, WriteBytes, WritePart, kernel, operands,
};
use hostnpu_engine::sort;
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::{cuts, streaming};

/// Sorted choices that get a row of the outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The first ones, at most so many.
    First(usize),
    /// Those at these places of the order.
    Window(usize, usize),
    /// Of each expert the first so many, in rows of its own.
    Capacity(usize),
}

/// Treatment of choices of experts outside the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// They are sorted behind the others, and get no row.
    Last,
    /// They end the task with an error.
    Refused,
}

/// Contents of output rows without a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Zeros.
    Zeros,
    /// They keep what they held.
    Untouched,
}

/// Numbers that are counted for each expert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// The choices of each expert.
    Each,
    /// The choices of each expert and those before it.
    Cumulative,
    /// Pairs of an expert that was chosen and its choices, in the order of experts, then zeros.
    Pairs,
}

/// Source of the rows that are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Each token.
    Token,
    /// Each choice.
    Choice,
}

/// A tensor whose rows are moved, and where to.
pub struct Carried {
    /// Rows, along the last axis or, of one element each, along all.
    pub source: Arg,
    /// Source of its rows: tokens or choices.
    pub of: Of,
    /// A row for each one that is kept.
    pub target: Arg,
}

/// Operands and attributes of [`routing`].
pub struct Routing {
    /// The expert of each choice.
    pub experts: Arg,
    /// Choices of a token.
    pub top_k: usize,
    /// The number of tokens.
    pub tokens: usize,
    /// Numbers that are sorted in place of the choices' own: number `s` is of token `s % tokens`.
    pub row_idx: Option<Arg>,
    /// The experts whose choices count, if there is such a range.
    pub range: Option<Range<i64>>,
    /// Treatment of the others.
    pub outside: Outside,
    /// Choices that get a row.
    pub kept: Kept,
    /// A number of rows in memory that limits [`Kept::First`]; 0 is no limit.
    pub limit: Option<Arg>,
    /// Contents of the other rows.
    pub rest: Rest,
    /// Rows of the outputs.
    pub rows: usize,
    /// Tensors that are moved.
    pub carried: Vec<Carried>,
    /// Rows that are quantised.
    pub quantised: Option<QuantiseRows>,
    /// The place of each choice, or, `by_place`, the choice at each place.
    pub places: Arg,
    /// True if `places` is in the order of places.
    pub by_place: bool,
    /// The experts in order.
    pub sorted_experts: Option<Arg>,
    /// The number of choices of the experts in the range.
    pub counts: Option<(Arg, Counts)>,
}

impl Routing {
    /// The rows of all choices of tokens, of which each has as many, and nothing that is moved.
    pub fn new(experts: Arg, [tokens, top_k]: [usize; 2], places: Arg) -> Self {
        Self {
            experts,
            top_k,
            tokens,
            row_idx: None,
            range: None,
            outside: Outside::Last,
            kept: Kept::First(usize::MAX),
            limit: None,
            rest: Rest::Untouched,
            rows: tokens * top_k,
            carried: Vec::new(),
            quantised: None,
            places,
            by_place: false,
            sorted_experts: None,
            counts: None,
        }
    }
}

operands! {
    struct Operands => OperandsAt {
        experts: ReadIndices<i64>,
        row_idx: Option<ReadIndices<i64>>,
        limit: Option<ReadIndices<i64>>,
        sources: Vec<ReadBytes>,
        quantised: Option<Inputs>,
        targets: Vec<WriteBytes>,
        codes: Option<WriteBytes>,
        scales: Option<WriteBytes>,
        places: WritePart<i32>,
        sorted_experts: Option<Write<i32>>,
        counts: Option<Write<i64>>,
        keys: Temporary<i64>,
        order: Temporary<i64>,
        /// End of the choices of each expert.
        ends: Temporary<i64>,
        memory: Temporary<u64>,
    }
}

/// The numbers of a [`Routing`].
pub(super) struct Plan {
    pub top_k: usize,
    pub tokens: usize,
    pub range: Option<Range<i64>>,
    outside: Outside,
    pub kept: Kept,
    pub rest: Rest,
    rows: usize,
    by_place: bool,
    counts: Option<Counts>,
    /// The name of the experts, and of the numbers in place of the choices'.
    names: [&'static str; 2],
    /// Source of the rows, and their bytes, of each tensor.
    carried: Vec<(Of, usize)>,
    /// Bytes of all that a row writes.
    bytes: usize,
    quantiser: Option<Quantiser>,
}

/// Plans the moves of rows.
pub fn routing(of: Routing) -> Result<Call> {
    let choices = of.experts.view.numel().unwrap_or(0);
    of.places.require_numel(choices)?;
    for arg in [&of.row_idx, &of.sorted_experts].into_iter().flatten() {
        arg.require_numel(choices)?;
    }
    let experts = of
        .range
        .as_ref()
        .map_or(0, |range| (range.end - range.start).max(0) as usize);
    let mut carried = Vec::with_capacity(of.carried.len());
    let (mut sources, mut targets, mut bytes) = (Vec::new(), Vec::new(), 0);
    for Carried {
        source,
        of: whose,
        target,
    } in of.carried
    {
        let count = match whose {
            Of::Token => of.tokens,
            Of::Choice => choices,
        };
        let width = source
            .view
            .numel()
            .unwrap_or(0)
            .checked_div(count)
            .unwrap_or(0);
        source.require_numel(width * count)?;
        require_rows(&target, width * of.rows)?;
        let row = row_bytes(source.view.dtype, width);
        carried.push((whose, row));
        bytes += row;
        sources.push(source.into());
        targets.push(WriteBytes::part_of(target));
    }
    let (mut quantiser, mut inputs, mut codes, mut scales) = (None, None, None, None);
    if let Some(quantised) = of.quantised {
        let planned = Quantiser::new(&quantised, of.tokens, of.rows)?;
        bytes += planned.code_bytes + planned.scale_bytes;
        quantiser = Some(planned);
        codes = Some(WriteBytes::part_of(quantised.codes));
        scales = quantised.scales.map(WriteBytes::part_of);
        inputs = Some(Inputs {
            x: quantised.x.into(),
            scale: quantised.scale.map(Read::from),
            offset: quantised.offset.map(Read::from),
        });
    }
    let name = of.experts.name;
    let (counts, what) = of
        .counts
        .map_or((None, None), |(arg, what)| (Some(arg), Some(what)));
    if let (Some(arg), Some(what)) = (&counts, what) {
        let numel = arg.view.numel().unwrap_or(0);
        arg.require_numel(if what == Counts::Pairs {
            numel.max(2 * experts)
        } else {
            experts
        })?;
    }
    let plan = Plan {
        top_k: of.top_k.max(1),
        tokens: of.tokens,
        range: of.range,
        outside: of.outside,
        kept: of.kept,
        rest: of.rest,
        rows: of.rows,
        by_place: of.by_place,
        counts: what,
        names: [name, of.row_idx.as_ref().map_or(name, |arg| arg.name)],
        carried,
        bytes,
        quantiser,
    };
    let operands = Operands {
        experts: of.experts.into(),
        row_idx: of.row_idx.map(ReadIndices::from),
        limit: of.limit.map(ReadIndices::from),
        sources,
        quantised: inputs,
        targets,
        codes,
        scales,
        places: of.places.into(),
        sorted_experts: of.sorted_experts.map(Write::from),
        counts: counts.map(Write::from),
        keys: Temporary::of(choices),
        order: Temporary::of(choices),
        ends: Temporary::of(experts),
        memory: Temporary::of(sort::sort_words(choices)),
    };
    let cost = of
        .rows
        .saturating_mul(bytes.saturating_mul(2))
        .saturating_add(choices.saturating_mul(64));
    kernel(operands, cost, move |at: OperandsAt| plan.run(at))
}

/// Refuses fewer elements than all rows have.
pub(super) fn require_rows(arg: &Arg, count: usize) -> Result<()> {
    match arg.view.numel() {
        Some(numel) if numel >= count => Ok(()),
        _ => arg.require_numel(count),
    }
}

impl Plan {
    fn run(&self, at: OperandsAt) -> Result<()> {
        let OperandsAt {
            keys, order, ends, ..
        } = at;
        let choices = keys.len();
        let limit = match at.limit.filter(|limit| !limit.is_empty()) {
            Some(limit) => self.limit(limit.get(0), choices)?,
            None => choices,
        };
        self.read_keys(at.experts, keys)?;
        let outside = |row_idx: IndexSlice<i64>| row_idx.outside(choices);
        if let Some((number, got)) = at.row_idx.and_then(outside) {
            let extent = choices as i64;
            return Err(Error::index(self.names[1], &[number], got, extent, false));
        }
        let sorted = sort::sorted(Any::from(&*keys), false, true, at.memory)?;
        for (place, choice) in order.iter_mut().enumerate() {
            *choice = sorted.position(place) as i64;
        }
        let valid = self.count(keys, ends);
        let order = Order {
            keys,
            choices: order,
            ends,
            valid,
            row_idx: at.row_idx,
        };
        if let (Some(counts), Some(what)) = (at.counts, self.counts) {
            self.write_counts(what, ends, counts);
        }
        if let Some(sorted) = at.sorted_experts {
            for (expert, &choice) in sorted.iter_mut().zip(order.choices) {
                *expert = keys[choice as usize] as i32;
            }
        }
        self.write_places(&order, at.places);
        let rows = Rows {
            plan: self,
            order,
            most: limit.min(valid),
        };
        let step = rows_at_once(self.bytes);
        let targets = at.targets.into_iter().zip(&self.carried);
        let targets: Vec<_> = targets
            .map(|(target, &(_, row))| cuts::chunks(target, row * step))
            .collect();
        let [code_bytes, scale_bytes] = match &self.quantiser {
            Some(quantiser) => [quantiser.code_bytes, quantiser.scale_bytes],
            None => [0; 2],
        };
        let codes = at.codes.map(|codes| cuts::chunks(codes, code_bytes * step));
        let scales = at
            .scales
            .map(|scales| cuts::chunks(scales, scale_bytes * step));
        let pieces = cuts::Pieces(self.rows.div_ceil(step));
        let rows_of = |piece: usize| piece * step..self.rows.min((piece + 1) * step);
        let cut = (pieces, targets, codes, scales);
        cuts::for_each_part(cut, |piece, ((), mut targets, codes, scales)| {
            for ((target, &(of, bytes)), source) in
                targets.iter_mut().zip(&self.carried).zip(&at.sources)
            {
                let from = |row: usize| {
                    let choice = match rows.source(row) {
                        Source::Nothing(rest) => return Err(rest),
                        Source::Choice(choice) => choice,
                    };
                    let from = match of {
                        Of::Choice => choice,
                        Of::Token => rows.token(choice),
                    };
                    Ok(&source[from * bytes..(from + 1) * bytes])
                };
                let copies = streaming::Rows::of(self.rows * bytes);
                let parts = target.chunks_mut(bytes.max(1));
                for (row, to) in rows_of(piece).zip(parts) {
                    match from(row) {
                        Err(Rest::Untouched) => {}
                        Err(Rest::Zeros) => to.fill(0),
                        Ok(own) => {
                            let next = match row + 1 < self.rows {
                                true => from(row + 1).unwrap_or_default(),
                                false => &[],
                            };
                            copies.copy(to, own, next);
                        }
                    }
                }
            }
            let (Some(inputs), Some(quantiser), Some(codes)) =
                (&at.quantised, &self.quantiser, codes)
            else {
                return;
            };
            let mut scales = scales.unwrap_or_default().chunks_mut(scale_bytes.max(1));
            let parts = codes.chunks_mut(code_bytes.max(1));
            for (row, codes) in rows_of(piece).zip(parts) {
                let scales = scales.next().unwrap_or_default();
                match rows.source(row) {
                    Source::Nothing(Rest::Untouched) => {}
                    Source::Nothing(Rest::Zeros) => {
                        codes.fill(0);
                        scales.fill(0);
                    }
                    Source::Choice(choice) => {
                        let expert = rows.expert(choice);
                        quantiser.quantise(inputs, rows.token(choice), expert, codes, scales);
                    }
                }
            }
        });
        Ok(())
    }

    /// The number of rows that a number in memory allows.
    fn limit(&self, limit: i64, choices: usize) -> Result<usize> {
        match limit {
            0 => Ok(choices),
            1.. => Ok(limit as usize),
            _ => Err(Error::value("activeNumOptional", limit, "0 or more")),
        }
    }

    /// Reads each expert once; one outside the range becomes the number behind the range.
    fn read_keys(&self, experts: IndexSlice<i64>, keys: &mut [i64]) -> Result<()> {
        for (number, (key, expert)) in keys.iter_mut().zip(experts.iter()).enumerate() {
            *key = match &self.range {
                Some(range) if !range.contains(&expert) => {
                    if self.outside == Outside::Refused {
                        let got = format!("{expert} at [{number}]");
                        let allowed = format!("{} to {}", range.start, range.end - 1);
                        return Err(Error::value(self.names[0], got, allowed));
                    }
                    range.end
                }
                _ => expert,
            };
        }
        Ok(())
    }

    /// Counts the choices of the experts in the range, cumulatively; returns the number of all.
    fn count(&self, keys: &[i64], ends: &mut [i64]) -> usize {
        let Some(range) = &self.range else {
            return keys.len();
        };
        ends.fill(0);
        for &key in keys.iter().filter(|&&key| key < range.end) {
            ends[(key - range.start) as usize] += 1;
        }
        let mut sum = 0;
        for end in ends {
            sum += *end;
            *end = sum;
        }
        sum as usize
    }

    fn write_counts(&self, what: Counts, ends: &[i64], counts: &mut [i64]) {
        let before = |expert: usize| expert.checked_sub(1).map_or(0, |before| ends[before]);
        let each = |expert: usize| ends[expert] - before(expert);
        match what {
            Counts::Cumulative => counts.copy_from_slice(ends),
            Counts::Each => {
                for (expert, count) in counts.iter_mut().enumerate() {
                    *count = each(expert);
                }
            }
            Counts::Pairs => {
                let start = self.range.as_ref().map_or(0, |range| range.start);
                counts.fill(0);
                let chosen = (0..ends.len()).filter(|&expert| each(expert) > 0);
                for (expert, pair) in chosen.zip(counts.chunks_exact_mut(2)) {
                    pair.copy_from_slice(&[start + expert as i64, each(expert)]);
                }
            }
        }
    }

    fn write_places(&self, order: &Order, places: &mut [i32]) {
        let valid = &order.choices[..order.valid];
        if self.by_place {
            for (place, &choice) in places.iter_mut().zip(valid) {
                *place = choice as i32;
            }
            return;
        }
        if order.valid < places.len() || matches!(self.kept, Kept::Capacity(_)) {
            places.fill(-1);
        }
        for (place, &choice) in valid.iter().enumerate() {
            let choice = choice as usize;
            let row = match self.kept {
                Kept::Capacity(capacity) => {
                    let (expert, start) = order.expert(self, choice);
                    let distance = place - start;
                    (distance < capacity).then_some(expert * capacity + distance)
                }
                _ => Some(place),
            };
            if let Some(row) = row {
                places[order.number(choice)] = row as i32;
            }
        }
    }
}
