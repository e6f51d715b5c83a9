//! Contracts of sparse attention and of the indexers that choose its keys: layouts, lengths in tensors, keys in blocks. Types are refused with 161002, all else with 561002.

use super::attention::Axes;
use super::{Dtypes, on_all};
use crate::argument::{Input, MutText, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::Arg;
use crate::ops::attention::{Factors, Pages, Source, SpanForm, Spans};
use crate::tensor::Dtype;

const INDICES: Dtypes = on_all(&[Dtype::I32]);

/// The largest block of keys.
const LARGEST_BLOCK: i64 = 1024;

/// Queries and keys, as all these operators take them.
pub struct Sides<'a> {
    /// `query`
    pub query: &'a Input,
    /// `key`
    pub key: &'a Input,
    /// The layouts of queries, BSND or TND, and of keys, which may also be in blocks, PA_BSND.
    pub layouts: [(&'static str, &'a Option<MutText>); 2],
    /// Lengths or ends of sequences of queries and keys.
    pub lengths: [(&'static str, &'a Option<Input>); 2],
    /// `blockTable`
    pub block_table: (&'static str, &'a Option<Input>),
}

/// Extents, by layouts and shapes.
pub struct Extents {
    /// Axes of queries and keys.
    axes: [Axes; 2],
    /// Sequences of both.
    pub spans: [Spans; 2],
    /// Batch and rows of queries; of keys, blocks and rows of one where they are in blocks.
    pub outer: [[i64; 2]; 2],
    /// Heads of queries and of keys.
    pub heads: [i64; 2],
    /// Elements of queries and of keys.
    pub depths: [i64; 2],
    /// True if keys are in blocks.
    pub is_paged: bool,
}

/// A tensor that is given and has elements.
pub fn present(tensor: &Option<Input>) -> Option<&Input> {
    tensor.as_ref().filter(|tensor| !tensor.is_empty())
}

/// Refuses another value of an attribute than one of these.
pub fn one_of(name: &'static str, got: i64, allowed: &[i64]) -> Result<()> {
    match allowed.contains(&got) {
        true => Ok(()),
        false => {
            let words: Vec<String> = allowed.iter().map(i64::to_string).collect();
            Err(Error::value(name, got, words.join(" or ")))
        }
    }
}

/// Refuses windows: `preTokens` and `nextTokens` are the largest number.
pub fn without_window(pre_tokens: i64, next_tokens: i64) -> Result<()> {
    one_of("preTokens", pre_tokens, &[i64::MAX])?;
    one_of("nextTokens", next_tokens, &[i64::MAX])
}

impl<'a> Sides<'a> {
    /// Refuses numbers of sequences of another type than INT32.
    pub fn check_types(&self) -> Result<()> {
        let all = [self.lengths[0].1, self.lengths[1].1, self.block_table.1];
        all.into_iter()
            .filter_map(present)
            .try_for_each(|tensor| tensor.dtype_in(INDICES))
    }

    fn layout(&self, side: usize) -> Result<(Axes, bool)> {
        let (name, text) = self.layouts[side];
        let text = text.as_deref().unwrap_or("BSND");
        match (text, side) {
            ("BSND" | "TND", _) | ("PA_BSND", 1) => {}
            _ => {
                let allowed = ["BSND or TND", "BSND, TND or PA_BSND"][side];
                return Err(Error::value(name, format!("{text:?}"), allowed));
            }
        }
        let axes = Axes::of(text.trim_start_matches("PA_"));
        let axes = axes.ok_or_else(|| Error::value(name, format!("{text:?}"), "BSND or TND"))?;
        Ok((axes, text == "PA_BSND"))
    }

