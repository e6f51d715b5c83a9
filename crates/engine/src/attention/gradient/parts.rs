//! Panels of a head of keys and of the heads of queries that use it.

use super::super::Sequence;
use super::super::plan::rows_of;
use super::{Given, GradientPlan};
use crate::gemm::panels::{Packed, Panels};
use crate::views::FloatsView;

/// Panels of a pair.
#[derive(Clone, Copy)]
pub enum Part {
    /// Of a head of keys: keys and values for scores and their gradients, and keys for the gradient by queries.
    Keys,
    Values,
    KeysByColumns,
    /// Of each head of queries: queries and gradients by results for the same.
    Queries,
    ByResults,
    QueriesByColumns,
    ByResultsByColumns,
}

pub const OF_KEYS: [Part; 3] = [Part::Keys, Part::Values, Part::KeysByColumns];
pub const OF_QUERIES: [Part; 4] = [
    Part::Queries,
    Part::ByResults,
    Part::QueriesByColumns,
    Part::ByResultsByColumns,
];

impl Part {
    /// Lanes by steps of a head.
    pub(super) fn rows<'a>(
        self,
        given: &Given<'a>,
        sequence: &Sequence,
        head: usize,
    ) -> FloatsView<'a, 2> {
        let inputs = &given.inputs;
        let rows = |of, rows| rows_of(of, sequence.batch, head, rows);
        match self {
            Part::Keys => rows(&inputs.key, &sequence.keys),
            Part::Values => rows(&inputs.value, &sequence.keys),
            Part::KeysByColumns => rows(&inputs.key, &sequence.keys).permuted([1, 0]),
            Part::Queries => rows(&inputs.query, &sequence.queries),
            Part::ByResults => rows(&given.dy, &sequence.queries),
            Part::QueriesByColumns => rows(&inputs.query, &sequence.queries).permuted([1, 0]),
            Part::ByResultsByColumns => rows(&given.dy, &sequence.queries).permuted([1, 0]),
        }
    }
}

impl GradientPlan {
    /// The panels of a part of so many queries or keys.
    pub(super) fn panels(&self, part: Part, [queries, keys]: [usize; 2]) -> Panels {
        let plan = &self.plan;
        let [kind, by_columns] = plan.kinds;
        match part {
            Part::Keys => plan.columns(keys, plan.depth),
            Part::Values => plan.columns(keys, plan.width),
            Part::KeysByColumns => Panels::right(by_columns, plan.depth, keys),
            Part::Queries => Panels::left(kind, queries, plan.depth),
            Part::ByResults => Panels::left(kind, queries, plan.width),
            Part::QueriesByColumns => Panels::right(by_columns, plan.depth, queries),
            Part::ByResultsByColumns => Panels::right(by_columns, plan.width, queries),
        }
    }

    /// The panels of a part, of those packed together.
    pub(super) fn part<'a>(
        &self,
        part: Part,
        sequence: &Sequence,
        packed: [&'a [f64]; 2],
    ) -> Packed<'a> {
        let lengths = sequence.lengths();
        let is_of_keys = OF_KEYS.len() > part as usize;
        let (before, memory) = match is_of_keys {
            true => (&OF_KEYS[..part as usize], packed[0]),
            false => (&OF_QUERIES[..part as usize - OF_KEYS.len()], packed[1]),
        };
        let before = self.doubles_of(before, lengths);
        Packed::new(self.panels(part, lengths), &memory[before..])
    }

    fn doubles_of(&self, parts: &[Part], lengths: [usize; 2]) -> usize {
        let doubles = |&part| self.panels(part, lengths).doubles();
        parts.iter().map(doubles).sum()
    }

    /// DOUBLE numbers of the panels of a head of keys and of a head of queries, of the longest ones.
    pub(super) fn packed(&self) -> [usize; 2] {
        let longest = self.plan.longest;
        [&OF_KEYS[..], &OF_QUERIES].map(|parts| self.doubles_of(parts, longest))
    }

    /// DOUBLE numbers of the panels of a pair.
    pub(super) fn doubles(&self) -> usize {
        let [of_keys, of_queries] = self.packed();
        of_keys + of_queries * self.plan.group()
    }
}
