//! Gradients of attention by queries, keys, values and the shift.

mod parts;
mod passes;

use std::ops::Range;
use std::sync::Mutex;

use super::forward::{COPIES, key_heads};
use super::{Attention, KEYS, Operands, Plan, Sequence};
use crate::engine::convert::Steps;
use crate::engine::dense::{self, slice, slice_mut};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_base::sync::lock;
use hostnpu_kernels::gemm::DEPTH;
use hostnpu_kernels::rows;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, parallel};

/// Queries whose gradients are computed together.
const QUERIES: usize = 32;

/// Elements of results that are converted at once.
const LINE: usize = 256;

/// What gradients are computed of, beside the operands of attention, and the gradients.
pub struct Gradients {
    /// The gradient by results.
    pub by_results: Arg,
    /// The largest score of each query, and the sum of exponentials, as [`super::forward`] writes them.
    pub statistics: [Arg; 2],
    /// The results.
    pub results: Arg,
    /// The gradients by queries, keys and values.
    pub by_operands: [Arg; 3],
    /// The gradient by the shift, of one number for each score.
    pub by_shift: Option<Arg>,
}

/// Plans the gradients of attention.
pub fn gradient(of: Attention, operands: Operands, gradients: Gradients) -> Result<Call> {
    let dtype = of.dtype;
    let shift = operands.shift.as_ref().map(|arg| arg.view.dtype);
    let (plan, mut all) = Plan::new(of, operands)?;
    let first = all.len();
    all.push(dense::Operand::read(gradients.by_results, dtype));
    all.extend(
        gradients
            .statistics
            .map(|arg| dense::Operand::read(arg, Dtype::F32)),
    );
    all.push(dense::Operand::read(gradients.results, dtype));
    all.extend(
        gradients
            .by_operands
            .map(|arg| dense::Operand::write(arg, dtype)),
    );
    let shift = gradients.by_shift.zip(shift);
    let store_shift = shift
        .as_ref()
        .and_then(|&(_, dtype)| Steps::new(Dtype::F64, dtype));
    all.extend(shift.map(|(arg, dtype)| dense::Operand::write(arg, dtype)));
    dense::plan(
        Gradient {
            plan,
            first,
            store_shift,
        },
        all,
    )
}

struct Gradient {
    plan: Plan,
    /// The number of the gradient by results. Statistics, results and gradients follow.
    first: usize,
    store_shift: Option<Steps>,
}

/// What is known of each query: the largest score, the reciprocal of the sum, and the mean of the gradients by its weights.
#[derive(Clone, Copy)]
struct Known {
    largest: f64,
    factor: f64,
    mean: f64,
}

/// Memory of a thread, with one place for weights and one for their gradients.
#[derive(Clone, Copy)]
struct Memory {
    sums: [usize; 2],
    wide: [usize; 2],
    packed: [usize; 2],
    results: [usize; 2],
    line: usize,
}

/// Some queries of a head and some neighbouring keys.
struct Tile<'a> {
    sequence: &'a Sequence,
    head: usize,
    queries: Range<usize>,
    keys: Range<usize>,
    /// The panels of the head of keys and of that of queries.
    packed: [usize; 2],
}

impl Gradient {
    /// Statistics of all queries.
    fn known(&self) -> usize {
        let queries = self.plan.of.sequences.iter().map(|s| s.queries);
        queries.sum::<usize>() * self.plan.of.heads
    }

    /// The number of what is known of a query.
    fn number(&self, before: usize, sequence: &Sequence, head: usize, query: usize) -> usize {
        before * self.plan.of.heads + head * sequence.queries + query
    }

