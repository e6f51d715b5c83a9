//! Contracts of rows that are normalised, rotated, quantised and written to caches in one step.

use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{ConstOutput, InOut, Input, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::cache::{CacheLayout, CacheOf, Component, FusedRows, SlotsOf, fused_rows};
use crate::ops::posembedding::Mode;
use crate::ops::quant::{RoundMode, quantised};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype::{Bf16, F8E4m3fn, F8E5m2, F16, F32, Hifloat8, I8, I64};

use super::{Dtypes, on_910, on_all};

/// FLOAT16 and BFLOAT16 on Ascend910B and later chips.
pub const ROWS: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);
const QUANTISED: Dtypes = on_910(&[])
    .and_910b(&[I8])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn]);

/// Layout of a cache by `cacheMode`, and the meaning of its index numbers.
pub fn cache_mode(mode: &str) -> Result<(bool, SlotsOf)> {
    Ok(match mode {
        "" | "Norm" => (false, SlotsOf::TokenOfSequence),
        "PA" | "PA_BNSD" => (false, SlotsOf::Token),
        "PA_NZ" => (true, SlotsOf::Token),
        "PA_BLK_BNSD" => (false, SlotsOf::Block),
        "PA_BLK_NZ" => (true, SlotsOf::Block),
        other => {
            let allowed =
                "\"Norm\", \"PA\", \"PA_BNSD\", \"PA_NZ\", \"PA_BLK_BNSD\" or \"PA_BLK_NZ\"";
            return Err(Error::value("cacheModeOptional", other, allowed));
        }
    })
}

/// Refuses a cache whose type is neither that of the rows nor one that numbers are quantised to.
pub fn cache_dtype(cache: &InOut, rows: &Input) -> Result<bool> {
    let is_quantised = cache.dtype().ok().and_then(quantised).is_some();
    match is_quantised {
        true => cache.dtype_in(QUANTISED)?,
        false => cache.same_dtype(rows)?,
    }
    Ok(is_quantised)
}

/// A cache with four axes, the mode's, as blocks, rows, heads, pieces and elements.
pub fn cache_rows(cache: &InOut, slots: SlotsOf, is_blocked: bool, heads: i64) -> Result<Arg> {
    cache.rank_in(4..=4)?;
    let arg = cache.update()?;
    let &[blocks, rows, own, width] = cache.shape() else {
        return Err(cache.shape_refused("four dimensions"));
    };
    if slots == SlotsOf::TokenOfSequence {
        return CacheLayout::Heads.of(&arg, heads as usize);
    }
    if !is_blocked {
        return CacheLayout::Rows.of(&arg, heads as usize);
    }
    let c0 = 256 / arg.view.dtype.bits() as i64;
    if own != heads || width % c0 != 0 {
        let allowed = format!("{heads} heads of a multiple of {c0} elements");
        return Err(cache.shape_refused(allowed));
    }
    let stored = [blocks, own, width / c0, rows, c0];
    match arg.view.layout.reshaped(&stored) {
        Some(layout) => CacheLayout::Pieces.of(&arg.viewed(layout)?, heads as usize),
        None => Err(cache.shape_refused("a contiguous tensor, in blocks")),
    }
}

/// Scales or offsets for the columns of all heads.
pub fn columns(of: Option<&Input>, heads: i64, width: i64) -> Result<Option<Arg>> {
    let Some(of) = of else {
        return Ok(None);
    };
    let arg = of.read()?;
    let fits = match *of.shape() {
        [1] => true,
        [own] if own == width => true,
        [one, own] => (one == heads || one == 1) && own == width,
        [all] if all == heads * width => return Ok(Some(arg.shaped(&[heads, width])?)),
        _ => false,
    };
    match fits {
        true => Ok(Some(arg)),
        false => {
            let allowed = format!("[{heads}, {width}], [{width}] or [1]");
            Err(of.shape_refused(allowed))
        }
    }
}

