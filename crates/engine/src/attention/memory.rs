//! Scratch memory of threads, and the parts of outputs that are of one sequence.

use std::ops::Range;
use std::sync::Mutex;

use super::{Plan, Sequence, StatisticsOrder};
use crate::views::{FloatsViewMut, View, ViewMut};
use hostnpu_base::sync::lock;
use hostnpu_tensor::parallel;

/// Copies of each number of the statistics, as the device lays them out.
pub const COPIES: usize = 8;

/// Scratch memory of the threads, of which no more than that many work at a time.
pub(super) struct ThreadMemory<'a>(Mutex<Vec<&'a mut [f64]>>);

impl<'a> ThreadMemory<'a> {
    /// DOUBLE numbers of the memory of all threads.
    pub fn doubles(of_each: usize) -> usize {
        of_each.saturating_mul(parallel::threads())
    }

    /// Shares memory among the threads.
    pub fn new(memory: &'a mut [f64], of_each: usize) -> Self {
        let (mut rest, mut all) = (memory, Vec::new());
        for _ in 0..parallel::threads() {
            let (own, others) = rest.split_at_mut(of_each);
            all.push(own);
            rest = others;
        }
        Self(Mutex::new(all))
    }

    /// Works with the memory of a thread.
    pub fn with(&self, work: impl FnOnce(&mut [f64])) {
        let Some(memory) = lock(&self.0).pop() else {
            unreachable!("there are no more pieces at the same time than threads")
        };
        work(memory);
        lock(&self.0).push(memory);
    }
}

/// Takes the first numbers of some memory.
pub(super) fn take<'m>(rest: &mut &'m mut [f64], count: usize) -> &'m mut [f64] {
    let (own, others) = std::mem::take(rest).split_at_mut(count);
    *rest = others;
    own
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

/// Heads by queries by copies of the statistics of a sequence.
pub(super) fn statistics<'a>(all: &'a [f32], plan: &Plan, sequence: &Sequence) -> View<'a, f32, 3> {
    let (heads, queries) = (plan.heads, sequence.queries.len());
    let first = sequence.queries_before * heads * COPIES;
    let own = &all[first..][..heads * queries * COPIES];
    match plan.of.statistics {
        StatisticsOrder::Heads => View::of(own, [heads, queries, COPIES]),
        StatisticsOrder::Queries => View::of(own, [queries, heads, COPIES]).permuted([1, 0, 2]),
    }
}