    /// Bytes of the parts of a memory: sums, doubles, panels, results, a line.
    fn sizes(&self) -> [usize; 5] {
        let [queries, keys] = self.plan.longest();
        let size = self.plan.kinds[0].size();
        let numbers = |rows: usize, keys: usize| rows * (keys.next_multiple_of(KEYS) + KEYS);
        let tall = QUERIES.min(queries);
        let sums = numbers(tall, keys).max(numbers(DEPTH.min(queries), KEYS));
        let by_queries = self.weights(tall, keys).bytes();
        let packed = by_queries.max(self.weights(KEYS, DEPTH.min(queries)).bytes());
        let columns = self.plan.of.depth.max(self.plan.of.width) + KEYS;
        let wide = if size == 8 { 0 } else { sums * 8 };
        [
            sums * size,
            wide,
            packed,
            KEYS.max(QUERIES) * columns * size,
            columns * 8,
        ]
        .map(with_alignment)
    }

    /// Finds what gradients need to know of a query.
    unsafe fn query(
        &self,
        places: &[usize],
        sequence: &Sequence,
        head: usize,
        query: usize,
    ) -> Known {
        let plan = &self.plan;
        let at = plan.statistics(sequence, head, query) * COPIES * size_of::<f32>();
        // SAFETY: the caller's promise for the operands.
        let [largest, sum] =
            [1, 2].map(|number| unsafe { slice::<f32>(places[self.first + number] + at, 1)[0] });
        let mut mean = rows::Total::default();
        let line = |number: usize, start: usize, count: usize, to: &mut [f64; LINE]| {
            let (first, row) = plan.rows(&[places[self.first + number]; 4], 3, sequence, head);
            let from = first + query * row as usize + start * plan.size;
            let from = std::ptr::with_exposed_provenance_mut::<u8>(from);
            let load = Steps::new(plan.of.dtype, Dtype::F64).unwrap_or_default();
            // SAFETY: as above; a line holds as many doubles.
            unsafe { load.run([from, from], to.as_mut_ptr().cast(), count) };
        };
        for start in (0..plan.of.width).step_by(LINE) {
            let count = LINE.min(plan.of.width - start);
            let mut lines = [[0.0; LINE]; 2];
            let [by_results, results] = &mut lines;
            line(0, start, count, by_results);
            line(3, start, count, results);
            mean.add(rows::products(&by_results[..count], &results[..count]));
        }
        Known {
            largest: f64::from(largest),
            factor: if sum == 0.0 {
                0.0
            } else {
                1.0 / f64::from(sum)
            },
            mean: mean.sum(),
        }
    }
}

/// The part of a piece of work that it is.
enum Work {
    Queries {
        pair: usize,
        head: usize,
        queries: Range<usize>,
    },
    Keys {
        pair: usize,
        keys: Range<usize>,
    },
}

impl dense::Kernel for Gradient {
    fn cost(&self) -> usize {
        self.plan.cost(7)
    }