/// Arguments of the forms of `aclnnKvRmsNormRopeCache`.
pub struct KvRows<'a> {
    /// Keys and values of each token in one row, or keys.
    pub kv: &'a Input,
    /// Weights of the normalisation.
    pub gamma: &'a Input,
    /// Cosines.
    pub cos: &'a Input,
    /// Sines.
    pub sin: &'a Input,
    /// Slot or row index of each token.
    pub index: &'a Input,
    /// The cache of keys.
    pub k_cache: &'a InOut,
    /// The cache of values.
    pub ckv_cache: &'a InOut,
    /// Of keys, then of values.
    pub scales: [Option<&'a Input>; 2],
    /// Likewise.
    pub offsets: [Option<&'a Input>; 2],
    /// Values, if `kv` has only keys.
    pub v: Option<&'a Input>,
    /// Added to the mean of squares (`epsilon`).
    pub epsilon: f64,
    /// Layout of the caches, and the meaning of index numbers.
    pub cache_mode: &'a str,
    /// True if rows are written before they are quantised.
    pub is_output_kv: bool,
    /// Those of keys.
    pub k_rope_out: Option<&'a ConstOutput>,
    /// Those of values.
    pub c_kv_out: Option<&'a ConstOutput>,
}

impl KvRows<'_> {
    /// Checks and plans the rows.
    pub fn plan(self) -> Planned {
        let Self {
            kv,
            gamma,
            cos,
            sin,
            index,
            ..
        } = self;
        kv.dtype_in(ROWS)?;
        let same: [&TensorArg; 3] = [gamma, cos, sin];
        same.into_iter()
            .chain(self.v.map(|v| &**v))
            .try_for_each(|other| other.same_dtype(kv))?;
        index.dtype_in(on_all(&[I64]))?;
        let caches = [self.k_cache, self.ckv_cache];
        let is_quantised = [cache_dtype(caches[0], kv)?, cache_dtype(caches[1], kv)?];
        let floats = self.scales.into_iter().chain(self.offsets).flatten();
        floats
            .into_iter()
            .try_for_each(|scale| scale.dtype_in(on_all(&[F32])))?;
        let (is_blocked, slots) = cache_mode(self.cache_mode)?;
        let is_written = self.is_output_kv
            && (slots != SlotsOf::TokenOfSequence
                || (self.v.is_some() && is_quantised.contains(&true)));
        let results = match is_written {
            false => [None, None],
            true => {
                let names = ["kRopeOut", "cKvOut"];
                let both = [self.k_rope_out, self.c_kv_out];
                for (result, arg) in both.into_iter().zip(names) {
                    let result = result.ok_or(Reason::Null { arg })?;
                    result.same_dtype(kv)?;
                }
                both
            }
        };
        self.shapes(is_quantised)
            .code(ACLNN_ERR_INNER_TILING_ERROR)?;
        if kv.is_empty() {
            let caches = caches.map(|cache| cache.update());
            return Ok(Call::nothing(
                caches.into_iter().collect::<Result<Vec<_>>>()?,
            ));
        }
        self.rows(results, is_blocked, slots)
            .code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn shapes(&self, is_quantised: [bool; 2]) -> Result<()> {
        self.kv.rank_in(4..=4)?;
        self.gamma.rank_in(1..=1)?;
        self.cos.rank_in(4..=4)?;
        self.sin.same_shape(self.cos)?;
        let &[batch, heads, tokens, width] = self.kv.shape() else {
            return Err(self.kv.shape_refused("four dimensions"));
        };
        let (normed, turned) = (self.gamma.shape()[0], self.cos.shape()[3]);
        let fits = match self.v {
            None => heads == 1 && normed + turned == width,
            Some(_) => normed == width && turned <= width,
        };
        if !fits || turned % 2 != 0 {
            let allowed = match self.v {
                None => {
                    format!("one head of {normed} + {turned} elements, as `gamma` and `cos` have")
                }
                Some(_) => format!("heads of {normed} elements, as `gamma` has, at least {turned}"),
            };
            return Err(self.kv.shape_refused(allowed));
        }
        if let Some(v) = self.v {
            v.rank_in(4..=4)?;
            if v.shape()[..3] != [batch, heads, tokens] {
                return Err(v.shape_refused("the sequences, heads and tokens of `kv`"));
            }
        }
        for (number, is_quantised) in is_quantised.into_iter().enumerate() {
            if is_quantised && self.scales[number].is_none() {
                let name = ["kRopeScaleOptional", "cKvScaleOptional"][number];
                let allowed = "a tensor, for a cache of quantised numbers";
                return Err(Error::value(name, "a null pointer", allowed));
            }
        }
        Ok(())
    }

    fn rows(
        &self,
        results: [Option<&ConstOutput>; 2],
        is_blocked: bool,
        slots: SlotsOf,
    ) -> Result<Call> {
        let heads = self.kv.shape()[1];
        let (normed, turned) = (self.gamma.shape()[0], self.cos.shape()[3]);
        let by_token = |arg: Arg| arg.viewed(arg.view.layout.permuted(&[0, 2, 1, 3]));
        let part = |first, count| {
            let arg = by_token(self.kv.read()?)?;
            arg.viewed(arg.view.layout.sliced(3, first, count, 1))
        };
        let gamma = self.gamma.read()?;
        let rope = |first: usize| Some((Mode::InterleaveHalf, first..first + turned as usize));
        // Rows, their weights and rotation.
        let [keys, values] = match self.v {
            None => [
                (part(normed, turned)?, None, rope(0)),
                (part(0, normed)?, Some(gamma), None),
            ],
            Some(v) => [
                (part(0, normed)?, Some(gamma), rope(0)),
                (by_token(v.read()?)?, None, None),
            ],
        };
        let caches = [self.k_cache, self.ckv_cache];
        let both = [keys, values].into_iter().enumerate();
        let components = both.map(|(number, (x, gamma, rope))| {
            let width = x.view.layout.shape()[3];
            let result = results[number].map(|result| {
                result.rank_in(4..=4)?;
                by_token(result.write()?)
            });
            let result = result.transpose()?;
            Ok(Component {
                x,
                weight_scale: None,
                bias: None,
                gamma,
                rope,
                result,
                cache: Some(CacheOf {
                    cache: cache_rows(caches[number], slots, is_blocked, heads)?,
                    scale: columns(self.scales[number], heads, width)?,
                    offset: columns(self.offsets[number], heads, width)?,
                    divides: false,
                    round_mode: RoundMode::Rint,
                }),
            })
        });
        let components = components.collect::<Result<_>>()?;
        fused_rows(FusedRows {
            cos_and_sin: Some([by_token(self.cos.read()?)?, by_token(self.sin.read()?)?]),
            epsilon: self.epsilon,
            index: self.index.read()?,
            slots,
            skips_negative: true,
            activation_scale: None,
            components,
        })
    }
}

/// The failure of shapes, under the code of pages.
pub fn tiling<T>(result: Result<T>) -> Outcome<T> {
    result.code(ACLNN_ERR_INNER_TILING_ERROR)
}
/// Arguments of the forms of `aclnnInplaceQuantScatter`.
pub struct QuantScatter<'a> {
    /// The tensor that is written.
    pub self_ref: &'a InOut,
    /// The first place of each update along `axis`, or its part of the first axis too.
    pub indices: &'a Input,
    /// The rows.
    pub updates: &'a Input,
    /// Divisors of columns.
    pub quant_scales: &'a Input,
    /// Addends of columns.
    pub quant_zero_points: Option<&'a Input>,
    /// The axis along which places count.
    pub axis: i64,
    /// The axis of scales: the last one.
    pub quant_axis: i64,
    /// 1: replace.
    pub reduction: i64,
    /// Rounding of codes.
    pub round_mode: RoundMode,
}

