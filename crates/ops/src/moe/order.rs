//! The order of choices, and which of them each row of the outputs has.

#![forbid(unsafe_code)]

use super::routing::{Kept, Plan, Rest};
use hostnpu_kernels::index::IndexSlice;

/// Source of a row of the outputs.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Choice(usize),
    Nothing(Rest),
}

/// The choices in the order of their experts.
pub(super) struct Order<'a> {
    /// The expert of each choice.
    pub keys: &'a [i64],
    /// The choice at each place.
    pub choices: &'a [i64],
    /// End of the choices of each expert.
    pub ends: &'a [i64],
    /// Choices of experts in the range.
    pub valid: usize,
    pub row_idx: Option<IndexSlice<'a, i64>>,
}

impl Order<'_> {
    /// The number that stands in the place of a choice.
    pub fn number(&self, choice: usize) -> usize {
        let row_idx = self.row_idx;
        let number = row_idx.and_then(|row_idx| row_idx.position(choice, self.keys.len()));
        number.unwrap_or(choice)
    }

    /// The number of the expert in the range, and where its choices begin.
    pub fn expert(&self, plan: &Plan, choice: usize) -> (usize, usize) {
        let start = plan.range.as_ref().map_or(0, |range| range.start);
        let expert = (self.keys[choice] - start) as usize;
        let before = expert.checked_sub(1).map_or(0, |before| self.ends[before]);
        (expert, before as usize)
    }
}

/// The rows of the outputs.
pub(super) struct Rows<'a> {
    pub plan: &'a Plan,
    pub order: Order<'a>,
    /// The most rows of [`Kept::First`].
    pub most: usize,
}

impl Rows<'_> {
    pub fn source(&self, row: usize) -> Source {
        let order = &self.order;
        let place = match self.plan.kept {
            Kept::First(most) => (row < most.min(self.most)).then_some(row),
            Kept::Window(start, end) => Some(start + row).filter(|&place| place < end),
            Kept::Capacity(capacity) => {
                let (expert, distance) = (row / capacity, row % capacity);
                let start = expert.checked_sub(1).map_or(0, |before| order.ends[before]);
                let place = start as usize + distance;
                (place < order.ends[expert] as usize).then_some(place)
            }
        };
        match place.filter(|&place| place < order.valid) {
            Some(place) => Source::Choice(order.choices[place] as usize),
            None => Source::Nothing(self.plan.rest),
        }
    }

    pub fn token(&self, choice: usize) -> usize {
        match self.order.row_idx {
            Some(_) => self.order.number(choice) % self.plan.tokens.max(1),
            None => choice / self.plan.top_k,
        }
    }

    /// The number of a choice's expert in the range.
    pub fn expert(&self, choice: usize) -> usize {
        let start = self.plan.range.as_ref().map_or(0, |range| range.start);
        (self.order.keys[choice] - start).max(0) as usize
    }
}