    fn scratch(&self) -> usize {
        let [sums, wide, packed, results, line] = self.sizes();
        let own = 2 * (sums + wide + packed + results + line);
        let bytes = self.bytes();
        let packed = bytes.saturating_mul(self.plan.at_once(bytes));
        let known = with_alignment(self.known() * size_of::<Known>());
        let own = own.saturating_mul(parallel::threads());
        own.saturating_add(with_alignment(packed))
            .saturating_add(known)
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let plan = &self.plan;
        let at = |number: usize| (places[self.first + 4 + number], number);
        // SAFETY: the caller's promise for the outputs.
        unsafe { plan.clear(&[at(0), at(1), at(2)]) };
        let (bytes, of_keys, group) = (self.bytes(), self.packed(), plan.group());
        let at_once = plan.at_once(bytes);
        let packed = scratch.take(bytes * at_once)?.expose_provenance();
        let known = scratch
            .take(self.known() * size_of::<Known>())?
            .expose_provenance();
        let mut memories = Vec::new();
        for _ in 0..parallel::threads() {
            let [sums, wide, packed, results, line] = self.sizes();
            let mut take = |bytes| {
                Ok::<_, hostnpu_base::error::Error>(scratch.take(bytes)?.expose_provenance())
            };
            let mut both =
                |bytes| Ok::<_, hostnpu_base::error::Error>([take(bytes)?, take(bytes)?]);
            memories.push(Memory {
                sums: both(sums)?,
                wide: both(wide)?,
                packed: both(packed)?,
                results: both(results)?,
                line: both(line)?[0],
            });
        }
        let free = Mutex::new(memories);
        // Queries of the sequences before each one.
        let mut before = vec![0];
        for sequence in &plan.of.sequences {
            before.push(before[before.len() - 1] + sequence.queries);
        }
        let known_of = |sequence: usize, head: usize| {
            let of = &plan.of.sequences[sequence];
            known + self.number(before[sequence], of, head, 0) * size_of::<Known>()
        };
        parallel::for_each_piece(plan.of.sequences.len() * plan.of.heads, |piece| {
            let (number, head) = (piece / plan.of.heads, piece % plan.of.heads);
            let sequence = &plan.of.sequences[number];
            // SAFETY: the caller's promise; each head of a sequence has queries of its own.
            unsafe {
                let all = slice_mut::<Known>(known_of(number, head), sequence.queries);
                for (query, known) in all.iter_mut().enumerate() {
                    *known = self.query(places, sequence, head, query);
                }
            }
        });
        let all = plan.pairs();
        for first in (0..all).step_by(at_once) {
            let pairs = first..all.min(first + at_once);
            // The panels of a head of keys and of the queries of one of its heads.
            let panels = |pair: usize, number: usize| {
                let at = packed + (pair - first) * bytes;
                [at, at + of_keys[0] + number * of_keys[1]]
            };
            let pieces = 3 + 4 * group;
            parallel::for_each_piece(pairs.len() * pieces, |piece| {
                let (pair, piece) = (first + piece / pieces, piece % pieces);
                let (sequence, head) = plan.pair(pair);
                let (number, piece) = match piece {
                    0..3 => (0, piece),
                    _ => ((piece - 3) / 4, 3 + (piece - 3) % 4),
                };
                let heads = [head, head * group + number];
                // SAFETY: the caller's promise; each piece has panels of its own.
                unsafe { self.pack(places, sequence, heads, piece, panels(pair, number)) };
            });
            let mut work = Vec::new();
            for pair in pairs {
                let (sequence, key_head) = plan.pair(pair);
                for head in key_heads(key_head, group) {
                    work.extend((0..sequence.queries).step_by(QUERIES).map(|start| {
                        Work::Queries {
                            pair,
                            head,
                            queries: start..sequence.queries.min(start + QUERIES),
                        }
                    }));
                }
                work.extend((0..sequence.keys).step_by(KEYS).map(|start| Work::Keys {
                    pair,
                    keys: start..sequence.keys.min(start + KEYS),
                }));
            }
            parallel::for_each_piece(work.len(), |number| {
                let Some(memory) = lock(&free).pop() else {
                    unreachable!("there are no more pieces at the same time than threads")
                };
                // SAFETY: the caller's promise; the panels are packed, and what is known is not written any more.
                unsafe {
                    let known = |pair: usize, head: usize| {
                        let number = pair / plan.of.key_heads;
                        let queries = plan.of.sequences[number].queries;
                        slice::<Known>(known_of(number, head), queries)
                    };
                    match &work[number] {
                        Work::Queries {
                            pair,
                            head,
                            queries,
                        } => {
                            let (sequence, key_head) = plan.pair(*pair);
                            let packed = panels(*pair, head - key_head * group);
                            let (queries, keys) = (queries.clone(), 0..0);
                            let mut tile = Tile {
                                sequence,
                                head: *head,
                                queries,
                                keys,
                                packed,
                            };
                            self.by_queries(places, &mut tile, known(*pair, *head), memory);
                        }
                        Work::Keys { pair, keys } => {
                            let of = plan.pair(*pair);
                            let heads = key_heads(of.1, group).enumerate();
                            let heads = heads.map(|(number, head)| {
                                (head, panels(*pair, number), known(*pair, head))
                            });
                            self.by_keys(
                                places,
                                of,
                                keys.clone(),
                                &heads.collect::<Vec<_>>(),
                                memory,
                            );
                        }
                    }
                }
                lock(&free).push(memory);
            });
        }
        Ok(())
    }
}
