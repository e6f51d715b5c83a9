//! Contracts of operators that plan how the cores of a device share the work of another operator. Here nothing is shared out: arguments are checked, the table of cores is zeros, and the
//! operators that take it do not read it. All refusals are 161002.

use super::moe::within;
use super::sparse::{Named, absent, one_of, present};
use super::{Dtypes, on_910, on_950, on_all, only_950};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{ConstOutput, Input};
use crate::error::{Error, Result};
use crate::ops::pointwise;
use crate::tensor::Dtype;
use hostnpu_tensor::Value;

/// Words of a table of cores.
pub const WORDS: i64 = 1024;

/// The same of operators of training.
pub const WORDS_OF_TRAINING: i64 = 64;

const INDICES: Dtypes = on_all(&[Dtype::I32]);

/// Types of the tables of an operator that Ascend910B, Ascend910_93 and Ascend950 have.
pub const ON_910B: Dtypes = on_910(&[]).and_910b(&[Dtype::I32]);

/// The same of one that Ascend950 has.
pub const ON_950: Dtypes = only_950(&[Dtype::I32]);

/// Tokens that a key may stand for.
pub const RATIOS: std::ops::RangeInclusive<i64> = 1..=128;

/// The lengths of sequences of queries or keys.
pub struct Lengths<'a> {
    /// Begins of sequences, and the end of the last one.
    pub starts: Named<'a>,
    /// Rows of each sequence that count.
    pub used: Named<'a>,
    /// The longest sequence, needed where the layout is BSND and nothing else says it.
    pub longest: (&'static str, i64),
}

/// Keys that a table of cores is made for.
pub struct Keys<'a> {
    /// Their lengths.
    pub lengths: Lengths<'a>,
    /// The mode of masks.
    pub mask: (&'static str, i64),
    /// Tokens that a key stands for.
    pub ratio: i64,
    /// Tokens of each sequence behind those, which a causal mask over such keys needs.
    pub residual: Named<'a>,
    /// The number of keys that a query lists, and how many of these count, which is needed without a mask.
    pub listed: Option<(i64, Named<'a>)>,
}

/// Arguments that a table of cores is made of.
pub struct Schedule<'a> {
    /// Layouts of queries and keys; null is BSND.
    pub layouts: [(&'static str, Option<&'a str>); 2],
    /// True if keys may be in blocks.
    pub has_blocks: bool,
    /// Sequences, where no tensor says it.
    pub batch_size: i64,
    /// Heads of keys, which is the last extent of numbers of listed keys.
    pub key_heads: i64,
    /// Lengths of queries.
    pub queries: Lengths<'a>,
    /// The kinds of keys that there are.
    pub keys: Vec<Keys<'a>>,
    /// The table.
    pub metadata: &'a ConstOutput,
    /// Its words.
    pub words: i64,
    /// Its types.
    pub types: Dtypes,
}

fn needed((name, tensor): Named) -> Result<()> {
    match present(tensor) {
        Some(_) => Ok(()),
        None => Err(Error::value(name, "null", "a tensor with elements")),
    }
}

/// Refuses a tensor of another type, or another number of elements along one axis.
fn check((_, tensor): Named, count: i64) -> Result<()> {
    let Some(tensor) = present(tensor) else {
        return Ok(());
    };
    tensor.dtype_in(INDICES)?;
    tensor.shape_is(&[count], "a number for each sequence")
}

impl Lengths<'_> {
    fn check(&self, layout: &str, count: i64, has_other: bool) -> Result<()> {
        match layout {
            "TND" => needed(self.starts)?,
            "PA_BBND" if !has_other => needed(self.used)?,
            "BSND" if present(self.used.1).is_none() => {
                within(self.longest.0, self.longest.1, 1..=i64::MAX)?;
            }
            _ => {}
        }
        check(self.starts, count.saturating_add(1))?;
        check(self.used, count)
    }
}

