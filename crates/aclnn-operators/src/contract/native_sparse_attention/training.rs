//! Attention to selected blocks of keys, and to keys that stand for windows, of sequences one behind the other.

use super::{COPIES, FLOAT, INDICES, TYPES, Windows, check_block, check_up_to};
use crate::argument::{ConstOutput, Input, Ints, TensorArg};
use crate::contract::sets::MASK_TYPES;
use crate::contract::sparse::{not_empty, one_of, present};
use crate::error::{Error, Reason, Result};
use crate::ops::Call;
use crate::ops::attention::{
    BlockGradient, Blocks, Keys, Listed, Listing, Seen, Source, Span, SpanForm, Spans, Stored,
    block_gradient, listed,
};
use crate::ops::native_sparse_attention::{self as native, Compressed, Sequences};

/// The most sequences.
const SEQUENCES: usize = 1024;

/// The most elements of a head.
const DEPTH: i64 = 512;

/// The most heads of queries to each head of keys that list blocks.
const GROUP: i64 = 32;

/// The same where keys stand for windows, which is a divisor of it.
const GROUP_OF_WINDOWS: i64 = 128;

/// The most blocks that queries list, and that are ranked.
const LISTED: i64 = 128;
const RANKED: i64 = 32;

/// The most keys of a sequence that stand for windows.
const KEYS: usize = 14_000;

/// Queries, keys and values, which all operators take.
pub struct Tokens<'a> {
    /// `query`
    pub query: &'a Input,
    /// `key`
    pub key: &'a Input,
    /// `value`
    pub value: &'a Input,
    /// Ends of sequences of queries, and of keys.
    pub ends: [(&'static str, &'a Option<Ints>); 2],
    /// `headNum`
    pub head_num: i64,
    /// `inputLayout`
    pub input_layout: &'a str,
    /// `scaleValue`
    pub scale: f64,
}

/// Lists of blocks.
pub struct Lists<'a> {
    /// `topkIndices`
    pub indices: &'a Input,
    /// `attenMaskOptional`
    pub atten_mask: &'a Option<Input>,
    /// `sparseMode`
    pub sparse_mode: i64,
    /// `selectedBlockSize` and `selectedBlockCount`
    pub blocks: [i64; 2],
}

