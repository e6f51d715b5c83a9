//! The largest score of a query with the keys of each block.

#![forbid(unsafe_code)]

use super::indexer::sequence_of;
use super::memory::take;
use super::pages::{PagesIn, Table};
use super::product::{Product, TOGETHER, matrix};
use super::source::{SourceIn, SourceMemory};
use super::spans::Spans;
use super::{Pages, Seen, Source};
use crate::operands::{ReadFloatsView, ReadIndices, Temporary, Write, kernel, operands};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::rows;
use hostnpu_tensor::cuts::{chunks, for_each_part_with};
use hostnpu_tensor::parallel;

/// Operands of [`block_maxima`].
pub struct BlockMaxima {
    /// Queries: rows, heads, elements.
    pub query: Arg,
    /// Keys.
    pub key: Source,
    /// Heads of keys.
    pub key_heads: usize,
    /// Table of the blocks of keys, if they are in blocks.
    pub pages: Option<Pages>,
    /// Sequences of queries, and of keys.
    pub spans: [Spans; 2],
    /// Their places or lengths: INT32.
    pub lengths: [Arg; 2],
    /// The keys that a query sees.
    pub seen: Seen,
    /// Keys of a block.
    pub size: usize,
    /// The block that the queries of each sequence lie in: INT32.
    pub own: Arg,
    /// Blocks from the first one on, and up to the one that queries lie in, whose scores are larger than all others.
    pub chosen: [usize; 2],
    /// Heads, rows, blocks: the lowest number of FLOAT where there are no keys.
    pub scores: Arg,
}

/// The scores of blocks that are chosen: the first ones, and those up to the block that queries lie in.
const FIRST: f32 = 1e30;
const LAST: f32 = 1e29;

operands! {
    struct MaximaIn => MaximaAt {
        query: ReadFloatsView<3>,
        key: SourceIn,
        pages: Option<PagesIn>,
        query_places: ReadIndices<i32>,
        key_places: ReadIndices<i32>,
        own: ReadIndices<i32>,
        scores: Write<f32>,
        memory: Temporary<f64>,
    }
}

/// Plans the scores.
pub fn block_maxima(of: BlockMaxima) -> Result<Call> {
    let internal = |what: &str| Error::from(Reason::Internal(format!("maxima of {what}")));
    let [all, heads, depth] = of.query.extents()?;
    let [own_heads, own_rows, columns] = of.scores.extents()?;
    let group = heads / of.key_heads.max(1);
    let [queries, keys] = of.spans;
    if [own_heads, own_rows] != [heads, all] || queries.all_rows() != all || columns == 0 {
        return Err(internal("scores that do not fit"));
    }
    if group * of.key_heads != heads || of.key.columns() != depth || queries.count != keys.count {
        return Err(internal("keys that do not fit"));
    }
    for (arg, count) in [
        (&of.lengths[0], queries.numbers()),
        (&of.lengths[1], keys.numbers()),
        (&of.own, queries.count),
    ] {
        arg.require_numel(count)?;
    }
    let at_once = TOGETHER.min(keys.rows);
    let product = move |count: usize| Product::new(1, count, depth);
    let sizes = [depth, at_once * depth, product(at_once).doubles()];
    let memory: usize = sizes.iter().sum();
    let table = of.pages.as_ref();
    let table = table.map(|of| (of.table.name, of.places, of.size, of.blocks));
    let (key, of_keys) = of.key.split()?;
    let [query_places, key_places] = of.lengths;
    let operands = MaximaIn {
        query: ReadFloatsView::of(of.query)?,
        key,
        pages: of.pages.map(PagesIn::from),
        query_places: query_places.into(),
        key_places: key_places.into(),
        own: of.own.into(),
        scores: of.scores.into(),
        memory: Temporary::of(memory.saturating_mul(parallel::threads())),
    };
    let cost = (all * heads).saturating_mul(keys.rows);
    let cost = cost.saturating_mul(depth / 8 + 4);
    let (seen, size, [first, last]) = (of.seen, of.size.max(1), of.chosen);
    kernel(operands, cost, move |at: MaximaAt| {
        let spans = [
            queries.read([Some(at.query_places), None])?,
            keys.read([Some(at.key_places), None])?,
        ];
        let longest = spans[1].iter().enumerate();
        if let Some((number, span)) = longest.clone().find(|(_, of)| of.rows > columns * size) {
            let got = format!("{} keys of sequence {number}", span.rows);
            let allowed = format!("up to {}, those of {columns} blocks", columns * size);
            return Err(Error::value(keys.names[0], got, allowed));
        }
        let table = at.pages.as_ref().zip(table);
        let table = table.map(|(of, (name, places, size, blocks))| {
            let table = Table {
                table: of.table,
                places,
                size,
                blocks,
            };
            (name, table)
        });
        if let Some((name, table)) = &table {
            for (number, span) in longest {
                table.check(name, number, span.rows)?;
            }
        }
        let owners = queries.owners(&spans[0])?;
        let source = SourceMemory::of(&at.key, &of_keys, table.map(|(_, table)| table));
        let lines = chunks(at.scores, columns);
        for_each_part_with(
            chunks(at.memory, memory.max(1)),
            lines,
            |place, memory, line| {
                line.fill(f32::MIN);
                let [head, row] = [place / all, place % all];
                let Some([number, query]) = owners[row] else {
                    return;
                };
                let span = spans[1][number];
                let sees = seen
                    .keys(row, query, [spans[0][number].rows, span.rows], 0)
                    .end;
                let mut memory = &mut memory[..];
                let [own, gathered, work] = sizes.map(|size| take(&mut memory, size));
                at.query.load([row, head], 0, own);
                let sequence = sequence_of(span);
                for start in (0..sees).step_by(TOGETHER) {
                    let count = TOGETHER.min(sees - start);
                    for (at, to) in gathered.chunks_mut(depth.max(1)).take(count).enumerate() {
                        let place = (span.first, start + at);
                        source.load((&sequence, number), head / group, place, 0..depth, to);
                    }
                    let mut products = product(count).run(
                        matrix(own, [1, depth]).into(),
                        matrix(gathered, [count, depth]).into(),
                        work,
                    );
                    let Some(mut rest) = products.next() else {
                        continue;
                    };
                    one_nan(rest);
                    let mut key = start;
                    while !rest.is_empty() {
                        let block = key / size;
                        let (own, others) =
                            rest.split_at_mut(rest.len().min((block + 1) * size - key));
                        let largest = rows::largest(own) as f32;
                        if largest > line[block] {
                            line[block] = largest;
                        }
                        key += own.len();
                        rest = others;
                    }
                }
                let blocks = span.rows.div_ceil(size);
                line[..first.min(blocks)].fill(FIRST);
                let own = at.own.get(number);
                let from = (own + 1 - last as i64).clamp(0, blocks as i64) as usize;
                let to = (own + 1).clamp(from as i64, blocks as i64) as usize;
                line[from..to].fill(LAST);
            },
        );
        Ok(())
    })
}
