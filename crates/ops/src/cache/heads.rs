//! Heads of queries, keys and values in one tensor, that are normalised, rotated by positions and written to caches.

#![forbid(unsafe_code)]

use super::layout::CacheLayout;
use super::scatter::{Beyond, Scatter, Stored, scatter};
use crate::indexing::{gather, slices};
use crate::pointwise;
use crate::posembedding::{Mode, RotateByPosition, Rotated, Sections, rotate_by_position};
use crate::products::{Product, multiply};
use crate::quant::{Apply, By, DynamicBlockQuant, Given, RoundMode, dynamic_block_quant, given};
use crate::rows::{Affine, Norm, Rows, Statistics, Walk, norm};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{ReadIndices, Write, kernel, operands};
use hostnpu_tensor::Dtype;

/// Heads of tokens, and the weights of those that are queries and keys.
pub struct HeadRows {
    /// Tokens, heads of queries, keys and values, elements.
    pub qkv: Arg,
    /// Weights of the elements of queries and of keys.
    pub gammas: [Arg; 2],
}

/// Positions of tokens.
pub enum HeadPositions {
    /// Numbers of the rows of a table: of tokens, or rows of them.
    Given(Arg),
    /// Those of the last tokens of sequences.
    OfSequences {
        /// Number of the first token of each sequence, and the number of all.
        starts: Arg,
        /// Tokens of each sequence with those before.
        lengths: Arg,
    },
}

/// Products and scales behind the rotation.
pub struct KeyScales {
    /// A matrix that queries and keys are multiplied by.
    pub rotation: Arg,
    /// Factors of the values of each head, or of each of its elements.
    pub v_scale: Arg,
    /// The cache of the scales of keys.
    pub k_scale_cache: Arg,
    /// Scales of queries, if they are quantised.
    pub q_scale: Option<Arg>,
}

/// Operands of [`cached_heads`].
pub struct CachedHeads {
    /// One source of tokens, or two, one behind the other.
    pub sources: Vec<HeadRows>,
    /// The number of the token that each token of results is; without it they are in their order.
    pub order: Option<Arg>,
    /// Heads of queries, keys and values.
    pub heads: [usize; 3],
    /// Added to the mean of squares (`epsilon`).
    pub epsilon: f64,
    /// Positions of tokens.
    pub positions: HeadPositions,
    /// Rows of cosines and sines, half and half.
    pub cos_sin: Arg,
    /// Pairs that each row of positions serves.
    pub sections: Sections,
    /// The slot of each token; one with a negative slot is left out, one behind the cache is an error.
    pub slot_mapping: Arg,
    /// Caches of keys and of values.
    pub caches: [Arg; 2],
    /// Positions of the rows of caches.
    pub layout: CacheLayout,
    /// Products and scales; without them keys and values are stored as they are.
    pub scales: Option<KeyScales>,
    /// Tokens, heads, elements of queries.
    pub q_out: Arg,
}

operands! {
    struct Lengths => LengthsAt {
        starts: ReadIndices<i64>,
        lengths: ReadIndices<i64>,
        positions: Write<i64>,
    }
}

/// Plans the position of each token: the number of tokens before it in its sequence.
fn positions_of(starts: Arg, lengths: Arg, table: usize, positions: Arg) -> Result<Call> {
    let sequences = lengths.view.numel().unwrap_or(0);
    starts.require_numel(sequences + 1)?;
    let names = [starts.name, lengths.name];
    let tokens = positions.view.numel().unwrap_or(0);
    let operands = Lengths {
        starts: starts.into(),
        lengths: lengths.into(),
        positions: positions.into(),
    };
    kernel(operands, 4 * tokens, move |at: LengthsAt| {
        let mut first = at.starts.get(0);
        if first != 0 {
            return Err(Error::value(names[0], format!("{first} at [0]"), "0"));
        }
        for sequence in 0..sequences {
            let end = at.starts.get(sequence + 1);
            if end < first || end > tokens as i64 {
                let got = format!("{end} at [{}]", sequence + 1);
                let allowed = format!("{first} to {tokens}");
                return Err(Error::value(names[0], got, allowed));
            }
            let (own, length) = (end - first, at.lengths.get(sequence));
            if length < own || length > table as i64 {
                let got = format!("{length} at [{sequence}]");
                let allowed =
                    format!("{own}, the tokens of the call, to {table}, the rows of the table");
                return Err(Error::value(names[1], got, allowed));
            }
            let of_sequence = &mut at.positions[first as usize..end as usize];
            for (position, number) in of_sequence.iter_mut().zip(length - own..) {
                *position = number;
            }
            first = end;
        }
        match first == tokens as i64 {
            true => Ok(()),
            false => {
                let got = format!("{first} at [{sequences}]");
                let allowed = format!("{tokens}, the number of tokens");
                Err(Error::value(names[0], got, allowed))
            }
        }
    })
}

