//! Rows that experts of this rank return to the ranks of their tokens, and what this rank expects from others.

#![forbid(unsafe_code)]

use super::{COMMANDS, Deployment, Experts, OrderAt};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadIndices, Temporary, Write, kernel, operands};
use hostnpu_numeric::Bool;

/// The rows that go to each rank.
pub enum SentRows {
    /// The end of the rows of each expert from each rank.
    Ends(Arg),
    /// The rank of each row, -1 where there is none, the first of [`COMMANDS`] numbers.
    Listed(Arg),
}

/// Operands of [`give_back`].
pub struct GiveBack {
    /// Experts on ranks.
    pub deployment: Deployment,
    /// The number of rows, which are in the order of experts and ranks.
    pub rows: usize,
    /// Their ranks.
    pub sent: SentRows,
    /// The experts of each token of this rank.
    pub experts: Arg,
    /// False for tokens or choices that are hidden.
    pub mask: Option<Arg>,
    /// The weights of choices; without them, or without elements, each is 1.
    pub weights: Option<Arg>,
    /// Tokens of a block.
    pub block: usize,
    /// Gets the table of an exchange of rows: they go in the order of ranks and experts, and come back in the order of tokens and choices.
    pub table: Arg,
    /// Gets the place of the row of each choice and shared expert among those of its block, -1 where there is none.
    pub places: Arg,
    /// Gets their experts, -1 of shared ones and hidden choices.
    pub of_places: Arg,
    /// Gets their weights.
    pub weights_of_places: Arg,
}

operands! {
    struct Operands => OperandsAt {
        ends: ReadIndices<i64>,
        ids: ReadIndices<i64>,
        mask: Option<Read<Bool>>,
        weights: Option<Read<f32>>,
        table: Write<i64>,
        places: Write<i64>,
        of_places: Write<i64>,
        weights_of_places: Write<f32>,
        known: Temporary<i64>,
        keys: Temporary<i64>,
        order: Temporary<i64>,
        firsts: Temporary<i64>,
    }
}

/// Plans what goes back. Ends that fall, or pass the rows, and experts that do not exist end the task with an error.
pub fn give_back(of: GiveBack) -> Result<Call> {
    let deployment = of.deployment;
    let (ranks, local, records) = (deployment.ranks, deployment.local(), deployment.records());
    let (tokens, top_k) = (deployment.tokens, deployment.top_k);
    let (most, block) = (of.rows, of.block.max(1));
    let (ends, by_row) = match of.sent {
        SentRows::Ends(ends) => (ends, false),
        SentRows::Listed(commands) => (commands, true),
    };
    let (known, least) = match by_row {
        true => (most, most * COMMANDS),
        false => (ranks * local, ranks * local),
    };
    super::super::routing::require_rows(&ends, least)?;
    of.experts.require_numel(tokens * top_k)?;
    if let Some(mask) = &of.mask {
        let is_of_tokens = mask.view.numel() == Some(tokens);
        mask.require_numel(if is_of_tokens { tokens } else { tokens * top_k })?;
    }
    let weights = of.weights.filter(|weights| weights.view.numel() != Some(0));
    if let Some(weights) = &weights {
        weights.require_numel(tokens * top_k)?;
    }
    of.table.require_numel(2 * ranks + most + records)?;
    for arg in [&of.places, &of.of_places, &of.weights_of_places] {
        arg.require_numel(records)?;
    }
    let [name, name_of_ends] = [of.experts.name, ends.name];
    let operands = Operands {
        ends: ends.into(),
        ids: of.experts.into(),
        mask: of.mask.map(Read::from),
        weights: weights.map(Read::from),
        table: of.table.into(),
        places: of.places.into(),
        of_places: of.of_places.into(),
        weights_of_places: of.weights_of_places.into(),
        known: Temporary::of(known),
        keys: Temporary::of(records),
        order: Temporary::of(records),
        firsts: Temporary::of(deployment.counts() + 1),
    };
    let cost = most.saturating_mul(16).saturating_add(records * 64);
    kernel(operands, cost, move |at: OperandsAt| {
        let (ids, mask) = (at.ids, at.mask);
        let order = OrderAt {
            keys: at.keys,
            experts: at.of_places,
            order: at.order,
            firsts: at.firsts,
        };
        deployment.order(&Experts { name, ids, mask }, order)?;
        let mut before = 0;
        for (number, known) in at.known.iter_mut().enumerate() {
            if by_row {
                let rank = at.ends.get(number * COMMANDS);
                if !(-1..ranks as i64).contains(&rank) {
                    let got = format!("{rank} at [{}]", number * COMMANDS);
                    let allowed = format!("-1 to {}", ranks - 1);
                    return Err(Error::value(name_of_ends, got, allowed));
                }
                *known = rank;
                continue;
            }
            let end = at.ends.get(number);
            if end < before || end > most as i64 {
                let got = format!("{end} at [{number}]");
                let allowed = format!("{before} to {most}: numbers that do not fall");
                return Err(Error::value(name_of_ends, got, allowed));
            }
            (*known, before) = (end, end);
        }
        let (counts, numbers) = at.table.split_at_mut(2 * ranks);
        let (from, to) = numbers.split_at_mut(most);
        let mut packed = 0;
        for rank in 0..ranks {
            let first = packed;
            let mut take = |rows: &mut dyn Iterator<Item = i64>| {
                for row in rows {
                    from[packed] = row;
                    packed += 1;
                }
            };
            if by_row {
                let rows = (0..).zip(&*at.known);
                let mut own = rows.filter(|(_, of)| **of == rank as i64);
                take(&mut own.by_ref().map(|(row, _)| row));
            } else {
                for slot in 0..local {
                    let number = slot * ranks + rank;
                    let begin = number.checked_sub(1).map_or(0, |number| at.known[number]);
                    take(&mut (begin..at.known[number]));
                }
            }
            counts[rank] = (packed - first) as i64;
            let slots = deployment.slots();
            let [first, end] = [rank * slots, (rank + 1) * slots].map(|key| at.firsts[key]);
            counts[ranks + rank] = end - first;
        }
        at.places.fill(-1);
        let sent = at.firsts[deployment.counts()] as usize;
        let choices = deployment.choices();
        to[sent..].fill(0);
        for (to, &record) in to.iter_mut().zip(&at.order[..sent]) {
            *to = record;
            at.places[record as usize] = record % (block * choices) as i64;
        }
        for (record, weight) in at.weights_of_places.iter_mut().enumerate() {
            let (token, choice) = (record / choices, record % choices);
            *weight = match at.weights {
                Some(weights) if choice < top_k => weights[token * top_k + choice],
                _ => 1.0,
            };
        }
        Ok(())
    })
}
