//! Contracts of attention of blocks of queries to some of the blocks of keys. Null is refused with 161001, all else with 161002.

use super::attention::Axes;
use super::sparse::{absent, not_empty, one_of};
use super::{Dtypes, for_chips, on_910, on_950, on_all};
use crate::argument::{Input, Ints, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::Arg;
use crate::ops::block_sparse::{BlockSparse, Chosen, Span};
use crate::tensor::Dtype;

/// Types of queries, keys, values and results.
pub const TYPES: Dtypes = on_910(&[]).and_910b(&[Dtype::F16, Dtype::Bf16]);

const FLOAT: Dtypes = on_all(&[Dtype::F32]);
const LISTS: Dtypes = on_all(&[Dtype::I64]);

/// Types of maps.
pub const MAP: Dtypes = for_chips(&[], &[Dtype::I8], &[Dtype::I8]);

/// Types of maps of gradients.
pub const MAP_OF_GRADIENTS: Dtypes = on_910(&[]).and_910b(&[Dtype::Bool, Dtype::U8]);

/// Queries and keys of a block, where nothing says how many.
pub const SIZE: i64 = 128;

/// `preTokens` and `nextTokens` of all tokens.
const WHOLE: i64 = 2_147_483_647;

/// Arguments that all operators have.
pub struct Sides<'a> {
    /// `query`
    pub query: &'a Input,
    /// `key`
    pub key: &'a Input,
    /// `value`
    pub value: &'a Input,
    /// Their types.
    pub types: Dtypes,
    /// `qInputLayout` and `kvInputLayout`
    pub layouts: [&'a str; 2],
    /// The layouts that the operator takes.
    pub allowed: &'static [&'static str],
    /// `actualSeqLengthsOptional` and `actualSeqLengthsKvOptional`
    pub lengths: [&'a Option<Ints>; 2],
    /// `numKeyValueHeads`
    pub key_heads: i64,
    /// Queries and keys of a block, if an array says so.
    pub shape: (&'static str, Option<&'a Ints>),
    /// `attenMaskOptional`
    pub atten_mask: &'a Option<Input>,
    /// `maskType`
    pub mask_type: i64,
    /// `scaleValue`
    pub scale: f64,
}

/// Extents.
pub struct Extents {
    axes: Axes,
    heads: i64,
    /// Queries and keys of the longest sequence that the tensors may have.
    longest: [usize; 2],
    /// The description, in which all blocks are seen.
    pub of: BlockSparse,
}

const LENGTHS: [&str; 2] = ["actualSeqLengthsOptional", "actualSeqLengthsKvOptional"];

/// Refuses windows.
pub fn without_window(pre_tokens: i64, next_tokens: i64) -> Result<()> {
    one_of("preTokens", pre_tokens, &[WHOLE])?;
    one_of("nextTokens", next_tokens, &[WHOLE])
}

/// The error of a null argument.
pub fn null(arg: &'static str) -> Error {
    Reason::Null { arg }.into()
}

/// Refuses a precision that the chip, or the type of queries, does not have.
pub fn check_precision(inner_precise: i64, query: &Input, on_950_too: bool) -> Result<()> {
    let allowed: &[i64] = match query.dtype()? {
        _ if on_950_too && on_950() => &[4],
        Dtype::F16 => &[0, 1],
        _ => &[0],
    };
    one_of("innerPrecise", inner_precise, allowed)
}

impl Sides<'_> {
    /// Refuses what does not fit together; returns what shapes and lengths say.
    pub fn extents(&self) -> Result<Extents> {
        self.query.dtype_in(self.types)?;
        for tensor in [self.key, self.value] {
            tensor.same_dtype(self.query)?;
        }
        let [text, of_keys] = self.layouts;
        let axes = Axes::of(text).filter(|_| self.allowed.contains(&text));
        let axes = axes.ok_or_else(|| {
            let allowed = self.allowed.join(" or ");
            Error::value("qInputLayout", format!("{text:?}"), allowed)
        })?;
        if of_keys != text {
            let allowed = format!("{text:?}, as `qInputLayout`");
            return Err(Error::value(
                "kvInputLayout",
                format!("{of_keys:?}"),
                allowed,
            ));
        }
        for tensor in [self.query, self.key, self.value] {
            tensor.rank_in(axes.rank..=axes.rank)?;
            not_empty(tensor)?;
        }
        absent(("attenMaskOptional", self.atten_mask), "null")?;
        one_of("maskType", self.mask_type, &[0])?;
        let parts = |tensor: &Input| axes.heads(tensor.shape(), 1).unwrap_or_default();
        let ([heads, depth], [key_heads, _]) = (parts(self.query), parts(self.key));
        let [batch, rows] = axes.outer(self.query.shape());
        let [key_batch, key_rows] = axes.outer(self.key.shape());
        if key_heads != self.key_heads {
            let allowed = format!("{key_heads}, the heads of `key`");
            return Err(Error::value("numKeyValueHeads", self.key_heads, allowed));
        }
        if heads % key_heads != 0 {
            let allowed = format!("a multiple of {key_heads} heads, those of `key`");
            return Err(self.query.shape_refused(allowed));
        }
        let of_keys = axes.shape([batch, key_heads, key_rows, depth]);
        if key_batch != batch {
            return Err(self.key.shape_refused(format!("a batch of {batch}")));
        }
        self.key
            .shape_is(&of_keys, "heads of the elements of `query`")?;
        self.value.shape_is(&of_keys, "that of `key`")?;
        let (sequences, covered) = self.sequences(axes, batch as usize, [rows, key_rows])?;
        let longest = |side: fn(&Span) -> usize| sequences.iter().map(side).max().unwrap_or(0);
        let longest = [longest(|of| of.queries.len()), longest(|of| of.keys.len())];
        let (name, shape) = self.shape;
        let size = match shape.map(|shape| &**shape) {
            None => [SIZE; 2],
            Some(&[rows, columns, ..]) if rows > 0 && columns > 0 => [rows, columns],
            Some(other) => {
                let allowed = "two numbers from 1 on";
                return Err(Error::value(name, format!("{other:?}"), allowed));
            }
        };
        let view = |tensor: &Input, heads: i64| axes.view(&tensor.read()?, heads as usize);
        Ok(Extents {
            axes,
            heads,
            longest,
            of: BlockSparse {
                query: view(self.query, heads)?,
                key: view(self.key, key_heads)?,
                value: view(self.value, key_heads)?,
                coded: None,
                weights: None,
                sequences,
                has_other_rows: !covered,
                size: size.map(|size| size as usize),
                chosen: Chosen::All,
                scale: self.scale,
            },
        })
    }

    /// Sequences, and whether they have all rows.
    fn sequences(&self, axes: Axes, batch: usize, rows: [i64; 2]) -> Result<(Vec<Span>, bool)> {
        let [own, all] = self.lengths;
        if !axes.is_of_tokens() && own.is_some() != all.is_some() {
            let allowed = "both lengths or none";
            return Err(Error::value(LENGTHS[1], all.is_some(), allowed));
        }
        sequences(axes, batch, rows, [(LENGTHS[0], own), (LENGTHS[1], all)])
    }
}

