//! Training of indexers: the distribution over keys that scores make, its distance from the one of attention, and the gradients of queries, keys and weights.
//!
//! Scores are `sum over heads of weight * relu(query @ key)`, of the keys that a query sees or lists, in DOUBLE. A few queries at a time are computed, each by one thread; what they
//! add to gradients of keys is then summed in the order of queries, by parts of keys. The number of queries depends on sizes only.

#![forbid(unsafe_code)]

mod row;

use super::indexer::seen;
use super::source::{SourceForms, SourceIn, SourceMemory};
use super::spans::{Span, Spans};
use super::{Source, Visible};
use crate::operands::{
    ReadFloats, ReadFloatsView, ReadIndices, Temporary, WriteFloats, kernel, operands,
};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::cuts::{chunks, for_each_part};
use row::{Owner, Sizes, Tile, heads_of};

/// Queries whose gradients are computed together, at most, and DOUBLE numbers that they may take.
pub(in crate::attention) const QUERIES: usize = 16;
pub(in crate::attention) const MEMORY: usize = 16 << 20;

/// Parts of keys whose gradients threads sum.
pub(in crate::attention) const PARTS: usize = 16;

/// Operands of [`train`].
pub struct Train {
    /// Queries: batch, heads, rows, elements.
    pub query: Source,
    /// Keys, of one head.
    pub key: Source,
    /// The factor of each head of each query: batch, rows, heads.
    pub weights: Arg,
    /// Sequences of queries, and of keys.
    pub spans: [Spans; 2],
    /// Their places and lengths.
    pub lengths: Lengths,
    /// The keys that a query sees.
    pub visible: Visible,
    /// Keys of each row of queries, INT32: as many numbers count as the query sees keys, and of these only those of keys that it sees.
    pub lists: Option<Arg>,
    /// The largest score of each row and the sum of exponentials of scores less that, or the logarithm of the sum of exponentials, if they are not to be computed.
    pub known: Vec<Arg>,
    /// Source of the gradients.
    pub teacher: Teacher,
    /// Results.
    pub outputs: TrainOutputs,
}

/// Places and lengths of sequences.
pub enum Lengths {
    /// INT32 tensors: places, and numbers of rows that count, of queries and keys.
    Read([[Option<Arg>; 2]; 2]),
    /// They are known.
    Known([Vec<Span>; 2]),
}

/// Source of the gradients: rows of queries by columns, one for each number of a list or for each key.
pub enum Teacher {
    /// There are none.
    Nothing,
    /// The gradients of scores.
    Gradient(Arg),
    /// The distribution that the one of scores shall have.
    Distribution(Arg),
    /// The attention whose distribution, the mean over its heads, that is.
    Attention {
        /// Queries.
        query: Box<Source>,
        /// Keys, of one head or as many as queries have.
        key: Box<Source>,
        /// The largest score, and the sum of exponentials less that: batch, rows, heads of keys, heads of queries to each.
        statistics: [Arg; 2],
        /// The factor of scores.
        scale: f64,
        /// The score of one more key of each head, which statistics count and the distribution leaves out.
        sinks: Option<Arg>,
    },
}

/// Results of [`train`]. All have a row for each row of queries, but gradients of keys and the loss.
#[derive(Default)]
pub struct TrainOutputs {
    /// The largest score, and the sum of exponentials of scores less that.
    pub statistics: Option<[Arg; 2]>,
    /// The logarithm of the sum of exponentials of scores.
    pub lse: Option<Arg>,
    /// The distribution of scores, 0 where there is no key.
    pub softmax: Option<Arg>,
    /// The divergence of the distributions, summed over all queries.
    pub loss: Option<Arg>,
    /// Gradients of queries, keys and weights.
    pub gradients: Option<[Arg; 3]>,
}

operands! {
    struct TeacherIn => TeacherAt {
        query: SourceIn,
        key: SourceIn,
        largest: ReadFloatsView<4>,
        sum: ReadFloatsView<4>,
        sinks: Option<ReadFloats>,
    }
}

