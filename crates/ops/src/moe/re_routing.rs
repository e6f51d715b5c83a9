//! Tokens that came from several ranks, each in the order of experts, put in the order of experts, each in the order of ranks.

#![forbid(unsafe_code)]

use super::{row_bytes, rows_at_once};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    ReadBytes, ReadIndices, Temporary, Write, WriteBytes, kernel, operands,
};
use hostnpu_tensor::cuts;

/// Operands of [`re_routing`].
pub struct ReRouting {
    /// The number of tokens of each rank, for each of its experts.
    pub counts: Arg,
    /// Tensors with a row for each token, and where their rows go.
    pub carried: Vec<(Arg, Arg)>,
    /// The number of tokens.
    pub tokens: usize,
    /// For each token of the outputs where it was, or, `scattered`, for each token where it goes.
    pub places: Arg,
    /// See `places`.
    pub scattered: bool,
    /// The number of tokens of each expert, or, `cumulative`, of it and those before it.
    pub totals: Arg,
    /// See `totals`.
    pub cumulative: bool,
}

operands! {
    struct Operands => OperandsAt {
        counts: ReadIndices<i64>,
        sources: Vec<ReadBytes>,
        targets: Vec<WriteBytes>,
        places: Write<i32>,
        totals: Write<i64>,
        /// Former row of each token of the outputs.
        from: Temporary<i64>,
        /// The counts, each read once.
        known: Temporary<i64>,
        /// First token of each rank and expert.
        begins: Temporary<i64>,
    }
}

/// Plans the moves. Numbers below 0, and others than `tokens` together, end the task with an error.
pub fn re_routing(of: ReRouting) -> Result<Call> {
    let ReRouting {
        counts,
        carried,
        tokens,
        places,
        scattered,
        totals,
        cumulative,
    } = of;
    let [ranks, experts] = counts.extents::<2>()?;
    places.require_numel(tokens)?;
    totals.require_numel(experts)?;
    let (mut sources, mut targets, mut widths, mut bytes) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for (source, target) in carried {
        let numel = source.view.numel().unwrap_or(0);
        let width = numel.checked_div(tokens).unwrap_or(0);
        source.require_numel(width * tokens)?;
        target.require_numel(numel)?;
        let row = row_bytes(source.view.dtype, width);
        bytes += row;
        widths.push(row);
        sources.push(source.into());
        targets.push(target.into());
    }
    let name = counts.name;
    let operands = Operands {
        counts: counts.into(),
        sources,
        targets,
        places: places.into(),
        totals: totals.into(),
        from: Temporary::of(tokens),
        known: Temporary::of(ranks * experts),
        begins: Temporary::of(ranks * experts),
    };
    let cost = tokens.saturating_mul(2 * bytes + 16);
    kernel(operands, cost, move |at: OperandsAt| {
        let mut sum = 0_i64;
        for (number, (known, count)) in at.known.iter_mut().zip(at.counts.iter()).enumerate() {
            sum = sum.saturating_add(count);
            if count < 0 || sum > tokens as i64 {
                let got = format!("{count} at {:?}", [number / experts, number % experts]);
                let allowed = format!("numbers of tokens, {tokens} together");
                return Err(Error::value(name, got, allowed));
            }
            *known = count;
        }
        if sum != tokens as i64 {
            return Err(Error::value(
                name,
                format!("numbers with the sum {sum}"),
                format!("the sum {tokens}"),
            ));
        }
        let mut first = 0;
        for (begin, count) in at.begins.iter_mut().zip(&*at.known) {
            *begin = first;
            first += count;
        }
        let mut to = 0;
        for (expert, total) in at.totals.iter_mut().enumerate() {
            let begin = to;
            for rank in 0..ranks {
                let number = rank * experts + expert;
                let (first, count) = (at.begins[number], at.known[number]);
                for (from, place) in (first..first + count).zip(&mut at.from[to..]) {
                    *place = from;
                }
                to += count as usize;
            }
            *total = (if cumulative { to } else { to - begin }) as i64;
        }
        let from = &*at.from;
        match scattered {
            true => {
                for (place, &from) in (0..).zip(from) {
                    at.places[from as usize] = place;
                }
            }
            false => {
                for (place, &from) in at.places.iter_mut().zip(from) {
                    *place = from as i32;
                }
            }
        }
        let step = rows_at_once(bytes);
        let targets = at.targets.into_iter().zip(&widths);
        let targets: Vec<_> = targets
            .map(|(target, &row)| cuts::chunks(target, row * step))
            .collect();
        let pieces = cuts::Pieces(tokens.div_ceil(step));
        cuts::for_each_part((pieces, targets), |piece, ((), mut targets)| {
            for ((target, &row), source) in targets.iter_mut().zip(&widths).zip(&at.sources) {
                for (place, to) in (piece * step..).zip(target.chunks_mut(row.max(1))) {
                    let first = from[place] as usize * row;
                    to.copy_from_slice(&source[first..first + row]);
                }
            }
        });
        Ok(())
    })
}