/// Sequences of queries and keys by their lengths, which tokens that lie one behind the other need, and whether they have all rows.
pub fn sequences(
    axes: Axes,
    batch: usize,
    rows: [i64; 2],
    lengths: [(&'static str, &Option<Ints>); 2],
) -> Result<(Vec<Span>, bool)> {
    let is_of_tokens = axes.is_of_tokens();
    for (name, lengths) in lengths {
        if is_of_tokens && lengths.is_none() {
            return Err(null(name));
        }
    }
    let count = match lengths[0].1 {
        Some(own) if is_of_tokens => own.len(),
        _ => batch,
    };
    let mut of_sides = Vec::new();
    for ((name, lengths), rows) in lengths.into_iter().zip(rows) {
        let lengths = lengths.as_ref().map_or(vec![rows; count], |of| of.to_vec());
        let mut last = 0_i64;
        let mut ends = Vec::new();
        for &length in &lengths {
            let first = if is_of_tokens { last } else { 0 };
            last = first.saturating_add(length);
            if length < 0 || last > rows || lengths.len() != count {
                let got = format!("{lengths:?}");
                let allowed = format!("{count} lengths of sequences in {rows} rows");
                return Err(Error::value(name, got, allowed));
            }
            ends.push(first as usize..last as usize);
        }
        if lengths.len() != count {
            let got = format!("{lengths:?}");
            return Err(Error::value(name, got, format!("{count} lengths")));
        }
        of_sides.push((ends, rows as usize));
    }
    let covers = |(ends, rows): &(Vec<std::ops::Range<usize>>, usize)| match is_of_tokens {
        true => ends.last().map_or(0, |last| last.end) == *rows,
        false => ends.iter().all(|own| own.len() == *rows),
    };
    let covered = of_sides.iter().all(covers);
    let [(queries, _), (keys, _)] = &of_sides[..] else {
        return Err(Reason::Internal("two sides".into()).into());
    };
    let spans = queries.iter().zip(keys).enumerate();
    let spans = spans.map(|(number, (queries, keys))| Span {
        batch: if is_of_tokens { 0 } else { number },
        queries: queries.clone(),
        keys: keys.clone(),
    });
    Ok((spans.collect(), covered))
}

impl Extents {
    /// Refuses blocks of other sizes than a multiple of keys, and heads of other elements than 64 and 128.
    pub fn check_sizes(&self, query: &Input, multiple: usize) -> Result<()> {
        if !self.of.size[1].is_multiple_of(multiple) {
            let got = format!("{:?}", self.of.size);
            let allowed = format!("a multiple of {multiple} keys");
            return Err(Error::value("blockShapeOptional", got, allowed));
        }
        match query.shape().last() {
            Some(64 | 128) => Ok(()),
            _ => Err(query.shape_refused("heads of 64 or 128 elements")),
        }
    }

    /// Refuses more heads of queries to each head of keys than below 128, and others than divide it.
    pub fn check_group(&self, query: &Input) -> Result<()> {
        let key_heads = self.of.key.extents::<4>()?[1] as i64;
        let group = self.heads / key_heads;
        match group < SIZE && SIZE % group == 0 {
            true => Ok(()),
            false => {
                let allowed =
                    format!("a divisor of 128 below it times the {key_heads} heads of `key`");
                Err(query.shape_refused(allowed))
            }
        }
    }

    /// The axes of the layout.
    pub fn axes(&self) -> Axes {
        self.axes
    }

    /// Blocks of queries, and of keys, of the longest sequence.
    pub fn blocks(&self) -> [i64; 2] {
        [0, 1].map(|side| self.longest[side].div_ceil(self.of.size[side]) as i64)
    }

    /// Takes a map of the blocks that are seen: all where it is null.
    pub fn with_map(mut self, map: &Option<Input>, types: Dtypes) -> Result<Self> {
        let Some(map) = map else { return Ok(self) };
        map.dtype_in(types)?;
        let wanted = [[self.of.sequences.len() as i64, self.heads], self.blocks()].concat();
        let fits = map.rank() == 4
            && map.shape()[..2] == wanted[..2]
            && map.shape()[2..]
                .iter()
                .zip(&wanted[2..])
                .all(|(got, wanted)| got >= wanted);
        if !fits {
            let allowed = format!("{wanted:?}: sequences, heads, blocks of queries and of keys");
            return Err(map.shape_refused(allowed));
        }
        self.of.chosen = Chosen::Map(map.read()?);
        Ok(self)
    }

    /// Takes lists of the blocks that are seen.
    pub fn with_lists(mut self, indices: &Input, counts: &Input) -> Result<Self> {
        indices.dtype_in(LISTS)?;
        counts.dtype_in(LISTS)?;
        let rows = self.of.sequences.iter().map(|of| of.queries.len());
        let blocks: usize = rows.map(|rows| rows.div_ceil(self.of.size[0])).sum();
        counts.shape_is(
            &[blocks as i64, self.heads],
            "a number for each block of `query` and head",
        )?;
        not_empty(indices)?;
        let most = indices.shape().last().copied().unwrap_or(0);
        indices.shape_is(
            &[blocks as i64, self.heads, most],
            "a list for each block of `query` and head",
        )?;
        self.of.chosen = Chosen::Lists([indices.read()?, counts.read()?]);
        Ok(self)
    }

    /// Results, or gradients by queries, with the axes of the engine.
    pub fn queries(&self, arg: Arg) -> Result<Arg> {
        self.axes.view(&arg, self.heads as usize)
    }

    /// Gradients by keys or values.
    pub fn keys(&self, arg: Arg) -> Result<Arg> {
        let heads = self.of.key.extents::<4>()?[1];
        self.axes.view(&arg, heads)
    }

    /// Refuses logarithms of another type or shape than one for each head of each row of `query`.
    pub fn check_lse(&self, lse: &TensorArg, query: &Input) -> Result<()> {
        lse.dtype_in(FLOAT)?;
        let mut wanted = query.shape().to_vec();
        if let Some(last) = wanted.last_mut() {
            *last = 1;
        }
        lse.shape_is(&wanted, "a number for each head of each row of `query`")
    }
}

/// Refuses logarithms that are given.
pub fn without_lse(lse: Option<&TensorArg>) -> Result<()> {
    match lse.filter(|lse| !lse.is_empty()) {
        None => Ok(()),
        Some(lse) => {
            let got = format!("of shape {:?}", lse.shape());
            Err(Error::value(lse.name(), got, "null"))
        }
    }
}

/// Refuses a table of blocks.
pub fn without_pages(table: &Option<Input>) -> Result<()> {
    absent(("blockTableOptional", table), "null")
}
