//! Tokens as sums of rows: what experts return, by weights, with biases and further addends. Each sum is computed in DOUBLE, the addends first and then the slots of
//! the token in their order, and rounded once.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::links::{self, Links, Table};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::floats::{Floats, ScaledRow};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{
    ReadFloats, ReadIndices, Temporary, Write, WriteFloats, kernel, operands,
};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::rows::{ROWS_AT_ONCE, add_scaled};
use hostnpu_tensor::cuts;

/// Experts without rows of their own.
pub struct Special {
    /// Experts that give nothing.
    pub zero: Range<i64>,
    /// Experts that give the token itself.
    pub copy: Range<i64>,
    /// Experts that give `alpha1 * x + alpha2 * v`, which have a row for each of them.
    pub constant: Range<i64>,
    /// The tokens.
    pub x: Option<Arg>,
    /// See [`Special::constant`].
    pub alpha1: Option<Arg>,
    /// See [`Special::constant`].
    pub alpha2: Option<Arg>,
    /// See [`Special::constant`].
    pub v: Option<Arg>,
}

/// Operands of [`combine`].
pub struct Combine {
    /// Links between rows and tokens.
    pub links: Links,
    /// The rows.
    pub rows: Arg,
    /// Their weights.
    pub weights: Option<Arg>,
    /// Bias that is added to each row before it is weighted: a row for each expert.
    pub bias: Option<Arg>,
    /// The expert of each weight.
    pub experts: Option<Arg>,
    /// Tensors that are added to the sums.
    pub addends: Vec<Arg>,
    /// Experts without rows of their own.
    pub special: Option<Special>,
    /// The sums.
    pub output: Arg,
    /// Gets the weight of each slot, 0 of those without one.
    pub gathered_weights: Option<Arg>,
    /// An element for each row, and a tensor of the form of the weights, of which each that has a row gets its element, the others 0.
    pub returned: Option<[Arg; 2]>,
    /// Get the slots in the order of their tokens, and the tokens.
    pub order: Option<[Arg; 2]>,
}

impl Combine {
    /// A sum of rows without anything else.
    pub fn new(links: Links, rows: Arg, output: Arg) -> Self {
        Self {
            links,
            rows,
            weights: None,
            bias: None,
            experts: None,
            addends: Vec::new(),
            special: None,
            output,
            gathered_weights: None,
            returned: None,
            order: None,
        }
    }
}

operands! {
    struct Operands => OperandsAt {
        links: links::Operands,
        rows: ReadFloats,
        weights: Option<ReadFloats>,
        bias: Option<ReadFloats>,
        experts: Option<ReadIndices<i64>>,
        addends: Vec<ReadFloats>,
        x: Option<ReadFloats>,
        alpha1: Option<ReadFloats>,
        alpha2: Option<ReadFloats>,
        v: Option<ReadFloats>,
        output: WriteFloats,
        gathered_weights: Option<WriteFloats>,
        returned: Option<ReadFloats>,
        returned_to: Option<WriteFloats>,
        ordered: Option<Write<i32>>,
        tokens: Option<Write<i32>>,
        /// The expert of each slot.
        expert: Temporary<i64>,
    }
}

/// An output in its own type.
fn write(arg: Arg) -> WriteFloats {
    let dtype = arg.view.dtype;
    WriteFloats::of(arg, dtype)
}

/// Numbers that are summed at a time: as many as keep the rows of a token apart in the first cache, and their parts long.
const TILE: usize = 1024;

/// Experts without rows: in place of the number of a row.
const COPY: i64 = i64::MAX;
/// Numbers of rows.
const ROWS: Range<i64> = 0..COPY;

/// Ranges of experts without rows.
#[derive(Default)]
struct Ranges {
    zero: Range<i64>,
    copy: Range<i64>,
    constant: Range<i64>,
}

impl Ranges {
    fn contains(&self, expert: i64) -> bool {
        [&self.zero, &self.copy, &self.constant]
            .iter()
            .any(|range| range.contains(&expert))
    }
}

