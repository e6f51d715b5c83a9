//! The attention itself, of plain and quantised keys.

use super::{DEPTH, FLOAT, Form, INDICES, Keys, Queries, asked, check_heads, schedule, sinks};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{ConstOutput, Input, TensorArg};
use crate::contract::combinations::combination;
use crate::contract::moe::within;
use crate::contract::sparse::{Extents, Named, Sides, absent, one_of, present};
use crate::contract::sparse_attention::TYPES;
use crate::contract::{on_950, only_950};
use crate::error::{Error, Reason, Result};
use crate::ops::Call;
use crate::ops::attention::{Factors, Keys as Sources, Listed, Packing, Source, listed};
use crate::tensor::Dtype;

/// Words of the table of cores.
const WORDS: i64 = 1024;

/// `q`, `oriKvOptional`, `cmpKvOptional`, `attnOutOut`.
const PLAIN: &[&str] = &["f16 bf16 | = | = - | ="];

/// The same of quantised operators.
const HIFLOAT8: &[&str] = &["hif8 | hif8 | hif8 - | bf16"];
const PACKED: &[&str] = &["bf16 | e4m3 | e4m3 - | bf16"];

/// Elements of second parts of packed keys.
const ROPE: i64 = 64;

/// Form of keys.
pub enum Stored<'a> {
    /// Elements of the type of queries.
    Plain,
    /// HIFLOAT8, of queries too; one number that elements of queries are multiplied by, one of `oriKvOptional` and one of `cmpKvOptional`, and `quantMode`.
    Hifloat8([Named<'a>; 3], i64),
    /// Packed rows: `quantMode` and `ropeHeadDim`.
    Packed(i64, i64),
}

/// The arguments that all operators have.
pub struct Mla<'a> {
    /// Form of keys.
    pub stored: Stored<'a>,
    /// `q`
    pub q: &'a Input,
    /// `oriKvOptional` and `cmpKvOptional`
    pub kv: [&'a Option<Input>; 2],
    /// `oriSparseIndicesOptional` and `cmpSparseIndicesOptional`
    pub lists: [&'a Option<Input>; 2],
    /// `oriBlockTableOptional` and `cmpBlockTableOptional`
    pub tables: [&'a Option<Input>; 2],
    /// `cuSeqlensQOptional`, `cuSeqlensOriKvOptional` and `cuSeqlensCmpKvOptional`
    pub starts: [&'a Option<Input>; 3],
    /// `sequsedQOptional`, `sequsedOriKvOptional` and `sequsedCmpKvOptional`
    pub used: [&'a Option<Input>; 3],
    /// `cmpResidualKvOptional`
    pub residual: &'a Option<Input>,
    /// `oriTopkLengthOptional` and `cmpTopkLengthOptional`
    pub counts: [&'a Option<Input>; 2],
    /// `sinksOptional`
    pub sinks: &'a Option<Input>,
    /// `metadataOptional`
    pub metadata: &'a Option<Input>,
    /// `softmaxScale`
    pub scale: f64,
    /// `cmpRatio`
    pub ratio: i64,
    /// `oriMaskMode` and `cmpMaskMode`
    pub masks: [i64; 2],
    /// `oriWinLeft` and `oriWinRight`
    pub window: [i64; 2],
    /// `layoutQOptional` and `layoutKvOptional`
    pub layouts: [Option<&'a str>; 2],
    /// `topkValueMode`
    pub topk_value_mode: i64,
    /// `returnSoftmaxLse`
    pub return_softmax_lse: bool,
    /// `attnOutOut`
    pub out: &'a ConstOutput,
    /// `softmaxLseOutOptional`
    pub lse: &'a Option<ConstOutput>,
}

const KV: [&str; 2] = ["oriKvOptional", "cmpKvOptional"];

impl<'a> Mla<'a> {
    /// Checks and plans the attention.
    pub fn plan(&self) -> Planned {
        let (types, together) = match &self.stored {
            Stored::Plain => (TYPES, PLAIN),
            Stored::Hifloat8(..) => (only_950(&[Dtype::Hifloat8]), HIFLOAT8),
            Stored::Packed(..) => (only_950(&[Dtype::Bf16]), PACKED),
        };
        self.q.dtype_in(types)?;
        self.check_types(together)?;
        if let Stored::Hifloat8(scales, _) = &self.stored {
            let given = scales.iter().filter_map(|(_, scale)| present(scale));
            for scale in given {
                scale.dtype_in(FLOAT)?;
            }
        }
        self.planned().code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn key(&self, kind: usize) -> Option<&'a Input> {
        present(self.kv[kind])
    }

    fn queries(&self) -> Queries<'a> {
        Queries {
            query: self.q,
            starts: ("cuSeqlensQOptional", self.starts[0]),
            used: ("sequsedQOptional", self.used[0]),
            layouts: [
                ("layoutQOptional", self.layouts[0]),
                ("layoutKvOptional", self.layouts[1]),
            ],
            blocks: (&["PA_BBND"], if on_950() { 1 } else { 16 }),
        }
    }

    fn lists(&self, kind: usize) -> Named<'a> {
        let names = ["oriSparseIndicesOptional", "cmpSparseIndicesOptional"];
        (names[kind], self.lists[kind])
    }

    fn keys(&self, kind: usize, key: &'a Input) -> Keys<'a> {
        let of = |names: [&'static str; 2], all: &[&'a Option<Input>]| (names[kind], all[kind]);
        Keys {
            key,
            lists: self.lists(kind),
            counts: of(
                ["oriTopkLengthOptional", "cmpTopkLengthOptional"],
                &self.counts,
            ),
            table: of(
                ["oriBlockTableOptional", "cmpBlockTableOptional"],
                &self.tables,
            ),
            starts: of(
                ["cuSeqlensOriKvOptional", "cuSeqlensCmpKvOptional"],
                &self.starts[1..],
            ),
            used: of(
                ["sequsedOriKvOptional", "sequsedCmpKvOptional"],
                &self.used[1..],
            ),
            mask: (["oriMaskMode", "cmpMaskMode"][kind], self.masks[kind]),
            form: match kind {
                0 => Form::Window([
                    ("oriWinLeft", self.window[0]),
                    ("oriWinRight", self.window[1]),
                ]),
                _ => Form::Compressed(
                    ("cmpRatio", self.ratio),
                    ("cmpResidualKvOptional", self.residual),
                ),
            },
        }
    }

    /// Refuses types that do not go together; `table` has `q`, `oriKvOptional`, `cmpKvOptional` and `attnOutOut`.
    fn check_types(&self, table: &[&str]) -> Result<()> {
        let arg = |of: &'a Option<Input>| of.as_ref().map(|of| -> &TensorArg { of });
        let key = self.kv[0].as_ref().ok_or(Reason::Null { arg: KV[0] })?;
        let arguments: [(_, Option<&TensorArg>); 4] = [
            ("q", Some(self.q)),
            (KV[0], Some(key)),
            (KV[1], arg(self.kv[1])),
            ("attnOutOut", Some(self.out)),
        ];
        combination(&arguments, table)?;
        let queries = self.queries();
        for kind in 0..2 {
            self.keys(kind, key).check_types(&queries)?;
        }
        if let Some(tensor) = present(self.sinks) {
            tensor.dtype_in(FLOAT)?;
        }
        if let Some(tensor) = present(self.metadata) {
            tensor.dtype_in(INDICES)?;
        }
        if let Some(lse) = self.lse.as_ref().filter(|_| self.return_softmax_lse) {
            lse.dtype_in(FLOAT)?;
        }
        Ok(())
    }

    /// Refuses what depends on which keys there are.
    fn check_modes(&self, has_compressed: bool) -> Result<()> {
        one_of("topkValueMode", self.topk_value_mode, &[1])?;
        if !self.scale.is_finite() {
            return Err(Error::value("softmaxScale", self.scale, "a finite number"));
        }
        one_of("oriMaskMode", self.masks[0], &[0, 3, 4])?;
        one_of("cmpMaskMode", self.masks[1], &[0, 3])?;
        if !has_compressed {
            one_of("cmpRatio", self.ratio, &[1])?;
            let names = [
                "cmpSparseIndicesOptional",
                "cmpBlockTableOptional",
                "cuSeqlensCmpKvOptional",
                "sequsedCmpKvOptional",
                "cmpResidualKvOptional",
                "cmpTopkLengthOptional",
            ];
            let tensors = [
                self.lists[1],
                self.tables[1],
                self.starts[2],
                self.used[2],
                self.residual,
                self.counts[1],
            ];
            for named in names.into_iter().zip(tensors) {
                absent(named, "null without `cmpKvOptional`")?;
            }
        }
        let listed = [0, 1].map(|kind| present(self.lists[kind]).is_some());
        if on_950() {
            if listed == [true; 2] {
                one_of("cmpMaskMode", self.masks[1], &[0])?;
            }
            if self.masks[0] != 4 {
                one_of("oriWinLeft", self.window[0], &[-1])?;
                one_of("oriWinRight", self.window[1], &[-1])?;
            }
            return Ok(());
        }
        self.check_on_910b(has_compressed, listed)
    }

    /// Checks what Ascend910B and Ascend910_93 limit further.
    fn check_on_910b(&self, has_compressed: bool, listed: [bool; 2]) -> Result<()> {
        absent(("sequsedQOptional", self.used[0]), "null on this chip")?;
        absent(
            ("cmpTopkLengthOptional", self.counts[1]),
            "null on this chip",
        )?;
        match listed[0] {
            false => {
                one_of("oriMaskMode", self.masks[0], &[4])?;
                one_of("oriWinLeft", self.window[0], &[127])?;
                one_of("oriWinRight", self.window[1], &[0])?;
            }
            true if has_compressed => {
                let named = self.lists(0);
                return absent(named, "null with `cmpKvOptional` on this chip");
            }
            true => {
                one_of("oriMaskMode", self.masks[0], &[0])?;
                for (name, tokens) in ["oriWinLeft", "oriWinRight"].into_iter().zip(self.window) {
                    within(name, tokens, 0..=i64::MAX)?;
                }
            }
        }
        if !has_compressed {
            return Ok(());
        }
        one_of("cmpMaskMode", self.masks[1], &[3])?;
        one_of(
            "cmpRatio",
            self.ratio,
            if listed[1] { &[4] } else { &[128] },
        )?;
        if let Some(lists) = present(self.lists[1]) {
            let count = lists.shape().last().copied().unwrap_or(0);
            if ![512, 1024].contains(&count) {
                return Err(lists.shape_refused("lists of 512 or 1024 keys"));
            }
        }
        Ok(())
    }

    fn planned(&self) -> Result<Call> {
        let key = self.key(0).ok_or(Reason::Null { arg: KV[0] })?;
        let compressed = self.key(1);
        self.check_quantisation()?;
        self.check_modes(compressed.is_some())?;
        let queries = self.queries();
        let (mut keys, mut of_queries) = (Vec::new(), None);
        for (kind, key) in [Some(key), compressed].into_iter().enumerate() {
            let Some(key) = key else {
                continue;
            };
            let own = self.keys(kind, key);
            let sides = own.sides(&queries);
            let extents = sides.extents_of_listed(own.is_listed() && self.masks[kind] == 0)?;
            check_heads(self.q, &extents)?;
            let source = self.source(kind, &sides, &extents)?;
            keys.push(Sources {
                value: source.clone(),
                key: source,
                pages: sides.pages(&extents)?,
                listing: own.listing(&sides, &extents)?,
            });
            let [lengths, _] = sides.lengths()?;
            of_queries = of_queries.or(Some((extents, lengths)));
        }
        let Some((extents, lengths)) = of_queries else {
            return Err(Reason::Null { arg: KV[0] }.into());
        };
        let heads = extents.heads[0];
        if !on_950() && heads.count_ones() != 1 {
            let allowed = "1, 2, 4, 8, 16, 32, 64 or 128 heads";
            return Err(self.q.shape_refused(allowed));
        }
        let sinks = sinks(("sinksOptional", self.sinks), heads)?;
        schedule(("metadataOptional", self.metadata), WORDS, true)?;
        self.out.shape_is(self.q.shape(), "that of `q`")?;
        let lse = match self.return_softmax_lse {
            true => {
                let lse = asked("softmaxLseOutOptional", self.lse)?;
                let allowed = "a number for each head of each row of `q`";
                lse.shape_is(&extents.of_statistics(), allowed)?;
                Some(extents.statistics(lse.write()?)?)
            }
            false => None,
        };
        listed(Listed {
            query: self.q.read()?,
            query_rope: None,
            query_scale: self.descale(0)?.map(Input::read).transpose()?,
            keys,
            spans: extents.spans[0],
            lengths,
            known: None,
            key_heads: 1,
            scale: self.scale,
            sinks: Some(sinks.read()?),
            statistics: None,
            lse,
            attention_out: self.out.write()?,
        })
    }

    /// One number for all elements of queries (0) or keys (1, 2).
    fn descale(&self, number: usize) -> Result<Option<&'a Input>> {
        let Stored::Hifloat8(scales, _) = &self.stored else {
            return Ok(None);
        };
        let (name, scale) = scales[number];
        let scale = present(scale).ok_or(Reason::Null { arg: name })?;
        scale.shape_is(&[1], "one number")?;
        Ok(Some(scale))
    }

    /// Checks the mode of quantisation.
    fn check_quantisation(&self) -> Result<()> {
        match &self.stored {
            Stored::Plain => Ok(()),
            Stored::Hifloat8(scales, mode) => {
                one_of("quantMode", *mode, &[1])?;
                match self.key(1) {
                    Some(_) => Ok(()),
                    None => absent(scales[2], "null without `cmpKvOptional`"),
                }
            }
            Stored::Packed(mode, rope) => {
                one_of("quantMode", *mode, &[1, 2])?;
                one_of("ropeHeadDim", *rope, &[ROPE])?;
                let layout = self.layouts[1].unwrap_or("BSND");
                match *mode == 2 && layout != "PA_BBND" {
                    true => {
                        let got = format!("{layout:?}");
                        Err(Error::value(
                            "layoutKvOptional",
                            got,
                            "PA_BBND in `quantMode` 2",
                        ))
                    }
                    false => Ok(()),
                }
            }
        }
    }

    /// Keys, which are the values.
    fn source(&self, kind: usize, sides: &Sides, extents: &Extents) -> Result<Source> {
        let packing = match self.stored {
            Stored::Packed(2, _) => Some(Packing::ScalesBehind),
            Stored::Packed(..) => Some(Packing::Whole),
            _ => None,
        };
        let own = packing.map_or(DEPTH, |packing| packing.bytes() as i64);
        if extents.heads[1] != 1 || extents.depths[1] != own {
            let unit = if packing.is_some() {
                "bytes"
            } else {
                "elements"
            };
            let allowed = format!("one head of {own} {unit}");
            return Err(sides.key.shape_refused(allowed));
        }
        if let Some(packing) = packing {
            return extents.packed(sides.key, packing);
        }
        let scale = self.descale(kind + 1)?.map(Input::read).transpose()?;
        Ok(Source {
            scales: scale.map(Factors::of_all),
            ..sides.keys(extents, None)?
        })
    }
}