impl Schedule<'_> {
    fn layout(&self, side: usize) -> Result<&str> {
        let (name, text) = self.layouts[side];
        let text = text.unwrap_or("BSND");
        let is_known =
            matches!(text, "BSND" | "TND") || side == 1 && self.has_blocks && text == "PA_BBND";
        let is_alike = side == 0 || text == "PA_BBND" || self.layout(0)? == text;
        match is_known && is_alike {
            true => Ok(text),
            false => {
                let blocks = if self.has_blocks { ", or PA_BBND" } else { "" };
                let allowed = match side {
                    0 => "BSND or TND".into(),
                    _ => format!("as `{}`{blocks}", self.layouts[0].0),
                };
                Err(Error::value(name, format!("{text:?}"), allowed))
            }
        }
    }

    /// Checks all that is not the operator's own, and plans a table of zeros.
    pub fn plan(&self) -> Planned {
        self.metadata.dtype_in(self.types)?;
        let [query, key] = [self.layout(0)?, self.layout(1)?];
        within("batchSize", self.batch_size, 0..=i64::MAX)?;
        let of = |tensor: &Option<Input>| present(tensor).map(|tensor| tensor.numel() as i64);
        let starts = of(self.queries.starts.1).filter(|_| query == "TND");
        let count = of(self.queries.used.1).or(starts.map(|starts| starts - 1));
        let count = count.unwrap_or(self.batch_size);
        self.queries.check(query, count, false)?;
        for keys in &self.keys {
            one_of(
                keys.mask.0,
                keys.mask.1,
                if keys.mask.0 == "oriMaskMode" {
                    &[0, 3, 4]
                } else {
                    &[0, 3]
                },
            )?;
            within("cmpRatio", keys.ratio, RATIOS)?;
            let is_listed = keys
                .listed
                .filter(|&(topk, _)| topk != 0 && keys.mask.1 == 0);
            keys.lengths.check(key, count, is_listed.is_some())?;
            if keys.ratio != 1 && keys.mask.1 == 3 {
                needed(keys.residual)?;
            }
            check(keys.residual, count)?;
            if let Some((_, named)) = is_listed {
                needed(named)?;
            }
            let Some(listed) = keys.listed.and_then(|(_, (_, tensor))| present(tensor)) else {
                continue;
            };
            listed.dtype_in(INDICES)?;
            let rows = match (query, listed.shape()) {
                ("TND", &[rows, _]) => Some(vec![rows, self.key_heads]),
                ("BSND", &[_, rows, _]) => Some(vec![count, rows, self.key_heads]),
                _ => None,
            };
            let axes = "(sequences, rows, heads of keys) or, of TND, (rows, heads of keys)";
            let rows = rows.ok_or_else(|| listed.shape_refused(axes))?;
            listed.shape_is(&rows, "a number for each row of queries and head of keys")?;
        }
        self.metadata.shape_is(&[self.words], "a table of cores")?;
        Ok(pointwise::fill(Value::new(0_i32), self.metadata.write()?)?)
    }
}

