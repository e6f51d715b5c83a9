//! `aclRfft1D`: the discrete Fourier transform of real numbers. Source: ops-math, `math/rfft1_d`.

use crate::device::soc::Generation;
use crate::ops::spectra::{Spectra, spectra};
use crate::prelude::*;

const FLOAT: Dtypes = on_910(&[]).and_910b(&[F32]);

/// The largest length.
const MOST: i64 = 262_144;

/// Writes `X[k] = sum over j of self[j] * exp(-2πi * j * k / n)` along `dim` for `k` from 0 to `n / 2`, as pairs of real and imaginary parts along one more axis, the last. `n` is 1 to 262144: of longer rows the first `n` elements count, shorter ones go on
/// with zeros; -1 is their length. `norm` 1: as they are; 2: divided by `n`; 3: divided by its square root. FLOAT of 1 to 7 axes, computed in DOUBLE and rounded once. A `self` without elements succeeds.
#[aclnn]
fn aclRfft1D(self_: Input, n: i64, dim: i64, norm: i64, out: Output) -> Planned {
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])
        .code(ACLNN_ERR_PARAM_INVALID)?;
    if self_.is_empty() {
        return contract::untouched(&self_, &[&out]);
    }
    self_.dtype_in(FLOAT)?;
    self_.rank_in(1..=7)?;
    if n != -1 && !(1..=MOST).contains(&n) {
        return Err(Error::value("n", n, format!("-1, or 1 to {MOST}")).into());
    }
    if !(1..=3).contains(&norm) {
        return Err(Error::value("norm", norm, "1, 2 or 3").into());
    }
    let axis = self_.axis("dim", dim)?;
    let mut shape = self_.shape().to_vec();
    let length = if n == -1 { shape[axis] } else { n };
    let bins = length / 2 + 1;
    shape[axis] = bins;
    shape.push(2);
    out.same_dtype(&self_)?;
    out.shape_is(
        &shape,
        "that of `self`, with `n / 2 + 1` numbers along `dim`, and two parts of each",
    )?;
    let rank = self_.rank();
    let behind: Vec<usize> = (0..rank)
        .filter(|&other| other != axis)
        .chain([axis])
        .collect();
    let of_output: Vec<usize> = behind.iter().copied().chain([rank]).collect();
    let permuted = |arg: ops::Arg, axes: &[usize]| {
        let layout = arg.view.layout.permuted(axes);
        arg.viewed(layout)
    };
    Ok(spectra(Spectra {
        input: permuted(self_.read()?, &behind)?,
        window: None,
        width: length as usize,
        length: length as usize,
        hop: 1,
        frames: 1,
        bins: bins as usize,
        divisor: match norm {
            1 => 1.0,
            2 => length as f64,
            _ => (length as f64).sqrt(),
        },
        output: permuted(out.write()?, &of_output)?,
    })?)
}
