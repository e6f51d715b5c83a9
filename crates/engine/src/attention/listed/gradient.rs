//! Gradients of attention to keys that queries list or see, and the mean of its weights over heads.
//!
//! A few queries at a time are computed, each by one thread; what they add to gradients of keys is then summed in the order of queries, by parts of keys. The number of queries depends
//! on sizes only.

use super::super::Spans;
use super::super::selected::Lists;
use super::super::training::{MEMORY, PARTS, QUERIES};
use super::Listing;
use super::keys::{internal, select};
use super::row::{PartAt, Sizes, Tile};
use crate::operands::{ReadFloats, ReadIndices, Temporary, WriteFloats, kernel, operands};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_tensor::cuts::{chunks, for_each_part};

/// Operands of [`listed_gradient`]. Queries and keys are rows of all entries of the batch; there is one head of keys.
pub struct ListedGradient {
    /// Queries: rows, heads, elements.
    pub query: Arg,
    /// The second part of queries.
    pub query_rope: Option<Arg>,
    /// Heads of queries.
    pub heads: usize,
    /// Elements of a value, which are no more than those of a key.
    pub width: usize,
    /// Keys of one listing or two.
    pub keys: Vec<ListedKeys>,
    /// Sequences of queries.
    pub spans: Spans,
    /// The places of these, and the number of their rows that count: INT32.
    pub lengths: [Option<Arg>; 2],
    /// Statistics of each head of each row of queries.
    pub statistics: KnownStatistics,
    /// The factor of scores.
    pub scale: f64,
    /// Gradients, unless only weights are asked for.
    pub gradients: Option<QueryGradients>,
}

/// Statistics of scores.
pub enum KnownStatistics {
    /// The largest score, and the sum of exponentials of scores less that.
    LargestAndSum([Arg; 2]),
    /// The logarithm of the sum of exponentials.
    Lse(Arg),
}

/// Keys of some tensors, and what is computed of them.
pub struct ListedKeys {
    /// Keys: rows, elements.
    pub key: Arg,
    /// The second part of keys.
    pub key_rope: Option<Arg>,
    /// Values, if they are not the first elements of keys.
    pub value: Option<Arg>,
    /// Those that queries have.
    pub listing: Listing,
    /// Gradients.
    pub gradients: Option<KeyGradients>,
    /// The mean over heads of the weights of each query, in the places of its list or of the keys: 0 elsewhere.
    pub mean: Option<Arg>,
}

/// Gradients by keys.
pub struct KeyGradients {
    /// By keys, and by values where these are elements of keys.
    pub key: Arg,
    /// By the second part of keys.
    pub key_rope: Option<Arg>,
    /// By values that lie in a tensor of their own.
    pub value: Option<Arg>,
}

/// The gradient by results, and gradients by queries.
pub struct QueryGradients {
    /// The gradient by results: rows, heads, elements.
    pub dy: Arg,
    /// The results.
    pub attention_in: Arg,
    /// The gradient by queries.
    pub query: Arg,
    /// By the second part of queries.
    pub query_rope: Option<Arg>,
    /// The score of one more key of each head, whose value is 0, and the gradient by it.
    pub sinks: Option<[Arg; 2]>,
}

operands! {
    struct KeysIn => KeysAt {
        key: ReadFloats,
        key_rope: Option<ReadFloats>,
        value: Option<ReadFloats>,
        key_gradient: Option<WriteFloats>,
        rope_gradient: Option<WriteFloats>,
        value_gradient: Option<WriteFloats>,
        mean: Option<WriteFloats>,
    }
}

operands! {
    struct GradientIn => GradientAt {
        query: ReadFloats,
        query_rope: Option<ReadFloats>,
        keys: Vec<KeysIn>,
        listed: Vec<ReadIndices<i32>>,
        statistics: Vec<ReadFloats>,
        dy: Option<ReadFloats>,
        attention_in: Option<ReadFloats>,
        sinks: Option<ReadFloats>,
        query_gradient: Option<WriteFloats>,
        rope_gradient: Option<WriteFloats>,
        sink_gradient: Option<WriteFloats>,
        memory: Temporary<f64>,
        chosen: Temporary<u32>,
        columns: Temporary<u32>,
        sums: Temporary<f64>,
        sink_sums: Temporary<f64>,
    }
}

fn written(arg: Arg) -> WriteFloats {
    let dtype = arg.view.dtype;
    WriteFloats::of(arg, dtype)
}

