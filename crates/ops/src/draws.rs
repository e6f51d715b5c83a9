//! Tensors of random numbers, by seeds that are known or that a tensor holds when the plan runs, and what is kept by random bits.

use std::marker::PhantomData;

use super::comparison::LT;
use super::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use super::engine::pointwise;
use super::random::Philox;
use super::sequence::Sequence;
use super::weighted::MUL_ADD;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::random as kernels;
use hostnpu_numeric::Bool;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dtype, Element, parallel};

/// Elements that one thread takes at a time.
const PIECE: usize = 1 << 14;

/// Where a sequence of words comes from.
#[derive(Clone, Debug)]
pub enum Seeds {
    /// A seed and an offset.
    Known(u64, u64),
    /// Tensors of one INT64 each, the last of another number, and what is added to that.
    Read(Box<[Arg; 2]>, u64),
}

impl Seeds {
    /// Returns the operands that [`Seeds::words`] reads.
    pub(super) fn operands(&self) -> Vec<Operand> {
        match self {
            Self::Known(..) => Vec::new(),
            Self::Read(tensors, _) => {
                let read = |tensor: &Arg| Operand::read(tensor.clone(), Dtype::I64);
                tensors.iter().map(read).collect()
            }
        }
    }

    /// Returns the sequence.
    ///
    /// # Safety
    /// The places are those of the operands that [`Seeds::operands`] returned.
    pub(super) unsafe fn words(&self, places: &[usize]) -> Philox {
        match *self {
            Self::Known(seed, offset) => Philox::new(seed, offset),
            Self::Read(_, more) => {
                // SAFETY: the caller's promise: one INT64 each.
                let read = |k: usize| unsafe { slice::<i64>(places[k], 1) }[0] as u64;
                Philox::new(read(0), read(1).wrapping_add(more))
            }
        }
    }
}

/// A way to write a tensor of `T` by a sequence.
struct Draw<T, F> {
    count: usize,
    /// Elements that one thread takes at a time.
    piece: usize,
    seeds: Seeds,
    draw: F,
    element: PhantomData<fn() -> T>,
}

impl<T: Element, F: Fn(u64, &mut [T], Philox) + Send + Sync + 'static> Kernel for Draw<T, F> {
    fn cost(&self) -> usize {
        self.count.saturating_mul(4 * size_of::<T>())
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        // SAFETY: the operands behind the output.
        let words = unsafe { self.seeds.words(&places[1..]) };
        parallel::for_each_piece(self.count.div_ceil(self.piece), |piece| {
            let first = piece * self.piece;
            let count = self.piece.min(self.count - first);
            let place = places[0] + first * size_of::<T>();
            // SAFETY: the output is dense, of this type; pieces are disjoint.
            let part = unsafe { slice_mut::<T>(place, count) };
            (self.draw)(first as u64, part, words);
        });
        Ok(())
    }
}

/// Plans `output`, in row-major order, by a function of the first place, the elements from there on and the sequence.
fn draw<T: Element>(
    seeds: Seeds,
    piece: usize,
    output: Arg,
    draw: impl Fn(u64, &mut [T], Philox) + Send + Sync + 'static,
) -> Result<Call> {
    let count = output.view.numel().unwrap_or(0);
    if count == 0 {
        return Ok(Call::nothing([output]));
    }
    let mut operands = vec![Operand::write(output, T::DTYPE)];
    operands.extend(seeds.operands());
    let element = PhantomData;
    let plan = Draw {
        count,
        piece,
        seeds,
        draw,
        element,
    };
    dense::plan(plan, operands)
}

