//! Gradients of sums of rows ([`super::combine`]): by the rows, and by their weights.

#![forbid(unsafe_code)]

use super::links::{self, Links};
use super::{TILE, rows_at_once};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{ReadFloats, ReadIndices, Temporary, WriteFloats, kernel, operands};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::rows::{Total, add_scaled, products, times};
use hostnpu_tensor::cuts;

/// Operands of [`spread`].
pub struct Spread {
    /// Links between rows and tokens.
    pub links: Links,
    /// The gradients by the sums.
    pub gradient: Arg,
    /// The weights of the rows.
    pub weights: Option<Arg>,
    /// The rows.
    pub rows: Option<Arg>,
    /// Bias that was added to each row: a row for each expert.
    pub bias: Option<Arg>,
    /// The expert of each weight.
    pub experts: Option<Arg>,
    /// The gradients by the rows; of those that belong to no token 0.
    pub row_gradients: Arg,
    /// The gradients by the weights; of those without a slot 0.
    pub weight_gradients: Option<Arg>,
}

operands! {
    struct Operands => OperandsAt {
        links: links::Operands,
        gradient: ReadFloats,
        weights: Option<ReadFloats>,
        rows: Option<ReadFloats>,
        bias: Option<ReadFloats>,
        experts: Option<ReadIndices<i64>>,
        row_gradients: WriteFloats,
        weight_gradients: Option<WriteFloats>,
        /// The slot of each row.
        slot: Temporary<i64>,
        /// The expert of each slot.
        expert: Temporary<i64>,
    }
}

/// Plans the gradients.
pub fn spread(of: Spread) -> Result<Call> {
    let (tokens, rows) = (of.links.tokens, of.links.rows);
    let numel = of.gradient.view.numel().unwrap_or(0);
    let width = numel.checked_div(tokens).unwrap_or(0);
    of.row_gradients.require_numel(rows * width)?;
    if let Some(rows_arg) = &of.rows {
        rows_arg.require_numel(rows * width)?;
    }
    let numel = |arg: &Option<Arg>| arg.as_ref().and_then(|arg| arg.view.numel()).unwrap_or(0);
    let biases = numel(&of.bias).checked_div(width).unwrap_or(0);
    let weights = numel(&of.weight_gradients).checked_div(tokens).unwrap_or(0);
    let has_bias = of.bias.is_some();
    let name = of
        .experts
        .as_ref()
        .map_or("expertIdx", |experts| experts.name);
    let (plan, links) = of.links.plan();
    let slots = plan.slots;
    let write = |arg: Arg| {
        let dtype = arg.view.dtype;
        WriteFloats::of(arg, dtype)
    };
    let operands = Operands {
        links,
        gradient: of.gradient.into(),
        weights: of.weights.map(ReadFloats::from),
        rows: of.rows.map(ReadFloats::from),
        bias: of.bias.map(ReadFloats::from),
        experts: of.experts.map(ReadIndices::from),
        row_gradients: write(of.row_gradients),
        weight_gradients: of.weight_gradients.map(write),
        slot: Temporary::of(rows),
        expert: Temporary::of(slots),
    };
    let cost = slots
        .saturating_add(rows)
        .saturating_mul(width)
        .saturating_mul(4);
    kernel(operands, cost, move |at: OperandsAt| {
        let table = plan.link(at.links, |_| false)?;
        for (slot, (expert, &weight)) in at.expert.iter_mut().zip(table.weight).enumerate() {
            *expert = match at.experts {
                Some(experts) if weight >= 0 => experts.get(weight as usize),
                _ => -1,
            };
            if has_bias && !(0..biases as i64).contains(expert) {
                let got = format!("{expert} at [{slot}]");
                return Err(Error::value(
                    name,
                    got,
                    format!("0 to {}", biases as i64 - 1),
                ));
            }
        }
        at.slot.fill(-1);
        for (slot, &row) in table.row.iter().enumerate() {
            if row >= 0 {
                at.slot[row as usize] = slot as i64;
            }
        }
        let (table, of_row, expert) = (&table, &*at.slot, &*at.expert);
        let weight = |slot: usize| match (at.weights, table.weight[slot]) {
            (Some(weights), number @ 0..) => weights.get(number as usize),
            (Some(_), _) => 0.0,
            (None, _) => 1.0,
        };
        let step = rows_at_once(width * 8);
        cuts::for_each_part(
            at.row_gradients.chunks(width * step),
            |piece, mut output| {
                let mut tile = [0.0; TILE];
                let of_piece = &of_row[piece * step..rows.min((piece + 1) * step)];
                for (row, &slot) in of_piece.iter().enumerate() {
                    for first in (0..width).step_by(TILE) {
                        let tile = &mut tile[..TILE.min(width - first)];
                        match slot {
                            -1 => tile.fill(0.0),
                            slot => {
                                let from = table.token[slot as usize] as usize * width + first;
                                at.gradient.load(from..from + tile.len(), tile);
                                times(tile, weight(slot as usize));
                                one_nan(tile);
                            }
                        }
                        output.store(row * width + first, tile);
                    }
                }
            },
        );
        let Some(output) = at.weight_gradients else {
            return Ok(());
        };
        // As many tokens as have rows enough for a piece.
        let step = rows_at_once(width * 8 * (slots / tokens.max(1)).max(1));
        cuts::for_each_part(output.chunks(weights * step), |piece, mut output| {
            output.clear();
            let [mut x, mut gradient, mut spare] = [[0.0; TILE]; 3];
            for token in piece * step..tokens.min((piece + 1) * step) {
                for slot in table
                    .of_token(token)
                    .filter(|&slot| table.weight[slot] >= 0)
                {
                    let mut total = Total::default();
                    for first in (0..width).step_by(TILE) {
                        let count = TILE.min(width - first);
                        let x = &mut x[..count];
                        match (at.rows, table.row[slot]) {
                            (Some(rows), row @ 0..) => {
                                let from = row as usize * width + first;
                                rows.load(from..from + count, x);
                            }
                            _ => x.fill(0.0),
                        }
                        if let Some(bias) = at.bias {
                            let from = expert[slot] as usize * width + first;
                            bias.load(from..from + count, &mut spare[..count]);
                            add_scaled(x, &spare[..count], 1.0);
                        }
                        let from = token * width + first;
                        at.gradient.load(from..from + count, &mut gradient[..count]);
                        total.add(products(x, &gradient[..count]));
                    }
                    let place = table.weight[slot] as usize - piece * step * weights;
                    output.set(place, total.sum());
                }
            }
        });
        Ok(())
    })
}
