//! `aclnnQkvRmsNormRopeCache`: queries, keys and values of one tensor, normalised and rotated, with keys and values written to paged caches in blocks. Source:
//! ops-transformer, `posembedding/qkv_rms_norm_rope_cache`.

use crate::contract::fused_caches::{ROWS, cache_dtype, columns, tiling};
use crate::ops::cache::{CacheLayout, CacheOf, Component, FusedRows, SlotsOf, fused_rows};
use crate::ops::posembedding::Mode;
use crate::ops::quant::RoundMode;
use crate::prelude::*;

/// Splits the heads of `qkv`, (T, (Nq + Nk + Nv) * D), as `headNums` says. Rows of queries and keys are divided by the root of the mean of their squares, multiplied by
/// `qGamma` and `kGamma`, and rotated, `x * cos + (-x2, x1) * sin` of both halves. Queries go to `qOut`; keys and values to `kCache` and `vCache`, (blocks, N * D / C0, rows, C0), at the slots of
/// `index`, where INT8 stores `x / scale + offset`, rounded. A negative slot leaves a token out, one behind the cache is an error of the stream. The outputs before quantisation are
/// written if they have elements. FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnQkvRmsNormRopeCache(
    qkv: Input,
    q_gamma: Input,
    k_gamma: Input,
    cos: Input,
    sin: Input,
    index: Input,
    q_out: Output,
    k_cache: InOut,
    v_cache: InOut,
    k_scale_optional: Option<Input>,
    v_scale_optional: Option<Input>,
    k_offset_optional: Option<Input>,
    v_offset_optional: Option<Input>,
    qkv_size: Ints,
    head_nums: Ints,
    epsilon: f64,
    cache_mode_optional: Option<MutText>,
    q_out_before_quant: Option<ConstOutput>,
    k_out_before_quant: Option<ConstOutput>,
    v_out_before_quant: Option<ConstOutput>,
) -> Planned {
    qkv.dtype_in(ROWS)?;
    let others: [&TensorArg; 5] = [&q_gamma, &k_gamma, &cos, &sin, &q_out];
    others
        .into_iter()
        .try_for_each(|other| other.same_dtype(&qkv))?;
    index.dtype_in(on_all(&[I64]))?;
    let is_quantised = [cache_dtype(&k_cache, &qkv)?, cache_dtype(&v_cache, &qkv)?];
    let scales = [k_scale_optional.as_ref(), v_scale_optional.as_ref()];
    let offsets = [k_offset_optional.as_ref(), v_offset_optional.as_ref()];
    let floats = scales.into_iter().chain(offsets).flatten();
    floats
        .into_iter()
        .try_for_each(|scale| scale.dtype_in(on_all(&[F32])))?;
    match cache_mode_optional.as_ref().map_or("PA_NZ", |mode| mode) {
        "PA_NZ" | "" => {}
        other => return Err(Error::value("cacheModeOptional", other, "\"PA_NZ\"").into()),
    }
    let &[batch, tokens, heads, width] = &qkv_size[..] else {
        let got = format!("{:?}", &qkv_size[..]);
        return Err(Error::value("qkvSize", got, "four numbers").into());
    };
    let &[of_q, of_k, of_v] = &head_nums[..] else {
        let got = format!("{:?}", &head_nums[..]);
        return Err(Error::value("headNums", got, "three numbers").into());
    };
    let sizes = [batch, tokens, heads, width, of_q, of_k, of_v];
    let all = [batch, tokens, heads, width]
        .into_iter()
        .try_fold(1_i64, i64::checked_mul);
    let fits = sizes.iter().all(|&size| size > 0)
        && all.is_some()
        && of_k == of_v
        && of_q.checked_add(of_k).and_then(|sum| sum.checked_add(of_v)) == Some(heads);
    if !fits {
        let got = format!("{:?}", &head_nums[..]);
        let allowed =
            format!("positive numbers, {heads} together, of which the last two are equal");
        return Err(Error::value("headNums", got, allowed).into());
    }
    if width % 2 != 0 {
        return Err(Error::value("qkvSize", width, "an even number of elements of a head").into());
    }
    let rows = batch * tokens;
    qkv.shape_is(&[rows, heads * width], "`qkvSize`")?;
    q_out.shape_is(&[rows, of_q * width], "the tokens and heads of queries")?;
    cos.rank_in(2..=2)?;
    sin.same_shape(&cos)?;
    let of_angles = match *cos.shape() {
        [own, columns] if own == rows && columns == width => tokens,
        [own, columns] if own == batch && columns == width => 1,
        _ => return Err(cos.shape_refused(format!("[{rows}, {width}]")).into()),
    };
    for (number, is_quantised) in is_quantised.into_iter().enumerate() {
        if is_quantised && scales[number].is_none() {
            let name = ["kScaleOptional", "vScaleOptional"][number];
            let allowed = "a tensor, for a cache of INT8";
            return Err(Error::value(name, "a null pointer", allowed).into());
        }
    }
    let heads_of = |arg: ops::Arg, first, count: i64, all: i64| {
        let split = arg.view.layout.split(1, all, width).split(0, batch, tokens);
        arg.viewed(split.sliced(2, first, count, 1))
    };
    let angles = |arg: ops::Arg| {
        let layout = arg.view.layout.split(0, batch, of_angles).with_axis(2);
        arg.with_layout(layout)
    };
    let before = |out: Option<&ConstOutput>, count: i64| -> Result<Option<ops::Arg>> {
        let Some(out) = out.filter(|out| out.rank() == 2 && !out.is_empty()) else {
            return Ok(None);
        };
        out.same_dtype(&qkv)?;
        out.shape_is(&[rows, count * width], "the tokens and heads")?;
        heads_of(out.write()?, 0, count, count).map(Some)
    };
    let rope = || Some((Mode::Half, 0..width as usize));
    let plan = || {
        let cached = |cache: &InOut, number: usize| -> Result<Option<CacheOf>> {
            cache.rank_in(4..=4)?;
            Ok(Some(CacheOf {
                cache: CacheLayout::Pieces.of(&cache.update()?, of_k as usize)?,
                scale: columns(scales[number], of_k, width)?,
                offset: columns(offsets[number], of_k, width)?,
                divides: true,
                round_mode: RoundMode::Rint,
            }))
        };
        let component = |first, count, gamma: Option<&Input>, result| -> Result<Component> {
            Ok(Component {
                x: heads_of(qkv.read()?, first, count, heads)?,
                weight_scale: None,
                bias: None,
                rope: gamma.and_then(|_| rope()),
                gamma: gamma.map(|gamma| gamma.read()).transpose()?,
                result,
                cache: None,
            })
        };
        let q = heads_of(q_out.write()?, 0, of_q, of_q)?;
        let mut components = vec![
            component(0, of_q, Some(&q_gamma), Some(q))?,
            Component {
                cache: cached(&k_cache, 0)?,
                ..component(
                    of_q,
                    of_k,
                    Some(&k_gamma),
                    before(k_out_before_quant.as_ref(), of_k)?,
                )?
            },
            Component {
                cache: cached(&v_cache, 1)?,
                ..component(
                    of_q + of_k,
                    of_v,
                    None,
                    before(v_out_before_quant.as_ref(), of_v)?,
                )?
            },
        ];
        if let Some(again) = before(q_out_before_quant.as_ref(), of_q)? {
            components.push(component(0, of_q, Some(&q_gamma), Some(again))?);
        }
        fused_rows(FusedRows {
            cos_and_sin: Some([angles(cos.read()?)?, angles(sin.read()?)?]),
            epsilon,
            index: index.read()?,
            slots: SlotsOf::Token,
            skips_negative: true,
            activation_scale: None,
            components,
        })
    };
    tiling(plan())
}
