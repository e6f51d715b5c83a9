//! Attention to selected blocks of keys, and to keys that stand for windows, of keys in blocks of a cache.

use super::{INDICES, TYPES, Windows, check_block};
use crate::argument::{Input, Ints, MutText, TensorArg};
use crate::contract::attention::Axes;
use crate::contract::sparse::{not_empty, present};
use crate::contract::sparse_attention::seen;
use crate::error::{Error, Reason, Result};
use crate::ops::attention::{Keys, Listed, Listing, Pages, Source, Span, SpanForm, Spans, listed};
use crate::ops::native_sparse_attention::{
    self as native, CompressedInBlocks, Sequences, compressed_in_blocks,
};
use crate::ops::{Arg, Call};

/// The most queries of a sequence.
const QUERIES: i64 = 4;

/// The most blocks that are ranked.
const RANKED: i64 = 4096;

/// The most keys of a sequence that stand for windows.
const KEYS: i64 = 8192;

/// Queries, and keys and values in blocks, which both operators take.
pub struct Cached<'a> {
    /// `query`
    pub query: &'a Input,
    /// `key`
    pub key: &'a Input,
    /// `value`
    pub value: &'a Input,
    /// `blockTableOptional`
    pub block_table: &'a Option<Input>,
    /// Lengths of sequences of queries, and of keys.
    pub lengths: [(&'static str, &'a Option<Ints>); 2],
    /// `layoutOptional`
    pub layout: &'a Option<MutText>,
    /// Layouts that it may be.
    pub layouts: &'static [&'static str],
    /// `numHeads` and `numKeyValueHeads`
    pub heads: [i64; 2],
    /// `pageBlockSize`
    pub page: i64,
    /// `scaleValue`
    pub scale: f64,
    /// `output`
    pub output: &'a TensorArg,
}

/// Attributes and arguments of [`Cached::compressed`] alone.
pub struct Step<'a> {
    /// Windows and blocks.
    pub windows: Windows,
    /// `attentionMaskOptional`, whose presence alone counts.
    pub mask: &'a Option<Input>,
    /// `actualSelKvSeqLenOptional`
    pub tokens: &'a Option<Ints>,
}

/// Extents.
struct Extents {
    axes: Axes,
    /// Elements of keys and of values.
    depth: i64,
    width: i64,
    /// Rows of queries: of each entry of the batch, or of all sequences.
    rows: i64,
    /// Places of the table, and blocks.
    places: i64,
    blocks: i64,
    sequences: Sequences,
}

