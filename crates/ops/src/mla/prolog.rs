//! Prolog of latent attention: queries and latent keys of tokens, normalised, rotated and written to caches.

#![forbid(unsafe_code)]

use super::rows::{BLOCK, Quantisation, Queries, Tiles, latent, queries, tiles};
use super::{Places, component, count, part, places, times_heads};
use crate::cache::{
    Beyond, CacheLayout, CacheOf, Component, FusedRows, Scatter, SlotsOf, Stored, fused_rows,
    scatter,
};
use crate::grouped::{Coded, Factor, Side, Step};
use crate::posembedding::Mode;
use crate::quant::{RoundMode, quantised};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_engine::pointwise;
use hostnpu_tensor::Dtype;

/// A weight that is stored in FRACTAL_NZ, and the factors of its columns, if it is of codes.
pub struct Weight {
    /// The storage.
    pub stored: Arg,
    /// Rows and columns.
    pub shape: [usize; 2],
    /// Elements of a block.
    pub block: usize,
    /// A number for each column; powers of two are of columns and blocks of 32 rows.
    pub scale: Option<Arg>,
}

/// A cache of rows.
pub struct Cache {
    /// Blocks, rows, one head, pieces, elements of a piece.
    pub rows: Arg,
    /// Factor of numbers before they are rounded to codes: one, or a number for each element.
    pub scale: Option<Arg>,
}

/// Destination of keys.
pub enum Caches {
    /// Nowhere.
    Absent,
    /// Latent keys and rotated elements to a cache each.
    Apart([Cache; 2]),
    /// To rows of one cache (blocks, rows, one head, bytes): codes of latent keys, rotated elements in BFLOAT16, then a FLOAT factor for each tile of codes.
    Joined {
        /// The cache.
        rows: Arg,
        /// Elements of a tile.
        tile: usize,
        /// Factor of the largest magnitude of a tile: larger numbers are brought back to the product.
        clip: Option<Arg>,
    },
}

/// Operands of [`prolog`].
pub struct Prolog {
    /// Tokens: sequences, rows, elements.
    pub token_x: Arg,
    /// The factor of each token, if they are codes; powers of two are of tokens and blocks of 32 elements.
    pub token_scale: Option<Arg>,
    /// To latent queries.
    pub weight_dq: Weight,
    /// From these to heads of queries: of each head the elements of the first part, then those that are rotated.
    pub weight_uq_qr: Weight,
    /// From heads of queries to latent keys: heads, elements of the first part, latent elements.
    pub weight_uk: Arg,
    /// To latent keys, and behind them the elements that are rotated.
    pub weight_dkv_kr: Weight,
    /// Weights of normalised latent queries.
    pub gamma_cq: Arg,
    /// Weights of normalised latent keys.
    pub gamma_ckv: Arg,
    /// Cosines and sines: sequences, rows, elements; absent if nothing is rotated.
    pub cos_and_sin: Option<[Arg; 2]>,
    /// The rows of tokens in the caches.
    pub places: Places,
    /// The caches, if they have rows.
    pub caches: Caches,
    /// The type that latent queries are quantised to for the second product.
    pub codes: Option<Dtype>,
    /// Factor of latent queries before that.
    pub smooth: Option<Arg>,
    /// Added to the means of squares, of latent queries and of latent keys.
    pub epsilons: [f64; 2],
    /// Factors of normalised latent queries and keys.
    pub factors: [f64; 2],
    /// Sequences, rows, heads, latent elements: numbers, or codes if `query_scale` is there.
    pub query: Arg,
    /// Sequences, rows, heads, rotated elements.
    pub query_rope: Arg,
    /// The factor of the codes of each head of a token, and the number that latent keys are multiplied by: rotated elements of queries are multiplied by the second and
    /// divided by the first, so that products with both parts of keys have one factor.
    pub query_scale: Option<[Arg; 2]>,
    /// Latent queries, or their codes: sequences, rows, elements.
    pub query_norm: Option<Arg>,
    /// The factors of the codes.
    pub query_norm_scale: Option<Arg>,
}

operands! {
    struct Weighted => WeightedAt {
        gamma: Read<f64>,
        out: Write<f64>,
    }
}

