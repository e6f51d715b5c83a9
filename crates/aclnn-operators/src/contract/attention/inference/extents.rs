//! Extents of attention for inference, from layouts, shapes and lengths.

use std::ops::Range;

use super::super::shapes::Axes;
use super::{Inference, absent, present, refused};
use crate::argument::{Input, Ints};
use crate::error::{Error, Reason, Result};
use crate::ops::Arg;
use crate::ops::attention::Stored;
use crate::tensor::{Dtype, Layout};

/// The longest head.
const LONGEST: i64 = 512;

/// Extents from layouts, shapes and lengths.
pub struct Extents {
    pub input: Axes,
    pub output: Axes,
    /// The axes of keys in blocks; nothing where they lie in chunks of a row, FRACTAL_NZ.
    pub keys: Option<Axes>,
    pub batch: usize,
    /// Heads of queries, and of keys and values.
    pub heads: [usize; 2],
    /// Rows of queries of a batch, in TND of all; those that keys of a sequence can have, with the prefix.
    pub rows: [usize; 2],
    /// Elements of a key, less its second part, and of a value.
    pub columns: [usize; 2],
    /// Blocks, and rows of each.
    pub pages: Option<[usize; 2]>,
    /// Rows of the shared prefix.
    pub prefix: usize,
    /// Rows of queries, and of keys with those of the prefix.
    pub sequences: Vec<[Range<usize>; 2]>,
    pub has_other_rows: bool,
    /// True if queries, and keys, are at the end of their rows.
    pub is_padded: [bool; 2],
    pub values_are_keys: bool,
    pub has_rope: bool,
}

impl Extents {
    /// The logarithms of the sums with the axes of the engine.
    pub fn lse(&self, lse: &Arg) -> Result<Arg> {
        let layout = &lse.view.layout;
        match self.input.is_of_tokens() {
            true => lse.viewed(layout.with_axis(0).permuted(&[0, 2, 1, 3])),
            false => Ok(lse.clone()),
        }
    }

    /// Keys or values, in a tensor or in blocks.
    pub fn stored_keys(&self, of: Arg) -> Result<Stored> {
        match self.keys {
            Some(axes) => axes.stored(of, self.heads[1]),
            None => Stored::new(of, Layout::clone),
        }
    }

    /// The second parts of keys.
    pub fn stored_rope(&self, of: Arg) -> Result<Stored> {
        self.stored_keys(of)
    }

    /// The longest keys of a sequence, with the prefix.
    pub fn longest_keys(&self) -> usize {
        self.sequences
            .iter()
            .map(|of| of[1].len())
            .max()
            .unwrap_or(0)
    }

    /// The longest queries of a sequence.
    pub fn longest_queries(&self) -> usize {
        self.sequences
            .iter()
            .map(|of| of[0].len())
            .max()
            .unwrap_or(0)
    }
}

/// The shape of elements, of which a word of INT32 has eight.
fn shape_of(tensor: &Input) -> Result<Vec<i64>> {
    let mut shape = tensor.shape().to_vec();
    if let (Dtype::I32, Some(last)) = (tensor.dtype()?, shape.last_mut()) {
        *last = last.saturating_mul(8);
    }
    Ok(shape)
}

fn named(name: &'static str, got: impl ToString, allowed: impl Into<String>) -> Error {
    Error::value(name, got, allowed)
}

