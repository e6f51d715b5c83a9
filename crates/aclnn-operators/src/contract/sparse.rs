//! Contracts of sparse attention and of the indexers that choose its keys: layouts, lengths in tensors, keys in blocks. Types are refused with 161002, all else with 561002.

use super::attention::Axes;
use super::{Dtypes, on_all};
use crate::argument::{Input, Ints, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::Arg;
use crate::ops::attention::{Factors, Lengths, Packing, Pages, Source, SpanForm, Spans, Stored};
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
    /// The layouts of queries, BSND or TND, and of keys, which may also be in blocks; null is BSND.
    pub layouts: [(&'static str, Option<&'a str>); 2],
    /// Places of sequences.
    pub places: Places<'a>,
    /// `blockTable`
    pub block_table: (&'static str, &'a Option<Input>),
    /// The names of the layout of keys in blocks, and what the rows of a block are a multiple of.
    pub blocks: (&'static [&'static str], i64),
}

/// Places of sequences of queries and keys.
pub enum Places<'a> {
    /// Lengths, or ends where the layout is TND.
    Lengths([Named<'a>; 2]),
    /// Starts of sequences of TND, with the end of the last one, and the number of rows of each that count.
    Starts([Named<'a>; 2], [Named<'a>; 2]),
    /// Ends of sequences of TND, which are known.
    Known([(&'static str, Option<&'a Ints>); 2]),
}

/// An optional tensor and its name.
pub type Named<'a> = (&'static str, &'a Option<Input>);

/// No tensor.
pub const NONE: Option<Input> = None;

/// The layouts of keys in blocks of the first versions.
pub const IN_BLOCKS: (&[&str], i64) = (&["PA_BSND"], 16);

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

/// Refuses a tensor that is given.
pub fn absent((name, tensor): Named, allowed: &str) -> Result<()> {
    match present(tensor) {
        Some(tensor) => {
            let got = format!("of shape {:?}", tensor.shape());
            Err(Error::value(name, got, allowed))
        }
        None => Ok(()),
    }
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
        let [starts, used] = self.tensors();
        let all = [starts[0], starts[1], used[0], used[1], self.block_table];
        all.into_iter()
            .filter_map(|(_, tensor)| present(tensor))
            .try_for_each(|tensor| tensor.dtype_in(INDICES))
    }

    /// Tensors of the places of sequences, and of the rows of them that count.
    fn tensors(&self) -> [[Named<'a>; 2]; 2] {
        match self.places {
            Places::Lengths(places) => [places, places.map(|(name, _)| (name, &None))],
            Places::Starts(starts, used) => [starts, used],
            Places::Known(ends) => [ends.map(|(name, _)| (name, &None)); 2],
        }
    }

    fn layout(&self, side: usize) -> Result<(Axes, bool)> {
        let (name, text) = self.layouts[side];
        let text = text.unwrap_or("BSND");
        let in_blocks = side == 1 && self.blocks.0.contains(&text);
        let axes = Axes::of(if in_blocks { "BSND" } else { text });
        match axes.filter(|_| in_blocks || matches!(text, "BSND" | "TND")) {
            Some(axes) => Ok((axes, in_blocks)),
            None => {
                let blocks = if side == 1 { self.blocks.0 } else { &[] };
                let words: [&[&str]; 2] = [&["BSND", "TND"], blocks];
                let allowed = words.concat().join(" or ");
                Err(Error::value(name, format!("{text:?}"), allowed))
            }
        }
    }

    /// Finds what layouts and shapes say; refuses those that do not fit together.
    pub fn extents(&self) -> Result<Extents> {
        self.extents_of_listed(false)
    }

    /// The same; keys in blocks whose numbers are all listed need no lengths.
    pub fn extents_of_listed(&self, all_are_listed: bool) -> Result<Extents> {
        let ((query_axes, _), (key_axes, is_paged)) = (self.layout(0)?, self.layout(1)?);
        if !is_paged && query_axes.is_of_tokens() != key_axes.is_of_tokens() {
            let (name, text) = self.layouts[1];
            let got = format!("{:?}", text.unwrap_or("BSND"));
            let blocks: String = self
                .blocks
                .0
                .iter()
                .map(|of| format!("{of:?}, or "))
                .collect();
            let allowed = format!("{blocks}as `{}`", self.layouts[0].0);
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
        let [bounds, used] = self.tensors();
        let null = |arg: &'static str| Error::from(Reason::Null { arg });
        if !is_paged {
            absent(self.block_table, "null, unless keys are in blocks")?;
        }
        let given = |side: usize| {
            let tensor = present(bounds[side].1).map(|tensor| tensor.numel());
            match self.places {
                Places::Known(ends) => ends[side].1.map(|ends| ends.len()),
                _ => tensor,
            }
        };
        let more = usize::from(matches!(self.places, Places::Starts(..)));
        let count = match query_axes.is_of_tokens() {
            true => given(0)
                .ok_or_else(|| null(bounds[0].0))?
                .saturating_sub(more),
            false => outer[0][0] as usize,
        };
        for side in 0..2 {
            let is_of_tokens = axes[side].is_of_tokens();
            match self.places {
                _ if is_of_tokens && given(side).is_none() => return Err(null(bounds[side].0)),
                Places::Known(ends) => {
                    let got = given(side).filter(|&got| is_of_tokens && got != count);
                    if let Some(got) = got {
                        let got = format!("{got} numbers");
                        return Err(Error::value(ends[side].0, got, format!("{count}")));
                    }
                    continue;
                }
                Places::Starts(..) if !is_of_tokens => {
                    absent(bounds[side], "null, unless the layout is TND")?;
                }
                _ => {}
            }
            for ((_, tensor), count) in [(bounds[side], count + more), (used[side], count)] {
                if let Some(tensor) = present(tensor) {
                    tensor.shape_is(&[count as i64], "a number for each sequence")?;
                }
            }
        }
        let table = present(self.block_table.1);
        if is_paged {
            let (name, lengths) = if more == 1 { used[1] } else { bounds[1] };
            if !all_are_listed {
                present(lengths).ok_or_else(|| null(name))?;
            }
        }
        let mut rows = outer.map(|of| of[1] as usize);
        if is_paged {
            let table = table.ok_or_else(|| null(self.block_table.0))?;
            let size = outer[1][1];
            let (_, multiple) = self.blocks;
            if size % multiple != 0 || size > LARGEST_BLOCK {
                let allowed =
                    format!("blocks of a multiple of {multiple} rows, up to {LARGEST_BLOCK}");
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
            names: [bounds[side].0, used[side].0],
        };
        let form = |side: usize| match axes[side].is_of_tokens() {
            true if more == 1 => SpanForm::Starts,
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

    /// The tensors that say where sequences are, and how many of their rows count.
    pub fn lengths(&self) -> Result<[[Option<Arg>; 2]; 2]> {
        let [bounds, used] = self.tensors();
        let read = |(_, tensor): Named| present(tensor).map(Input::read).transpose();
        let of = |side: usize| -> Result<_> { Ok([read(bounds[side])?, read(used[side])?]) };
        Ok([of(0)?, of(1)?])
    }

    /// The same, or what is known of it.
    pub fn known_lengths(&self, extents: &Extents) -> Result<Lengths> {
        let Places::Known(ends) = self.places else {
            return Ok(Lengths::Read(self.lengths()?));
        };
        let of = |side: usize| {
            let spans = &extents.spans[side];
            let ends = ends[side].1.filter(|_| spans.form == SpanForm::Ends);
            spans.known(ends.map(|ends| &**ends))
        };
        Ok(Lengths::Known([of(0)?, of(1)?]))
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

    /// A tensor with the axes of queries (side 0) or keys (1).
    pub fn stored(&self, side: usize, tensor: &Input) -> Result<Stored> {
        self.axes[side].stored(tensor.read()?, self.heads[side] as usize)
    }

    /// The source of keys of one head, whose rows are bytes of several types.
    pub fn packed(&self, tensor: &Input, packing: Packing) -> Result<Source> {
        Ok(Source::of(self.axes[1].packed(tensor.read()?, packing)?))
    }

    /// The shape of a number for each head of keys and row of queries.
    pub fn of_numbers(&self) -> Vec<i64> {
        let mut shape = self.of_statistics();
        shape.pop();
        shape
    }

    /// Statistics with the axes batch, rows, heads of keys, heads of queries to each.
    pub fn statistics_with_batch(&self, arg: Arg) -> Result<Arg> {
        let arg = self.statistics(arg)?;
        match self.axes[0].is_of_tokens() {
            true => arg.viewed((*arg.view.layout).clone().with_axis(0)),
            false => Ok(arg),
        }
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
