//! Scratch memory of threads, and statistics that are read.

use std::sync::Mutex;

use super::{Plan, Sequence, StatisticsOrder};
use crate::views::View;
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
        let (mut rest, mut all) = (memory, Vec::with_capacity(parallel::threads()));
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
