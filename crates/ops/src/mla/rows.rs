//! Rows of latent queries, of heads of queries and of keys, normalised and quantised.

#![forbid(unsafe_code)]

use super::count;
use crate::quant::Quantised;
use crate::{Arg, Call};
use half::bf16;
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, Update, Write, WriteBytes, kernel, operands};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::mx::{self, ElementFormat, Recipe, ScaleRule};
use hostnpu_kernels::quantised::{largest, symmetric};
use hostnpu_numeric::rounding::Rounding;
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::{chunks, for_each_part};

/// Steps that share a scale where scales are powers of two.
pub(super) const BLOCK: usize = 32;
/// Latent queries of a token at most.
const MOST: usize = 2048;
/// Microscaling of latent queries.
const MX: Recipe = Recipe {
    format: ElementFormat::E4M3FN,
    rounding: Rounding::TiesToEven,
    scale: ScaleRule::Floor { max_exponent: 8 },
    block: BLOCK,
};
/// The least number that the largest magnitude of a tile of eight-bit floating-point codes is taken for.
const LEAST: f64 = 1e-4;

operands! {
    struct Latent => LatentAt {
        x: Update<f64>,
        gamma: Read<f64>,
        smooth: Option<Read<f64>>,
        codes: Option<WriteBytes>,
        scales: Option<Write<f32>>,
        powers: Option<WriteBytes>,
    }
}

operands! {
    pub(super) struct Queries => QueriesAt {
        x: Update<f64>,
        rope: Update<f64>,
        key_scale: Read<f64>,
        codes: WriteBytes,
        scales: Write<f32>,
        out: Write<f64>,
    }
}

operands! {
    pub(super) struct Tiles => TilesAt {
        x: Update<f64>,
        rope: Read<f64>,
        clip: Option<Read<f64>>,
        rows: WriteBytes,
    }
}

/// Latent queries as the second product reads them.
pub(super) struct Quantisation {
    pub to: Quantised,
    pub codes: Arg,
    /// Of each token, or of tokens and blocks.
    pub scales: Arg,
}

/// Normalises rows in place, and quantises them.
pub(super) fn latent(
    x: Arg,
    gamma: Arg,
    smooth: Option<Arg>,
    [epsilon, factor]: [f64; 2],
    quantisation: Option<&Quantisation>,
) -> Result<Call> {
    let (width, cost) = (count(&gamma), 8 * count(&x));
    let is_mx = quantisation.is_some_and(|of| of.scales.view.dtype == Dtype::F8E8m0);
    if width > MOST {
        let allowed = format!("at most {MOST} elements");
        return Err(Error::shape(gamma.name, gamma.view.layout.shape(), allowed));
    }
    let scales = quantisation.map(|of| of.scales.clone());
    let (powers, scales) = if is_mx {
        (scales, None)
    } else {
        (None, scales)
    };
    let to = quantisation.map(|of| of.to);
    let operands = Latent {
        x: x.into(),
        gamma: gamma.into(),
        smooth: smooth.map(Read::from),
        codes: quantisation.map(|of| of.codes.clone().into()),
        scales: scales.map(Write::from),
        powers: powers.map(WriteBytes::from),
    };
    kernel(operands, cost, move |at: LatentAt| {
        let parts = (
            chunks(at.x, width.max(1)),
            at.codes.map(|codes| chunks(codes, width.max(1))),
            at.scales.map(|scales| chunks(scales, 1)),
            at.powers
                .map(|powers| chunks(powers, (width / BLOCK).max(1))),
        );
        for_each_part(parts, |_, (x, codes, scale, powers)| {
            // One sum, in order.
            let squares = x.iter().fold(0.0, |sum, x| sum + *x * *x);
            let root = (squares / width as f64 + epsilon).sqrt();
            for (x, gamma) in x.iter_mut().zip(at.gamma) {
                *x = *x / root * gamma * factor;
            }
            let (Some(to), Some(codes)) = (to, codes) else {
                return one_nan(x);
            };
            if let Some(powers) = powers {
                let mut row = [0.0_f32; MOST];
                for (to, x) in row.iter_mut().zip(&*x) {
                    *to = *x as f32;
                }
                let output = mx::Output {
                    elements: codes,
                    scales: powers,
                };
                return mx::quantise_rows(&MX, &row[..width], width, output);
            }
            if let Some(smooth) = at.smooth {
                x.iter_mut()
                    .zip(smooth)
                    .for_each(|(x, smooth)| *x *= smooth);
            }
            let own = to.quantise(x, codes);
            if let Some(scale) = scale {
                scale[0] = own;
            }
        });
        Ok(())
    })
}

/// Quantises the heads of queries, and gives their rotated elements the same factor.
pub(super) fn queries(
    of: Queries,
    to: Quantised,
    [width, rope]: [usize; 2],
    rows: usize,
) -> Result<Call> {
    kernel(of, 8 * rows * width, move |at: QueriesAt| {
        let parts = (
            chunks(at.x, width.max(1)),
            chunks(at.codes, width.max(1)),
            chunks(at.scales, 1),
            chunks(at.rope, rope.max(1)),
            chunks(at.out, rope.max(1)),
        );
        let key_scale = at.key_scale[0];
        for_each_part(parts, |_, (x, codes, scale, rope, out)| {
            scale[0] = to.quantise(x, codes);
            let factor = f64::from(scale[0]);
            for (to, x) in out.iter_mut().zip(&*rope) {
                *to = x * key_scale / factor;
            }
            one_nan(out);
        });
        Ok(())
    })
}

/// Writes rows of codes, rotated elements and factors of tiles.
pub(super) fn tiles(
    of: Tiles,
    to: Quantised,
    [width, rope, tile]: [usize; 3],
    rows: usize,
) -> Result<Call> {
    let bytes = width + 2 * rope + 4 * (width / tile.max(1));
    kernel(of, 8 * rows * width, move |at: TilesAt| {
        let (clip, turned) = (at.clip.map(|clip| clip[0]), at.rope);
        let parts = (chunks(at.x, width.max(1)), chunks(at.rows, bytes));
        for_each_part(parts, |row, (x, stored)| {
            let (codes, rest) = stored.split_at_mut(width);
            let (positions, scales) = rest.split_at_mut(2 * rope);
            for (to, x) in positions
                .as_chunks_mut::<2>()
                .0
                .iter_mut()
                .zip(&turned[row * rope..])
            {
                let x = if x.is_nan() { f64::NAN } else { *x };
                *to = bf16::from_f32(hostnpu_kernels::convert::odd(x)).to_le_bytes();
            }
            let each = x.chunks_mut(tile.max(1)).zip(codes.chunks_mut(tile.max(1)));
            for ((x, codes), stored) in each.zip(scales.as_chunks_mut::<4>().0) {
                let mut most = largest(x);
                match (to, clip) {
                    (Quantised::Int8, Some(clip)) => {
                        most *= clip;
                        x.iter_mut().for_each(|x| *x = x.min(most).max(-most));
                    }
                    (Quantised::Int8, None) => {}
                    _ if most < LEAST => most = LEAST,
                    _ => {}
                }
                let scale = symmetric(most, to.max());
                *stored = scale.to_le_bytes();
                x.iter_mut().for_each(|x| *x /= f64::from(scale));
                to.store(x, codes);
            }
        });
        Ok(())
    })
}