    /// Finds what layouts and shapes say; refuses those that do not fit together.
    pub fn extents(&self) -> Result<Extents> {
        let ((query_axes, _), (key_axes, is_paged)) = (self.layout(0)?, self.layout(1)?);
        if !is_paged && query_axes.is_of_tokens() != key_axes.is_of_tokens() {
            let (name, text) = self.layouts[1];
            let got = format!("{:?}", text.as_deref().unwrap_or("BSND"));
            let allowed = format!("\"PA_BSND\", or as `{}`", self.layouts[0].0);
            return Err(Error::value(name, got, allowed));
        }
        let axes = [query_axes, key_axes];
        let tensors = [self.query, self.key];
        let (mut outer, mut heads, mut depths) = ([[0; 2]; 2], [0; 2], [0; 2]);
        for side in 0..2 {
            tensors[side].rank_in(axes[side].rank..=axes[side].rank)?;
            not_empty(tensors[side])?;
            let shape = tensors[side].shape();
            outer[side] = axes[side].outer(shape);
            if let Some(parts) = axes[side].heads(shape, 1) {
                [heads[side], depths[side]] = parts;
            }
        }
        let table = present(self.block_table.1);
        let lengths = self.lengths.map(|(_, tensor)| present(tensor));
        let null = |arg: &'static str| Error::from(Reason::Null { arg });
        if let (Some(table), false) = (table, is_paged) {
            let got = format!("of shape {:?}", table.shape());
            let allowed = "null, unless keys are in blocks";
            return Err(Error::value(self.block_table.0, got, allowed));
        }
        let count = match (query_axes.is_of_tokens(), lengths[0]) {
            (true, None) => return Err(null(self.lengths[0].0)),
            (true, Some(ends)) => ends.numel(),
            (false, _) => outer[0][0] as usize,
        };
        if lengths[1].is_none() && (is_paged || key_axes.is_of_tokens()) {
            return Err(null(self.lengths[1].0));
        }
        for lengths in lengths.into_iter().flatten() {
            lengths.shape_is(&[count as i64], "a number for each sequence")?;
        }
        let mut rows = outer.map(|of| of[1] as usize);
        if is_paged {
            let table = table.ok_or_else(|| null(self.block_table.0))?;
            let size = outer[1][1];
            if size % 16 != 0 || size > LARGEST_BLOCK {
                let allowed = format!("blocks of a multiple of 16 rows, up to {LARGEST_BLOCK}");
                return Err(self.key.shape_refused(allowed));
            }
            match *table.shape() {
                [sequences, places] if sequences == count as i64 => {
                    rows[1] = places.saturating_mul(size) as usize;
                }
                _ => return Err(table.shape_refused(format!("[{count}, places of blocks]"))),
            }
        } else if !key_axes.is_of_tokens() && outer[1][0] != count as i64 {
            return Err(self.key.shape_refused(format!("a batch of {count}")));
        }
        let spans = |side: usize, form| Spans {
            form,
            count,
            rows: rows[side],
            names: [self.lengths[side].0; 2],
        };
        let form = |side: usize| match axes[side].is_of_tokens() {
            true => SpanForm::Ends,
            false => SpanForm::Lengths,
        };
        Ok(Extents {
            axes,
            spans: [0, 1].map(|side| spans(side, form(side))),
            outer,
            heads,
            depths,
            is_paged,
        })
    }

    /// The lengths or ends of sequences.
    pub fn lengths(&self) -> Result<[[Option<Arg>; 2]; 2]> {
        let [queries, keys] = self.lengths.map(|(_, tensor)| present(tensor));
        let read = |tensor: Option<&Input>| tensor.map(Input::read).transpose();
        Ok([[read(queries)?, None], [read(keys)?, None]])
    }

    /// The table of blocks.
    pub fn pages(&self, extents: &Extents) -> Result<Option<Pages>> {
        let table = present(self.block_table.1).filter(|_| extents.is_paged);
        let [blocks, size] = extents.outer[1].map(|extent| extent as usize);
        let pages = table.map(|table| {
            Ok(Pages {
                table: table.read()?,
                places: table.shape()[1] as usize,
                size,
                blocks,
            })
        });
        pages.transpose()
    }