impl QuantScatter<'_> {
    /// Checks and plans the updates.
    pub fn plan(self) -> Planned {
        let Self {
            self_ref,
            indices,
            updates,
            quant_scales,
            ..
        } = self;
        let rank = updates.rank() as i64;
        updates.rank_in(3..=8)?;
        self_ref.rank_in(updates.rank()..=updates.rank())?;
        let axis = match self.axis {
            axis if (1..rank - 1).contains(&axis) => axis as usize,
            axis if (1..rank - 1).contains(&(axis.saturating_add(rank))) => (axis + rank) as usize,
            axis => {
                let allowed = format!("an axis between the first and the last of {rank}");
                return Err(Error::value("axis", axis, allowed).into());
            }
        };
        if self.quant_axis != -1 && self.quant_axis != rank - 1 {
            let allowed = format!("-1 or {}, the last axis", rank - 1);
            return Err(Error::value("quantAxis", self.quant_axis, allowed).into());
        }
        if self.reduction != 1 {
            return Err(Error::value("reduction", self.reduction, "1 (update)").into());
        }
        let shapes = || {
            let (to, from) = (self_ref.shape(), updates.shape());
            let fits = from
                .iter()
                .zip(to)
                .enumerate()
                .all(|(k, (&own, &of_self))| match k {
                    0 => own <= of_self,
                    _ if k == axis => own <= of_self,
                    _ => own == of_self,
                });
            if !fits {
                let allowed =
                    format!("at most {to:?} along axes 0 and {axis}, and {to:?} along others");
                return Err(updates.shape_refused(allowed));
            }
            match *indices.shape() {
                [count] if count == from[0] => {}
                [count, 2] if count == from[0] => {}
                _ => {
                    let allowed = format!("[{0}] or [{0}, 2], as `updates` has rows", from[0]);
                    return Err(indices.shape_refused(allowed));
                }
            }
            let width = from[from.len() - 1];
            for tensor in [Some(quant_scales), self.quant_zero_points]
                .into_iter()
                .flatten()
            {
                if tensor.numel() as i64 != width {
                    return Err(tensor
                        .shape_refused(format!("{width} elements, the last extent of `updates`")));
                }
            }
            Ok(())
        };
        tiling(shapes())?;
        if updates.is_empty() {
            return Ok(Call::nothing([self_ref.update()?]));
        }
        tiling(self.rows(axis))
    }

    fn rows(&self, axis: usize) -> Result<Call> {
        let last = self.updates.rank() - 1;
        // The first axis, the one of places, those before it, those behind it, the columns.
        let order: Vec<usize> = [0, axis]
            .into_iter()
            .chain(1..axis)
            .chain(axis + 1..=last)
            .collect();
        let [to, from] = [self.self_ref.update()?, self.updates.read()?];
        let [to, from] = [&to, &from].map(|arg| arg.viewed(arg.view.layout.permuted(&order)));
        let (to, from) = (to?, from?);
        let width = self.updates.shape()[last];
        let one_dimension = |of: &Input| of.read()?.shaped(&[width]);
        let scale = one_dimension(self.quant_scales)?;
        let offset = self.quant_zero_points.map(one_dimension).transpose()?;
        // Heads are one axis if strides say that; else each of those before the axis of places is a component of its own.
        let mut pairs = vec![(to, from)];
        loop {
            let merged = |arg: &Arg| {
                let shape = arg.view.layout.shape();
                let heads = shape[2..shape.len() - 1].iter().product::<i64>();
                let wanted = [shape[0], shape[1], heads, width];
                arg.view
                    .layout
                    .reshaped(&wanted)
                    .map(|layout| arg.viewed(layout))
            };
            let all: Option<Vec<_>> = pairs
                .iter()
                .map(|(to, from)| merged(to).zip(merged(from)))
                .collect();
            if let Some(all) = all {
                let components = all.into_iter().map(|(to, from)| {
                    let to = to?;
                    let cache = to.with_layout(to.view.layout.with_axis(3))?;
                    Ok(Component {
                        x: from?,
                        weight_scale: None,
                        bias: None,
                        gamma: None,
                        rope: None,
                        result: None,
                        cache: Some(CacheOf {
                            cache,
                            scale: Some(scale.clone()),
                            offset: offset.clone(),
                            divides: true,
                            round_mode: self.round_mode,
                        }),
                    })
                });
                return fused_rows(FusedRows {
                    cos_and_sin: None,
                    epsilon: 0.0,
                    index: self.indices.read()?,
                    slots: match self.indices.rank() {
                        2 => SlotsOf::PlaceOfSequence,
                        _ => SlotsOf::FirstOfSequence,
                    },
                    skips_negative: false,
                    activation_scale: None,
                    components: components.collect::<Result<_>>()?,
                });
            }
            let split = pairs.iter().flat_map(|(to, from)| {
                let count = to.view.layout.shape()[2];
                (0..count).map(move |index| {
                    let picked = |arg: &Arg| arg.viewed(arg.view.layout.picked(2, index));
                    Ok((picked(to)?, picked(from)?))
                })
            });
            pairs = split.collect::<Result<_>>()?;
        }
    }
}