/// Plans the gradients.
pub fn listed_gradient(of: ListedGradient) -> Result<Call> {
    let numel = |arg: &Arg| arg.view.numel().unwrap_or(0);
    let rows = of.spans.all_rows();
    let heads = of.heads;
    if rows == 0 || heads == 0 {
        return Err(internal("no queries"));
    }
    let own = numel(&of.query) / (rows * heads);
    let rope = of.query_rope.as_ref().map_or(0, numel) / (rows * heads);
    let (depth, width) = (own + rope, of.width);
    let is_apart = of.keys.iter().any(|keys| keys.value.is_some());
    of.query.require_numel(rows * heads * own)?;
    let has_gradients = of.gradients.is_some();
    if let Some(of) = &of.gradients {
        for arg in [&of.dy, &of.attention_in] {
            arg.require_numel(rows * heads * width)?;
        }
        of.query.require_numel(rows * heads * own)?;
        if let Some(arg) = &of.query_rope {
            arg.require_numel(rows * heads * rope)?;
        }
        for arg in of.sinks.iter().flatten() {
            arg.require_numel(heads)?;
        }
    }
    let statistics: Vec<Arg> = match of.statistics {
        KnownStatistics::LargestAndSum(both) => both.into(),
        KnownStatistics::Lse(lse) => vec![lse],
    };
    for arg in &statistics {
        arg.require_numel(rows * heads)?;
    }
    let (mut keys, mut listings, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut all_keys, mut has_means) = (0_usize, false);
    for of in of.keys {
        let own_rows = of.listing.spans.all_rows();
        let columns = of.mean.as_ref().map_or(0, numel) / rows;
        has_means |= of.mean.is_some();
        of.key.require_numel(own_rows * own)?;
        if own < width || of.value.is_some() != is_apart {
            return Err(internal("values that do not fit"));
        }
        for (arg, elements) in [(&of.key_rope, rope), (&of.value, width)] {
            if let Some(arg) = arg {
                arg.require_numel(own_rows * elements)?;
            }
        }
        parts.push(Known {
            first: all_keys,
            rows: own_rows,
            entry: of.listing.spans.rows,
            columns,
        });
        all_keys += own_rows;
        let [mut key_gradient, mut rope_gradient, mut value_gradient] = [const { None }; 3];
        if let Some(gradients) = of.gradients {
            gradients.key.require_numel(own_rows * own)?;
            key_gradient = Some(written(gradients.key));
            for (arg, elements) in [(&gradients.key_rope, rope), (&gradients.value, width)] {
                if let Some(arg) = arg {
                    arg.require_numel(own_rows * elements)?;
                }
            }
            rope_gradient = gradients.key_rope.map(written);
            value_gradient = gradients.value.map(written);
        }
        keys.push(KeysIn {
            key: of.key.into(),
            key_rope: of.key_rope.map(ReadFloats::from),
            value: of.value.map(ReadFloats::from),
            key_gradient,
            rope_gradient,
            value_gradient,
            mean: of.mean.map(written),
        });
        listings.push(of.listing);
    }
    let selection = select(of.spans, of.lengths, None, 1, listings)?;
    let (most, listed, rule) = (selection.most, selection.listed, selection.rule);
    let sizes = Sizes {
        heads,
        depth,
        own,
        width,
        is_apart,
        most,
        has_gradients,
        has_means,
    };
    let together = (MEMORY / sizes.all().max(1)).clamp(1, QUERIES).min(rows);
    let line = sizes.line();
    let mut outputs = [const { None }; 3];
    let (mut dy, mut attention_in, mut sinks) = (None, None, None);
    if let Some(of) = of.gradients {
        let (of_sinks, by_sinks) = of
            .sinks
            .map_or((None, None), |[of, by]| (Some(of), Some(by)));
        outputs = [Some(of.query), of.query_rope, by_sinks].map(|arg| arg.map(written));
        (dy, attention_in) = (Some(of.dy.into()), Some(of.attention_in.into()));
        sinks = of_sinks.map(ReadFloats::from);
    }
    let [query_gradient, rope_gradient, sink_gradient] = outputs;
    let operands = GradientIn {
        query: of.query.into(),
        query_rope: of.query_rope.map(ReadFloats::from),
        keys,
        listed: selection
            .numbers
            .into_iter()
            .map(ReadIndices::from)
            .collect(),
        statistics: statistics.into_iter().map(ReadFloats::from).collect(),
        dy,
        attention_in,
        sinks,
        query_gradient,
        rope_gradient,
        sink_gradient,
        memory: Temporary::of(sizes.all().saturating_mul(together)),
        chosen: Temporary::of(listed.saturating_mul(rows)),
        columns: Temporary::of(if has_means {
            listed.saturating_mul(rows)
        } else {
            0
        }),
        sums: Temporary::of(if has_gradients {
            all_keys.saturating_mul(line)
        } else {
            0
        }),
        sink_sums: Temporary::of(heads),
    };
    let products = rows.saturating_mul(most).saturating_mul(heads * depth);
    let (scale, cost) = (of.scale, products / 2 + rows);
    kernel(operands, cost, move |mut at: GradientAt| {
        let mut lists = Lists::new(at.chosen, at.columns, listed);
        rule.list(&at.listed, &mut lists)?;
        let chosen = lists.finish();
        let held = at.keys.iter().zip(&parts).map(|(of, known)| PartAt {
            first: known.first,
            entry: known.entry,
            key: of.key,
            key_rope: of.key_rope,
            value: of.value,
        });
        let tile = Tile {
            sizes,
            query: at.query,
            query_rope: at.query_rope,
            parts: held.collect(),
            statistics: &at.statistics,
            dy: at.dy,
            attention_in: at.attention_in,
            sinks: at.sinks,
            scale,
        };
        for output in [&mut at.query_gradient, &mut at.rope_gradient]
            .into_iter()
            .flatten()
        {
            output.clear();
        }
        for of in &mut at.keys {
            of.mean.iter_mut().for_each(|output| output.clear());
        }
        at.sums.fill(0.0);
        at.sink_sums.fill(0.0);
        let size = sizes.all().max(1);
        for first in (0..rows).step_by(together) {
            let count = together.min(rows - first);
            let memory = &mut at.memory[..size * count];
            for_each_part(chunks(memory, size), |k, memory| {
                tile.row(first + k, &chosen, sizes.split(memory));
            });
            for (k, memory) in at.memory.chunks_mut(size).take(count).enumerate() {
                let (row, memory) = (first + k, sizes.split(memory));
                let seen = chosen.count(row);
                if seen == 0 {
                    continue;
                }
                for (place, &x) in memory.mean.iter().enumerate().take(seen) {
                    let key = chosen.find(row, place);
                    let columns = parts[key.part].columns;
                    if let Some(output) = at.keys[key.part].mean.as_mut()
                        && key.column < columns
                    {
                        output.set(row * columns + key.column, x);
                    }
                }
                let lines = memory.query_gradient.chunks(depth.max(1));
                for (head, line) in lines.enumerate() {
                    let number = row * heads + head;
                    if let Some(output) = &mut at.query_gradient {
                        output.store_with_one_nan(number * own, &line[..own]);
                    }
                    if let Some(output) = &mut at.rope_gradient {
                        output.store_with_one_nan(number * rope, &line[own..]);
                    }
                }
                let sums = at.sink_sums.iter_mut().zip(&*memory.sink_gradient);
                sums.for_each(|(sum, x)| *sum += x);
            }
            if !has_gradients {
                continue;
            }
            let (memory, start) = (&*at.memory, sizes.before_gradients_of_keys());
            let part = all_keys.div_ceil(PARTS).max(1);
            for_each_part(chunks(at.sums, part * line), |piece, sums| {
                let low = piece * part;
                for k in 0..count {
                    let gradients = memory[size * k + start..].chunks(line.max(1));
                    for (place, gradient) in (0..chosen.count(first + k)).zip(gradients) {
                        let row = tile
                            .row_of(&chosen.find(first + k, place))
                            .wrapping_sub(low);
                        let Some(to) = sums.get_mut(row.saturating_mul(line)..) else {
                            continue;
                        };
                        to.iter_mut().zip(gradient).for_each(|(to, x)| *to += x);
                    }
                }
            });
        }
        for (of, known) in at.keys.iter_mut().zip(&parts) {
            let lines = at.sums.chunks(line.max(1)).skip(known.first);
            for (row, sums) in lines.take(known.rows).enumerate() {
                if let Some(output) = &mut of.key_gradient {
                    output.store_with_one_nan(row * own, &sums[..own]);
                }
                if let Some(output) = &mut of.rope_gradient {
                    output.store_with_one_nan(row * rope, &sums[own..depth]);
                }
                if let Some(output) = &mut of.value_gradient {
                    output.store_with_one_nan(row * width, &sums[depth..]);
                }
            }
        }
        if let Some(output) = &mut at.sink_gradient {
            output.store_with_one_nan(0, at.sink_sums);
        }
        Ok(())
    })
}

/// Extents of the keys of some tensors.
struct Known {
    /// Keys of the tensors before.
    first: usize,
    rows: usize,
    /// Rows of an entry of the batch.
    entry: usize,
    /// Numbers of a row of the means.
    columns: usize,
}