operands! {
    struct TrainIn => TrainAt {
        query: SourceIn,
        key: SourceIn,
        weights: ReadFloatsView<3>,
        query_places: Option<ReadIndices<i32>>,
        query_used: Option<ReadIndices<i32>>,
        key_places: Option<ReadIndices<i32>>,
        key_used: Option<ReadIndices<i32>>,
        residual: Option<ReadIndices<i32>>,
        lists: Option<ReadIndices<i32>>,
        known: Vec<ReadFloats>,
        given: Option<ReadFloats>,
        teacher: Vec<TeacherIn>,
        largest: Option<WriteFloats>,
        sum: Option<WriteFloats>,
        lse: Option<WriteFloats>,
        softmax: Option<WriteFloats>,
        loss: Option<WriteFloats>,
        query_gradient: Option<WriteFloats>,
        key_gradient: Option<WriteFloats>,
        weight_gradient: Option<WriteFloats>,
        memory: Temporary<f64>,
        chosen: Temporary<u32>,
        sums: Temporary<f64>,
    }
}

fn internal(what: &str) -> Error {
    Reason::Internal(format!("training of {what}")).into()
}

/// Plans the training.
pub fn train(of: Train) -> Result<Call> {
    let [queries, keys] = of.spans;
    let rows = queries.all_rows();
    let [[heads, depth], [key_heads, key_depth]] = [&of.query, &of.key].map(heads_of);
    if key_heads != 1 || key_depth != depth || queries.count != keys.count {
        return Err(internal("keys that do not fit"));
    }
    let numel = |arg: &Arg| arg.view.numel().unwrap_or(0);
    let of_columns = match (&of.lists, &of.teacher, &of.outputs.softmax) {
        (Some(lists), _, _) => Some(lists),
        (None, Teacher::Gradient(arg) | Teacher::Distribution(arg), _) => Some(arg),
        (None, _, softmax) => softmax.as_ref(),
    };
    let columns = of_columns.map(|arg| numel(arg) / rows.max(1));
    if rows == 0 || keys.rows > u32::MAX as usize {
        return Err(internal("queries that do not fit"));
    }
    let most = columns.unwrap_or(keys.rows).min(keys.rows);
    if most == 0 {
        return Err(internal("no keys"));
    }
    let (given, is_distribution, teacher, scale) = match of.teacher {
        Teacher::Nothing => (None, false, None, 0.0),
        Teacher::Gradient(arg) => (Some(arg), false, None, 0.0),
        Teacher::Distribution(arg) => (Some(arg), true, None, 0.0),
        Teacher::Attention {
            query,
            key,
            statistics,
            scale,
            sinks,
        } => (None, true, Some((query, key, statistics, sinks)), scale),
    };
    let outputs = of.outputs;
    let wide = [of.lists.as_ref(), given.as_ref(), outputs.softmax.as_ref()];
    for arg in wide.into_iter().flatten() {
        arg.require_numel(rows * columns.unwrap_or(0))?;
    }
    let numbers = outputs.statistics.iter().flatten().chain(&outputs.lse);
    for arg in numbers.chain(&of.known) {
        arg.require_numel(rows)?;
    }
    if let Some([query, key, weights]) = &outputs.gradients {
        query.require_numel(rows * heads * depth)?;
        key.require_numel(keys.all_rows() * depth)?;
        weights.require_numel(rows * heads)?;
    }
    let of_teacher = teacher.as_ref().map(|(query, key, ..)| {
        let [[heads, width], [key_heads, _]] = [query, key].map(|of| heads_of(of));
        [heads, key_heads, width]
    });
    if let (Some((.., Some(sinks))), Some([heads, ..])) = (&teacher, of_teacher) {
        sinks.require_numel(heads)?;
    }
    let sizes = Sizes::new([heads, depth, most], of_teacher.unwrap_or_default());
    let together = (MEMORY / sizes.all().max(1)).clamp(1, QUERIES).min(rows);
    let (lengths, known_spans) = match of.lengths {
        Lengths::Read(lengths) => (lengths, None),
        Lengths::Known(spans) => (Default::default(), Some(spans)),
    };
    let [[query_places, query_used], [key_places, key_used]] = lengths;
    let is_causal = of.visible.is_causal;
    let ratio = of.visible.ratio.max(1);
    let indices = |arg: Option<Arg>| arg.map(ReadIndices::from);
    let written = |arg: Arg| {
        let dtype = arg.view.dtype;
        WriteFloats::of(arg, dtype)
    };
    let (query, of_queries) = of.query.split()?;
    let (key, of_keys) = of.key.split()?;
    let mut of_attention: Option<[SourceForms; 2]> = None;
    let teacher = match teacher {
        None => Vec::new(),
        Some((query, key, [largest, sum], sinks)) => {
            let (query, of_queries) = query.split()?;
            let (key, of_keys) = key.split()?;
            of_attention = Some([of_queries, of_keys]);
            vec![TeacherIn {
                query,
                key,
                largest: ReadFloatsView::of(largest)?,
                sum: ReadFloatsView::of(sum)?,
                sinks: sinks.map(ReadFloats::from),
            }]
        }
    };
    let has_gradients = outputs.gradients.is_some();
    let [query_gradient, key_gradient, weight_gradient] = match outputs.gradients {
        Some(all) => all.map(|arg| Some(written(arg))),
        None => [const { None }; 3],
    };
    let [largest, sum] = match outputs.statistics {
        Some(both) => both.map(|arg| Some(written(arg))),
        None => [const { None }; 2],
    };
    let key_sums = if has_gradients {
        keys.all_rows() * depth
    } else {
        0
    };
    let operands = TrainIn {
        query,
        key,
        weights: ReadFloatsView::of(of.weights)?,
        query_places: indices(query_places),
        query_used: indices(query_used),
        key_places: indices(key_places),
        key_used: indices(key_used),
        residual: indices(of.visible.residual),
        lists: indices(of.lists),
        known: of.known.into_iter().map(ReadFloats::from).collect(),
        given: given.map(ReadFloats::from),
        teacher,
        largest,
        sum,
        lse: outputs.lse.map(written),
        softmax: outputs.softmax.map(written),
        loss: outputs.loss.map(written),
        query_gradient,
        key_gradient,
        weight_gradient,
        memory: Temporary::of(sizes.all().saturating_mul(together)),
        chosen: Temporary::of((2 * most).saturating_mul(together)),
        sums: Temporary::of(key_sums),
    };
    let products = rows.saturating_mul(most).saturating_mul(heads * depth);
    let cost = products / if has_gradients { 2 } else { 8 } + rows;
    kernel(operands, cost, move |mut at: TrainAt| {
        let spans = match &known_spans {
            Some(spans) => spans.clone(),
            None => [
                queries.read([at.query_places, at.query_used])?,
                keys.read([at.key_places, at.key_used])?,
            ],
        };
        let columns = columns.unwrap_or(keys.rows);
        let longest = spans[1]
            .iter()
            .enumerate()
            .find(|(_, of)| of.rows > columns);
        if let (Some((number, span)), None) = (longest, at.lists) {
            let got = format!("{} keys of sequence {number}", span.rows);
            let allowed = format!("up to {columns}, a column for each");
            return Err(Error::value(keys.names[0], got, allowed));
        }
        let owners = queries.owners(&spans[0])?;
        let tile = Tile {
            query: SourceMemory::of(&at.query, &of_queries, None),
            key: SourceMemory::of(&at.key, &of_keys, None),
            attention: at
                .teacher
                .first()
                .zip(of_attention.as_ref())
                .map(|(at, of)| {
                    let query = SourceMemory::of(&at.query, &of[0], None);
                    (
                        query,
                        SourceMemory::of(&at.key, &of[1], None),
                        [&at.largest, &at.sum],
                        at.sinks.as_ref(),
                    )
                }),
            scale,
            weights: &at.weights,
            known: &at.known,
            given: at.given.as_ref(),
            is_distribution,
            has_gradients,
            columns,
            sizes,
        };
        let outputs = [
            &mut at.query_gradient,
            &mut at.weight_gradient,
            &mut at.softmax,
        ];
        for output in outputs.into_iter().flatten() {
            output.clear();
        }
        at.sums.fill(0.0);
        let mut loss = 0.0;
        let size = sizes.all().max(1);
        for first in (0..rows).step_by(together) {
            let own = &owners[first..rows.min(first + together)];
            let mut counts = [0; QUERIES];
            let lines = at.chosen.chunks_mut(2 * most);
            for ((k, owner), line) in own.iter().enumerate().zip(lines) {
                let Some([number, row]) = *owner else {
                    continue;
                };
                let residual = at.residual.map_or(0, |of| of.get(number));
                let lengths = [0, 1].map(|side| spans[side][number].rows);
                let seen = seen(is_causal.then_some((ratio, residual)), lengths, row);
                let (keys, places) = line.split_at_mut(most);
                let mut add = |place: usize, key: usize| {
                    keys[counts[k]] = key as u32;
                    places[counts[k]] = place as u32;
                    counts[k] += 1;
                };
                match at.lists {
                    None => (0..seen).for_each(|key| add(key, key)),
                    Some(lists) => {
                        for place in 0..seen.min(columns) {
                            let key = lists.position((first + k) * columns + place, seen);
                            if let Some(key) = key {
                                add(place, key);
                            }
                        }
                    }
                }
            }
            let chosen = &*at.chosen;
            let chosen_by = |k: usize| {
                let (keys, places) = chosen[2 * most * k..].split_at(most);
                (&keys[..counts[k]], &places[..counts[k]])
            };
            let memory = &mut at.memory[..size * own.len()];
            for_each_part(chunks(memory, size), |k, memory| {
                let Some([number, row]) = own[k] else {
                    return;
                };
                let of = Owner {
                    number,
                    row,
                    place: first + k,
                    spans: [spans[0][number], spans[1][number]],
                };
                tile.row(&of, chosen_by(k), sizes.split(memory));
            });
            for (k, memory) in at.memory.chunks_mut(size).take(own.len()).enumerate() {
                let (row, memory) = (first + k, sizes.split(memory));
                let counts = own[k].is_some();
                if !counts {
                    memory
                        .numbers
                        .copy_from_slice(&[0.0, 0.0, f64::INFINITY, 0.0]);
                }
                let numbers = [&mut at.largest, &mut at.sum, &mut at.lse];
                for (output, &number) in numbers.into_iter().zip(&*memory.numbers) {
                    if let Some(output) = output {
                        output.set(row, number);
                    }
                }
                if !counts {
                    continue;
                }
                loss += memory.numbers[3];
                if let Some(output) = &mut at.query_gradient {
                    output.store_with_one_nan(row * heads * depth, memory.query_gradient);
                }
                if let Some(output) = &mut at.weight_gradient {
                    output.store_with_one_nan(row * heads, memory.weight_gradient);
                }
                if let Some(output) = &mut at.softmax {
                    for (&place, &y) in chosen_by(k).1.iter().zip(&*memory.softmax) {
                        output.set(row * columns + place as usize, y);
                    }
                }
            }
            if !has_gradients {
                continue;
            }
            let memory = &*at.memory;
            let part = keys.all_rows().div_ceil(PARTS).max(1);
            let start = sizes.before_gradients_of_keys();
            for_each_part(chunks(at.sums, part * depth), |piece, sums| {
                let low = piece * part;
                for (k, owner) in own.iter().enumerate() {
                    let Some([number, _]) = *owner else {
                        continue;
                    };
                    let span = spans[1][number];
                    let before = span.batch * keys.rows + span.first;
                    let gradients = memory[size * k + start..].chunks(depth.max(1));
                    for (&key, gradient) in chosen_by(k).0.iter().zip(gradients) {
                        let row = (before + key as usize).wrapping_sub(low);
                        let Some(to) = sums.get_mut(row.saturating_mul(depth)..) else {
                            continue;
                        };
                        to.iter_mut().zip(gradient).for_each(|(to, x)| *to += x);
                    }
                }
            });
        }
        if let Some(output) = &mut at.loss {
            output.set(0, loss);
        }
        if let Some(output) = &mut at.key_gradient {
            output.store_with_one_nan(0, at.sums);
        }
        Ok(())
    })
}