/// The product of rows, with their factors, and a weight.
fn product(
    steps: &mut Sequence,
    (x, x_scale): (&Arg, Option<&Arg>),
    (weight, scale): (&Weight, Option<&Arg>),
    stored: &Arg,
) -> Result<Arg> {
    let [inner, columns] = weight.shape;
    let rows = count(x) / inner.max(1);
    let one = |coded: Coded| Side::plain(vec![coded]);
    let mut left = one(Coded::strided(x.clone(), [1, rows, inner])?);
    let extents = [1, columns, inner];
    let mut right = one(Coded::blocked(
        stored.clone(),
        weight.block,
        extents,
        false,
    )?);
    let mut behind = Vec::new();
    for (of, by_rows) in [(x_scale, true), (scale, false)] {
        let Some(of) = of else { continue };
        let is_power = of.view.dtype == Dtype::F8E8m0;
        let stride = if is_power { inner / BLOCK } else { 1 };
        let factor = Factor::new(vec![of.clone()]);
        let factor = match by_rows {
            true => factor.by_row(1, stride),
            false => factor.by_column(1, stride),
        };
        match (is_power, by_rows) {
            (true, true) => left.scales.push(factor.by_block(BLOCK, 1)),
            (true, false) => right.scales.push(factor.by_block(BLOCK, 1)),
            _ => behind.push(Step::Times(factor)),
        }
    }
    super::product(steps, [left, right], behind, [rows, inner, columns])
}

