//! Attention of blocks of queries to some of the blocks of keys, and its gradients.

#![forbid(unsafe_code)]

use std::ops::Range;

use crate::attention::{
    Attention, Distance, Forward, Gradients, Mask, Microscaled, Modifiers, Operands, Outputs,
    Sequence as Part, Shift, Source, StatisticsOrder, Stored, Window, forward, gradient,
};
use crate::sequence::Sequence;
use crate::{Arg, Call, pointwise};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{ReadIndices, Write, kernel, operands};
use hostnpu_tensor::{Dtype, Value};

/// Numbers of each statistic of a query.
const COPIES: i64 = 8;

/// Queries and keys of a sequence.
#[derive(Clone, Debug)]
pub struct Span {
    /// The entry of the batch.
    pub batch: usize,
    /// Rows of queries.
    pub queries: Range<usize>,
    /// Rows of keys and values.
    pub keys: Range<usize>,
}

/// The blocks of keys that blocks of queries see.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// All.
    All,
    /// Those that are not 0: sequences, heads, blocks of queries, blocks of keys, of bytes.
    Map(Arg),
    /// Their numbers, and how many count: blocks of queries of all sequences, heads, INT64. Numbers of blocks that are not there are left out.
    Lists([Arg; 2]),
}

/// Queries, keys and values: batch, heads, rows, elements.
#[derive(Clone, Debug)]
pub struct BlockSparse {
    /// Queries.
    pub query: Arg,
    /// Keys.
    pub key: Arg,
    /// Values.
    pub value: Arg,
    /// Codes with scales that are read in place of these, if there are such; these operands have no gradients.
    pub coded: Option<[Source; 3]>,
    /// Rounding of weights, if they are in FLOAT4.
    pub weights: Option<Microscaled>,
    /// Places of sequences.
    pub sequences: Vec<Span>,
    /// True if there are rows of no sequence.
    pub has_other_rows: bool,
    /// Queries, and keys, of a block.
    pub size: [usize; 2],
    /// The blocks of keys that a block of queries sees.
    pub chosen: Chosen,
    /// The factor of scores.
    pub scale: f64,
}

operands! {
    struct MapIn => MapAt {
        indices: ReadIndices<i64>,
        counts: ReadIndices<i64>,
        map: Write<u8>,
    }
}

impl BlockSparse {
    fn attention(&self) -> Attention {
        let mut next = 0;
        let parts = self.sequences.iter().map(|span| {
            let queries_before = next;
            next += span.queries.len();
            Part {
                batch: span.batch,
                queries: span.queries.clone(),
                keys: span.keys.clone(),
                queries_before,
                weights_before: 0,
                mask_before: 0,
                window: Window::ALL,
                origin: [0; 2],
            }
        });
        Attention {
            sequences: parts.collect(),
            scale: self.scale,
            shift_factor: 0.0,
            shift: Shift::Each,
            mask: Mask::Blocks(self.size),
            distance: Distance {
                start: 0,
                is_root: false,
            },
            keep: None,
            statistics: StatisticsOrder::Heads,
            has_other_rows: self.has_other_rows,
            queries_are_heads: false,
            is_for_any_lengths: false,
        }
    }

    /// Adds the tensors to steps.
    fn added(mut self, steps: &mut Sequence) -> Self {
        let mut add = |arg: &mut Arg| *arg = steps.add(arg.clone());
        match &mut self.coded {
            Some(sources) => sources.iter_mut().for_each(|of| of.for_each(&mut add)),
            None => {
                let own = [&mut self.query, &mut self.key, &mut self.value];
                own.into_iter().for_each(add);
            }
        }
        self.chosen = match self.chosen {
            Chosen::All => Chosen::All,
            Chosen::Map(map) => Chosen::Map(steps.add(map)),
            Chosen::Lists(lists) => Chosen::Lists(lists.map(|arg| steps.add(arg))),
        };
        self
    }

    /// The map of the blocks that are seen, which a step makes of lists.
    fn modifiers(&self, steps: &mut Sequence) -> Result<Modifiers> {
        let map = match &self.chosen {
            Chosen::All => None,
            Chosen::Map(map) => Some(map.clone()),
            Chosen::Lists([indices, counts]) => {
                let heads = self.query.extents::<4>()?[1];
                let blocks: Vec<[usize; 2]> =
                    self.sequences.iter().map(|of| self.blocks(of)).collect();
                let most = |side: usize| blocks.iter().map(|of| of[side]).max().unwrap_or(0);
                let shape = [blocks.len(), heads, most(0), most(1)];
                let map = steps.temporary(Dtype::U8, &shape.map(|extent| extent as i64))?;
                steps.then(mapped(
                    indices.clone(),
                    counts.clone(),
                    map.clone(),
                    shape,
                    blocks,
                )?)?;
                Some(map.with_role(crate::Role::Input))
            }
        };
        Ok(Modifiers {
            atten_mask: map,
            weights: self.weights,
            ..Modifiers::default()
        })
    }

