//! Gradients of few queries and keys: of each head both passes over the scores at once, without panels.

use super::super::plan::rows_of;
use super::super::small::Matrix;
use super::{Given, GradientPlan, OfQuery, Tile};
use crate::attention::Sequence;
use crate::views::FloatsViewMut;
use hostnpu_kernels::gemm::results;
use hostnpu_kernels::rows;

/// The gradients by queries, keys, values and the shift of a head of keys and the heads of queries that use it.
pub(super) struct ByHead<'a> {
    pub dq: FloatsViewMut<'a, 3>,
    pub dk: FloatsViewMut<'a, 3>,
    pub dv: FloatsViewMut<'a, 3>,
    pub dpse: Option<FloatsViewMut<'a, 3>>,
}

impl GradientPlan {
    /// Shapes of keys, keys by columns, values by columns, queries, gradients by results, weights and gradients by scores, and gradients by queries, keys and values.
    fn small_shapes(&self, [queries, keys]: [usize; 2]) -> [[usize; 2]; 10] {
        let (depth, width) = (self.plan.depth, self.plan.width);
        [
            [keys, depth],
            [depth, keys],
            [width, keys],
            [queries, depth],
            [queries, width],
            [queries, keys],
            [queries, keys],
            [queries, depth],
            [keys, depth],
            [keys, width],
        ]
    }

    /// DOUBLE numbers of the memory of a thread: of these, and of keys or values by rows, or of a row.
    pub(super) fn small_doubles(&self) -> usize {
        let plan = &self.plan;
        let [_, keys] = plan.longest;
        let shapes = self.small_shapes(plan.longest).map(Matrix::doubles);
        let elements = plan.depth.max(plan.width).max(1);
        shapes.into_iter().sum::<usize>() + Matrix::doubles([elements, keys.max(1)])
    }

    /// Computes the gradients of a head of keys. `of_queries` are those of all heads of the sequence.
    pub(super) fn small(
        &self,
        given: &Given,
        (number, sequence, key_head): (usize, &Sequence, usize),
        of_queries: &[OfQuery],
        by: &mut ByHead,
        memory: &mut [f64],
    ) {
        let ByHead { dq, dk, dv, dpse } = by;
        let (plan, inputs) = (&self.plan, &given.inputs);
        let [queries, all] = sequence.lengths();
        let seen = sequence.window.of_all(0..queries, all);
        // All keys are in one block: of those, all or none are multiplied.
        let count = if seen.is_empty() { 0 } else { all };
        let [exact, rounded] = plan.kinds;
        let mut rest = memory;
        let [
            keys,
            by_keys,
            by_values,
            mut q,
            mut dy,
            mut weights,
            mut gradients,
            mut by_queries,
            mut key_sums,
            mut value_sums,
        ] = self
            .small_shapes([queries, count])
            .map(|shape| Matrix::new(&mut rest, shape));
        let line = rest;
        let rows = sequence.keys.start..sequence.keys.start + count;
        let of_keys = rows_of(&inputs.key, sequence.batch, key_head, &rows);
        let of_values = rows_of(&inputs.value, sequence.batch, key_head, &rows);
        let keys = keys.load(|row, to| of_keys.load([row], 0, to));
        let by_keys = by_keys.load_columns(line, |row, to| of_keys.load([row], 0, to));
        let by_values = by_values.load_columns(line, |row, to| of_values.load([row], 0, to));
        let group = plan.group();
        for own in 0..group {
            let head = key_head * group + own;
            let rows = |of, head| rows_of(of, sequence.batch, head, &sequence.queries);
            let (of_q, of_dy) = (rows(&inputs.query, head), rows(&given.dy, head));
            q = q.load(|row, to| of_q.load([row], 0, to));
            dy = dy.load(|row, to| of_dy.load([row], 0, to));
            weights.multiply(exact, q.left(plan.depth), &by_keys, false);
            gradients.multiply(exact, dy.left(plan.width), &by_values, false);
            let tile = Tile {
                number,
                sequence,
                head,
                queries: 0..queries,
                keys: 0..count,
                packed: [&[]; 2],
                of_queries: &of_queries[head * queries..][..queries],
            };
            for query in 0..queries {
                let both = (weights.row(query), gradients.row(query));
                self.row(inputs, &tile, query, both, true);
            }
            if let Some(dpse) = dpse {
                for query in 0..queries {
                    let line = &mut line[..all];
                    line.fill(0.0);
                    let factor = plan.of.shift_factor;
                    rows::scaled(&mut line[..count], gradients.row(query), factor);
                    results::one_nan(line);
                    dpse.row([own, query]).store(0, line);
                }
            }
            by_queries.multiply(rounded, gradients.left(count), &keys, false);
            for query in 0..queries {
                let to = dq.row([own, query]);
                plan.store(by_queries.row(query), plan.of.scale, to);
            }
            let adds = own > 0;
            key_sums.multiply(rounded, gradients.left_transposed(count), &q, adds);
            value_sums.multiply(rounded, weights.left_transposed(count), &dy, adds);
        }
        let outputs = [(dv, value_sums, plan.kept()), (dk, key_sums, plan.of.scale)];
        for (output, mut sums, factor) in outputs {
            for key in 0..all {
                let row = match key < count {
                    true => sums.row(key),
                    false => {
                        let row = &mut line[..output.shape()[2]];
                        row.fill(0.0);
                        row
                    }
                };
                plan.store(row, factor, output.row([0, key]));
            }
        }
    }
}
