//! Discrete Fourier transforms of frames of sequences: of real or complex samples, one after the other, by windows.
//!
//! Transforms are DOUBLE ([`fourier`](hostnpu_kernels::fourier)) and rounded once. Of real samples the results behind the middle are the conjugates of those before it, and those that are real have no imaginary part.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, ReadFloats, Temporary, Write, kernel, operands};
use hostnpu_kernels::fourier::{Fourier, Number};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_tensor::cuts::{chunks, for_each_part_with};

/// Operands of [`spectra`].
pub struct Spectra {
    /// Samples; sequences along the last axis.
    pub input: Arg,
    /// The factors of the samples of a frame.
    pub window: Option<Arg>,
    /// Samples of a frame that count, in the middle of its length; those before and behind are 0.
    pub width: usize,
    /// Numbers that are transformed.
    pub length: usize,
    /// Samples between the beginnings of frames.
    pub hop: usize,
    /// Frames of each sequence. A frame may end behind the samples, which are 0 there.
    pub frames: usize,
    /// Results of a frame.
    pub bins: usize,
    /// All results are divided by this number.
    pub divisor: f64,
    /// Frames of all sequences, then bins: complex numbers, or pairs of real ones.
    pub output: Arg,
}

operands! {
    struct SpectraIn => SpectraAt {
        real: Option<ReadFloats>,
        complex: Option<Read<Number>>,
        window: Option<Read<Number>>,
        pairs: Option<Write<f64>>,
        numbers: Option<Write<Number>>,
        memory: Temporary<Number>,
    }
}

/// Plans transforms of frames.
pub fn spectra(of: Spectra) -> Result<Call> {
    let (length, bins) = (of.length, of.bins);
    let samples = of.input.view.layout.shape().last().copied().unwrap_or(1) as usize;
    let sequences = of.input.view.numel().unwrap_or(0) / samples.max(1);
    let all = sequences * of.frames;
    let is_complex = of.output.view.dtype.is_complex();
    of.output
        .require_numel(all * bins * if is_complex { 1 } else { 2 })?;
    if let Some(window) = &of.window {
        window.require_numel(of.width)?;
    }
    if all == 0 || bins == 0 {
        return Ok(Call::nothing([of.input, of.output]));
    }
    let bytes = length.saturating_mul(size_of::<Number>());
    let fourier = Fourier::new(length).ok_or_else(|| Error::out_of_host_memory(bytes))?;
    let each = 2 * length + fourier.work();
    let is_real = !of.input.view.dtype.is_complex();
    let (real, complex) = match is_real {
        true => (Some(of.input.into()), None),
        false => (None, Some(of.input.into())),
    };
    let (pairs, numbers) = match is_complex {
        true => (None, Some(of.output.into())),
        false => (Some(of.output.into()), None),
    };
    let operands = SpectraIn {
        real,
        complex,
        window: of.window.map(Read::from),
        pairs,
        numbers,
        memory: Temporary::of(grain::LANES.min(all).saturating_mul(each)),
    };
    let cost = all.saturating_mul(length).saturating_mul(8);
    let before = (length - of.width) / 2;
    kernel(operands, cost, move |at: SpectraAt| {
        let out: &mut [f64] = match (at.pairs, at.numbers) {
            (Some(pairs), _) => pairs,
            (None, Some(numbers)) => bytemuck::cast_slice_mut(numbers),
            (None, None) => &mut [],
        };
        let parts = chunks(out, 2 * bins);
        for_each_part_with(chunks(at.memory, each), parts, |frame, memory, out| {
            let (own, rest) = memory.split_at_mut(length);
            let (results, work) = rest.split_at_mut(length);
            let first = frame % of.frames * of.hop + before;
            let count = of.width.min(samples.saturating_sub(first));
            let start = frame / of.frames * samples + first;
            own.fill(Number::default());
            let counted = &mut own[before..before + count];
            if let Some(real) = at.real {
                let numbers: &mut [f64] = bytemuck::cast_slice_mut(results);
                let numbers = &mut numbers[..count];
                real.load(start..start + count, numbers);
                counted
                    .iter_mut()
                    .zip(numbers)
                    .for_each(|(to, x)| to.re = *x);
            } else if let Some(complex) = at.complex {
                counted.copy_from_slice(&complex[start..start + count]);
            }
            if let Some(window) = at.window {
                for (to, factor) in counted.iter_mut().zip(window) {
                    *to = match is_real {
                        true => Number::new(to.re * factor.re, 0.0),
                        false => *to * factor,
                    };
                }
            }
            fourier.transform(own, results, work);
            for (k, to) in out.chunks_mut(2).enumerate() {
                let is_behind = is_real && 2 * k > length;
                let mut x = results[if is_behind { length - k } else { k }];
                if is_behind {
                    x = x.conj();
                } else if is_real && (k == 0 || 2 * k == length) {
                    x.im = 0.0;
                }
                to.copy_from_slice(&[x.re / of.divisor, x.im / of.divisor]);
            }
            one_nan(out);
        });
        Ok(())
    })
}