/// Steps over the heads.
struct Steps {
    all: Sequence,
    sources: Vec<HeadRows>,
    order: Option<Arg>,
    epsilon: f64,
    tokens: i64,
    width: i64,
}

impl Steps {
    /// Some heads of all tokens, in the order of results: normalised if `of` says whose weights, else as they are.
    fn rows(&mut self, first: i64, count: i64, of: Option<usize>) -> Result<Arg> {
        let heads = |qkv: &Arg| qkv.viewed(qkv.view.layout.sliced(1, first, count, 1));
        if of.is_none() && self.sources.len() == 1 && self.order.is_none() {
            return heads(&self.sources[0].qkv);
        }
        let dtype = match of {
            Some(_) => Dtype::F64,
            None => self.sources[0].qkv.view.dtype,
        };
        let shape = [self.tokens, count, self.width];
        let joined = self.all.temporary(dtype, &shape)?;
        let mut begin = 0;
        for source in &self.sources {
            let x = heads(&source.qkv)?;
            let own = x.view.layout.shape()[0];
            let to = joined.viewed(joined.view.layout.sliced(0, begin, own, 1))?;
            begin += own;
            let step = match of {
                None => pointwise::copy(x, to)?,
                Some(of) => {
                    let rows = Rows::of(&[own, count, self.width], 1);
                    let weights =
                        Affine::new(Some(source.gammas[of].clone()), None, Walk::columns());
                    norm(Norm {
                        affine: vec![weights],
                        results: vec![(to, Dtype::F64)],
                        ..Norm::new(rows, vec![(x, 1.0)], Statistics::Rms(self.epsilon))
                    })?
                }
            };
            self.all.then(step)?;
        }
        let Some(order) = &self.order else {
            return Ok(joined);
        };
        let ordered = self.all.temporary(dtype, &shape)?;
        let geometry = slices(&joined, 0, order, &ordered, false);
        self.all.then(gather(&geometry, joined, ordered.clone())?)?;
        Ok(ordered)
    }
}

