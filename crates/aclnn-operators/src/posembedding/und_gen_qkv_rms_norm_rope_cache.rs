//! `aclnnUndGenQkvRmsNormRopeCache`: queries, keys and values of two sources of tokens, joined, normalised, rotated and written to paged caches. Source: ops-transformer,
//! `posembedding/und_gen_qkv_rms_norm_rope_cache`.

use crate::ops::cache::{CacheLayout, CachedHeads, HeadPositions, HeadRows, cached_heads};
use crate::ops::posembedding::Sections;
use crate::prelude::*;

/// Elements of a head.
const WIDTH: i64 = 128;

/// Token `t` is row `catIndicesOptional[t]` of `undQkv` and `genQkvOptional`, (tokens, heads, 128), one behind the other. Its queries and keys are divided by the root of the mean of their squares,
/// multiplied by the weights of its source, and rotated, `x * cos + (-x2, x1) * sin` of both halves, by the rows of `cosSinCache` that `positions`, (3, T), names: for sections of `mropeSection` the three
/// take turns. Queries go to `qOut`, keys and values to the slots of caches (blocks, rows, heads, 128). A token of a negative slot is left out; slots, positions and indices outside are errors of the
/// stream. BFLOAT16, on Ascend950.
#[aclnn]
fn aclnnUndGenQkvRmsNormRopeCache(
    und_qkv: Input,
    und_weights_q: Input,
    und_weights_k: Input,
    cos_sin_cache: Input,
    k_cache_ref: InOut,
    v_cache_ref: InOut,
    slot_mapping: Input,
    positions: Input,
    gen_qkv_optional: Option<Input>,
    gen_weights_q_optional: Option<Input>,
    gen_weights_k_optional: Option<Input>,
    cat_indices_optional: Option<Input>,
    num_heads_q: i64,
    num_heads_k: i64,
    num_heads_v: i64,
    norm_eps: f64,
    mrope_section: Option<Ints>,
    q_out: Output,
) -> Planned {
    if gen_qkv_optional.is_some() {
        let weights = [
            ("genWeightsQOptional", gen_weights_q_optional.is_some()),
            ("genWeightsKOptional", gen_weights_k_optional.is_some()),
        ];
        if let Some((arg, _)) = weights.into_iter().find(|(_, is_there)| !is_there) {
            return Err(Error::from(Reason::Null { arg }).into());
        }
    }
    for cache in [&k_cache_ref, &v_cache_ref] {
        cache.contiguous()?;
    }
    let needed = [
        ("genQkvOptional", &gen_qkv_optional),
        ("genWeightsQOptional", &gen_weights_q_optional),
        ("genWeightsKOptional", &gen_weights_k_optional),
        ("catIndicesOptional", &cat_indices_optional),
    ];
    for (name, of) in needed {
        if of.is_none() {
            return Err(Error::value(name, "a null pointer", "a tensor"))
                .code(ACLNN_ERR_INNER_TILING_ERROR);
        }
    }
    let (Some(generated), Some(weights_q), Some(weights_k), Some(order)) = (
        &gen_qkv_optional,
        &gen_weights_q_optional,
        &gen_weights_k_optional,
        &cat_indices_optional,
    ) else {
        return Err(Error::from(Reason::Internal("optional tensors".into())).into());
    };
    let rows: [&TensorArg; 9] = [
        &und_qkv,
        &und_weights_q,
        &und_weights_k,
        &k_cache_ref,
        &v_cache_ref,
        generated,
        weights_q,
        weights_k,
        &q_out,
    ];
    rows.into_iter()
        .try_for_each(|tensor| tensor.dtype_in(only_950(&[Bf16])))?;
    cos_sin_cache.dtype_in(on_all(&[F32]))?;
    for indices in [&slot_mapping, &positions, order] {
        indices.dtype_in(on_all(&[I64]))?;
    }
    let section = mrope_section.as_ref().map_or(&[][..], |section| section);
    let shapes = || {
        let all: [&TensorArg; 4] = [&cos_sin_cache, &slot_mapping, &positions, order];
        for tensor in rows.into_iter().chain(all) {
            if tensor.is_empty() {
                return Err(tensor.shape_refused("a tensor that is not empty"));
            }
        }
        let heads = [num_heads_q, num_heads_k, num_heads_v];
        if !matches!(heads, [8, 1, 1] | [16, 2, 2]) {
            let names = "8, 1 and 1 or 16, 2 and 2 heads of queries, keys and values";
            return Err(Error::value("numHeadsQ", format!("{heads:?}"), names));
        }
        if norm_eps.is_nan() || norm_eps <= 0.0 {
            return Err(Error::value("normEps", norm_eps, "a positive number"));
        }
        let fits = match *section {
            [] => true,
            [t, h, w] => {
                [t, h, w]
                    .iter()
                    .all(|count| (0..=WIDTH / 2).contains(count))
                    && t + h + w <= WIDTH / 2
            }
            _ => false,
        };
        if !fits {
            let allowed = "three numbers from 0 up, together at most 64";
            return Err(Error::value(
                "mropeSection",
                format!("{section:?}"),
                allowed,
            ));
        }
        let count = num_heads_q + num_heads_k + num_heads_v;
        for qkv in [&und_qkv, generated] {
            qkv.rank_in(3..=3)?;
            qkv.shape_is(
                &[qkv.shape()[0], count, WIDTH],
                "the numbers of heads and a width of 128",
            )?;
        }
        for weights in [&und_weights_q, &und_weights_k, weights_q, weights_k] {
            weights.shape_is(&[WIDTH], "the width of a head")?;
        }
        cos_sin_cache.rank_in(2..=2)?;
        cos_sin_cache.shape_is(&[cos_sin_cache.shape()[0], WIDTH], "the width of a head")?;
        let tokens = und_qkv.shape()[0] + generated.shape()[0];
        for indices in [&slot_mapping, order] {
            indices.shape_is(&[tokens], "the tokens of both sources")?;
        }
        positions.shape_is(&[3, tokens], "three rows for the tokens of both sources")?;
        k_cache_ref.rank_in(4..=4)?;
        let &[blocks, rows, ..] = k_cache_ref.shape() else {
            return Err(k_cache_ref.shape_refused("four dimensions"));
        };
        let reason = "the numbers of heads, a width of 128 and the blocks of `kCacheRef`";
        k_cache_ref.shape_is(&[blocks, rows, num_heads_k, WIDTH], reason)?;
        v_cache_ref.shape_is(&[blocks, rows, num_heads_v, WIDTH], reason)?;
        if blocks.saturating_mul(rows) < tokens {
            let allowed =
                format!("blocks with at least {tokens} rows together, a row for each token");
            return Err(k_cache_ref.shape_refused(allowed));
        }
        q_out.shape_is(
            &[tokens, num_heads_q, WIDTH],
            "the tokens and the heads of queries",
        )
    };
    shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let (sections, positions) = match *section {
        [] => {
            let positions = positions.read()?;
            let first = positions.view.layout.picked(0, 0);
            (Sections::All, positions.viewed(first)?)
        }
        [_, second, third, ..] => (
            Sections::InTurns([second as usize, third as usize]),
            positions.read()?,
        ),
        _ => return Err(Error::from(Reason::Internal("sections".into())).into()),
    };
    Ok(cached_heads(CachedHeads {
        sources: vec![
            HeadRows {
                qkv: und_qkv.read()?,
                gammas: [und_weights_q.read()?, und_weights_k.read()?],
            },
            HeadRows {
                qkv: generated.read()?,
                gammas: [weights_q.read()?, weights_k.read()?],
            },
        ],
        order: Some(order.read()?),
        heads: [num_heads_q, num_heads_k, num_heads_v].map(|heads| heads as usize),
        epsilon: f64::from(norm_eps as f32),
        positions: HeadPositions::Given(positions),
        cos_sin: cos_sin_cache.read()?,
        sections,
        slot_mapping: slot_mapping.read()?,
        caches: [k_cache_ref.update()?, v_cache_ref.update()?],
        layout: CacheLayout::Rows,
        scales: None,
        q_out: q_out.write()?,
    })?)
}
