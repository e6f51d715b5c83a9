//! Queries and latent keys of tokens by weights of integers: tokens are normalised and quantised before each of the first two products.

#![forbid(unsafe_code)]

use super::{component, part, product, times_heads};
use crate::cache::{CacheOf, Component, FusedRows, SlotsOf, fused_rows};
use crate::grouped::{Coded, Factor, Side, Step};
use crate::posembedding::Mode;
use crate::quant::{Apply, By, Given, NormQuant, Normed, NormedRule, RoundMode, given, norm_quant};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_tensor::Dtype;

/// Quantisation before a product: numbers are divided by the scale, and the offset is added.
pub struct Codes {
    /// One number.
    pub scale: Arg,
    /// One number.
    pub offset: Arg,
}

/// A weight of codes, columns by steps, that is stored in FRACTAL_NZ, and what becomes of the sums.
pub struct PreprocessWeight {
    /// The storage.
    pub stored: Arg,
    /// Columns and steps.
    pub shape: [usize; 2],
    /// Elements of a block.
    pub block: usize,
    /// A number for each column, which is added to the sums.
    pub bias: Option<Arg>,
    /// A factor for each column behind that.
    pub scale: Arg,
}

/// Operands of [`preprocess`].
pub struct Preprocess {
    /// Tokens, elements.
    pub input: Arg,
    /// Weights and addends of normalised tokens; tokens are quantised as they are without them.
    pub norm: Option<[Arg; 2]>,
    /// Weights and addends of normalised latent queries.
    pub latent_norm: [Arg; 2],
    /// Weights of normalised latent keys.
    pub gamma_keys: Arg,
    /// Added to the means of squares.
    pub epsilon: f64,
    /// Quantisation of tokens and of latent queries.
    pub codes: [Codes; 2],
    /// To latent keys, the elements of keys that are rotated and latent queries; and from these to heads of queries, of each head the elements of the first part, then
    /// those that are rotated.
    pub weights: [PreprocessWeight; 2],
    /// From heads of queries to latent keys: heads, elements of the first part, latent elements.
    pub weight_uk: Arg,
    /// Cosines and sines: tokens, elements; absent if nothing is rotated.
    pub cos_and_sin: Option<[Arg; 2]>,
    /// The slot of each token; a token with a negative one is left out.
    pub slots: Arg,
    /// Blocks, rows, one head, pieces, elements of a piece: of latent keys and of rotated elements, or one cache of both, whose rows are one piece.
    pub caches: Vec<Arg>,
    /// Divisor of latent keys before they are rounded to codes.
    pub key_scale: Option<Arg>,
    /// Tokens, heads, elements: of latent queries and of rotated elements, or of both.
    pub queries: Vec<Arg>,
    /// Factors of the latent queries of each head before they are rounded to codes, or one for all.
    pub query_scale: Option<Arg>,
    /// Normalised latent queries before they are quantised: tokens, elements.
    pub query_norm: Option<Arg>,
    /// Operands that are not read.
    pub unread: Vec<Arg>,
}

/// Plans codes of rows, normalised or as they are.
fn quantise(
    steps: &mut Sequence,
    x: Arg,
    norm: Option<[Arg; 2]>,
    epsilon: f64,
    codes: Codes,
    result: Option<Arg>,
) -> Result<Arg> {
    let [rows, columns] = x.extents::<2>()?;
    let y = steps.temporary(Dtype::I8, &[rows as i64, columns as i64])?;
    let [scale, offset] = [codes.scale, codes.offset].map(|arg| steps.add(arg));
    let call = match norm {
        Some(both) => {
            let [gamma, beta] = both.map(|arg| Some(steps.add(arg)));
            norm_quant(NormQuant {
                columns,
                terms: vec![x],
                repeated: None,
                is_centred: false,
                gamma,
                beta,
                adapted: None,
                epsilon,
                sum: None,
                normed: None,
                result,
                inverse: None,
                codes: vec![Normed {
                    y: y.clone(),
                    rule: NormedRule::Given {
                        scale,
                        divides: true,
                        zero_point: Some(offset),
                    },
                }],
            })?
        }
        None => {
            let by = |factor: Arg, how: Apply| By {
                factor,
                axis: 1,
                how,
            };
            given(Given {
                x,
                by: vec![by(scale, Apply::Divide), by(offset, Apply::Add)],
                group_index: None,
                y: y.clone(),
                mode: RoundMode::Rint,
                is_packed: false,
            })?
        }
    };
    steps.then(call)?;
    Ok(y)
}

/// Plans the product of codes and a weight, in DOUBLE.
fn times(steps: &mut Sequence, codes: &Arg, weight: PreprocessWeight) -> Result<Arg> {
    let [rows, inner] = codes.extents::<2>()?;
    let columns = weight.shape[0];
    let [stored, scale] = [weight.stored, weight.scale].map(|arg| steps.add(arg));
    let left = Coded::strided(codes.clone(), [1, rows, inner])?;
    let right = Coded::blocked(stored, weight.block, [1, columns, inner], true)?;
    let of_columns = |arg: Arg| Factor::new(vec![arg]).by_column(1, 1);
    let mut behind = Vec::new();
    if let Some(bias) = weight.bias {
        behind.push(Step::Add(of_columns(steps.add(bias))));
    }
    behind.push(Step::Times(of_columns(scale)));
    let sides = [left, right].map(|coded| Side::plain(vec![coded]));
    product(steps, sides, behind, [rows, inner, columns])
}