/// Plans the prolog, in DOUBLE, each result rounded once; codes of latent queries are rounded before the second product.
pub fn prolog(of: Prolog) -> Result<Call> {
    let mut steps = Sequence::default();
    let [sequences, rows, width] = of.token_x.extents::<3>()?.map(|extent| extent as i64);
    let [heads, depth, latent_width] = of.weight_uk.extents::<3>()?.map(|extent| extent as i64);
    let tokens = sequences * rows;
    let of_latent = of.weight_dq.shape[1] as i64;
    let of_head = of.weight_uq_qr.shape[1] as i64 / heads.max(1);
    let rope = of_head - depth;
    let x = steps.add(of.token_x);
    let x = steps.reshaped_or_copied(&x, &[tokens, width])?;
    let x_scale = of.token_scale.map(|arg| steps.add(arg));
    let uk = steps.add(of.weight_uk);
    let [gamma_cq, gamma_ckv] = [of.gamma_cq, of.gamma_ckv].map(|arg| steps.add(arg));
    let smooth = of.smooth.map(|arg| steps.add(arg));
    let angles = match of.cos_and_sin {
        None => None,
        Some(both) => {
            let with_heads = |arg: Arg| arg.viewed(arg.view.layout.with_axis(2));
            let [cos, sin] = both.map(|arg| steps.add(arg)).map(with_heads);
            Some([cos?, sin?])
        }
    };
    let turn = angles
        .as_ref()
        .map(|_| (Mode::InterleaveHalf, 0..rope as usize));
    let index = places::slots(&mut steps, of.places, rows as usize, tokens as usize)?;
    let times = |steps: &mut Sequence, x: (&Arg, Option<&Arg>), weight: &Weight| {
        let stored = steps.add(weight.stored.clone());
        let scale = weight.scale.clone().map(|scale| steps.add(scale));
        product(steps, x, (weight, scale.as_ref()), &stored)
    };

    // Latent queries.
    let cq = times(&mut steps, (&x, x_scale.as_ref()), &of.weight_dq)?;
    let quantisation = match of.codes.and_then(|dtype| Some((dtype, quantised(dtype)?))) {
        None => None,
        Some((dtype, to)) => {
            let is_mx =
                matches!(&of.weight_uq_qr.scale, Some(scale) if scale.view.dtype == Dtype::F8E8m0);
            let (of_scale, each) = match is_mx {
                true => (Dtype::F8E8m0, of_latent / BLOCK as i64),
                false => (Dtype::F32, 1),
            };
            Some(Quantisation {
                to,
                codes: steps.temporary(dtype, &[tokens, of_latent])?,
                scales: steps.temporary(of_scale, &[tokens, each])?,
            })
        }
    };
    let settings = [of.epsilons[0], of.factors[0]];
    steps.then(latent(
        cq.clone(),
        gamma_cq,
        smooth,
        settings,
        quantisation.as_ref(),
    )?)?;
    let second = match &quantisation {
        Some(of) => (&of.codes, Some(&of.scales)),
        None => (&cq, None),
    };
    let q = times(&mut steps, second, &of.weight_uq_qr)?;
    let kv = times(&mut steps, (&x, x_scale.as_ref()), &of.weight_dkv_kr)?;

    // Keys, whose slots are looked at before anything is written.
    let fused = |components: Vec<Component>| {
        fused_rows(FusedRows {
            cos_and_sin: angles.clone(),
            epsilon: of.epsilons[1],
            index: index.clone(),
            slots: SlotsOf::Token,
            skips_negative: true,
            activation_scale: None,
            components,
        })
    };
    if !matches!(of.caches, Caches::Absent) {
        let gamma = steps.temporary(Dtype::F64, &[latent_width])?;
        let factor = of.factors[1];
        let operands = Weighted {
            gamma: gamma_ckv.into(),
            out: gamma.clone().into(),
        };
        let cost = latent_width as usize;
        steps.then(kernel(operands, cost, move |at: WeightedAt| {
            for (out, gamma) in at.out.iter_mut().zip(at.gamma) {
                *out = gamma * factor;
            }
            Ok(())
        })?)?;
        let of_keys = [sequences, rows, 1, latent_width + rope];
        let mut both = [
            Component {
                gamma: Some(gamma),
                ..component(part(&kv, &of_keys, 3, [0, latent_width])?)
            },
            Component {
                rope: turn.clone(),
                ..component(part(&kv, &of_keys, 3, [latent_width, rope])?)
            },
        ];
        match of.caches {
            Caches::Absent => {}
            Caches::Apart(caches) => {
                for (component, of) in both.iter_mut().zip(caches) {
                    component.cache = Some(CacheOf {
                        cache: steps.add(of.rows),
                        scale: of.scale.map(|scale| steps.add(scale)),
                        offset: None,
                        divides: false,
                        round_mode: RoundMode::Rint,
                    });
                }
                steps.then(fused(both.into())?)?;
            }
            Caches::Joined {
                rows: cache,
                tile,
                clip,
            } => {
                let own = [latent_width, rope];
                let results =
                    own.map(|width| steps.temporary(Dtype::F64, &[sequences, rows, 1, width]));
                let [normed, turned] = results;
                let (normed, turned) = (normed?, turned?);
                both[0].result = Some(normed.clone());
                both[1].result = Some(turned.clone());
                steps.then(fused(both.into())?)?;
                let cache = steps.add(cache);
                let dtype = cache.view.dtype;
                let to = quantised(dtype)
                    .ok_or_else(|| Error::dtype(cache.name, dtype, "a type of codes"))?;
                let bytes = cache.extents::<4>()?[3] as i64;
                let stored = steps.temporary(dtype, &[tokens, 1, bytes])?;
                let operands = Tiles {
                    x: normed.into(),
                    rope: turned.into(),
                    clip: clip.map(|clip| steps.add(clip).into()),
                    rows: stored.clone().into(),
                };
                let sizes = [latent_width as usize, rope as usize, tile];
                steps.then(tiles(operands, to, sizes, tokens as usize)?)?;
                steps.then(scatter(Scatter {
                    slot_mapping: index.clone(),
                    stored: vec![Stored {
                        rows: stored,
                        cache,
                        layout: CacheLayout::Rows,
                    }],
                    beyond: Beyond::Fails,
                })?)?;
            }
        }
    }

    // Queries.
    let [query, query_rope] = [of.query, of.query_rope].map(|arg| steps.add(arg));
    let first = part(&q, &[tokens, heads, of_head], 2, [0, depth])?;
    let of_results = [tokens, heads, latent_width];
    let results = match &of.query_scale {
        None => steps.reshaped_or_copied(&query, &of_results)?,
        Some(_) => steps.temporary(Dtype::F64, &of_results)?,
    };
    steps.then(times_heads(first, uk, &results)?)?;
    let of_query = [sequences, rows, heads, of_head];
    let turned = match &of.query_scale {
        None => query_rope.clone(),
        Some(_) => steps.temporary(Dtype::F64, &[sequences, rows, heads, rope])?,
    };
    let second = Component {
        rope: turn,
        result: Some(turned.clone()),
        ..component(part(&q, &of_query, 3, [depth, rope])?)
    };
    // Slots have been looked at, if there are caches.
    steps.then(fused(vec![second])?)?;
    match of.query_scale {
        None => steps.copied_back(&results, &query)?,
        Some(both) => {
            let dtype = query.view.dtype;
            let to = quantised(dtype)
                .ok_or_else(|| Error::dtype(query.name, dtype, "a type of codes"))?;
            let [scales, key_scale] = both.map(|arg| steps.add(arg));
            let operands = Queries {
                x: results.into(),
                rope: turned.into(),
                key_scale: key_scale.into(),
                codes: query.into(),
                scales: scales.into(),
                out: query_rope.into(),
            };
            let sizes = [latent_width as usize, rope as usize];
            steps.then(queries(operands, to, sizes, (tokens * heads) as usize)?)?;
        }
    }
    let (norm, norm_scale) = match quantisation {
        Some(of) => (of.codes, Some(of.scales)),
        None => (cq, None),
    };
    for (own, out) in [
        (Some(norm), of.query_norm),
        (norm_scale, of.query_norm_scale),
    ] {
        if let (Some(own), Some(out)) = (own, out) {
            let out = steps.add(out);
            let shape = out.view.layout.shape().to_vec();
            let own = steps.reshaped(&own, &shape)?;
            steps.then(pointwise::copy(own, out)?)?;
        }
    }
    Ok(steps.finish())
}