/// Plans the sums.
pub fn combine(of: Combine) -> Result<Call> {
    let tokens = of.links.tokens;
    let width = of
        .output
        .view
        .numel()
        .unwrap_or(0)
        .checked_div(tokens)
        .unwrap_or(0);
    of.rows.require_numel(of.links.rows * width)?;
    for addend in &of.addends {
        addend.require_numel(tokens * width)?;
    }
    let biases = match &of.bias {
        Some(bias) => bias
            .view
            .numel()
            .unwrap_or(0)
            .checked_div(width)
            .unwrap_or(0),
        None => 0,
    };
    let has_bias = of.bias.is_some();
    let name = of
        .experts
        .as_ref()
        .map_or("expertIdx", |experts| experts.name);
    let (ranges, [x, alpha1, alpha2, v]) = match of.special {
        Some(special) => {
            let rows = (special.constant.end - special.constant.start).max(0) as usize;
            for arg in [&special.alpha1, &special.alpha2, &special.v]
                .into_iter()
                .flatten()
            {
                arg.require_numel(rows * width)?;
            }
            let ranges = Ranges {
                zero: special.zero,
                copy: special.copy,
                constant: special.constant,
            };
            (
                ranges,
                [special.x, special.alpha1, special.alpha2, special.v],
            )
        }
        None => (Ranges::default(), [None, None, None, None]),
    };
    let (plan, links) = of.links.plan();
    let slots = plan.slots;
    let (returned, returned_to) = of
        .returned
        .map_or((None, None), |[from, to]| (Some(from), Some(to)));
    let (ordered, order_tokens) = of
        .order
        .map_or((None, None), |[slots, tokens]| (Some(slots), Some(tokens)));
    let operands = Operands {
        links,
        rows: of.rows.into(),
        weights: of.weights.map(ReadFloats::from),
        bias: of.bias.map(ReadFloats::from),
        experts: of.experts.map(ReadIndices::from),
        addends: of.addends.into_iter().map(ReadFloats::from).collect(),
        x: x.map(ReadFloats::from),
        alpha1: alpha1.map(ReadFloats::from),
        alpha2: alpha2.map(ReadFloats::from),
        v: v.map(ReadFloats::from),
        output: write(of.output),
        gathered_weights: of.gathered_weights.map(write),
        returned: returned.map(ReadFloats::from),
        returned_to: returned_to.map(write),
        ordered: ordered.map(Write::from),
        tokens: order_tokens.map(Write::from),
        expert: Temporary::of(slots),
    };
    let cost = slots
        .saturating_add(tokens)
        .saturating_mul(width)
        .saturating_mul(4);
    kernel(operands, cost, move |at: OperandsAt| {
        let experts = at.experts;
        let expert = |weight: usize| experts.map(|experts| experts.get(weight));
        let is_special =
            |weight: usize| expert(weight).is_some_and(|expert| ranges.contains(expert));
        let table = plan.link(at.links, is_special)?;
        read_experts(&table, experts, at.expert)?;
        for (slot, row) in table.row.iter_mut().enumerate() {
            let expert = at.expert[slot];
            if ranges.copy.contains(&expert) {
                *row = COPY;
            } else if ranges.constant.contains(&expert) {
                *row = -2 - (expert - ranges.constant.start);
            }
            if has_bias && *row != -1 && !(0..biases as i64).contains(&expert) {
                let got = format!("{expert} at [{slot}]");
                return Err(Error::value(
                    name,
                    got,
                    format!("0 to {}", biases as i64 - 1),
                ));
            }
        }
        let table = &table;
        let weight = |slot: usize| match (at.weights, table.weight[slot]) {
            (Some(weights), number @ 0..) => weights.get(number as usize),
            (Some(_), _) => 0.0,
            (None, _) => 1.0,
        };
        if let Some(mut gathered) = at.gathered_weights {
            (0..gathered.count()).for_each(|slot| gathered.set(slot, weight(slot)));
        }
        if let (Some(from), Some(mut to)) = (at.returned, at.returned_to) {
            to.clear();
            for (&row, &number) in table.row.iter().zip(table.weight) {
                if row >= 0 && number >= 0 {
                    to.set(number as usize, from.get(row as usize));
                }
            }
        }
        if let (Some(ordered), Some(tokens)) = (at.ordered, at.tokens) {
            let written = ordered.iter_mut().zip(tokens.iter_mut());
            for ((ordered, token), &slot) in written.zip(table.slots) {
                (*ordered, *token) = (slot as i32, table.token[slot as usize] as i32);
            }
        }
        let rows = Rows {
            rows: at.rows,
            x: at.x,
            constants: [at.alpha1, at.alpha2, at.v],
            bias: at.bias,
            width,
        };
        // Each token is the sum of several rows.
        let step = (grain::GATHERED_BYTES / (width * 8).max(1)).max(1);
        cuts::for_each_part(at.output.chunks(width * step), |piece, mut output| {
            let mut sums = [0.0; TILE];
            for token in piece * step..tokens.min((piece + 1) * step) {
                for first in (0..width).step_by(TILE) {
                    let count = TILE.min(width - first);
                    let sums = &mut sums[..count];
                    let place = (token - piece * step) * width + first;
                    sums.fill(0.0);
                    for addend in &at.addends {
                        let from = token * width + first;
                        addend.add_scaled(from..from + count, 1.0, sums);
                    }
                    // Plain rows that are to be added, in their order.
                    let (mut waiting, mut waits) = ([ScaledRow::default(); ROWS_AT_ONCE], 0);
                    for slot in table.of_token(token) {
                        let (row, weight) = (table.row[slot], weight(slot));
                        if row == -1 {
                            continue;
                        }
                        if at.bias.is_none() && ROWS.contains(&row) {
                            waiting[waits] = ScaledRow {
                                first: row as usize * width + first,
                                factor: weight,
                            };
                            waits += 1;
                            if waits == ROWS_AT_ONCE {
                                at.rows.add_scaled_rows(&waiting, sums);
                                waits = 0;
                            }
                            continue;
                        }
                        at.rows.add_scaled_rows(&waiting[..waits], sums);
                        waits = 0;
                        rows.add((row, at.expert[slot], weight), token, first, sums);
                    }
                    at.rows.add_scaled_rows(&waiting[..waits], sums);
                    output.store_with_one_nan(place, sums);
                }
            }
        });
        Ok(())
    })
}

