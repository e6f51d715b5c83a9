//! Tokens that go to experts on other ranks, and return from there: what each rank does before and after the exchanges. A record is what goes to one expert for one
//! choice of a token.

#![forbid(unsafe_code)]

mod arrive;
mod give_back;
mod go;
mod halves;

pub use arrive::{Arrive, Counted, arrive, exchange_table};
pub use give_back::{GiveBack, SentRows, give_back};
pub use go::{Go, Records, go};
pub use halves::{COMMANDS, Messages, Sent, bring_in, list_rows, set_out};

use super::row_bytes;
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_numeric::Bool;

/// Experts on ranks: some ranks have one shared expert each, then each rank has as many routed experts.
#[derive(Clone, Debug)]
pub struct Deployment {
    /// The number of ranks.
    pub ranks: usize,
    /// The number of this rank.
    pub rank: usize,
    /// The number of routed experts.
    pub experts: usize,
    /// The number of shared experts.
    pub shared_experts: usize,
    /// The number of ranks with a shared expert: each expert is on as many of them.
    pub shared_ranks: usize,
    /// The numbers behind those of the routed experts that name experts without rows.
    pub special: usize,
    /// The number of tokens of this rank.
    pub tokens: usize,
    /// The number of choices of each token.
    pub top_k: usize,
}

impl Deployment {
    /// The number of routed experts of a rank.
    pub fn per_rank(&self) -> usize {
        self.experts
            .checked_div(self.ranks - self.shared_ranks)
            .unwrap_or(0)
    }

    /// The most experts of a rank.
    pub fn slots(&self) -> usize {
        self.per_rank().max(1)
    }

    /// The number of experts of this rank.
    pub fn local(&self) -> usize {
        match self.rank < self.shared_ranks {
            true => 1,
            false => self.per_rank(),
        }
    }

    /// The number of shared experts that get every token from other ranks.
    pub fn copies(&self) -> usize {
        if self.shared_ranks > 0 {
            self.shared_experts
        } else {
            0
        }
    }

    /// The most records of a token.
    pub fn choices(&self) -> usize {
        self.top_k + self.copies()
    }

    /// The most records of this rank.
    pub fn records(&self) -> usize {
        self.tokens * self.choices()
    }

    /// The number of counts of records: for each rank and expert there.
    pub fn counts(&self) -> usize {
        self.ranks * self.slots()
    }

    /// The number of the count of a routed expert.
    fn key(&self, expert: usize) -> usize {
        let per_rank = self.slots();
        (self.shared_ranks + expert / per_rank) * per_rank + expert % per_rank
    }

    /// The number of the count of a shared expert, for tokens of this rank.
    fn shared_key(&self, copy: usize) -> usize {
        let each = self.shared_ranks / self.shared_experts.max(1);
        (self.rank % each.max(1) + copy * each) * self.slots()
    }

    /// Reads the experts, each once, and writes the number of the count of each record, -1 where there is none, the number of each choice's expert, -1 where it is hidden, and the
    /// records in the order of these numbers, with the first of each. Refuses experts that do not exist.
    fn order(&self, experts: &Experts, at: OrderAt) -> Result<()> {
        let (choices, allowed) = (self.choices(), (self.experts + self.special) as i64);
        let hidden = |token: usize, choice: usize| match experts.mask {
            None => false,
            Some(mask) if mask.len() == self.tokens => !mask[token].get(),
            Some(mask) => !mask[token * self.top_k + choice].get(),
        };
        at.firsts.fill(0);
        for token in 0..self.tokens {
            let mut is_active = false;
            for choice in 0..choices {
                let number = token * choices + choice;
                let (key, expert) = if choice >= self.top_k {
                    let copy = self.shared_key(choice - self.top_k);
                    (if is_active { copy as i64 } else { -1 }, -1)
                } else if hidden(token, choice) {
                    (-1, -1)
                } else {
                    is_active = true;
                    let expert = experts.ids.get(token * self.top_k + choice);
                    if !(0..allowed).contains(&expert) {
                        let got = format!("{expert} at {:?}", [token, choice]);
                        let allowed = format!("0 to {}", allowed - 1);
                        return Err(Error::value(experts.name, got, allowed));
                    }
                    match (expert as usize) < self.experts {
                        true => (self.key(expert as usize) as i64, expert),
                        false => (-1, expert),
                    }
                };
                (at.keys[number], at.experts[number]) = (key, expert);
                if key >= 0 {
                    at.firsts[key as usize + 1] += 1;
                }
            }
        }
        let mut sum = 0;
        for first in at.firsts.iter_mut() {
            sum += *first;
            *first = sum;
        }
        // Each first moves to the next one, and back.
        for (number, &key) in at.keys.iter().enumerate().filter(|(_, key)| **key >= 0) {
            let next = &mut at.firsts[key as usize];
            at.order[*next as usize] = number as i64;
            *next += 1;
        }
        at.firsts.rotate_right(1);
        at.firsts[0] = 0;
        Ok(())
    }
}

/// The experts of tokens in memory.
struct Experts<'a> {
    name: &'static str,
    ids: IndexSlice<'a, i64>,
    /// An element for each token or for each choice, false where it is hidden.
    mask: Option<&'a [Bool]>,
}

/// Outputs of [`Deployment::order`].
struct OrderAt<'a> {
    keys: &'a mut [i64],
    experts: &'a mut [i64],
    order: &'a mut [i64],
    /// One more than there are counts.
    firsts: &'a mut [i64],
}
