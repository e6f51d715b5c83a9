//! `aclStft`: the discrete Fourier transforms of windows that slide along sequences. Source: ops-math, `math/stft`.

use crate::ops::spectra::{Spectra, spectra};
use crate::prelude::*;

const NUMBERS: Dtypes = on_910(&[]).and_910b(&[F32, F64, Complex64, Complex128]);

/// Writes `X[w, m] = sum over k of window[k] * self[m * hopLength + k] * exp(-2πi * w * k / nFft)` for `w` from 0 to `nFft - 1`, with `onesided` to `nFft / 2`, and the `(L - nFft) / hopLength + 1` frames `m` of a sequence (L) or of several (B, L), as
/// `torch.stft` without `center`. `windowOptional` has `winLength` factors, at most `nFft`, for the middle of a frame, beside which samples count as 0; without one they are 1. `normalized` divides by the square root of `nFft`. Results are complex (…, w, m),
/// or, without `returnComplex`, pairs of real and imaginary parts (…, w, m, 2). FLOAT, DOUBLE, COMPLEX64 or COMPLEX128, all of one precision, computed in DOUBLE and rounded once; complex numbers are not `onesided`.
#[aclnn]
fn aclStft(
    self_: Input,
    window_optional: Option<Input>,
    out: Output,
    n_fft: i64,
    hop_length: i64,
    win_length: i64,
    normalized: bool,
    onesided: bool,
    return_complex: bool,
) -> Planned {
    self_.dtype_in(NUMBERS)?;
    if let Some(window) = &window_optional {
        window.dtype_in(NUMBERS)?;
        window.same_dtype(&self_)?;
    }
    let dtype = self_.dtype()?;
    let is_double = matches!(dtype, F64 | Complex128);
    out.dtype_in(on_all(match (return_complex, is_double) {
        (true, true) => &[Complex128],
        (true, false) => &[Complex64],
        (false, true) => &[F64],
        (false, false) => &[F32],
    }))?;
    self_.format_nd()?;
    self_.rank_in(1..=2)?;
    out.rank_in(2..=4)?;
    let samples = self_.shape()[self_.rank() - 1];
    if n_fft <= 0 || n_fft > samples {
        let allowed = format!("1 to {samples}, the samples of `self`");
        return Err(Error::value("nFft", n_fft, allowed).into());
    }
    if hop_length <= 0 {
        return Err(Error::value("hopLength", hop_length, "1 or more").into());
    }
    if win_length <= 0 || win_length > n_fft {
        let allowed = format!("1 to {n_fft}, as `nFft`");
        return Err(Error::value("winLength", win_length, allowed).into());
    }
    if let Some(window) = &window_optional {
        window.shape_is(&[win_length], "`winLength` numbers")?;
    }
    if dtype.is_complex() && onesided {
        return Err(Error::value("onesided", true, "false, as `self` is complex").into());
    }
    let frames = (samples - n_fft) / hop_length + 1;
    let bins = if onesided { n_fft / 2 + 1 } else { n_fft };
    let batch = &self_.shape()[..self_.rank() - 1];
    let parts: &[i64] = if return_complex { &[] } else { &[2] };
    let shape = [batch, &[bins, frames], parts].concat();
    out.shape_is(&shape, "that of bins and frames")?;
    let mut axes: Vec<usize> = (0..out.rank()).collect();
    axes.swap(batch.len(), batch.len() + 1);
    let output = out.write()?;
    let layout = output.view.layout.permuted(&axes);
    Ok(spectra(Spectra {
        input: self_.read()?,
        window: window_optional.map(|window| window.read()).transpose()?,
        width: win_length as usize,
        length: n_fft as usize,
        hop: hop_length as usize,
        frames: frames as usize,
        bins: bins as usize,
        divisor: if normalized {
            (n_fft as f64).sqrt()
        } else {
            1.0
        },
        output: output.viewed(layout)?,
    })?)
}