/// The arguments of the tables of cores of attention to compressed keys, beside the names of modes of quantisation.
pub struct OfMla<'a> {
    /// `cuSeqlensQOptional`, `cuSeqlensOriKvOptional` and `cuSeqlensCmpKvOptional`
    pub starts: [&'a Option<Input>; 3],
    /// `sequsedQOptional`, `sequsedOriKvOptional` and `sequsedCmpKvOptional`
    pub used: [&'a Option<Input>; 3],
    /// `cmpResidualKvOptional`
    pub residual: &'a Option<Input>,
    /// `oriTopkLengthOptional` and `cmpTopkLengthOptional`
    pub topk_lengths: [&'a Option<Input>; 2],
    /// `numHeadsQ`, `numHeadsKv` and `headDim`
    pub heads: [i64; 3],
    /// `batchSize`
    pub batch_size: i64,
    /// `maxSeqlenQ`, `maxSeqlenOriKv` and `maxSeqlenCmpKv`
    pub longest: [i64; 3],
    /// `oriTopk` and `cmpTopk`
    pub topk: [i64; 2],
    /// `cmpRatio`
    pub ratio: i64,
    /// `oriMaskMode` and `cmpMaskMode`
    pub masks: [i64; 2],
    /// `oriWinLeft` and `oriWinRight`
    pub window: [i64; 2],
    /// `layoutQOptional` and `layoutKvOptional`
    pub layouts: [Option<&'a str>; 2],
    /// `hasOriKv` and `hasCmpKv`
    pub has: [bool; 2],
    /// `metaData`
    pub metadata: &'a ConstOutput,
    /// Its types.
    pub types: Dtypes,
}

impl OfMla<'_> {
    /// Checks what all these have in common, and plans a table of zeros.
    pub fn plan(&self, has_blocks: bool) -> Planned {
        self.metadata.dtype_in(self.types)?;
        let [heads, key_heads, depth] = self.heads;
        within("numHeadsQ", heads, 1..=128)?;
        one_of("numHeadsKv", key_heads, &[1])?;
        one_of("headDim", depth, &[512])?;
        const LONGEST: [&str; 3] = ["maxSeqlenQ", "maxSeqlenOriKv", "maxSeqlenCmpKv"];
        for (name, longest) in LONGEST.into_iter().zip(self.longest) {
            within(name, longest, 0..=i64::MAX)?;
        }
        for (name, topk) in ["oriTopk", "cmpTopk"].into_iter().zip(self.topk) {
            within(name, topk, 0..=i64::MAX)?;
        }
        let least = if on_950() { -1 } else { 0 };
        if self.has[0] {
            for (name, side) in ["oriWinLeft", "oriWinRight"].into_iter().zip(self.window) {
                within(name, side, least..=i64::MAX)?;
            }
        }
        if !on_950() {
            self.check_on_910b()?;
        }
        const STARTS: [&str; 3] = [
            "cuSeqlensQOptional",
            "cuSeqlensOriKvOptional",
            "cuSeqlensCmpKvOptional",
        ];
        const USED: [&str; 3] = [
            "sequsedQOptional",
            "sequsedOriKvOptional",
            "sequsedCmpKvOptional",
        ];
        let lengths = |side: usize| Lengths {
            starts: (STARTS[side], self.starts[side]),
            used: (USED[side], self.used[side]),
            longest: (LONGEST[side], self.longest[side]),
        };
        let keys = |kind: usize| Keys {
            lengths: lengths(kind + 1),
            mask: (["oriMaskMode", "cmpMaskMode"][kind], self.masks[kind]),
            ratio: if kind == 0 { 1 } else { self.ratio },
            residual: (
                "cmpResidualKvOptional",
                if kind == 0 { &None } else { self.residual },
            ),
            listed: Some((
                self.topk[kind],
                (
                    ["oriTopkLengthOptional", "cmpTopkLengthOptional"][kind],
                    self.topk_lengths[kind],
                ),
            )),
        };
        let schedule = Schedule {
            layouts: [
                ("layoutQOptional", self.layouts[0]),
                ("layoutKvOptional", self.layouts[1]),
            ],
            has_blocks,
            batch_size: self.batch_size,
            key_heads,
            queries: lengths(0),
            keys: (0..2).filter(|&kind| self.has[kind]).map(keys).collect(),
            metadata: self.metadata,
            words: WORDS,
            types: self.types,
        };
        schedule.plan()
    }

    /// Checks the arguments that Ascend910B and Ascend910_93 limit further.
    fn check_on_910b(&self) -> Result<()> {
        let heads = self.heads[0];
        if heads.count_ones() != 1 {
            return Err(Error::value("numHeadsQ", heads, "a power of two up to 128"));
        }
        absent(("sequsedQOptional", self.used[0]), "null on this chip")?;
        let counts = ("cmpTopkLengthOptional", self.topk_lengths[1]);
        absent(counts, "null on this chip")?;
        let [has_keys, has_compressed] = self.has;
        if has_keys {
            match self.topk[0] {
                0 => {
                    one_of("oriMaskMode", self.masks[0], &[4])?;
                    one_of("oriWinLeft", self.window[0], &[127])?;
                    one_of("oriWinRight", self.window[1], &[0])?;
                }
                topk if has_compressed => {
                    return Err(Error::value("oriTopk", topk, "0 with compressed keys"));
                }
                _ => one_of("oriMaskMode", self.masks[0], &[0])?,
            }
        }
        if !has_compressed {
            return one_of("cmpRatio", self.ratio, &[1]);
        }
        one_of("cmpTopk", self.topk[1], &[0, 512, 1024])?;
        one_of("cmpMaskMode", self.masks[1], &[3])?;
        one_of(
            "cmpRatio",
            self.ratio,
            if self.topk[1] == 0 { &[128] } else { &[4] },
        )
    }
}

/// The arguments of the tables of cores of indexers and of their training.
pub struct OfIndexer<'a> {
    /// Begins of sequences of queries and keys.
    pub starts: [Named<'a>; 2],
    /// Rows of them that count.
    pub used: [Named<'a>; 2],
    /// `cmpResidualKOptional`
    pub residual: &'a Option<Input>,
    /// The number of keys of a query that count, if there is such a tensor, with `topk`.
    pub listed: Option<(i64, Named<'a>)>,
    /// `numHeadsQ`, `numHeadsK`
    pub heads: [i64; 2],
    /// `batchSize`
    pub batch_size: i64,
    /// The longest sequences.
    pub longest: [(&'static str, i64); 2],
    /// Layouts.
    pub layouts: [(&'static str, Option<&'a str>); 2],
    /// True if keys may be in blocks.
    pub has_blocks: bool,
    /// `maskMode`
    pub mask_mode: i64,
    /// `cmpRatio`
    pub ratio: i64,
    /// `metadata`
    pub metadata: &'a ConstOutput,
    /// Its words.
    pub words: i64,
    /// Its types.
    pub types: Dtypes,
}

impl OfIndexer<'_> {
    /// Checks what all these have in common, and plans a table of zeros.
    pub fn plan(&self) -> Planned {
        self.metadata.dtype_in(self.types)?;
        let least = if self.words == WORDS { -1 } else { 0 };
        for (name, longest) in self.longest {
            within(name, longest, least..=i64::MAX)?;
        }
        let lengths = |side: usize| Lengths {
            starts: self.starts[side],
            used: self.used[side],
            longest: self.longest[side],
        };
        let schedule = Schedule {
            layouts: self.layouts,
            has_blocks: self.has_blocks,
            batch_size: self.batch_size,
            key_heads: self.heads[1],
            queries: lengths(0),
            keys: vec![Keys {
                lengths: lengths(1),
                mask: ("maskMode", self.mask_mode),
                ratio: self.ratio,
                residual: ("cmpResidualKOptional", self.residual),
                listed: self.listed,
            }],
            metadata: self.metadata,
            words: self.words,
            types: self.types,
        };
        schedule.plan()
    }
}