impl Cached<'_> {
    /// Refuses types.
    pub fn check(&self, indices: &TensorArg) -> Result<()> {
        self.query.dtype_in(TYPES)?;
        for tensor in [self.key, self.value] {
            tensor.same_dtype(self.query)?;
        }
        self.output.same_dtype(self.query)?;
        indices.dtype_in(INDICES)?;
        match present(self.block_table) {
            Some(table) => table.dtype_in(INDICES),
            None => Err(Reason::Null {
                arg: "blockTableOptional",
            }
            .into()),
        }
    }

    /// The elements of a head of keys or values, which have the axes blocks, rows, heads and elements, the last two of which may be one.
    fn in_blocks(&self, tensor: &Input) -> Result<[i64; 2]> {
        tensor.rank_in(3..=4)?;
        not_empty(tensor)?;
        let shape = tensor.shape();
        let heads = self.heads[1];
        let elements = match *shape {
            [_, _, all] if all % heads == 0 => all / heads,
            [_, _, own, elements] if own == heads => elements,
            _ => {
                let allowed = format!("{heads} heads (`numKeyValueHeads`) along the last axes");
                return Err(tensor.shape_refused(allowed));
            }
        };
        if shape[1] != self.page {
            let allowed = format!("blocks of {} rows (`pageBlockSize`)", self.page);
            return Err(tensor.shape_refused(allowed));
        }
        Ok([shape[0], elements])
    }

    fn extents(&self, given: Option<&Ints>) -> Result<Extents> {
        let [heads, key_heads] = self.heads;
        if key_heads < 1 || heads < 1 || heads % key_heads != 0 {
            let allowed = format!("a positive multiple of {key_heads} (`numKeyValueHeads`)");
            return Err(Error::value("numHeads", heads, allowed));
        }
        let text = self.layout.as_deref().unwrap_or("BSND");
        let axes = Axes::of(text).filter(|_| self.layouts.contains(&text));
        let axes = axes.ok_or_else(|| {
            let allowed = self.layouts.join(" or ");
            Error::value("layoutOptional", format!("{text:?}"), allowed)
        })?;
        let shape = self.query.shape();
        self.query.rank_in(axes.rank..=axes.rank)?;
        not_empty(self.query)?;
        let [own_heads, depth] = axes.heads(shape, heads).unwrap_or_default();
        if own_heads != heads {
            let allowed = format!("{heads} heads (`numHeads`)");
            return Err(self.query.shape_refused(allowed));
        }
        let [blocks, of_keys] = self.in_blocks(self.key)?;
        let [of_values, width] = self.in_blocks(self.value)?;
        if of_keys != depth {
            let allowed = format!("heads of {depth} elements, as those of `query`");
            return Err(self.key.shape_refused(allowed));
        }
        if of_values != blocks {
            return Err(self.value.shape_refused(format!("{blocks} blocks")));
        }
        let null = |arg: &'static str| Error::from(Reason::Null { arg });
        let table = present(self.block_table).ok_or_else(|| null("blockTableOptional"))?;
        let &[count, places] = table.shape() else {
            return Err(table.shape_refused("sequences, places of blocks"));
        };
        let (name, lengths) = self.lengths[1];
        let lengths = lengths.as_ref().ok_or_else(|| null(name))?;
        check_length((name, lengths), count)?;
        let [batch, rows] = axes.outer(shape);
        let is_of_tokens = axes.is_of_tokens();
        if !is_of_tokens && batch != count {
            let allowed = format!("a batch of {count}, the sequences of `blockTableOptional`");
            return Err(self.query.shape_refused(allowed));
        }
        let own = match given {
            Some(given) => given.to_vec(),
            None if is_of_tokens => vec![1; count as usize],
            None => vec![rows; count as usize],
        };
        let name_of_queries = self.lengths[0].0;
        let allowed = format!("0 to {QUERIES} queries of a sequence");
        if let Some(&length) = own.iter().find(|of| !(0..=QUERIES).contains(of)) {
            return Err(Error::value(name_of_queries, length, allowed));
        }
        let spans = |form, rows: i64, name| Spans {
            form,
            count: count as usize,
            rows: rows as usize,
            names: [name; 2],
        };
        let (form, places_of) = match is_of_tokens {
            false => (SpanForm::Lengths, own),
            true => {
                let ends = own.iter().scan(0, |end, length| {
                    *end += length;
                    Some(*end)
                });
                (SpanForm::Ends, ends.collect())
            }
        };
        let of_keys = spans(SpanForm::Lengths, places.saturating_mul(self.page), name);
        let spans = [spans(form, rows, name_of_queries), of_keys];
        let known = [
            spans[0].known(Some(&places_of))?,
            spans[1].known(Some(lengths))?,
        ];
        Ok(Extents {
            axes,
            depth,
            width,
            rows,
            places,
            blocks,
            sequences: Sequences { spans, known },
        })
    }

    /// Refuses lists, and results, of other shapes.
    fn check_outputs(&self, of: &Extents, lists: &TensorArg, count: i64) -> Result<()> {
        let [heads, key_heads] = self.heads;
        let mut wanted = self.query.shape().to_vec();
        wanted[of.axes.rank - 1] = of.axes.last(heads, of.width);
        self.output
            .shape_is(&wanted, "rows of `query` of the elements of `value`")?;
        let sequences = of.sequences.spans[0].count as i64;
        let wanted = match of.axes.is_of_tokens() {
            true => vec![of.rows, key_heads, count],
            false => vec![sequences, of.rows, key_heads, count],
        };
        let of_one_row = [sequences, key_heads, count];
        if of.rows == 1 && lists.shape() == of_one_row {
            return Ok(());
        }
        lists.shape_is(&wanted, "a list for each row of `query` and head of `key`")
    }

    /// A tensor with the axes of queries, whose heads have an axis of their own.
    fn by_heads(&self, of: &Extents, arg: Arg, elements: i64) -> Result<Arg> {
        // BSH: heads and elements share an axis.
        match of.axes.rank == 3 && !of.axes.is_of_tokens() {
            true => arg.viewed(arg.view.layout.split(2, self.heads[0], elements)),
            false => Ok(arg),
        }
    }

    /// Keys or values.
    fn source(&self, tensor: &Input) -> Result<Source> {
        let axes = if tensor.rank() == 3 { "BSH" } else { "BSND" };
        let null = || Reason::Internal("an unknown layout".into());
        let axes = Axes::of(axes).ok_or_else(null)?;
        Ok(Source::of(
            axes.stored(tensor.read()?, self.heads[1] as usize)?,
        ))
    }

    fn pages(&self, of: &Extents) -> Result<Pages> {
        let table = present(self.block_table).ok_or(Reason::Null {
            arg: "blockTableOptional",
        })?;
        Ok(Pages {
            table: table.read()?,
            places: of.places as usize,
            size: self.page as usize,
            blocks: of.blocks as usize,
        })
    }

    /// Refuses other elements of heads than these.
    fn check_depths(&self, of: &Extents, fits: bool, allowed: &str) -> Result<()> {
        match fits {
            true => Ok(()),
            false => {
                let got = format!("{} elements of keys and {} of values", of.depth, of.width);
                Err(Error::value("key", got, allowed))
            }
        }
    }

    /// Plans attention to the blocks that queries list. `write` gives the output.
    pub fn selected(
        &self,
        indices: &Input,
        [size, count]: [i64; 2],
        write: &dyn Fn() -> Result<Arg>,
    ) -> Result<Call> {
        if !matches!(self.page, 64 | 128) {
            return Err(Error::value("pageBlockSize", self.page, "64 or 128"));
        }
        check_block(("selectBlockSize", size))?;
        let given = self.lengths[0].1.as_ref();
        if let (Some(given), Some(table)) = (given, present(self.block_table)) {
            let count = table.shape().first().copied().unwrap_or(0);
            check_length((self.lengths[0].0, given), count)?;
        }
        let of = self.extents(given)?;
        self.check_depths(&of, [of.depth, of.width] == [192, 128], "192 and 128")?;
        let group = self.heads[0] / self.heads[1];
        if group > 16 || self.heads[1] > 256 {
            let allowed = "up to 16 heads of queries to each of up to 256 of keys";
            return Err(Error::value("numHeads", self.heads[0], allowed));
        }
        if of.sequences.spans[0].count > 3072 {
            return Err(self.query.shape_refused("up to 3072 sequences"));
        }
        if count < 1 {
            return Err(Error::value("selectBlockCount", count, "1 or more"));
        }
        self.check_outputs(&of, indices, count)?;
        listed(Listed {
            query: self.by_heads(&of, self.query.read()?, of.depth)?,
            query_rope: None,
            query_scale: None,
            keys: vec![Keys {
                key: self.source(self.key)?,
                value: self.source(self.value)?,
                pages: Some(self.pages(&of)?),
                listing: Listing {
                    spans: of.sequences.spans[1],
                    lengths: [None, None],
                    known: Some(of.sequences.known[1].clone()),
                    seen: seen(true),
                    lists: Some(indices.read()?),
                    counts: None,
                    size: size as usize,
                    reads_all: true,
                },
            }],
            spans: of.sequences.spans[0],
            lengths: [None, None],
            known: Some(of.sequences.known[0].clone()),
            key_heads: self.heads[1] as usize,
            scale: self.scale,
            sinks: None,
            statistics: None,
            lse: None,
            attention_out: self.by_heads(&of, write()?, of.width)?,
        })
    }

    /// Plans attention to keys that stand for windows, and the ranks of blocks. `write` gives the output, and the lists.
    pub fn compressed(
        &self,
        step: &Step,
        indices: &TensorArg,
        write: &dyn Fn() -> Result<[Arg; 2]>,
    ) -> Result<Call> {
        let windows = &step.windows;
        windows.check()?;
        check_block(("pageBlockSize", self.page))?;
        let (name, lengths) = self.lengths[1];
        let lengths = lengths.as_ref().ok_or(Reason::Null { arg: name })?;
        let given = self.lengths[0].1.as_ref();
        let tokens = step.tokens.as_ref();
        // Other lengths than those of up to four queries and of the windows of all tokens mean one query of each sequence.
        let (size, stride) = (windows.size, windows.stride.1);
        let fits = |(&keys, &tokens): (&i64, &i64)| {
            keys == tokens.saturating_sub(size).div_euclid(stride) + 1
        };
        let table = present(self.block_table).and_then(|table| table.shape().first().copied());
        let given = given.filter(|given| {
            Some(given.len() as i64) == table
                && given.iter().all(|of| (1..=QUERIES).contains(of))
                && tokens.is_some_and(|tokens| {
                    tokens.len() == lengths.len()
                        && lengths.iter().zip(tokens.iter()).all(fits)
                        && given.iter().zip(tokens.iter()).all(|(own, all)| own <= all)
                })
        });
        let of = self.extents(given)?;
        let single = vec![1; lengths.len()];
        let own: &[i64] = given.map_or(&single, |given| given);
        let most = own.iter().copied().max().unwrap_or(0);
        let is_whole = match of.axes.is_of_tokens() {
            true => own.iter().sum::<i64>() == of.rows,
            false => most == of.rows,
        };
        if !is_whole {
            let allowed = format!(
                "{} rows, those of {own:?} queries (`actualQSeqLenOptional`, if it and `actualSelKvSeqLenOptional` fit the keys, or one each)",
                if of.axes.is_of_tokens() {
                    own.iter().sum()
                } else {
                    most
                }
            );
            return Err(self.query.shape_refused(allowed));
        }
        let depths = (1..=192).contains(&of.depth) && (1..=128.min(of.depth)).contains(&of.width);
        let allowed = "up to 192, and of values up to 128 and no more than those";
        self.check_depths(&of, depths, allowed)?;
        let group = self.heads[0] / self.heads[1];
        if 128 % group != 0 {
            let allowed = "heads of queries to each of `numKeyValueHeads` that divide 128";
            return Err(Error::value("numHeads", self.heads[0], allowed));
        }
        let longest = lengths.iter().copied().max().unwrap_or(0);
        if longest > KEYS {
            return Err(Error::value(name, longest, format!("up to {KEYS}")));
        }
        let blocks = |keys: i64| ((keys - 1) * stride + size + windows.block - 1) / windows.block;
        let blocks: Vec<i64> = lengths.iter().map(|&keys| blocks(keys)).collect();
        if let Some(most) = blocks.iter().find(|&&most| most > RANKED) {
            let got = format!("{longest} keys, which lie in {most} blocks");
            return Err(Error::value(name, got, format!("up to {RANKED} blocks")));
        }
        if windows.count < 1 {
            let allowed = "1 or more";
            return Err(Error::value("selectBlockCount", windows.count, allowed));
        }
        windows.check_count(blocks.iter().copied().min().unwrap_or(0))?;
        self.check_outputs(&of, indices, windows.count)?;
        let hides = present(step.mask).is_some() && most > 1;
        let seen = self.seen(&of, own, tokens.filter(|_| hides), windows)?;
        let [output, lists] = write()?;
        compressed_in_blocks(CompressedInBlocks {
            query: self.by_heads(&of, self.query.read()?, of.depth)?,
            key: self.source(self.key)?,
            value: self.source(self.value)?,
            pages: self.pages(&of)?,
            seen,
            windows: native::Windows {
                windows: windows.in_strides(),
                blocks: blocks.iter().map(|&of| of as usize).collect(),
            },
            scale: self.scale,
            key_heads: self.heads[1] as usize,
            attention_out: self.by_heads(&of, output, of.width)?,
            sequences: of.sequences,
            indices: lists,
        })
    }

    /// Number of keys that each row of queries sees: with `tokens`, not the last one, where the query lies before the end of its window.
    fn seen(
        &self,
        of: &Extents,
        own: &[i64],
        tokens: Option<&Ints>,
        windows: &Windows,
    ) -> Result<Vec<usize>> {
        let [spans, _] = of.sequences.spans;
        let [queries, keys] = &of.sequences.known;
        let owners = spans.owners(queries)?;
        let seen = owners.into_iter().map(|owner| {
            let Some([number, query]) = owner else {
                return 0;
            };
            let Span { rows, .. } = keys[number];
            let Some(tokens) = tokens else { return rows };
            let behind = (tokens[number] - windows.size).rem_euclid(windows.stride.1);
            let is_before = own[number] - query as i64 - 1 > behind;
            rows.saturating_sub(usize::from(is_before))
        });
        Ok(seen.collect())
    }
}

/// Refuses another number of lengths than that of sequences.
fn check_length((name, lengths): (&'static str, &Ints), count: i64) -> Result<()> {
    match lengths.len() as i64 == count {
        true => Ok(()),
        false => {
            let got = format!("{} numbers", lengths.len());
            let allowed = format!("{count}, one for each sequence of `blockTableOptional`");
            Err(Error::value(name, got, allowed))
        }
    }
}
