//! Tensors of random numbers, by seeds that are known or that a tensor holds when the plan runs, and what is kept by random bits.

#![forbid(unsafe_code)]

use super::comparison::LT;
use super::random::Philox;
use super::sequence::Sequence;
use super::weighted::MUL_ADD;
use super::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_engine::pointwise;
use hostnpu_kernels::random as kernels;
use hostnpu_numeric::Bool;
use hostnpu_tensor::{Dtype, Element, cuts};

/// Source of a sequence of words.
#[derive(Clone, Debug)]
pub enum Seeds {
    /// A seed and an offset.
    Known(u64, u64),
    /// Tensors that hold both when the plan runs.
    Read(Box<SeedTensors>),
}

/// A seed and an offset in tensors of one INT64 each.
#[derive(Clone, Debug)]
pub struct SeedTensors {
    /// The seed.
    pub seed: Arg,
    /// The offset, of another number.
    pub offset: Arg,
    /// Added to the offset.
    pub more: u64,
}

operands! {
    /// Numbers that a seed is made of when the plan runs.
    pub(super) struct SeedNumbers => SeedNumbersAt {
        seed: Read<i64>,
        offset: Read<i64>,
    }
}

impl Seeds {
    /// Returns the operands that [`Seeds::words`] reads, if there are any.
    pub(super) fn operands(&self) -> Result<Option<SeedNumbers>> {
        let Self::Read(tensors) = self else {
            return Ok(None);
        };
        tensors.seed.require_numel(1)?;
        tensors.offset.require_numel(1)?;
        Ok(Some(SeedNumbers {
            seed: tensors.seed.clone().into(),
            offset: tensors.offset.clone().into(),
        }))
    }

    /// Returns the sequence.
    pub(super) fn words(&self, numbers: Option<SeedNumbersAt>) -> Result<Philox> {
        match (self, numbers) {
            (Self::Read(tensors), Some(at)) => {
                let offset = at.offset[0] as u64;
                let offset = offset.wrapping_add(tensors.more);
                Ok(Philox::new(at.seed[0] as u64, offset))
            }
            (&Self::Known(seed, offset), None) => Ok(Philox::new(seed, offset)),
            _ => Err(Reason::Internal("seeds without their operands".into()).into()),
        }
    }
}

operands! {
    struct Draw<T: Element> => DrawAt {
        output: Write<T>,
        seeds: Option<SeedNumbers>,
    }
}

/// Plans `output`, in row-major order, by a function of the first place, the elements from there on and the sequence. A thread takes `piece` elements at a time.
fn draw<T: Element>(
    seeds: Seeds,
    piece: usize,
    output: Arg,
    draw: impl Fn(u64, &mut [T], Philox) + Send + Sync + 'static,
) -> Result<Call> {
    let count = output.view.numel().unwrap_or(0);
    let operands = Draw {
        output: output.into(),
        seeds: seeds.operands()?,
    };
    let cost = count.saturating_mul(4 * size_of::<T>());
    kernel(operands, cost, move |at: DrawAt<T>| {
        let words = seeds.words(at.seeds)?;
        cuts::for_each_part(cuts::chunks(at.output, piece), |number, part| {
            draw((number * piece) as u64, part, words);
        });
        Ok(())
    })
}

/// Plans uniform numbers within `bounds`, the upper one left out but for rounding; of integers cut off toward zero.
pub fn uniform(seeds: Seeds, bounds: [f64; 2], output: Arg) -> Result<Call> {
    use kernels::uniform;
    match output.view.dtype {
        Dtype::F64 => draw(seeds, grain::COMPUTED, output, move |first, y, words| {
            kernels::uniform_f64(first, y, words, bounds);
        }),
        Dtype::F16 => draw(seeds, grain::COMPUTED, output, move |first, y, words| {
            uniform::f16(first, y, words, bounds);
        }),
        Dtype::Bf16 => draw(seeds, grain::COMPUTED, output, move |first, y, words| {
            uniform::bf16(first, y, words, bounds);
        }),
        _ => draw(seeds, grain::COMPUTED, output, move |first, y, words| {
            uniform::f32(first, y, words, bounds);
        }),
    }
}

/// Plans normal numbers of a mean and a standard deviation; of integers cut off toward zero.
pub fn normal(seeds: Seeds, of: [f64; 2], output: Arg) -> Result<Call> {
    use kernels::normal;
    match output.view.dtype {
        // A second rounding changes nothing that DOUBLE does not.
        Dtype::F64 | Dtype::F16 | Dtype::Bf16 => {
            draw(seeds, grain::COMPUTED, output, move |first, y, words| {
                normal::f64(first, y, words, of);
            })
        }
        _ => draw(seeds, grain::COMPUTED, output, move |first, y, words| {
            normal::f32(first, y, words, of);
        }),
    }
}

/// Plans numbers of the exponential distribution with this rate.
pub fn exponential(seeds: Seeds, rate: f64, output: Arg) -> Result<Call> {
    draw(seeds, grain::COMPUTED, output, move |first, y, words| {
        kernels::exponential(first, y, words, rate);
    })
}

/// Plans integers from `low` on, `count` of them (0: 2^64), converted; those beyond `bounds` become the nearest bound.
pub fn integers(
    seeds: Seeds,
    low: i64,
    count: u64,
    bounds: Option<[i64; 2]>,
    output: Arg,
) -> Result<Call> {
    draw(seeds, grain::COMPUTED, output, move |first, y, words| {
        kernels::integers(first, y, words, low, count);
        if let Some([least, most]) = bounds {
            y.iter_mut().for_each(|y| *y = (*y).clamp(least, most));
        }
    })
}

