//! `aclnnDequantRopeQuantKvcache`: queries, keys and values of one tensor, which may be INT32, rotated, with quantised keys and values written to caches. Source:
//! ops-transformer, `posembedding/dequant_rope_quant_kvcache`.

use crate::contract::fused_caches::{ROWS, columns, tiling};
use crate::ops::cache::{CacheLayout, CacheOf, Component, FusedRows, SlotsOf, fused_rows};
use crate::ops::posembedding::Mode;
use crate::ops::quant::RoundMode;
use crate::prelude::*;

const X: Dtypes = ROWS.or(on_910(&[]).and_910b(&[I32]));
const BIAS: Dtypes = ROWS.or(on_910(&[]).and_910b(&[I32, F32]));

/// Splits rows of `x`, (B, S, H) or (B, H), into queries, keys and values as `sizeSplits` says, and rotates queries and keys, `x * cos + (-x2, x1) * sin` of both halves. INT32 is made
/// `(x + bias) * weightScale * activationScale` first, or with a bias of another type `x * weightScale * activationScale + bias`. `x / scale + offset` of keys and values, rounded, goes to caches
/// (C1, C2, N, D) of INT8: `"contiguous"` from row `indices[b]` of sequence `b` on, `"page"` to slot `indices[t]` of each token. An index outside is an error of the stream.
/// `kvOutput` writes keys and values before they are quantised, too. FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnDequantRopeQuantKvcache(
    x: Input,
    cos: Input,
    sin: Input,
    k_cache_ref: InOut,
    v_cache_ref: InOut,
    indices: Input,
    scale_k: Input,
    scale_v: Input,
    offset_k_optional: Option<Input>,
    offset_v_optional: Option<Input>,
    weight_scale_optional: Option<Input>,
    activation_scale_optional: Option<Input>,
    bias_optional: Option<Input>,
    size_splits: Ints,
    quant_mode_optional: Option<MutText>,
    layout_optional: Option<MutText>,
    kv_output: bool,
    cache_mode_optional: Option<MutText>,
    q_out: ConstOutput,
    k_out: Option<ConstOutput>,
    v_out: Option<ConstOutput>,
) -> Planned {
    x.dtype_in(X)?;
    cos.dtype_in(ROWS)?;
    sin.same_dtype(&cos)?;
    let is_integer = x.dtype()? == I32;
    if !is_integer {
        x.same_dtype(&cos)?;
    }
    for cache in [&k_cache_ref, &v_cache_ref] {
        cache.dtype_in(on_all(&[I8]))?;
    }
    indices.dtype_in(on_all(&[I32]))?;
    let floats = [
        Some(&scale_k),
        Some(&scale_v),
        offset_k_optional.as_ref(),
        offset_v_optional.as_ref(),
        weight_scale_optional.as_ref(),
        activation_scale_optional.as_ref(),
    ];
    floats
        .into_iter()
        .flatten()
        .try_for_each(|scale| scale.dtype_in(on_all(&[F32])))?;
    if let Some(bias) = &bias_optional {
        bias.dtype_in(BIAS)?;
    }
    let results = [
        Some(&q_out),
        k_out.as_ref().filter(|_| kv_output),
        v_out.as_ref().filter(|_| kv_output),
    ];
    let names = ["qOut", "kOut", "vOut"];
    for (result, arg) in results.into_iter().zip(names) {
        match result {
            Some(result) => result.same_dtype(&cos)?,
            None if kv_output => return Err(Reason::Null { arg }.into()),
            None => {}
        }
    }
    for (name, text, wanted) in [
        ("quantModeOptional", &quant_mode_optional, "static"),
        ("layoutOptional", &layout_optional, "BSND"),
    ] {
        if let Some(text) = text
            .as_ref()
            .filter(|text| !text.is_empty() && ***text != *wanted)
        {
            return Err(Error::value(name, &**text, format!("{wanted:?}")).into());
        }
    }
    let slots = match cache_mode_optional
        .as_ref()
        .map_or("contiguous", |mode| mode)
    {
        "contiguous" | "" => SlotsOf::FirstOfSequence,
        "page" => SlotsOf::Token,
        other => {
            let allowed = "\"contiguous\" or \"page\"";
            return Err(Error::value("cacheModeOptional", other, allowed).into());
        }
    };
    if is_integer && weight_scale_optional.is_none() {
        let allowed = "a tensor, for `x` of INT32";
        return Err(Error::value("weightScaleOptional", "a null pointer", allowed).into());
    }
    let shapes = || {
        x.rank_in(2..=3)?;
        k_cache_ref.rank_in(4..=4)?;
        v_cache_ref.same_shape(&k_cache_ref)?;
        let (heads, width) = (k_cache_ref.shape()[2], k_cache_ref.shape()[3]);
        let columns = x.shape()[x.rank() - 1];
        let &[of_q, of_k, of_v] = &size_splits[..] else {
            let got = format!("{:?}", &size_splits[..]);
            return Err(Error::value("sizeSplits", got, "three numbers"));
        };
        let fits = width > 0
            && width % 2 == 0
            && of_q >= 0
            && of_q % width == 0
            && heads.checked_mul(width) == Some(of_k)
            && of_k == of_v
            && of_q.checked_add(2 * of_k) == Some(columns);
        if !fits {
            let got = format!("{:?}", &size_splits[..]);
            let allowed = format!(
                "{columns} together: whole heads of an even number of {width} elements, of keys and values {heads} each"
            );
            return Err(Error::value("sizeSplits", got, allowed));
        }
        let (batch, tokens) = match *x.shape() {
            [batch, tokens, _] => (batch, tokens),
            _ => (x.shape()[0], 1),
        };
        let wanted = match x.rank() {
            3 => vec![batch, tokens, 1, width],
            _ => vec![batch, width],
        };
        cos.shape_is(&wanted, "sequences, tokens and elements of a head")?;
        sin.same_shape(&cos)?;
        for (result, count) in results.into_iter().zip([of_q / width, heads, heads]) {
            let wanted = match x.rank() {
                3 => vec![batch, tokens, count, width],
                _ => vec![batch, count, width],
            };
            if let Some(result) = result {
                result.shape_is(&wanted, "sequences, tokens, heads and elements")?;
            }
        }
        for tensor in [weight_scale_optional.as_ref(), bias_optional.as_ref()] {
            if let Some(tensor) = tensor.filter(|_| is_integer) {
                tensor.shape_is(&[columns], "the columns of `x`")?;
            }
        }
        Ok([batch, tokens, of_q / width, heads, width])
    };
    let [batch, tokens, of_q, heads, width] = tiling(shapes())?;
    if x.is_empty() {
        let caches = [&k_cache_ref, &v_cache_ref].map(|cache| cache.update());
        return Ok(Call::nothing(
            caches.into_iter().collect::<Result<Vec<_>>>()?,
        ));
    }
    let all = of_q + 2 * heads;
    // Sequences, tokens, heads and elements of whatever has two axes before its last ones.
    let four = |arg: ops::Arg, axes: usize| match arg.view.layout.rank() {
        rank if rank == axes => arg.with_layout(arg.view.layout.with_axis(1)),
        _ => Ok(arg),
    };
    let part = |first: i64, count: i64| {
        let arg = four(x.read()?, 2)?;
        let split = arg.view.layout.split(2, all, width);
        arg.viewed(split.sliced(2, first, count, 1))
    };
    let of_columns = |tensor: Option<&Input>, first: i64, count: i64| -> Result<Option<ops::Arg>> {
        let Some(tensor) = tensor.filter(|_| is_integer) else {
            return Ok(None);
        };
        let arg = tensor.read()?;
        let split = arg.view.layout.split(0, all, width);
        arg.viewed(split.sliced(0, first, count, 1)).map(Some)
    };
    let angles = |arg: ops::Arg| match arg.view.layout.rank() {
        2 => arg.with_layout(arg.view.layout.with_axis(1).with_axis(2)),
        _ => Ok(arg),
    };
    let plan = || {
        let component = |number: usize, first, count, is_turned: bool| -> Result<Component> {
            Ok(Component {
                x: part(first, count)?,
                weight_scale: of_columns(weight_scale_optional.as_ref(), first, count)?,
                bias: of_columns(bias_optional.as_ref(), first, count)?,
                gamma: None,
                rope: is_turned.then_some((Mode::Half, 0..width as usize)),
                result: results[number]
                    .map(|result| four(result.write()?, 3))
                    .transpose()?,
                cache: None,
            })
        };
        let cached =
            |cache: &InOut, scale: &Input, offset: Option<&Input>| -> Result<Option<CacheOf>> {
                Ok(Some(CacheOf {
                    cache: CacheLayout::Rows.of(&cache.update()?, heads as usize)?,
                    scale: columns(Some(scale), heads, width)?,
                    offset: columns(offset, heads, width)?,
                    divides: true,
                    round_mode: RoundMode::Rint,
                }))
            };
        let mut components = Vec::new();
        if of_q > 0 {
            components.push(component(0, 0, of_q, true)?);
        }
        components.push(Component {
            cache: cached(&k_cache_ref, &scale_k, offset_k_optional.as_ref())?,
            ..component(1, of_q, heads, true)?
        });
        components.push(Component {
            cache: cached(&v_cache_ref, &scale_v, offset_v_optional.as_ref())?,
            ..component(2, of_q + heads, heads, false)?
        });
        let activation = activation_scale_optional.as_ref().filter(|_| is_integer);
        let activation_scale = activation.map(|scale| scale.read()).transpose()?;
        if let Some(scale) = &activation_scale {
            scale.require_numel((batch * tokens) as usize)?;
        }
        fused_rows(FusedRows {
            cos_and_sin: Some([angles(cos.read()?)?, angles(sin.read()?)?]),
            epsilon: 0.0,
            index: indices.read()?,
            slots,
            skips_negative: false,
            activation_scale,
            components,
        })
    };
    tiling(plan())
}