/// Plans the heads: normalised and rotated in DOUBLE, rounded once to the type of `qkv`; with a matrix the products are rounded to FLOAT before they are quantised.
/// A call that fails has written nothing.
pub fn cached_heads(of: CachedHeads) -> Result<Call> {
    let [of_q, of_k, of_v] = of.heads.map(|heads| heads as i64);
    let mut all = Sequence::default();
    let sources: Vec<HeadRows> = of
        .sources
        .into_iter()
        .map(|source| HeadRows {
            qkv: all.add(source.qkv),
            gammas: source.gammas.map(|gamma| all.add(gamma)),
        })
        .collect();
    let order = of.order.map(|order| all.add(order));
    let cos_sin = all.add(of.cos_sin);
    let slots = all.add(of.slot_mapping);
    let caches = of.caches.map(|cache| all.add(cache));
    let q_out = all.add(of.q_out);
    let scales = of.scales.map(|scales| KeyScales {
        rotation: all.add(scales.rotation),
        v_scale: all.add(scales.v_scale),
        k_scale_cache: all.add(scales.k_scale_cache),
        q_scale: scales.q_scale.map(|scale| all.add(scale)),
    });
    let [tokens, _, width] = q_out.extents::<3>()?.map(|extent| extent as i64);
    let dtype = sources[0].qkv.view.dtype;
    let positions = match of.positions {
        HeadPositions::Given(positions) => all.add(positions),
        HeadPositions::OfSequences { starts, lengths } => {
            let (starts, lengths) = (all.add(starts), all.add(lengths));
            let positions = all.temporary(Dtype::I64, &[tokens])?;
            let table = cos_sin.extents::<2>()?[0];
            all.then(positions_of(starts, lengths, table, positions.clone())?)?;
            positions
        }
    };
    let mut steps = Steps {
        all,
        sources,
        order,
        epsilon: of.epsilon,
        tokens,
        width,
    };
    let turned = |steps: &mut Steps, x: Arg, y: Arg| {
        let rotation = rotate_by_position(RotateByPosition {
            positions: positions.clone(),
            cos_sin_cache: cos_sin.clone(),
            sections: of.sections.clone(),
            mode: Mode::Half,
            tensors: vec![Rotated { x: Some(x), y }],
        })?;
        steps.all.then(rotation)
    };
    // Products with the matrix of some rotated heads: heads and tokens in the order of dense results.
    let product = |steps: &mut Steps, x: Arg, heads: i64, matrix: &Arg, by_heads: bool| {
        let order = match by_heads {
            true => [heads, tokens, width],
            false => [tokens, heads, width],
        };
        let rotated = steps.all.temporary(dtype, &order)?;
        let result = steps.all.temporary(Dtype::F32, &order)?;
        let y = match by_heads {
            true => rotated.viewed(rotated.view.layout.permuted(&[1, 0, 2]))?,
            false => rotated.clone(),
        };
        turned(steps, x, y)?;
        let rows = [heads * tokens, width];
        let flat = [&rotated, &result].map(|arg| steps.all.reshaped(arg, &rows));
        let [rotated, flat] = flat;
        steps.all.then(multiply(
            Product::new(dtype, Dtype::F32),
            rotated?,
            matrix.clone(),
            flat?,
        )?)?;
        Ok::<Arg, Error>(result)
    };
    let quantised = |steps: &mut Steps, x: Arg, y: Arg, scale: Arg| {
        steps.all.then(dynamic_block_quant(DynamicBlockQuant {
            x,
            groups: None,
            min_scale: 0.0,
            mode: RoundMode::Rint,
            block: [1, width as usize],
            dst_type_max: 0.0,
            y,
            scale,
        })?)
    };
    // All that may fail comes before the first output is written: positions and the order with the keys, then slots.
    let k = steps.rows(of_q, of_k, Some(1))?;
    let v = steps.rows(of_q + of_k, of_v, None)?;
    let [k_cache, v_cache] = caches;
    let mut stored = Vec::new();
    match &scales {
        None => {
            let rotated = steps.all.temporary(dtype, &[tokens, of_k, width])?;
            turned(&mut steps, k, rotated.clone())?;
            stored.extend([(rotated, k_cache), (v, v_cache)]);
        }
        Some(scales) => {
            let k = product(&mut steps, k, of_k, &scales.rotation, false)?;
            let shape = [tokens, of_k, width];
            let codes = steps.all.temporary(k_cache.view.dtype, &shape)?;
            let scale = steps.all.temporary(Dtype::F32, &[tokens, of_k, 1])?;
            quantised(&mut steps, k, codes.clone(), scale.clone())?;
            let values = steps
                .all
                .temporary(v_cache.view.dtype, &[tokens, of_v, width])?;
            let is_of_heads = scales.v_scale.view.layout.rank() == 1;
            let (x, y) = match is_of_heads {
                true => (v, values.clone()),
                false => {
                    let flat = [tokens, of_v * width];
                    let x = steps.all.reshaped_or_copied(&v, &flat)?;
                    (x, steps.all.reshaped(&values, &flat)?)
                }
            };
            let count = if is_of_heads { of_v } else { of_v * width };
            let factor = steps.all.reshaped_or_copied(&scales.v_scale, &[count])?;
            steps.all.then(given(Given {
                x,
                by: vec![By {
                    factor,
                    axis: 1,
                    how: Apply::Multiply,
                }],
                group_index: None,
                y,
                mode: RoundMode::Rint,
                is_packed: false,
            })?)?;
            stored.extend([
                (codes, k_cache),
                (values, v_cache),
                (scale, scales.k_scale_cache.clone()),
            ]);
        }
    }
    let layout = of.layout;
    let stored = stored.into_iter().map(|(rows, cache)| Stored {
        rows,
        cache,
        layout,
    });
    let written = scatter(Scatter {
        slot_mapping: slots,
        stored: stored.collect(),
        beyond: Beyond::Fails,
    })?;
    steps.all.then(written)?;
    let q = steps.rows(0, of_q, Some(0))?;
    match &scales {
        None => turned(&mut steps, q, q_out)?,
        Some(scales) => {
            let strides = q_out.view.layout.strides();
            let by_heads = strides[0] < strides[1];
            let q = product(&mut steps, q, of_q, &scales.rotation, by_heads)?;
            let in_order = |arg: &Arg| match by_heads {
                true => arg.viewed(arg.view.layout.permuted(&match arg.view.layout.rank() {
                    2 => vec![1, 0],
                    _ => vec![1, 0, 2],
                })),
                false => Ok(arg.clone()),
            };
            match &scales.q_scale {
                Some(scale) => quantised(&mut steps, q, in_order(&q_out)?, in_order(scale)?)?,
                None => {
                    let y = in_order(&q_out)?;
                    steps.all.then(pointwise::copy(q, y)?)?;
                }
            }
        }
    }
    Ok(steps.all.finish())
}