impl Inference<'_> {
    /// Finds what layouts, shapes and lengths say; refuses those that do not fit together.
    pub(super) fn extents(&self) -> Result<Extents> {
        let layout = &**self.input_layout;
        let unknown = || {
            named(
                self.input_layout.name(),
                format!("{layout:?}"),
                self.family.layouts.join(", "),
            )
        };
        let (input, output) = layout.split_once('_').unwrap_or((layout, layout));
        let known = self.family.layouts.contains(&layout);
        let (Some(input), Some(output), true) = (Axes::of(input), Axes::of(output), known) else {
            return Err(unknown());
        };
        let heads = self.num_heads;
        if heads <= 0 {
            return Err(named("numHeads", heads, "1 or more"));
        }
        let key_heads = if self.num_key_value_heads == 0 {
            heads
        } else {
            self.num_key_value_heads
        };
        if key_heads < 0 || heads % key_heads != 0 {
            return Err(named(
                "numKeyValueHeads",
                key_heads,
                format!("0, or a number of which {heads} (`numHeads`) is a multiple"),
            ));
        }
        let query = self.query;
        query.rank_in(input.rank..=input.rank)?;
        let shape = query.shape();
        let depth = match input.heads(shape, heads) {
            Some([own, depth]) if own == heads && (1..=LONGEST).contains(&depth) => depth,
            _ => {
                return Err(refused(
                    query,
                    format!("{heads} heads (`numHeads`) of 1 to {LONGEST} elements in {layout}"),
                ));
            }
        };
        let [batch, queries] = input.outer(shape);
        if self.family.is_of_one_query && queries != 1 {
            return Err(refused(query, "one query of each sequence"));
        }
        let has_rope = self.has_rope()?;
        let values_are_keys = has_rope && depth == LONGEST;
        let (keys, pages, capacity, width) =
            self.keys(input, [batch, key_heads, depth], values_are_keys)?;
        let prefix = self.prefix(input, [key_heads, depth, width], pages.is_some())?;
        let mut extents = Extents {
            input,
            output,
            keys,
            batch: batch as usize,
            heads: [heads as usize, key_heads as usize],
            rows: [
                queries as usize,
                capacity.saturating_add(prefix as i64) as usize,
            ],
            columns: [depth as usize, width as usize],
            pages: pages.map(|pages| pages.map(|of| of as usize)),
            prefix,
            sequences: Vec::new(),
            has_other_rows: false,
            is_padded: self.paddings(input, pages.is_some())?,
            values_are_keys,
            has_rope,
        };
        self.check_rope(&extents)?;
        self.sequences(&mut extents)?;
        self.check_table(&extents)?;
        let rows = if input.is_of_tokens() {
            [1, queries]
        } else {
            [batch, queries]
        };
        let wanted = output.shape([rows[0], heads, rows[1], width]);
        self.attention_out.shape_is(
            &wanted,
            "that of `query` in the layout of results, with the elements of values",
        )?;
        if self.options.softmax_lse_flag {
            let lse = self
                .options
                .softmax_lse
                .ok_or(Reason::Null { arg: "softmaxLse" })?;
            let wanted = match input.is_of_tokens() {
                true => vec![queries, heads, 1],
                false => vec![batch, heads, queries, 1],
            };
            lse.shape_is(&wanted, "a number for each head of each query")?;
        }
        Ok(extents)
    }

    /// Returns true if queries and keys have second parts.
    fn has_rope(&self) -> Result<bool> {
        let options = &self.options;
        match (present(options.query_rope), present(options.key_rope)) {
            (Some(_), Some(_)) => Ok(true),
            (None, None) => Ok(false),
            (None, _) => Err(Reason::Null {
                arg: "queryRopeOptional",
            }
            .into()),
            _ => Err(Reason::Null {
                arg: "keyRopeOptional",
            }
            .into()),
        }
    }

    /// The axes of keys, blocks and rows of each, the rows that a sequence can have, and the elements of a value.
    #[allow(clippy::type_complexity, reason = "four facts of one look")]
    fn keys(
        &self,
        input: Axes,
        [batch, heads, depth]: [i64; 3],
        values_are_keys: bool,
    ) -> Result<(Option<Axes>, Option<[i64; 2]>, i64, i64)> {
        let (first, values) = (&self.key[0], &self.value[0]);
        let shape = shape_of(first)?;
        if let Some(table) = present(self.options.block_table) {
            table.rank_in(2..=2)?;
            if self.key.len() != 1 || self.value.len() != 1 {
                return Err(refused(first, "one tensor where there is a block table"));
            }
            let (axes, size) = match *shape {
                [_, size, _] => (Axes::of("BSH"), size),
                [_, _, size, _] => (Axes::of("BNSD"), size),
                [_, own, chunks, size, chunk] if own == heads && chunks * chunk == depth => {
                    (None, size)
                }
                _ => {
                    let allowed = format!(
                        "[blocks, rows, {}], [blocks, {heads}, rows, {depth}] or [blocks, {heads}, chunks, rows, elements of a chunk], of {depth} elements together",
                        heads * depth
                    );
                    return Err(refused(first, allowed));
                }
            };
            let blocks = shape[0];
            let of_heads =
                |axes: Axes, shape: &[i64]| axes.heads(shape, heads).filter(|of| of[0] == heads);
            let width = match axes {
                None => depth,
                Some(axes) => {
                    if of_heads(axes, &shape).is_none_or(|[_, own]| own != depth) {
                        return Err(refused(
                            first,
                            format!("blocks of {heads} heads of {depth} elements"),
                        ));
                    }
                    let of_values = shape_of(values)?;
                    let own = (of_values.len() == axes.rank)
                        .then(|| of_heads(axes, &of_values))
                        .flatten();
                    let own = own.filter(|[_, width]| (1..=LONGEST).contains(width));
                    match own {
                        _ if values_are_keys => depth,
                        Some([_, width]) if axes.outer(&of_values) == axes.outer(&shape) => width,
                        _ => {
                            return Err(refused(
                                values,
                                format!("the blocks and heads of `{}`", first.name()),
                            ));
                        }
                    }
                }
            };
            if axes.is_none() && !values_are_keys {
                values.same_shape(first)?;
            }
            if self.options.block_size != size || size <= 0 {
                return Err(named(
                    "blockSize",
                    self.options.block_size,
                    format!("{size}, the rows of a block of `{}`", first.name()),
                ));
            }
            let places = table.shape()[1];
            return Ok((
                axes,
                Some([blocks, size]),
                places.saturating_mul(size),
                width,
            ));
        }
        if self.key.len() != self.value.len() {
            return Err(refused(
                values,
                format!(
                    "a list of {} tensors, as `{}`",
                    self.key.len(),
                    first.name()
                ),
            ));
        }
        let is_list = self.key.len() > 1;
        if is_list && (self.key.len() as i64 != batch || input.is_of_tokens()) {
            return Err(refused(
                first,
                format!(
                    "a list of one tensor, or of {batch}, one for each sequence (not in TND and NTD)"
                ),
            ));
        }
        let mut width = None;
        let mut capacity = 0;
        for (key, value) in self.key.iter().zip(self.value) {
            key.rank_in(input.rank..=input.rank)?;
            value.rank_in(input.rank..=input.rank)?;
            let (shape, of_values) = (shape_of(key)?, shape_of(value)?);
            if input
                .heads(&shape, heads)
                .is_none_or(|of| of != [heads, depth])
            {
                return Err(refused(key, format!("{heads} heads of {depth} elements")));
            }
            let own = input
                .heads(&of_values, heads)
                .filter(|of| of[0] == heads && (1..=LONGEST).contains(&of[1]));
            let own = own.filter(|of| width.is_none_or(|width| width == of[1]));
            let Some([_, own]) = own else {
                return Err(refused(
                    value,
                    format!("{heads} heads of 1 to {LONGEST} elements"),
                ));
            };
            width = Some(own);
            let outer = input.outer(&shape);
            let wanted = if is_list || input.is_of_tokens() {
                1
            } else {
                batch
            };
            if outer[0] != wanted {
                return Err(refused(key, format!("a batch of {wanted}")));
            }
            if input.outer(&of_values) != outer {
                return Err(refused(
                    value,
                    format!("the batch and the rows of `{}`", key.name()),
                ));
            }
            capacity = capacity.max(outer[1]);
        }
        Ok((Some(input), None, capacity, width.unwrap_or(depth)))
    }

    /// Rows of the shared prefix.
    fn prefix(
        &self,
        input: Axes,
        [heads, depth, width]: [i64; 3],
        is_paged: bool,
    ) -> Result<usize> {
        let options = &self.options;
        let both = [
            present(options.key_shared_prefix),
            present(options.value_shared_prefix),
        ];
        let [Some(key), Some(value)] = both else {
            return match both {
                [None, None] => Ok(0),
                [None, _] => Err(Reason::Null {
                    arg: "keySharedPrefixOptional",
                }
                .into()),
                _ => Err(Reason::Null {
                    arg: "valueSharedPrefixOptional",
                }
                .into()),
            };
        };
        let why = "where there is a shared prefix";
        absent(options.block_table, why)?;
        absent(options.query_rope, why)?;
        absent(options.query_padding_size, why)?;
        absent(options.kv_padding_size, why)?;
        if is_paged || input.is_of_tokens() || self.key.len() > 1 {
            return Err(refused(
                key,
                "null in TND and NTD, with a block table and with a list of tensors",
            ));
        }
        let rank = input.rank;
        key.same_dtype(&self.key[0])?;
        value.same_dtype(&self.key[0])?;
        key.rank_in(rank..=rank)?;
        let shape = shape_of(key)?;
        let rows = input.outer(&shape)[1];
        if shape != input.shape([1, heads, rows, depth]) {
            return Err(refused(
                key,
                format!("a batch of 1, of {heads} heads of {depth} elements"),
            ));
        }
        if shape_of(value)? != input.shape([1, heads, rows, width]) {
            return Err(refused(
                value,
                format!(
                    "the rows of `{}`, of {heads} heads of {width} elements",
                    key.name()
                ),
            ));
        }
        match options.actual_shared_prefix_len.and_then(|of| of.first()) {
            None => Ok(rows as usize),
            Some(&length) if (0..=rows).contains(&length) => Ok(length as usize),
            Some(length) => Err(named(
                "actualSharedPrefixLenOptional",
                length,
                format!("0 to {rows}"),
            )),
        }
    }

    /// Returns true if queries, and keys, are at the end of their rows: sizes count together with lengths, not in blocks, lists, TND and NTD.
    fn paddings(&self, input: Axes, is_paged: bool) -> Result<[bool; 2]> {
        let options = &self.options;
        let has = |lengths: Option<&Ints>| lengths.is_some_and(|of| !of.is_empty());
        let is_plain = !is_paged && self.key.len() == 1 && !input.is_of_tokens();
        let of = |padding: &Option<Input>, lengths| -> Result<bool> {
            let Some(padding) = present(padding) else {
                return Ok(false);
            };
            if padding.numel() != 1 {
                return Err(refused(padding, "one number"));
            }
            Ok(is_plain && has(lengths))
        };
        Ok([
            of(options.query_padding_size, options.actual_seq_lengths)?,
            of(options.kv_padding_size, options.actual_seq_lengths_kv)?,
        ])
    }

    /// Refuses second parts that do not fit.
    fn check_rope(&self, extents: &Extents) -> Result<()> {
        let options = &self.options;
        let (Some(query), Some(key)) = (present(options.query_rope), present(options.key_rope))
        else {
            return Ok(());
        };
        let input = extents.input;
        let [heads, key_heads] = extents.heads.map(|of| of as i64);
        query.rank_in(input.rank..=input.rank)?;
        let rope = input.heads(query.shape(), heads).map_or(0, |of| of[1]);
        let outer = input.outer(self.query.shape());
        let wanted = input.shape([outer[0], heads, outer[1], rope]);
        query.shape_is(
            &wanted,
            format_args!(
                "that of `{}`, but for the elements of a head",
                self.query.name()
            ),
        )?;
        let first = &self.key[0];
        let shape = match (extents.pages, extents.keys) {
            (Some([blocks, size]), Some(axes)) => {
                axes.shape([blocks as i64, key_heads, size as i64, rope])
            }
            (Some([blocks, size]), None) => {
                let chunk = key.shape().last().copied().unwrap_or(1).max(1);
                vec![blocks as i64, key_heads, rope / chunk, size as i64, chunk]
            }
            _ => {
                let batch = if input.is_of_tokens() {
                    1
                } else {
                    extents.batch as i64
                };
                input.shape([batch, key_heads, input.outer(first.shape())[1], rope])
            }
        };
        key.shape_is(
            &shape,
            format_args!(
                "that of `{}`, but for {rope} elements of a head",
                first.name()
            ),
        )
    }

    /// Finds the rows of each sequence.
    fn sequences(&self, extents: &mut Extents) -> Result<()> {
        let options = &self.options;
        let names = ["actualSeqLengths", "actualSeqLengthsKv"];
        let given = [options.actual_seq_lengths, options.actual_seq_lengths_kv]
            .map(|of| of.filter(|of| !of.is_empty()));
        let tokens = extents.input.is_of_tokens();
        if tokens {
            let queries = given[0].ok_or(Reason::Null { arg: names[0] })?;
            extents.batch = queries.len();
        }
        let batch = extents.batch;
        let paged = extents.pages.is_some();
        if paged && given[1].is_none() {
            return Err(Reason::Null { arg: names[1] }.into());
        }
        let prefix = extents.prefix;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, rows) in sides.iter_mut().enumerate() {
            let most = |number: usize| match side {
                0 => extents.rows[0] as i64,
                _ if self.key.len() > 1 => extents.input.outer(self.key[number].shape())[1],
                _ => (extents.rows[1] - prefix) as i64,
            };
            let cumulative = tokens && (side == 0 || !paged);
            let lengths = match given[side] {
                None if cumulative => return Err(Reason::Null { arg: names[side] }.into()),
                None => None,
                Some(lengths) if cumulative && lengths.len() != batch => {
                    return Err(named(
                        names[side],
                        format!("{} numbers", lengths.len()),
                        format!("{batch}, as `{}`", names[0]),
                    ));
                }
                Some(lengths) if lengths.len() == 1 || lengths.len() >= batch => Some(lengths),
                Some(lengths) => {
                    return Err(named(
                        names[side],
                        format!("{} numbers", lengths.len()),
                        format!("1, or {batch} or more"),
                    ));
                }
            };
            let mut start = 0;
            for number in 0..batch {
                let most = most(number);
                let given = lengths.map(|of| if of.len() == 1 { of[0] } else { of[number] });
                let own = given.unwrap_or(most);
                let fits = if cumulative {
                    (start..=most).contains(&own)
                } else {
                    (0..=most).contains(&own)
                };
                if !fits {
                    let allowed = match cumulative {
                        true => format!("ends of sequences in ascending order, up to {most}"),
                        false => format!("lengths of 0 to {most}"),
                    };
                    return Err(named(
                        names[side],
                        format!("{:?}", lengths.map(|of| &of[..])),
                        allowed,
                    ));
                }
                let range = if cumulative { start..own } else { 0..own };
                start = own;
                let before = if side == 1 { prefix } else { 0 };
                rows.push(range.start as usize..range.end as usize + before);
            }
            if side == 0 {
                let all = rows.iter().map(|of| of.len()).sum::<usize>();
                let wanted = extents.rows[0] * if tokens { 1 } else { batch };
                extents.has_other_rows = all < wanted || extents.is_padded != [false; 2];
            }
        }
        let [queries, keys] = sides;
        extents.sequences = queries
            .into_iter()
            .zip(keys)
            .map(|(queries, keys)| [queries, keys])
            .collect();
        Ok(())
    }

    /// Refuses a table with too few places.
    fn check_table(&self, extents: &Extents) -> Result<()> {
        let (Some(table), Some([_, size])) = (present(self.options.block_table), extents.pages)
        else {
            return Ok(());
        };
        let needed = extents.longest_keys().div_ceil(size);
        let (rows, places) = (table.shape()[0], table.shape()[1]);
        match rows >= extents.batch as i64 && places >= needed as i64 {
            true => Ok(()),
            false => Err(refused(
                table,
                format!(
                    "{} rows (sequences) of {needed} or more blocks",
                    extents.batch
                ),
            )),
        }
    }
}
