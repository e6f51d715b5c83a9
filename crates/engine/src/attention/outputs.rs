//! Outputs of attention, in parts of a sequence and of a head of keys.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::memory::COPIES;
use super::{Plan, Sequence, StatisticsOrder};
use crate::views::{FloatsViewMut, ViewMut};

/// Outputs while the kernel runs.
pub(super) struct Written<'a> {
    pub statistics: [Option<&'a mut [f32]>; 2],
    pub lse: Option<FloatsViewMut<'a, 4>>,
    pub results: FloatsViewMut<'a, 4>,
}

/// Outputs of the queries of some heads of a sequence.
pub(super) struct OfHeads<'a> {
    pub results: FloatsViewMut<'a, 3>,
    pub statistics: [Option<ViewMut<'a, f32, 3>>; 2],
    pub lse: Option<FloatsViewMut<'a, 3>>,
}

impl<'a> Written<'a> {
    /// Those of each sequence and, of it, of the heads of queries of each head of keys.
    pub fn by_pairs(self, plan: &Plan) -> Vec<OfHeads<'a>> {
        let mut results = RowsBySequence::new(self.results);
        let mut lse = self.lse.map(RowsBySequence::new);
        let mut statistics = self.statistics.map(|all| all.map(StatisticsBySequence));
        let mut pairs = Vec::with_capacity(plan.pairs());
        for sequence in &plan.of.sequences {
            let (batch, queries) = (sequence.batch, &sequence.queries);
            let mut rest = OfHeads {
                results: results.next(batch, queries),
                statistics: statistics
                    .each_mut()
                    .map(|all| all.as_mut().map(|all| all.next(plan, sequence))),
                lse: lse.as_mut().map(|all| all.next(batch, queries)),
            };
            for _ in 1..plan.key_heads {
                let (own, others) = rest.split(plan.group());
                pairs.push(own);
                rest = others;
            }
            if plan.key_heads > 0 {
                pairs.push(rest);
            }
        }
        pairs
    }
}

impl OfHeads<'_> {
    /// The first heads, and the others.
    fn split(self, heads: usize) -> (Self, Self) {
        let (results, other_results) = self.results.split(0, heads);
        let (lse, other_lse) = self.lse.map(|lse| lse.split(0, heads)).unzip();
        let [largest, sum] = self.statistics;
        let (largest, other_largest) = largest.map(|all| all.split(0, heads)).unzip();
        let (sum, other_sum) = sum.map(|all| all.split(0, heads)).unzip();
        let others = Self {
            results: other_results,
            statistics: [other_largest, other_sum],
            lse: other_lse,
        };
        let own = Self {
            results,
            statistics: [largest, sum],
            lse,
        };
        (own, others)
    }
}

/// The rows of an output (batch, heads, rows, elements), sequence by sequence.
pub(super) struct RowsBySequence<'a> {
    rest: Option<FloatsViewMut<'a, 4>>,
    /// Entries of the batch before the rest.
    batch: usize,
    current: Option<Current<'a>>,
}

/// The rest of an entry of the batch.
struct Current<'a> {
    batch: usize,
    first: usize,
    rows: FloatsViewMut<'a, 3>,
}

impl<'a> RowsBySequence<'a> {
    pub fn new(output: FloatsViewMut<'a, 4>) -> Self {
        Self {
            rest: Some(output),
            batch: 0,
            current: None,
        }
    }

    /// Heads by rows by elements of the next sequence. Panics if it is before the last one.
    pub fn next(&mut self, batch: usize, rows: &Range<usize>) -> FloatsViewMut<'a, 3> {
        let current = match self.current.take() {
            Some(current) if current.batch == batch => current,
            _ => {
                let Some(rest) = self.rest.take() else {
                    unreachable!("the rest is put back below")
                };
                let (_, rest) = rest.split(0, batch - self.batch);
                let (own, rest) = rest.split(0, 1);
                (self.rest, self.batch) = (Some(rest), batch + 1);
                Current {
                    batch,
                    first: 0,
                    rows: own.picked(0),
                }
            }
        };
        let (_, from) = current.rows.split(1, rows.start - current.first);
        let (own, rest) = from.split(1, rows.len());
        self.current = Some(Current {
            batch,
            first: rows.end,
            rows: rest,
        });
        own
    }
}

/// The statistics of sequences, one after the other.
pub(super) struct StatisticsBySequence<'a>(pub &'a mut [f32]);

impl<'a> StatisticsBySequence<'a> {
    /// Heads by queries by copies of the next sequence.
    pub fn next(&mut self, plan: &Plan, sequence: &Sequence) -> ViewMut<'a, f32, 3> {
        let (heads, queries) = (plan.heads, sequence.queries.len());
        let all = std::mem::take(&mut self.0);
        let (own, rest) = all.split_at_mut(heads * queries * COPIES);
        self.0 = rest;
        match plan.of.statistics {
            StatisticsOrder::Heads => ViewMut::of(own, [heads, queries, COPIES]),
            StatisticsOrder::Queries => {
                ViewMut::of(own, [queries, heads, COPIES]).permuted([1, 0, 2])
            }
        }
    }
}