/// Results of the forward direction, gradients by them, and gradients.
pub struct Gradients<'a> {
    /// `attentionOut` and `attentionOutGrad`
    pub results: [&'a Input; 2],
    /// `softmaxMax` and `softmaxSum`
    pub statistics: [&'a Input; 2],
    /// `dqOut`, `dkOut` and `dvOut`
    pub gradients: [&'a ConstOutput; 3],
}

/// Extents: heads of queries and of keys, elements of values.
struct Extents {
    heads: [i64; 2],
    width: i64,
    sequences: Sequences,
}

impl Tokens<'_> {
    /// Refuses types, another layout than TND, and elements of heads that do not fit.
    pub fn check(&self) -> Result<()> {
        self.query.dtype_in(TYPES)?;
        for tensor in [self.key, self.value] {
            tensor.same_dtype(self.query)?;
        }
        if self.input_layout != "TND" {
            let got = format!("{:?}", self.input_layout);
            return Err(Error::value("inputLayout", got, "\"TND\""));
        }
        for tensor in [self.query, self.key, self.value] {
            tensor.rank_in(3..=3)?;
            not_empty(tensor)?;
        }
        let [depth, of_keys, width] = [self.query, self.key, self.value].map(|of| of.shape()[2]);
        if of_keys != depth {
            let allowed = format!("heads of {depth} elements, as those of `query`");
            return Err(self.key.shape_refused(allowed));
        }
        if width > depth {
            let allowed = format!("heads of up to {depth} elements, as many as those of `key`");
            return Err(self.value.shape_refused(allowed));
        }
        Ok(())
    }

    /// Refuses a tensor of another type than that of `query`.
    pub fn same_type(&self, tensors: &[&TensorArg]) -> Result<()> {
        tensors
            .iter()
            .try_for_each(|tensor| tensor.same_dtype(self.query))
    }

    fn extents(&self) -> Result<Extents> {
        let [rows, heads, depth] = [0, 1, 2].map(|axis| self.query.shape()[axis]);
        let [key_rows, key_heads, width] = [0, 1, 2].map(|axis| self.value.shape()[axis]);
        self.key.shape_is(
            &[key_rows, key_heads, depth],
            "the rows and heads of `value`",
        )?;
        if depth > DEPTH {
            let allowed = format!("heads of up to {DEPTH} elements");
            return Err(self.query.shape_refused(allowed));
        }
        if heads != self.head_num {
            let allowed = format!("{heads}, the heads of `query`");
            return Err(Error::value("headNum", self.head_num, allowed));
        }
        if heads % key_heads != 0 {
            let allowed = format!("a multiple of {key_heads} heads, those of `key`");
            return Err(self.query.shape_refused(allowed));
        }
        let null = |arg: &'static str| Error::from(Reason::Null { arg });
        let [queries, keys] = self.ends;
        let of_queries = queries.1.as_ref().ok_or_else(|| null(queries.0))?;
        let of_keys = keys.1.as_ref().ok_or_else(|| null(keys.0))?;
        let count = of_queries.len();
        if of_keys.len() != count {
            let got = format!("{} numbers", of_keys.len());
            return Err(Error::value(keys.0, got, format!("{count}")));
        }
        if count > SEQUENCES {
            let got = format!("{count} numbers");
            return Err(Error::value(queries.0, got, format!("up to {SEQUENCES}")));
        }
        let spans = |name, rows: i64| Spans {
            form: SpanForm::Ends,
            count,
            rows: rows as usize,
            names: [name; 2],
        };
        let spans = [spans(queries.0, rows), spans(keys.0, key_rows)];
        let known = [
            spans[0].known(Some(of_queries))?,
            spans[1].known(Some(of_keys))?,
        ];
        Ok(Extents {
            heads: [heads, key_heads],
            width,
            sequences: Sequences { spans, known },
        })
    }

    fn check_group(&self, extents: &Extents, most: i64, divides: bool) -> Result<()> {
        let [heads, key_heads] = extents.heads;
        let group = heads / key_heads;
        if group <= most && (!divides || most % group == 0) {
            return Ok(());
        }
        let words = if divides { "a divisor of" } else { "up to" };
        let allowed = format!("{words} {most} heads to each of the {key_heads} of `key`");
        Err(self.query.shape_refused(allowed))
    }

    /// The shape of statistics.
    fn of_statistics(&self) -> [i64; 3] {
        [self.query.shape()[0], self.query.shape()[1], COPIES]
    }

    /// Refuses results, or gradients by them, of another shape.
    fn check_results(&self, extents: &Extents, results: &TensorArg) -> Result<()> {
        let wanted = [self.query.shape()[0], extents.heads[0], extents.width];
        results.shape_is(&wanted, "rows of `query` of the elements of `value`")
    }

    /// Refuses statistics of another shape.
    fn check_statistics(&self, statistics: &[&TensorArg]) -> Result<()> {
        let wanted = self.of_statistics();
        statistics.iter().try_for_each(|of| {
            of.shape_is(
                &wanted,
                "eight numbers for each head of each row of `query`",
            )
        })
    }

    fn blocks(&self, extents: &Extents, lists: &Lists) -> Result<Blocks> {
        let [size, count] = lists.blocks;
        one_of("sparseMode", lists.sparse_mode, &[0, 2])?;
        check_block(("selectedBlockSize", size))?;
        check_up_to(("selectedBlockCount", count), LISTED)?;
        self.check_group(extents, GROUP, false)?;
        let heads = extents.heads[1];
        let wanted = [self.query.shape()[0], heads, count];
        lists
            .indices
            .shape_is(&wanted, "a list for each row of `query` and head of `key`")?;
        let mask = present(lists.atten_mask);
        if let Some(mask) = mask {
            mask.rank_in(2..=2)?;
        }
        Ok(Blocks {
            heads: heads as usize,
            count: count as usize,
            size: size as usize,
            seen: match mask.is_some() && lists.sparse_mode == 2 {
                true => Seen::FromStarts,
                false => Seen::All,
            },
            reads_all: true,
        })
    }

    /// Plans attention to the blocks that queries list.
    pub fn selected(
        &self,
        lists: &Lists,
        statistics: [&ConstOutput; 2],
        attention_out: &ConstOutput,
    ) -> Result<Call> {
        let extents = self.extents()?;
        let blocks = self.blocks(&extents, lists)?;
        self.check_statistics(&statistics.map(|of| &**of))?;
        self.check_results(&extents, attention_out)?;
        let source = |tensor: &Input| -> Result<Source> {
            let stored = Stored::new(tensor.read()?, |layout| {
                layout.permuted(&[1, 0, 2]).with_axis(0).with_axis(2)
            });
            Ok(Source::of(stored?))
        };
        let [max, sum] = statistics.map(|of| of.write());
        let Sequences { spans, known } = extents.sequences;
        let [known_queries, known_keys] = known.map(Some);
        listed(Listed {
            query: self.query.read()?,
            query_rope: None,
            query_scale: None,
            keys: vec![Keys {
                key: source(self.key)?,
                value: source(self.value)?,
                pages: None,
                listing: Listing {
                    spans: spans[1],
                    lengths: [None, None],
                    known: known_keys,
                    seen: blocks.seen,
                    lists: Some(lists.indices.read()?),
                    counts: None,
                    size: blocks.size,
                    reads_all: blocks.reads_all,
                },
            }],
            spans: spans[0],
            lengths: [None, None],
            known: known_queries,
            key_heads: blocks.heads,
            scale: self.scale,
            sinks: None,
            statistics: Some([max?, sum?]),
            lse: None,
            attention_out: attention_out.write()?,
        })
    }

    /// Plans the gradients of attention to the blocks that queries list.
    pub fn selected_gradient(&self, lists: &Lists, of: &Gradients) -> Result<Call> {
        let extents = self.extents()?;
        let blocks = self.blocks(&extents, lists)?;
        self.check_statistics(&of.statistics.map(|of| &**of))?;
        for results in of.results {
            self.check_results(&extents, results)?;
        }
        let inputs = [self.query, self.key, self.value];
        for (gradient, input) in of.gradients.iter().zip(inputs) {
            gradient.same_shape(input)?;
        }
        let [results, dy] = of.results.map(Input::read);
        let [max, sum] = of.statistics.map(Input::read);
        let [dq, dk, dv] = of.gradients.map(|of| of.write());
        block_gradient(BlockGradient {
            query: self.query.read()?,
            key: self.key.read()?,
            value: self.value.read()?,
            attention_in: results?,
            dy: dy?,
            statistics: [max?, sum?],
            spans: extents.sequences.spans,
            known: extents.sequences.known,
            indices: lists.indices.read()?,
            blocks,
            scale: self.scale,
            gradients: [dq?, dk?, dv?],
        })
    }

    /// Plans attention to keys that stand for windows, and the ranks of blocks.
    pub fn compressed(
        &self,
        windows: &Windows,
        masks: [&Option<Input>; 2],
        (name, blocks): (&'static str, &Option<Ints>),
        statistics: [&ConstOutput; 2],
        [attention_out, indices]: [&ConstOutput; 2],
    ) -> Result<Call> {
        let extents = self.extents()?;
        self.check_group(&extents, GROUP_OF_WINDOWS, true)?;
        windows.check()?;
        check_up_to(("selectBlockCount", windows.count), RANKED)?;
        let ends = blocks.as_ref().ok_or(Reason::Null { arg: name })?;
        let [queries, keys] = &extents.sequences.known;
        if ends.len() != queries.len() {
            let got = format!("{} numbers", ends.len());
            return Err(Error::value(name, got, format!("{}", queries.len())));
        }
        let of_blocks = Spans {
            form: SpanForm::Ends,
            count: ends.len(),
            rows: i32::MAX as usize,
            names: [name; 2],
        };
        let blocks = of_blocks.known(Some(ends))?;
        let longest = |of: &[Span]| of.iter().map(|of| of.rows).max().unwrap_or(0);
        let [most_queries, most_keys, most_blocks] = [queries, keys, &blocks].map(|of| longest(of));
        if most_keys > KEYS {
            let got = format!("a sequence of {most_keys} keys");
            return Err(Error::value(self.ends[1].0, got, format!("up to {KEYS}")));
        }
        let fewest = blocks.iter().map(|of| of.rows).min().unwrap_or(usize::MAX);
        windows.check_count(fewest as i64)?;
        for (mask, columns) in masks.into_iter().zip([most_keys, most_blocks]) {
            let Some(mask) = present(mask) else { continue };
            mask.rank_in(2..=2)?;
            let wanted = [most_queries as i64, columns as i64];
            if mask
                .shape()
                .iter()
                .zip(wanted)
                .any(|(&got, wanted)| got < wanted)
            {
                let allowed = format!("{wanted:?}, those of the longest sequences, or more");
                return Err(mask.shape_refused(allowed));
            }
        }
        self.check_statistics(&statistics.map(|of| &**of))?;
        self.check_results(&extents, attention_out)?;
        let wanted = [self.query.shape()[0], extents.heads[1], windows.count];
        indices.shape_is(&wanted, "a list for each row of `query` and head of `key`")?;
        let read = |mask: &Option<Input>| present(mask).map(Input::read).transpose();
        let [max, sum] = statistics.map(|of| of.write());
        native::compressed(Compressed {
            query: self.query.read()?,
            key: self.key.read()?,
            value: self.value.read()?,
            windows: native::Windows {
                windows: windows.in_strides(),
                blocks: blocks.iter().map(|of| of.rows).collect(),
            },
            key_heads: extents.heads[1] as usize,
            sequences: extents.sequences,
            hidden: read(masks[0])?,
            chosen: read(masks[1])?,
            scale: self.scale,
            statistics: [max?, sum?],
            attention_out: attention_out.write()?,
            indices: indices.write()?,
        })
    }
}

impl Lists<'_> {
    /// Refuses types of lists and masks.
    pub fn check(&self) -> Result<()> {
        self.indices.dtype_in(INDICES)?;
        check_mask(self.atten_mask)
    }
}

/// Refuses a mask of other types than BOOL and UINT8.
pub fn check_mask(mask: &Option<Input>) -> Result<()> {
    present(mask).map_or(Ok(()), |mask| mask.dtype_in(MASK_TYPES))
}

/// Refuses statistics of another type than FLOAT.
pub fn check_types_of_statistics(statistics: &[&TensorArg]) -> Result<()> {
    statistics.iter().try_for_each(|of| of.dtype_in(FLOAT))
}

/// Refuses lists of another type than INT32.
pub fn check_type_of_lists(lists: &TensorArg) -> Result<()> {
    lists.dtype_in(INDICES)
}