/// Reads the expert of each slot once.
fn read_experts(table: &Table, experts: Option<IndexSlice<i64>>, to: &mut [i64]) -> Result<()> {
    for (expert, &weight) in to.iter_mut().zip(table.weight) {
        *expert = match experts {
            Some(experts) if weight >= 0 => experts.get(weight as usize),
            _ => -1,
        };
    }
    Ok(())
}

/// The rows of experts, also of those that have none of their own.
struct Rows<'a> {
    rows: Floats<'a>,
    x: Option<Floats<'a>>,
    constants: [Option<Floats<'a>>; 3],
    bias: Option<Floats<'a>>,
    width: usize,
}

impl Rows<'_> {
    /// Adds a row of an expert, which may have a bias or no row of its own, times a weight.
    #[inline(never)]
    fn add(
        &self,
        (row, expert, weight): (i64, i64, f64),
        token: usize,
        first: usize,
        sums: &mut [f64],
    ) {
        let [mut tile, mut spare] = [[0.0; TILE]; 2];
        let (tile, spare) = (&mut tile[..sums.len()], &mut spare[..sums.len()]);
        self.load(row, token, first, tile, spare);
        if let Some(bias) = self.bias {
            let from = expert as usize * self.width + first;
            bias.load(from..from + sums.len(), spare);
            add_scaled(tile, spare, 1.0);
        }
        add_scaled(sums, tile, weight);
    }

    fn load(&self, row: i64, token: usize, first: usize, to: &mut [f64], spare: &mut [f64]) {
        let part = |of: Option<Floats>, row: usize, to: &mut [f64]| {
            let from = row * self.width + first;
            match of {
                Some(of) => of.load(from..from + to.len(), to),
                None => to.fill(0.0),
            }
        };
        if row == COPY {
            return part(self.x, token, to);
        }
        if row >= 0 {
            return part(Some(self.rows), row as usize, to);
        }
        // alpha1 * x + alpha2 * v
        let constant = (-2 - row) as usize;
        let [alpha1, alpha2, v] = self.constants;
        part(self.x, token, to);
        part(alpha1, constant, spare);
        to.iter_mut()
            .zip(&*spare)
            .for_each(|(x, alpha)| *x *= alpha);
        let mut factors = [0.0; TILE];
        let factors = &mut factors[..to.len()];
        part(alpha2, constant, factors);
        part(v, constant, spare);
        for ((sum, alpha), v) in to.iter_mut().zip(&*factors).zip(&*spare) {
            *sum += alpha * v;
        }
    }
}
