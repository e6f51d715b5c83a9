//! Experts of tokens become the instances that ranks have of them, and choices of small weight are left out.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadFloats, ReadIndices, Write, kernel, operands};
use hostnpu_numeric::Bool;

/// The choice of an instance of an expert that has several.
#[derive(Clone, Copy)]
pub enum Instance {
    /// By the rank: the first of the ranks share the first one, and so on.
    OfRank {
        /// This rank.
        rank: i64,
        /// All ranks.
        ranks: i64,
    },
    /// By the token: one after the other.
    OfToken,
}

/// Weights of choices, and which of them stay.
pub struct Pruning {
    /// Weights: as the experts.
    pub scales: Arg,
    /// Least share of a token's weights, for each choice.
    pub threshold: Arg,
    /// True for tokens that take part.
    pub active: Option<Arg>,
    /// Gets whether a choice stays.
    pub mask: Arg,
}

/// Operands of [`update_expert`].
pub struct UpdateExpert {
    /// Experts: tokens by choices.
    pub experts: Arg,
    /// For each expert the number of its instances, and then these.
    pub table: Arg,
    /// See there.
    pub instance: Instance,
    /// Gets the instances.
    pub balanced: Arg,
    /// See there.
    pub pruning: Option<Pruning>,
}

operands! {
    struct Operands => OperandsAt {
        experts: ReadIndices<i64>,
        table: ReadIndices<i64>,
        balanced: Write<i64>,
        pruning: Option<PruningOperands>,
    }
}

operands! {
    struct PruningOperands => PruningAt {
        scales: ReadFloats,
        threshold: ReadFloats,
        active: Option<Read<Bool>>,
        mask: Write<Bool>,
    }
}

/// Plans the instances. An expert or an instance that the table does not have ends the task with an error.
pub fn update_expert(of: UpdateExpert) -> Result<Call> {
    let [tokens, choices] = of.experts.extents::<2>()?;
    let [rows, width] = of.table.extents::<2>()?;
    of.balanced.require_numel(tokens * choices)?;
    let (experts, table) = (of.experts.name, of.table.name);
    let instance = of.instance;
    let pruning = match of.pruning {
        None => None,
        Some(of) => {
            of.scales.require_numel(tokens * choices)?;
            of.threshold.require_numel(choices)?;
            of.mask.require_numel(tokens * choices)?;
            if let Some(active) = &of.active {
                active.require_numel(tokens)?;
            }
            Some(PruningOperands {
                scales: of.scales.into(),
                threshold: of.threshold.into(),
                active: of.active.map(Read::from),
                mask: of.mask.into(),
            })
        }
    };
    let operands = Operands {
        experts: of.experts.into(),
        table: of.table.into(),
        balanced: of.balanced.into(),
        pruning,
    };
    let cost = (tokens * choices).saturating_mul(16);
    kernel(operands, cost, move |at: OperandsAt| {
        for (number, to) in at.balanced.iter_mut().enumerate() {
            let (token, choice) = (number / choices, number % choices);
            let expert = at.experts.get(number);
            if !(0..rows as i64).contains(&expert) {
                return Err(Error::index(
                    experts,
                    &[token, choice],
                    expert,
                    rows as i64,
                    false,
                ));
            }
            let row = expert as usize * width;
            let count = at.table.get(row);
            let refused = |got: i64| {
                let allowed = format!("1 to {} instances of an expert", width - 1);
                Error::value(table, format!("{got} at {:?}", [expert, 0]), allowed)
            };
            if count < 1 || count >= width as i64 {
                return Err(refused(count));
            }
            let place = match (count, instance) {
                (1, _) => 0,
                (_, Instance::OfToken) => token as i64 % count,
                (_, Instance::OfRank { rank, ranks }) => rank / ((ranks + count - 1) / count),
            };
            if place >= count {
                return Err(refused(count));
            }
            *to = at.table.get(row + 1 + place as usize);
        }
        let Some(of) = at.pruning else {
            return Ok(());
        };
        for (token, mask) in of.mask.chunks_mut(choices.max(1)).enumerate() {
            let is_active = of.active.is_none_or(|active| active[token].get());
            let first = token * choices;
            let sum: f64 = (first..first + choices).map(|at| of.scales.get(at)).sum();
            for (choice, to) in mask.iter_mut().enumerate() {
                let stays = of.scales.get(first + choice) >= of.threshold.get(choice) * sum;
                *to = Bool::from(is_active && stays);
            }
        }
        Ok(())
    })
}