/// Two views of the last axis of one tensor, or two tensors.
fn two(parts: Vec<Arg>, [first, second]: [i64; 2]) -> Result<[Arg; 2]> {
    match <[Arg; 2]>::try_from(parts) {
        Ok(both) => Ok(both),
        Err(parts) => {
            let all = &parts[0];
            let axis = all.view.layout.rank() - 1;
            let view = |start, count| all.viewed(all.view.layout.sliced(axis, start, count, 1));
            Ok([view(0, first)?, view(first, second)?])
        }
    }
}

/// Plans queries and keys, in DOUBLE, each result rounded once; codes are rounded before each product.
pub fn preprocess(of: Preprocess) -> Result<Call> {
    let mut steps = Sequence::default();
    let [tokens, _] = of.input.extents::<2>()?.map(|extent| extent as i64);
    let [heads, depth, latent_width] = of.weight_uk.extents::<3>()?.map(|extent| extent as i64);
    let all = of.weights[0].shape[0] as i64;
    let [of_queries, latent] = of.weights[1].shape.map(|extent| extent as i64);
    let of_head = of_queries / heads.max(1);
    let rope = of_head - depth;
    let keys = all - latent;
    let widths = [latent_width, rope];
    for arg in of.unread {
        steps.add(arg.read_if(false));
    }
    let x = steps.add(of.input);
    let [first_codes, second_codes] = of.codes;
    let [first_weight, second_weight] = of.weights;
    let codes = quantise(&mut steps, x, of.norm, of.epsilon, first_codes, None)?;
    let joined = times(&mut steps, &codes, first_weight)?;

    // Keys, whose slots are looked at before anything is written.
    let with_axes = |arg: Arg| arg.viewed(arg.view.layout.with_axis(0).with_axis(2));
    let angles = match of.cos_and_sin {
        None => None,
        Some(both) => {
            let [cos, sin] = both.map(|arg| with_axes(steps.add(arg)));
            Some([cos?, sin?])
        }
    };
    let turn = angles.as_ref().map(|_| (Mode::Half, 0..rope as usize));
    let slots = steps.add(of.slots);
    let fused = |components: Vec<Component>| {
        fused_rows(FusedRows {
            cos_and_sin: angles.clone(),
            epsilon: of.epsilon,
            index: slots.clone(),
            slots: SlotsOf::Token,
            skips_negative: true,
            activation_scale: None,
            components,
        })
    };
    let caches = steps.add_all(of.caches);
    let [latent_cache, rope_cache] = two(caches, widths)?;
    let stored = |cache: Arg, scale: Option<Arg>| {
        Some(CacheOf {
            cache,
            scale,
            offset: None,
            divides: true,
            round_mode: RoundMode::Rint,
        })
    };
    let of_keys = [1, tokens, 1, all];
    let key_scale = of.key_scale.map(|arg| steps.add(arg));
    let both = [
        Component {
            gamma: Some(steps.add(of.gamma_keys)),
            cache: stored(latent_cache, key_scale),
            ..component(part(&joined, &of_keys, 3, [0, latent_width])?)
        },
        Component {
            rope: turn.clone(),
            cache: stored(rope_cache, None),
            ..component(part(&joined, &of_keys, 3, [latent_width, rope])?)
        },
    ];
    steps.then(fused(both.into())?)?;

    // Queries.
    let cq = part(&joined, &[tokens, all], 1, [keys, latent])?;
    let query_norm = of.query_norm.map(|arg| steps.add(arg));
    let norm = Some(of.latent_norm);
    let codes = quantise(&mut steps, cq, norm, of.epsilon, second_codes, query_norm)?;
    let q = times(&mut steps, &codes, second_weight)?;
    let queries = steps.add_all(of.queries);
    let [query, query_rope] = two(queries, widths)?;
    let uk = steps.add(of.weight_uk);
    let results = match &of.query_scale {
        None => query.clone(),
        Some(_) => steps.temporary(Dtype::F64, &[tokens, heads, latent_width])?,
    };
    let first = part(&q, &[tokens, heads, of_head], 2, [0, depth])?;
    steps.then(times_heads(first, uk, &results)?)?;
    if let Some(scale) = of.query_scale {
        let scale = steps.add(scale);
        steps.then(given(Given {
            x: results,
            by: vec![By {
                factor: scale,
                axis: 1,
                how: Apply::Multiply,
            }],
            group_index: None,
            y: query,
            mode: RoundMode::Rint,
            is_packed: false,
        })?)?;
    }
    let second = Component {
        rope: turn,
        result: Some(query_rope.viewed(query_rope.view.layout.with_axis(0))?),
        ..component(part(&q, &[1, tokens, heads, of_head], 3, [depth, rope])?)
    };
    steps.then(fused(vec![second])?)?;
    Ok(steps.finish())
}
