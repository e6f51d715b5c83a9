//! Gradients of the attention, and the mean of its weights over heads.

use super::{DEPTH, FLOAT, Form, INDICES, Keys, Queries, asked, check_heads, schedule, sinks};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{ConstOutput, Input, TensorArg};
use crate::contract::combinations::combination;
use crate::contract::moe::within;
use crate::contract::sparse::{Extents, NONE, Named, absent, one_of, present};
use crate::contract::sparse_attention::TYPES;
use crate::contract::{on_950, only_950};
use crate::error::{Error, Reason, Result};
use crate::ops::attention::{
    KeyGradients, KnownStatistics, ListedGradient, ListedKeys, QueryGradients, listed_gradient,
};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype;

/// Words of the tables of cores of gradients and of means.
const WORDS: [i64; 2] = [1024, 64];

const KV: [&str; 2] = ["oriKvOptional", "cmpKvOptional"];

/// `query`, `dOut`, `out`, `oriKvOptional`, `cmpKvOptional`, `dQueryOut`, `dOriKvOutOptional`, `dCmpKvOutOptional`.
const TOGETHER: &[&str] = &["f16 bf16 | = | = | = | = - | = | = | = -"];

/// The arguments of the gradients.
pub struct Gradient<'a> {
    /// `query`
    pub query: &'a Input,
    /// `dOut` and `out`
    pub results: [&'a Input; 2],
    /// `lse`
    pub lse: &'a Input,
    /// `oriKvOptional` and `cmpKvOptional`
    pub kv: [&'a Option<Input>; 2],
    /// `oriSparseIndicesOptional` and `cmpSparseIndicesOptional`
    pub lists: [&'a Option<Input>; 2],
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
    /// `scaleValue`
    pub scale: f64,
    /// `cmpRatio`
    pub ratio: i64,
    /// `oriMaskMode` and `cmpMaskMode`
    pub masks: [i64; 2],
    /// `oriWinLeft` and `oriWinRight`
    pub window: [i64; 2],
    /// `layoutQOptional` and `layoutKvOptional`
    pub layouts: [Option<&'a str>; 2],
    /// `dQueryOut`
    pub by_query: &'a ConstOutput,
    /// `dOriKvOutOptional` and `dCmpKvOutOptional`
    pub by_kv: [&'a Option<ConstOutput>; 2],
    /// `dSinksOutOptional`
    pub by_sinks: &'a Option<ConstOutput>,
    /// `oriSoftmaxL1NormOptional` and `cmpSoftmaxL1NormOptional`
    pub means: [&'a Option<ConstOutput>; 2],
}

/// A call that computes nothing, of a query without elements.
fn nothing<'a>(query: &Input, outputs: impl Iterator<Item = &'a ConstOutput>) -> Result<Call> {
    let outputs = outputs.map(|output| output.write());
    let args: Result<Vec<Arg>> = std::iter::once(query.read()).chain(outputs).collect();
    Ok(Call::nothing(args?))
}

/// Refuses keys of other extents than one head of 512 elements.
fn check_keys(key: &TensorArg, extents: &Extents) -> Result<()> {
    match extents.heads[1] == 1 && extents.depths[1] == DEPTH {
        true => Ok(()),
        false => Err(key.shape_refused(format!("one head of {DEPTH} elements"))),
    }
}

impl<'a> Gradient<'a> {
    /// Checks and plans the gradients.
    pub fn plan(&self) -> Planned {
        self.query.dtype_in(TYPES)?;
        let key = self.kv[0].as_ref().ok_or(Reason::Null { arg: KV[0] })?;
        let [dy, out] = self.results;
        let output = |of: &'a Option<ConstOutput>| of.as_ref().map(|of| -> &TensorArg { of });
        let compressed = self.kv[1].as_ref().map(|of| -> &TensorArg { of });
        let arguments: [(_, Option<&TensorArg>); 8] = [
            ("query", Some(self.query)),
            ("dOut", Some(dy)),
            ("out", Some(out)),
            (KV[0], Some(key)),
            (KV[1], compressed),
            ("dQueryOut", Some(self.by_query)),
            ("dOriKvOutOptional", output(self.by_kv[0])),
            ("dCmpKvOutOptional", output(self.by_kv[1])),
        ];
        combination(&arguments, TOGETHER)?;
        self.lse.dtype_in(FLOAT)?;
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
        let floats = [self.by_sinks, self.means[0], self.means[1]];
        for output in floats.into_iter().flatten() {
            output.dtype_in(FLOAT)?;
        }
        self.planned().code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn queries(&self) -> Queries<'a> {
        Queries {
            query: self.query,
            starts: ("cuSeqlensQOptional", self.starts[0]),
            used: ("sequsedQOptional", self.used[0]),
            layouts: [
                ("layoutQOptional", self.layouts[0]),
                ("layoutKvOptional", self.layouts[1]),
            ],
            blocks: (&[], 1),
        }
    }

    fn keys(&self, kind: usize, key: &'a Input) -> Keys<'a> {
        let of = |names: [&'static str; 2], all: &[&'a Option<Input>]| (names[kind], all[kind]);
        Keys {
            key,
            lists: of(
                ["oriSparseIndicesOptional", "cmpSparseIndicesOptional"],
                &self.lists,
            ),
            counts: of(
                ["oriTopkLengthOptional", "cmpTopkLengthOptional"],
                &self.counts,
            ),
            table: ("layoutKvOptional", &NONE),
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

    /// Refuses modes, and arguments that the chip does not take.
    fn check_modes(&self) -> Result<()> {
        within("cmpRatio", self.ratio, 1..=128)?;
        let (ori, cmp): (&[i64], &[i64]) = match on_950() {
            true => (&[0, 3, 4], &[0, 3]),
            false => (&[4], &[3]),
        };
        one_of("oriMaskMode", self.masks[0], ori)?;
        let cmp = if present(self.kv[1]).is_some() {
            cmp
        } else {
            &[0, 3]
        };
        one_of("cmpMaskMode", self.masks[1], cmp)?;
        for (name, lists) in [
            ("oriSparseIndicesOptional", self.lists[0]),
            ("oriTopkLengthOptional", self.counts[0]),
        ] {
            absent(
                (name, lists),
                "null: lists of `oriKvOptional` have no gradients",
            )?;
        }
        if !on_950() {
            one_of("oriWinLeft", self.window[0], &[127])?;
            one_of("oriWinRight", self.window[1], &[0])?;
            let names = [
                "sequsedQOptional",
                "sequsedOriKvOptional",
                "sequsedCmpKvOptional",
                "cmpTopkLengthOptional",
                "metadataOptional",
            ];
            let [queries, keys, compressed] = self.used;
            let tensors = [queries, keys, compressed, self.counts[1], self.metadata];
            for named in names.into_iter().zip(tensors) {
                absent(named, "null on this chip")?;
            }
        }
        let mean = self.means[0].as_ref().filter(|output| !output.is_empty());
        match mean {
            None => Ok(()),
            Some(output) => {
                let got = format!("of shape {:?}", output.shape());
                let allowed = "null or empty without `oriSparseIndicesOptional`";
                Err(Error::value("oriSoftmaxL1NormOptional", got, allowed))
            }
        }
    }

    fn planned(&self) -> Result<Call> {
        self.check_modes()?;
        if self.query.is_empty() {
            return nothing(self.query, std::iter::once(self.by_query));
        }
        let queries = self.queries();
        let names = ["dOriKvOutOptional", "dCmpKvOutOptional"];
        let (mut keys, mut of_queries) = (Vec::new(), None);
        for (kind, name) in names.into_iter().enumerate() {
            let Some(key) = present(self.kv[kind]) else {
                if kind == 0 {
                    return Err(Reason::Null { arg: KV[0] }.into());
                }
                absent(
                    ("cmpSparseIndicesOptional", self.lists[1]),
                    "null without `cmpKvOptional`",
                )?;
                continue;
            };
            let own = self.keys(kind, key);
            let sides = own.sides(&queries);
            let extents = sides.extents()?;
            check_heads(self.query, &extents)?;
            check_keys(key, &extents)?;
            let output = asked(name, self.by_kv[kind])?;
            output.shape_is(key.shape(), "that of the keys")?;
            let mean = match own.is_listed() {
                true => {
                    let output = asked("cmpSoftmaxL1NormOptional", self.means[1])?;
                    let shape = self.lists[1].as_ref().map_or(&[][..], |of| of.shape());
                    output.shape_is(shape, "that of `cmpSparseIndicesOptional`")?;
                    Some(output.write()?)
                }
                false => None,
            };
            keys.push(ListedKeys {
                key: key.read()?,
                key_rope: None,
                value: None,
                listing: own.listing(&sides, &extents)?,
                gradients: Some(KeyGradients {
                    key: output.write()?,
                    key_rope: None,
                    value: None,
                }),
                mean,
            });
            let [lengths, _] = sides.lengths()?;
            of_queries = of_queries.or(Some((extents, lengths)));
        }
        let Some((extents, lengths)) = of_queries else {
            return Err(Reason::Null { arg: KV[0] }.into());
        };
        schedule(("metadataOptional", self.metadata), WORDS[0], on_950())?;
        self.lse.shape_is(
            &extents.of_statistics(),
            "a number for each head of each row of `query`",
        )?;
        for tensor in self.results {
            tensor.shape_is(self.query.shape(), "that of `query`")?;
        }
        self.by_query.same_shape(self.query)?;
        let of_sinks = match present(self.sinks) {
            None => None,
            Some(_) => {
                let heads = extents.heads[0];
                let sinks = sinks(("sinksOptional", self.sinks), heads)?;
                let output = asked("dSinksOutOptional", self.by_sinks)?;
                output.shape_is(&[heads], "that of `sinksOptional`")?;
                Some([sinks.read()?, output.write()?])
            }
        };
        let [dy, out] = self.results;
        listed_gradient(ListedGradient {
            query: self.query.read()?,
            query_rope: None,
            heads: extents.heads[0] as usize,
            width: DEPTH as usize,
            keys,
            spans: extents.spans[0],
            lengths,
            statistics: KnownStatistics::Lse(self.lse.read()?),
            scale: self.scale,
            gradients: Some(QueryGradients {
                dy: dy.read()?,
                attention_in: out.read()?,
                query: self.by_query.write()?,
                query_rope: None,
                sinks: of_sinks,
            }),
        })
    }
}

/// The arguments of the mean of weights over heads.
pub struct Mean<'a> {
    /// `q`
    pub q: &'a Input,
    /// `k`
    pub k: &'a Input,
    /// `softmaxLse`
    pub lse: &'a Input,
    /// `sparseIndicesOptional`
    pub lists: &'a Option<Input>,
    /// `cuSeqlensQOptional` and `cuSeqlensKOptional`
    pub starts: [&'a Option<Input>; 2],
    /// `sequsedQOptional` and `sequsedKOptional`
    pub used: [&'a Option<Input>; 2],
    /// `cmpResidualKOptional`
    pub residual: &'a Option<Input>,
    /// `topkLengthOptional`
    pub counts: &'a Option<Input>,
    /// `metadataOptional`
    pub metadata: Named<'a>,
    /// `softmaxScale`
    pub scale: f64,
    /// `cmpRatio`
    pub ratio: i64,
    /// `maskMode`
    pub mask_mode: i64,
    /// `layoutQOptional` and `layoutKOptional`
    pub layouts: [Option<&'a str>; 2],
    /// `softmaxL1Norm`
    pub mean: &'a ConstOutput,
}

impl<'a> Mean<'a> {
    /// Checks and plans the means.
    pub fn plan(&self) -> Planned {
        self.q.dtype_in(only_950(&[Dtype::F16, Dtype::Bf16]))?;
        self.k.same_dtype(self.q)?;
        self.lse.dtype_in(FLOAT)?;
        self.mean.dtype_in(FLOAT)?;
        let (queries, keys) = self.sides();
        keys.check_types(&queries)?;
        if let Some(metadata) = present(self.metadata.1) {
            metadata.dtype_in(INDICES)?;
        }
        self.planned(&queries, &keys)
            .code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn sides(&self) -> (Queries<'a>, Keys<'a>) {
        let queries = Queries {
            query: self.q,
            starts: ("cuSeqlensQOptional", self.starts[0]),
            used: ("sequsedQOptional", self.used[0]),
            layouts: [
                ("layoutQOptional", self.layouts[0]),
                ("layoutKOptional", self.layouts[1]),
            ],
            blocks: (&[], 1),
        };
        let keys = Keys {
            key: self.k,
            lists: ("sparseIndicesOptional", self.lists),
            counts: ("topkLengthOptional", self.counts),
            table: ("layoutKOptional", &NONE),
            starts: ("cuSeqlensKOptional", self.starts[1]),
            used: ("sequsedKOptional", self.used[1]),
            mask: ("maskMode", self.mask_mode),
            form: Form::Compressed(
                ("cmpRatio", self.ratio),
                ("cmpResidualKOptional", self.residual),
            ),
        };
        (queries, keys)
    }

    fn planned(&self, queries: &Queries<'a>, keys: &Keys<'a>) -> Result<Call> {
        one_of("maskMode", self.mask_mode, &[0, 3])?;
        within("cmpRatio", self.ratio, 1..=128)?;
        if self.q.is_empty() {
            return nothing(self.q, std::iter::once(self.mean));
        }
        let sides = keys.sides(queries);
        let extents = sides.extents()?;
        check_heads(self.q, &extents)?;
        check_keys(self.k, &extents)?;
        schedule(self.metadata, WORDS[1], true)?;
        self.lse.shape_is(
            &extents.of_statistics(),
            "a number for each head of each row of `q`",
        )?;
        let columns = match present(self.lists) {
            Some(lists) => lists.shape().last().copied().unwrap_or(0),
            None => extents.spans[1].rows as i64,
        };
        self.mean.shape_is(
            &extents.of_indices(columns),
            "a number for each key of a list, or each key, of each row of `q`",
        )?;
        let [lengths, _] = sides.lengths()?;
        listed_gradient(ListedGradient {
            query: self.q.read()?,
            query_rope: None,
            heads: extents.heads[0] as usize,
            width: DEPTH as usize,
            keys: vec![ListedKeys {
                key: self.k.read()?,
                key_rope: None,
                value: None,
                listing: keys.listing(&sides, &extents)?,
                gradients: None,
                mean: Some(self.mean.write()?),
            }],
            spans: extents.spans[0],
            lengths,
            statistics: KnownStatistics::Lse(self.lse.read()?),
            scale: self.scale,
            gradients: None,
        })
    }
}