/// Plans uniform numbers within `bounds`, the upper one left out but for rounding; of integers cut off toward zero.
pub fn uniform(seeds: Seeds, bounds: [f64; 2], output: Arg) -> Result<Call> {
    use kernels::uniform;
    match output.view.dtype {
        Dtype::F64 => draw(seeds, PIECE, output, move |first, y, words| {
            kernels::uniform_f64(first, y, words, bounds);
        }),
        Dtype::F16 => draw(seeds, PIECE, output, move |first, y, words| {
            uniform::f16(first, y, words, bounds);
        }),
        Dtype::Bf16 => draw(seeds, PIECE, output, move |first, y, words| {
            uniform::bf16(first, y, words, bounds);
        }),
        _ => draw(seeds, PIECE, output, move |first, y, words| {
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
            draw(seeds, PIECE, output, move |first, y, words| {
                normal::f64(first, y, words, of);
            })
        }
        _ => draw(seeds, PIECE, output, move |first, y, words| {
            normal::f32(first, y, words, of);
        }),
    }
}

/// Plans numbers of the exponential distribution with this rate.
pub fn exponential(seeds: Seeds, rate: f64, output: Arg) -> Result<Call> {
    draw(seeds, PIECE, output, move |first, y, words| {
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
    draw(seeds, PIECE, output, move |first, y, words| {
        kernels::integers(first, y, words, low, count);
        if let Some([least, most]) = bounds {
            y.iter_mut().for_each(|y| *y = (*y).clamp(least, most));
        }
    })
}

/// How many of the 2^32 words are below a probability.
fn limit(probability: f64) -> u64 {
    (probability * 4_294_967_296.0).round() as u64
}

/// Plans ones with this probability, else zeros.
pub fn bernoulli(seeds: Seeds, probability: f64, output: Arg) -> Result<Call> {
    let limit = limit(probability);
    draw::<Bool>(seeds, PIECE, output, move |first, y, words| {
        kernels::below(first, y, words, limit);
    })
}

/// Plans a bit for each place, 1 with this probability, the first in the lowest bit of the first byte.
pub fn bits(seeds: Seeds, probability: f64, output: Arg) -> Result<Call> {
    let limit = limit(probability);
    draw::<u8>(seeds, PIECE / 8, output, move |first, y, words| {
        kernels::bits_below(first, y, words, limit);
    })
}

/// Plans a permutation of the numbers below the length.
pub fn permutation(seeds: Seeds, output: Arg) -> Result<Call> {
    draw::<i64>(seeds, usize::MAX, output, |_, y, words| {
        kernels::permutation(y, words);
    })
}

/// Elements times a factor, where a bit says so.
struct Kept {
    count: usize,
    factor: f64,
    is_single: bool,
}

/// Plans `output = input * factor` where the bit of the element is 1, else 0, rounded once. Floating-point types.
pub fn kept(input: Arg, bits: Arg, factor: f64, output: Arg) -> Result<Call> {
    let count = input.view.numel().unwrap_or(0);
    if count == 0 {
        return Ok(Call::nothing([output]));
    }
    let is_single = input.view.dtype == Dtype::F32;
    let dtype = if is_single { Dtype::F32 } else { Dtype::F64 };
    let plan = Kept {
        count,
        factor,
        is_single,
    };
    let operands = [
        Operand::read(input, dtype),
        Operand::read(bits, Dtype::U8),
        Operand::write(output, dtype),
    ];
    dense::plan(plan, operands)
}

impl Kernel for Kept {
    fn cost(&self) -> usize {
        self.count
            .saturating_mul(if self.is_single { 8 } else { 16 })
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let factor = self.factor;
        parallel::for_each_piece(self.count.div_ceil(PIECE), |piece| {
            let first = piece * PIECE;
            let count = PIECE.min(self.count - first);
            // SAFETY: dense tensors of the types that were planned, with a bit for each element; pieces are disjoint.
            unsafe {
                let bits = slice::<u8>(places[1] + first / 8, count.div_ceil(8));
                match self.is_single {
                    true => {
                        let [x, y] = [places[0], places[2]].map(|place| place + 4 * first);
                        kernels::kept::f32(slice(x, count), bits, slice_mut(y, count), factor);
                    }
                    false => {
                        let [x, y] = [places[0], places[2]].map(|place| place + 8 * first);
                        kernels::kept::f64(slice(x, count), bits, slice_mut(y, count), factor);
                    }
                }
            }
        });
        Ok(())
    }
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