    /// The source of queries.
    pub fn queries(&self, extents: &Extents) -> Result<Source> {
        let heads = extents.heads[0] as usize;
        Ok(Source::of(
            extents.axes[0].stored(self.query.read()?, heads)?,
        ))
    }

    /// The source of keys, with second parts.
    pub fn keys(&self, extents: &Extents, rope: Option<&Input>) -> Result<Source> {
        let heads = extents.heads[1] as usize;
        let stored = |tensor: &Input| extents.axes[1].stored(tensor.read()?, heads);
        Ok(Source {
            rope: rope.map(stored).transpose()?,
            ..Source::of(stored(self.key)?)
        })
    }
}

/// Refuses a tensor without elements.
pub fn not_empty(tensor: &TensorArg) -> Result<()> {
    match tensor.is_empty() {
        true => Err(tensor.shape_refused("a tensor that is not empty")),
        false => Ok(()),
    }
}

impl Extents {
    /// The shape of a number for each head of each row of queries.
    pub fn of_heads(&self) -> Vec<i64> {
        self.of_queries(&[self.heads[0]])
    }

    /// The shape of rows of queries, and further axes.
    pub fn of_queries(&self, more: &[i64]) -> Vec<i64> {
        self.of_rows(0, more)
    }

    /// The shape of rows of keys, and further axes.
    pub fn of_keys(&self, more: &[i64]) -> Vec<i64> {
        self.of_rows(1, more)
    }

    fn of_rows(&self, side: usize, more: &[i64]) -> Vec<i64> {
        let outer = &self.outer[side][usize::from(self.axes[side].is_of_tokens())..];
        [outer, more].concat()
    }

    /// Refuses keys of more heads than one, and heads of another number of elements.
    pub fn check_heads(&self, sides: &Sides, depth: i64) -> Result<()> {
        if self.heads[1] != 1 || self.depths[1] != depth {
            return Err(sides
                .key
                .shape_refused(format!("one head of {depth} elements")));
        }
        if self.depths[0] != depth {
            return Err(sides
                .query
                .shape_refused(format!("heads of {depth} elements")));
        }
        Ok(())
    }

    /// A tensor of one number for each head of each row of queries, with the axes batch, rows, heads.
    pub fn per_head(&self, arg: Arg) -> Result<Arg> {
        match self.axes[0].is_of_tokens() {
            true => arg.viewed((*arg.view.layout).clone().with_axis(0)),
            false => Ok(arg),
        }
    }

    /// Factors of queries (side 0) or keys (1): one for each head of each row.
    pub fn factors(&self, side: usize, arg: Arg) -> Factors {
        let [batch, rows] = self.outer[side].map(|extent| extent as usize);
        let heads = self.heads[side] as usize;
        Factors {
            arg,
            strides: self.axes[side].strides_of_rows([batch, heads, rows]),
            shared: [1; 2],
            by_block: side == 1 && self.is_paged,
        }
    }

    /// Queries and heads of keys that each have `count` numbers: the shape of indices.
    pub fn of_indices(&self, count: i64) -> Vec<i64> {
        self.of_queries(&[self.heads[1], count])
    }

    /// Statistics by heads of keys, then rows of queries, with the axes of rows first.
    pub fn statistics(&self, arg: Arg) -> Result<Arg> {
        let layout = &arg.view.layout;
        arg.viewed(match self.axes[0].is_of_tokens() {
            true => layout.permuted(&[1, 0, 2]),
            false => layout.permuted(&[0, 2, 1, 3]),
        })
    }

    /// The shape of these.
    pub fn of_statistics(&self) -> Vec<i64> {
        let [batch, rows] = self.outer[0];
        let shape = [
            batch,
            self.heads[1],
            rows,
            self.heads[0] / self.heads[1].max(1),
        ];
        shape[usize::from(self.axes[0].is_of_tokens())..].to_vec()
    }
}