    /// Blocks of queries and of keys of a sequence.
    fn blocks(&self, of: &Span) -> [usize; 2] {
        let [rows, columns] = self.size;
        [
            of.queries.len().div_ceil(rows),
            of.keys.len().div_ceil(columns),
        ]
    }
}

/// Plans the map of lists: sequences, heads, blocks of queries, blocks of keys.
fn mapped(
    indices: Arg,
    counts: Arg,
    map: Arg,
    [_, heads, rows, columns]: [usize; 4],
    blocks: Vec<[usize; 2]>,
) -> Result<Call> {
    let all: usize = blocks.iter().map(|of| of[0]).sum();
    counts.require_numel(all * heads)?;
    let numel = indices.view.numel().unwrap_or(0);
    let most = numel / (all * heads).max(1);
    indices.require_numel(all * heads * most)?;
    let operands = MapIn {
        indices: indices.into(),
        counts: counts.into(),
        map: map.into(),
    };
    kernel(operands, numel, move |at: MapAt| {
        at.map.fill(0);
        let mut before = 0;
        for (number, &[own, keys]) in blocks.iter().enumerate() {
            for (block, head) in (0..own * heads).map(|place| (place / heads, place % heads)) {
                let list = (before + block) * heads + head;
                let count = at.counts.get(list).clamp(0, most as i64) as usize;
                let line = ((number * heads + head) * rows + block) * columns;
                for place in 0..count {
                    if let Some(key) = at.indices.position(list * most + place, keys) {
                        at.map[line + key] = 1;
                    }
                }
            }
            before += own;
        }
        Ok(())
    })
}

/// Plans attention. `lse` is the logarithm of the sum of the exponentials of the scores of each query, with an axis of 1 last.
pub fn block_sparse(of: BlockSparse, attention_out: Arg, lse: Option<Arg>) -> Result<Call> {
    let mut steps = Sequence::default();
    let of = of.added(&mut steps);
    let attention_out = steps.add(attention_out);
    let lse = lse.map(|arg| steps.add(arg));
    let modifiers = of.modifiers(&mut steps)?;
    let source = |arg: &Arg| -> Result<Source> {
        let stored = Stored::new(arg.clone(), |layout| layout.with_axis(2));
        Ok(Source::of(stored?))
    };
    let [query, key, value] = match &of.coded {
        Some(sources) => sources.clone(),
        None => [source(&of.query)?, source(&of.key)?, source(&of.value)?],
    };
    let operands = Forward {
        query,
        key,
        value,
        pages: None,
        modifiers,
        quantised: None,
        padding: [None, None],
        selection: None,
        lengths: None,
    };
    let outputs = Outputs {
        statistics: None,
        lse,
        attention_out,
    };
    steps.then(forward(of.attention(), operands, outputs)?)?;
    Ok(steps.finish())
}

/// Plans the gradients by queries, keys and values. `lse` is as [`block_sparse`] writes it, `results` are its results and `dy` the gradient by them.
pub fn block_sparse_gradient(
    of: BlockSparse,
    lse: Arg,
    [results, dy]: [Arg; 2],
    gradients: [Arg; 3],
) -> Result<Call> {
    let mut steps = Sequence::default();
    let of = of.added(&mut steps);
    let lse = steps.add(lse);
    let [results, dy] = [results, dy].map(|arg| steps.add(arg));
    let [dq, dk, dv] = gradients.map(|arg| steps.add(arg));
    let modifiers = of.modifiers(&mut steps)?;
    let heads = of.query.extents::<4>()?[1] as i64;
    let attention = of.attention();
    let queries: usize = of.sequences.iter().map(|span| span.queries.len()).sum();
    let count = queries as i64 * heads * COPIES;
    let [max, sum] = [0, 1].map(|_| steps.temporary(Dtype::F32, &[count]));
    let (max, sum) = (max?, sum?);
    // The logarithm as the largest score, and a sum of 1, give the same weights.
    steps.then(pointwise::fill(Value::new(1.0_f64), sum.clone())?)?;
    for part in &attention.sequences {
        let [first, own] = [part.queries.start, part.queries.len()].map(|rows| rows as i64);
        if own == 0 {
            continue;
        }
        let from = &lse.view.layout;
        let from = from.sliced(0, part.batch as i64, 1, 1);
        let from = from.sliced(2, first, own, 1).sliced(3, 0, COPIES, 0);
        let before = part.queries_before as i64 * heads * COPIES;
        let to = max.view.layout.sliced(0, before, heads * own * COPIES, 1);
        let to = to.split(0, heads, own * COPIES).split(1, own, COPIES);
        let call = pointwise::copy(lse.viewed(from)?, max.viewed(to.with_axis(0))?)?;
        steps.then(call)?;
    }
    let input = |arg: Arg| arg.with_role(crate::Role::Input);
    let operands = Operands {
        query: of.query,
        key: of.key,
        value: of.value,
        modifiers,
    };
    let gradients = Gradients {
        dy,
        softmax_max: input(max),
        softmax_sum: input(sum),
        attention_in: results,
        dq,
        dk,
        dv,
        dpse: None,
        dsink: None,
    };
    steps.then(gradient(attention, operands, gradients)?)?;
    Ok(steps.finish())
}