/// Number of the 2^32 words that are below a probability.
fn limit(probability: f64) -> u64 {
    (probability * 4_294_967_296.0).round() as u64
}

/// Plans ones with this probability, else zeros.
pub fn bernoulli(seeds: Seeds, probability: f64, output: Arg) -> Result<Call> {
    let limit = limit(probability);
    draw::<Bool>(seeds, grain::COMPUTED, output, move |first, y, words| {
        kernels::below(first, y, words, limit);
    })
}

/// Plans a bit for each place, 1 with this probability, the first in the lowest bit of the first byte.
pub fn bits(seeds: Seeds, probability: f64, output: Arg) -> Result<Call> {
    let limit = limit(probability);
    draw::<u8>(
        seeds,
        grain::COMPUTED / 8,
        output,
        move |first, y, words| {
            kernels::bits_below(first, y, words, limit);
        },
    )
}

/// Plans a permutation of the numbers below the length.
pub fn permutation(seeds: Seeds, output: Arg) -> Result<Call> {
    draw::<i64>(seeds, usize::MAX, output, |_, y, words| {
        kernels::permutation(y, words);
    })
}

operands! {
    struct Kept<T: Element> => KeptAt {
        input: Read<T>,
        bits: Read<u8>,
        output: Write<T>,
    }
}

/// Plans `output = input * factor` where the bit of the element is 1, else 0, rounded once. Floating-point types.
pub fn kept(input: Arg, bits: Arg, factor: f64, output: Arg) -> Result<Call> {
    match input.view.dtype {
        Dtype::F32 => kept_in(input, bits, factor, output, kernels::kept::f32),
        _ => kept_in(input, bits, factor, output, kernels::kept::f64),
    }
}

/// Multiplies elements by a factor where their bit is 1, and makes the others 0.
type Keep<T> = fn(&[T], &[u8], &mut [T], f64);

fn kept_in<T: Element>(
    input: Arg,
    bits: Arg,
    factor: f64,
    output: Arg,
    keep: Keep<T>,
) -> Result<Call> {
    let count = input.view.numel().unwrap_or(0);
    output.require_numel(count)?;
    let (bytes, needed) = (bits.view.numel().unwrap_or(0), count.div_ceil(8));
    if bytes < needed {
        let allowed = format!("{needed} or more, a bit for each element");
        return Err(Error::value(bits.name, format!("{bytes} bytes"), allowed));
    }
    let operands = Kept {
        input: input.into(),
        bits: bits.into(),
        output: output.into(),
    };
    let cost = count.saturating_mul(2 * size_of::<T>());
    kernel(operands, cost, move |at: KeptAt<T>| {
        cuts::for_each_part(cuts::chunks(at.output, grain::COMPUTED), |piece, y| {
            let first = piece * grain::COMPUTED;
            let x = &at.input[first..][..y.len()];
            let bits = &at.bits[first / 8..][..y.len().div_ceil(8)];
            keep(x, bits, y, factor);
        });
        Ok(())
    })
}

/// Plans `mask`, a bit for each element that is 0 with probability `p`, and `output = input / (1 - p)` where it is 1, else 0.
pub fn dropout(seeds: Seeds, p: f64, input: Arg, output: Arg, mask: Arg) -> Result<Call> {
    if output.view.layout.is_empty() {
        return Ok(Call::nothing([output]));
    }
    let mut all = Sequence::default();
    let (input, output, mask) = (all.add(input), all.add(output), all.add(mask));
    // The input is read before the output is written, whatever they share.
    let kept_of = if p < 1.0 { 1.0 / (1.0 - p) } else { 0.0 };
    let drawn = all.temporary(Dtype::U8, mask.view.layout.shape())?;
    all.then(bits(seeds, 1.0 - p, drawn.clone())?)?;
    all.then(kept(input, drawn.clone(), kept_of, output)?)?;
    all.then(pointwise::copy(drawn, mask)?)?;
    Ok(all.finish())
}

/// Plans ones with the probability that `probability`, which broadcasts to the output, has for the element, else zeros.
pub fn bernoulli_of(seeds: Seeds, probability: Arg, output: Arg) -> Result<Call> {
    if output.view.layout.is_empty() {
        return Ok(Call::nothing([output]));
    }
    let mut all = Sequence::default();
    let (output, probability) = (all.add(output), all.add(probability));
    let drawn = all.temporary(Dtype::F32, output.view.layout.shape())?;
    all.then(uniform(seeds, [0.0, 1.0], drawn.clone())?)?;
    all.then(pointwise::binary(
        &LT,
        Dtype::F32,
        &[],
        drawn,
        probability,
        output,
    )?)?;
    Ok(all.finish())
}

/// Plans normal numbers whose means and standard deviations broadcast to the output.
pub fn normal_of(
    seeds: Seeds,
    mean: pointwise::Operand,
    deviation: pointwise::Operand,
    output: Arg,
) -> Result<Call> {
    if output.view.layout.is_empty() {
        return Ok(Call::nothing([output]));
    }
    let mut all = Sequence::default();
    let output = all.add(output);
    let [mean, deviation] = [mean, deviation].map(|operand| all.add_operand(operand));
    let drawn = all.temporary(Dtype::F64, output.view.layout.shape())?;
    all.then(normal(seeds, [0.0, 1.0], drawn.clone())?)?;
    all.then(pointwise::ternary(
        &MUL_ADD,
        Dtype::F64,
        &[],
        drawn,
        deviation,
        mean,
        output,
    )?)?;
    Ok(all.finish())
}
