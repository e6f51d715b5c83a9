//! Contract of the largest scores of queries with blocks of keys. Types are refused with 161002, all else with 561002.

use super::attention::Axes;
use super::sparse::{Named, absent, not_empty, one_of, present};
use super::{Dtypes, on_910, on_all};
use crate::argument::{Input, MutText, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::attention::{
    BlockMaxima, Factors, Pages, Seen, Source, SpanForm, Spans, block_maxima,
};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype;

const TYPES: Dtypes = on_910(&[]).and_910b_only(&[Dtype::F16, Dtype::Bf16]);
const INDICES: Dtypes = on_all(&[Dtype::I32]);
const FLOAT: Dtypes = on_all(&[Dtype::F32]);
const BYTES: Dtypes = on_all(&[Dtype::I8]);

/// Keys of a block.
const SIZE: i64 = 128;

/// Columns of scores, and elements of heads, are multiples of it.
const MULTIPLE: i64 = 16;

/// The most elements of a head.
const DEPTH: i64 = 128;

/// The extents of a mask that stands for a triangle of any size.
const TRIANGLE: [i64; 2] = [2048, 2048];

/// Arguments.
pub struct Scored<'a> {
    /// `query`
    pub query: &'a Input,
    /// `key`
    pub key: &'a Input,
    /// `blockTableOptional`
    pub block_table: &'a Option<Input>,
    /// `scaleOptional`
    pub scale: &'a Option<Input>,
    /// `attenMaskOptional`
    pub atten_mask: &'a Option<Input>,
    /// `actualSeqQlenOptional` and `actualSeqKlenOptional`
    pub lengths: [Named<'a>; 2],
    /// `startLoc`
    pub start: &'a Input,
    /// `layoutKeyOptional`
    pub layout: &'a Option<MutText>,
    /// `sparseMode`
    pub sparse_mode: i64,
    /// `initBlocks` and `localBlocks`
    pub chosen: [(&'static str, i64); 2],
    /// `score`
    pub score: &'a TensorArg,
}

impl Scored<'_> {
    /// Refuses types.
    pub fn check(&self) -> Result<()> {
        self.query.dtype_in(TYPES)?;
        match self.key.dtype()? {
            Dtype::I8 if self.query.dtype()? == Dtype::F16 => {}
            _ => self.key.same_dtype(self.query)?,
        }
        for (tensor, types) in [
            (self.block_table, INDICES),
            (self.scale, FLOAT),
            (self.atten_mask, BYTES),
            (self.lengths[0].1, INDICES),
            (self.lengths[1].1, INDICES),
        ] {
            if let Some(tensor) = present(tensor) {
                tensor.dtype_in(types)?;
            }
        }
        self.start.dtype_in(INDICES)?;
        self.score.dtype_in(FLOAT)
    }

    /// Plans the scores. `write` gives the output.
    pub fn planned(&self, write: &dyn Fn() -> Result<Arg>) -> Result<Call> {
        let text = self.layout.as_deref().filter(|text| !text.is_empty());
        let text = text.unwrap_or("BBND");
        let axes = match text {
            "TND" => "TND",
            "BBND" => "BSND",
            "BNBD" => "BNSD",
            _ => {
                let got = format!("{text:?}");
                let allowed = "TND, BBND or BNBD";
                return Err(Error::value("layoutKeyOptional", got, allowed));
            }
        };
        let unknown = || Reason::Internal("an unknown layout".into());
        let axes = Axes::of(axes).ok_or_else(unknown)?;
        self.query.not_private()?;
        self.key.not_private()?;
        self.query.rank_in(3..=3)?;
        self.key.rank_in(axes.rank..=axes.rank)?;
        not_empty(self.query)?;
        not_empty(self.key)?;
        let [rows, heads, depth] = [0, 1, 2].map(|axis| self.query.shape()[axis]);
        let [blocks, own_rows] = axes.outer(self.key.shape());
        let [key_heads, key_depth] = axes.heads(self.key.shape(), 1).unwrap_or_default();
        if depth % MULTIPLE != 0 || depth > DEPTH {
            let allowed = format!("heads of a multiple of {MULTIPLE} elements, up to {DEPTH}");
            return Err(self.query.shape_refused(allowed));
        }
        if key_depth != depth {
            let allowed = format!("heads of {depth} elements, as those of `query`");
            return Err(self.key.shape_refused(allowed));
        }
        if heads % key_heads != 0 {
            let allowed = format!("a multiple of {key_heads} heads, those of `key`");
            return Err(self.query.shape_refused(allowed));
        }
        let is_paged = !axes.is_of_tokens();
        if is_paged && own_rows != SIZE {
            return Err(self.key.shape_refused(format!("blocks of {SIZE} rows")));
        }
        let null = |arg: &'static str| Error::from(Reason::Null { arg });
        let [queries, keys] = self.lengths;
        let starts = present(queries.1).ok_or_else(|| null(queries.0))?;
        let of_keys = present(keys.1).ok_or_else(|| null(keys.0))?;
        let &[numbers] = starts.shape() else {
            return Err(starts.shape_refused("where sequences begin, and the last one ends"));
        };
        let count = numbers - 1;
        if count < 1 {
            return Err(starts.shape_refused("2 numbers or more"));
        }
        let wanted = if is_paged { count } else { numbers };
        of_keys.shape_is(&[wanted], "those of the sequences of `query`")?;
        self.start
            .shape_is(&[count], "a block for each sequence of `query`")?;
        let table = present(self.block_table);
        let (pages, columns, key_rows) = match table.filter(|_| is_paged) {
            None if is_paged => return Err(null("blockTableOptional")),
            None => {
                absent(
                    ("blockTableOptional", self.block_table),
                    "null where keys are TND",
                )?;
                let columns = self.score.shape().last().copied().unwrap_or(0);
                (None, columns, own_rows)
            }
            Some(table) => {
                let &[sequences, places] = table.shape() else {
                    return Err(table.shape_refused("sequences, places of blocks"));
                };
                if sequences != count {
                    return Err(table.shape_refused(format!("[{count}, places of blocks]")));
                }
                let pages = Pages {
                    table: table.read()?,
                    places: places as usize,
                    size: SIZE as usize,
                    blocks: blocks as usize,
                };
                (Some(pages), places, places.saturating_mul(SIZE))
            }
        };
        if columns < 1 {
            let allowed = format!("[{heads}, {rows}, blocks as a multiple of {MULTIPLE}]");
            return Err(self.score.shape_refused(allowed));
        }
        let padded = columns.saturating_add(MULTIPLE - 1) / MULTIPLE * MULTIPLE;
        self.score.shape_is(
            &[heads, rows, padded],
            "heads, rows, blocks as a multiple of 16",
        )?;
        for (name, got) in self.chosen {
            if !(0..=columns).contains(&got) {
                return Err(Error::value(name, got, format!("0 to {columns} blocks")));
            }
        }
        one_of("sparseMode", self.sparse_mode, &[0, 3])?;
        match (self.sparse_mode, present(self.atten_mask)) {
            (3, None) => return Err(null("attenMaskOptional")),
            (3, Some(mask)) => mask.shape_is(&TRIANGLE, "a triangle for `sparseMode` 3")?,
            _ => absent(
                ("attenMaskOptional", self.atten_mask),
                "null for `sparseMode` 0",
            )?,
        }
        let stored = axes.stored(self.key.read()?, key_heads as usize)?;
        let outer = [blocks, key_heads, own_rows].map(|extent| extent as usize);
        let key = Source {
            scales: self.scales(axes, outer)?,
            ..Source::of(stored)
        };
        let spans = |name, form, rows: i64| Spans {
            form,
            count: count as usize,
            rows: rows as usize,
            names: [name; 2],
        };
        let form = if is_paged {
            SpanForm::Lengths
        } else {
            SpanForm::Starts
        };
        block_maxima(BlockMaxima {
            query: self.query.read()?,
            key,
            key_heads: key_heads as usize,
            pages,
            spans: [
                spans(queries.0, SpanForm::Starts, rows),
                spans(keys.0, form, key_rows),
            ],
            lengths: [starts.read()?, of_keys.read()?],
            seen: match self.sparse_mode {
                3 => Seen::Causal {
                    ratio: 1,
                    residual: None,
                },
                _ => Seen::All,
            },
            size: SIZE as usize,
            own: self.start.read()?,
            chosen: self.chosen.map(|(_, blocks)| blocks as usize),
            scores: write()?,
        })
    }

    /// The factors of keys of INT8: by blocks, heads and rows, or as keys lie.
    fn scales(&self, axes: Axes, [blocks, heads, rows]: [usize; 3]) -> Result<Option<Factors>> {
        if self.key.dtype()? != Dtype::I8 {
            absent(("scaleOptional", self.scale), "null, unless keys are INT8")?;
            return Ok(None);
        }
        let scale = present(self.scale).ok_or(Reason::Null {
            arg: "scaleOptional",
        })?;
        let of_heads = [blocks as i64, heads as i64, rows as i64];
        let all = &self.key.shape()[..axes.rank - 1];
        let is_paged = !axes.is_of_tokens();
        let strides = match scale.shape() {
            shape if is_paged && shape == of_heads => [heads * rows, rows, 1, 0],
            shape if shape == all || heads == 1 && shape == &all[..1] && !is_paged => {
                axes.strides_of_rows([blocks, heads, rows])
            }
            _ => {
                let allowed = format!("{of_heads:?} or {all:?}, a number for each key and head");
                return Err(scale.shape_refused(allowed));
            }
        };
        Ok(Some(Factors {
            arg: scale.read()?,
            strides,
            shared: [1; 2],
            by_block: is_paged,
        }))
    }
}
