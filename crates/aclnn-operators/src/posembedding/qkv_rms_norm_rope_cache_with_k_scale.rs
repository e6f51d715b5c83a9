//! `aclnnQkvRmsNormRopeCacheWithKScale`: queries, keys and values of one tensor, normalised, rotated, multiplied by a matrix, quantised and written to paged caches. Source:
//! ops-transformer, `posembedding/qkv_rms_norm_rope_cache_with_k_scale`.

use crate::ops::cache::{
    CacheLayout, CachedHeads, HeadPositions, HeadRows, KeyScales, cached_heads,
};
use crate::ops::posembedding::Sections;
use crate::prelude::*;

/// Elements of a head.
const WIDTH: i64 = 128;

/// Splits the heads of `qkv`, (T, Nq + Nk + Nv, 128), as `headNums` says. Queries and keys are divided by the root of the mean of their squares, multiplied by `qGamma` and `kGamma`, rotated,
/// `x * cos + (-x2, x1) * sin` of both halves, rounded to BFLOAT16 and multiplied by `rotationOptional`. Keys are quantised row by row, values after a product with `vScaleOptional`; both go to the slots
/// of caches (blocks, heads, rows, 128). Positions are those of the last tokens of sequences, and queries FLOAT8_E4M3FN with scales, as are keys; or rows of three positions for sections of
/// `mropeSectionOptional` that take turns, and queries BFLOAT16, keys INT8. Tokens of a negative slot are left out, a slot behind the cache is an error of the stream. On Ascend950.
#[aclnn]
fn aclnnQkvRmsNormRopeCacheWithKScale(
    qkv: Input,
    q_gamma: Input,
    k_gamma: Input,
    cos_sin: Input,
    slot_mapping: Input,
    k_cache_ref: InOut,
    v_cache_ref: InOut,
    k_scale_cache_ref: InOut,
    query_start_loc_optional: Option<Input>,
    seq_lens_optional: Option<Input>,
    rotation_optional: Input,
    v_scale_optional: Input,
    mrope_position_optional: Option<Input>,
    head_nums: Ints,
    layout_qkv: Option<Text>,
    layout_q_out: Option<Text>,
    epsilon: f32,
    mrope_section_optional: Option<Ints>,
    q_quant_mode: Option<Text>,
    q_out: Output,
    q_scale_optional: Option<Output>,
) -> Planned {
    let section = mrope_section_optional.as_ref().map_or(&[][..], |of| of);
    let is_mrope = mrope_position_optional.is_some();
    if is_mrope == section.is_empty() {
        let got = match is_mrope {
            true => "null or empty, beside `mropePositionOptional`",
            false => "given, without `mropePositionOptional`",
        };
        return Err(Error::value("mropeSectionOptional", got, "both or none").into());
    }
    let lengths = (&query_start_loc_optional, &seq_lens_optional);
    if is_mrope && (lengths.0.is_some() || lengths.1.is_some()) {
        let name = match lengths.0 {
            Some(_) => "queryStartLocOptional",
            None => "seqLensOptional",
        };
        let allowed = "a null pointer, beside `mropePositionOptional`";
        return Err(Error::value(name, "a tensor", allowed).into());
    }
    if !is_mrope {
        let needed = [
            ("queryStartLocOptional", lengths.0.is_some()),
            ("seqLensOptional", lengths.1.is_some()),
            ("qScaleOptional", q_scale_optional.is_some()),
        ];
        if let Some((arg, _)) = needed.into_iter().find(|(_, is_there)| !is_there) {
            return Err(Error::from(Reason::Null { arg }).into());
        }
    }
    let text = |of: &Option<Text>, default: &'static str| -> String {
        let given = of.as_ref().map_or("", |of| of);
        if given.is_empty() { default } else { given }.into()
    };
    let mode = text(&q_quant_mode, "PerTokenPerHead");
    let wanted = if is_mrope {
        "NoQuant"
    } else {
        "PerTokenPerHead"
    };
    if mode != wanted {
        let allowed = format!("{wanted:?}, for these positions");
        return Err(Error::value("qQuantMode", format!("{mode:?}"), allowed).into());
    }
    let (of_keys, of_queries) = match is_mrope {
        true => (I8, Bf16),
        false => (F8E4m3fn, F8E4m3fn),
    };
    k_cache_ref.dtype_in(only_950(&[of_keys]))?;
    if is_mrope && q_scale_optional.is_some() {
        let allowed = "a null pointer, for `qQuantMode` \"NoQuant\"";
        return Err(Error::value("qScaleOptional", "a tensor", allowed).into());
    }
    let mut tensors: Vec<(&TensorArg, Dtype)> = vec![
        (&qkv, Bf16),
        (&q_gamma, F32),
        (&k_gamma, F32),
        (&cos_sin, F32),
        (&slot_mapping, I32),
        (&v_cache_ref, F8E4m3fn),
        (&k_scale_cache_ref, F32),
        (&rotation_optional, Bf16),
        (&v_scale_optional, F32),
        (&q_out, of_queries),
    ];
    let optional = [lengths.0, lengths.1, &mrope_position_optional];
    tensors.extend(optional.into_iter().flatten().map(|of| (&**of, I32)));
    tensors.extend(q_scale_optional.as_ref().map(|of| (&**of, F32)));
    for (tensor, _) in &tensors {
        if tensor.is_empty() {
            return Err(tensor.shape_refused("a tensor that is not empty").into());
        }
    }
    for &(tensor, dtype) in &tensors {
        tensor.dtype_in(on_all(&[dtype]))?;
    }
    let heads = match head_nums[..] {
        [q, k, v] if (1..=64).contains(&q) && q == k.saturating_mul(8) && k == v => [q, k, v],
        _ => {
            let got = format!("{:?}", &head_nums[..]);
            let allowed =
                "eight times as many queries as keys, at most 64, and as many values as keys";
            return Err(Error::value("headNums", got, allowed).into());
        }
    };
    let layouts = [text(&layout_qkv, "TND"), text(&layout_q_out, "NTD")];
    for (layout, name) in layouts.iter().zip(["layoutQkv", "layoutQOut"]) {
        if !matches!(layout.as_str(), "TND" | "NTD") {
            return Err(Error::value(name, format!("{layout:?}"), "\"TND\" or \"NTD\"").into());
        }
    }
    let by_tokens = layouts.each_ref().map(|layout| layout == "TND");
    match by_tokens {
        [false, true] => {
            let allowed = "\"NTD\", for queries, keys and values in \"NTD\"";
            return Err(Error::value("layoutQOut", "\"TND\"", allowed).into());
        }
        [true, true] | [_, false] if !is_mrope => {}
        [true, true] => {}
        _ => {
            let allowed = "\"TND\" for both layouts, beside `mropePositionOptional`";
            return Err(Error::value("layoutQOut", "\"NTD\"", allowed).into());
        }
    }
    qkv.rank_in(3..=3)?;
    let tokens = qkv.shape()[usize::from(!by_tokens[0])];
    let [of_q, of_k, of_v] = heads;
    let shape = |by_tokens: bool, heads: i64| match by_tokens {
        true => [tokens, heads, WIDTH],
        false => [heads, tokens, WIDTH],
    };
    qkv.shape_is(
        &shape(by_tokens[0], of_q + of_k + of_v),
        "`headNums` and a width of 128",
    )?;
    if is_mrope {
        let fits = matches!(*section, [t, h, w] if t >= 0 && (0..=21).contains(&h) && (0..=21).contains(&w) && t <= WIDTH / 2 - h - w);
        if !fits {
            let allowed = "three numbers from 0 up, the last two at most 21, together at most 64";
            return Err(
                Error::value("mropeSectionOptional", format!("{section:?}"), allowed).into(),
            );
        }
    }
    if let Some(positions) = &mrope_position_optional {
        positions.shape_is(&[tokens, 3], "the tokens of `qkv`")?;
    }
    for gamma in [&q_gamma, &k_gamma] {
        gamma.shape_is(&[WIDTH], "the width of a head")?;
    }
    cos_sin.rank_in(2..=2)?;
    cos_sin.shape_is(&[cos_sin.shape()[0], WIDTH], "the width of a head")?;
    slot_mapping.shape_is(&[tokens], "the tokens of `qkv`")?;
    if let (Some(starts), Some(lengths)) = lengths {
        starts.rank_in(1..=1)?;
        if starts.shape()[0] < 2 {
            return Err(starts.shape_refused("at least two numbers").into());
        }
        lengths.shape_is(
            &[starts.shape()[0] - 1],
            "one less than `queryStartLocOptional`",
        )?;
    }
    rotation_optional.shape_is(&[WIDTH, WIDTH], "the width of a head")?;
    match is_mrope {
        true => v_scale_optional.shape_is(&[of_v, WIDTH], "the heads of values and their width")?,
        false => v_scale_optional.shape_is(&[of_v], "the heads of values")?,
    }
    k_cache_ref.rank_in(4..=4)?;
    let &[blocks, _, rows, _] = k_cache_ref.shape() else {
        return Err(k_cache_ref.shape_refused("four dimensions").into());
    };
    let reason = "`headNums`, the width of a head and the blocks of `kCacheRef`";
    k_cache_ref.shape_is(&[blocks, of_k, rows, WIDTH], reason)?;
    v_cache_ref.shape_is(&[blocks, of_v, rows, WIDTH], reason)?;
    k_scale_cache_ref.shape_is(&[blocks, of_k, rows, 1], reason)?;
    q_out.shape_is(
        &shape(by_tokens[1], of_q),
        "the heads of queries in `layoutQOut`",
    )?;
    if let Some(scale) = &q_scale_optional {
        scale.shape_is(
            &shape(by_tokens[1], of_q)[..2],
            "the heads of queries in `layoutQOut`",
        )?;
    }
    let by_token = |arg: ops::Arg, is_so: bool| match (is_so, arg.view.layout.rank()) {
        (true, _) => Ok(arg),
        (false, 2) => arg.viewed(arg.view.layout.permuted(&[1, 0])),
        (false, _) => arg.viewed(arg.view.layout.permuted(&[1, 0, 2])),
    };
    let positions = match (lengths, &mrope_position_optional) {
        (_, Some(positions)) => {
            let positions = positions.read()?;
            HeadPositions::Given(positions.viewed(positions.view.layout.permuted(&[1, 0]))?)
        }
        ((Some(starts), Some(lengths)), _) => HeadPositions::OfSequences {
            starts: starts.read()?,
            lengths: lengths.read()?,
        },
        _ => return Err(Error::from(Reason::Internal("positions".into())).into()),
    };
    let scale = q_scale_optional
        .as_ref()
        .map(|scale| by_token(scale.write()?, by_tokens[1]));
    Ok(cached_heads(CachedHeads {
        sources: vec![HeadRows {
            qkv: by_token(qkv.read()?, by_tokens[0])?,
            gammas: [q_gamma.read()?, k_gamma.read()?],
        }],
        order: None,
        heads: heads.map(|heads| heads as usize),
        epsilon: epsilon.into(),
        positions,
        cos_sin: cos_sin.read()?,
        sections: match *section {
            [_, second, third] => Sections::InTurns([second as usize, third as usize]),
            _ => Sections::All,
        },
        slot_mapping: slot_mapping.read()?,
        caches: [k_cache_ref.update()?, v_cache_ref.update()?],
        layout: CacheLayout::Heads,
        scales: Some(KeyScales {
            rotation: rotation_optional.read()?,
            v_scale: v_scale_optional.read()?,
            k_scale_cache: k_scale_cache_ref.update()?,
            q_scale: scale.transpose()?,
        }),
        q_out: by_token(q_out.write()?, by_tokens[1])?,
    })?)
}
