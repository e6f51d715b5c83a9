//! Randomized leaky rectifiers.

#![forbid(unsafe_code)]

use super::arithmetic::MUL;
use super::random::{Philox, uniform};
use super::sequence::Sequence;
use super::tables::tables;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise::{self, Operand};

tables! { binary, Binary;
    /// The second number where the first one is below 0, else 1.
    SLOPE = arith::slope_below_0: f32;
}

/// Plans `noise = ` a random number within `bounds` where `input` is below 0, else 1, and `output = input * noise`. `input` is `output` where it is
/// not given. `noise` may have more elements than `output`: the first ones in row-major order are written.
pub fn rrelu(
    words: Philox,
    bounds: [f64; 2],
    input: Option<Arg>,
    noise: Arg,
    output: Arg,
) -> Result<Call> {
    if output.view.layout.is_empty() {
        return Ok(Call::nothing([output]));
    }
    let dtype = output.view.dtype;
    let shape = output.view.layout.shape().to_vec();
    let mut all = Sequence::default();
    let (output, noise) = (all.add(output), all.add(noise));
    let input = input.map(|input| all.add(input));

    let random = all.temporary(dtype, &shape)?;
    all.then(uniform(words, bounds, random.clone())?)?;
    let slopes = all.reshaped_or_copied(&noise, &shape)?;
    all.then(pointwise::binary(
        &SLOPE,
        dtype,
        &[],
        input.clone().unwrap_or_else(|| output.clone()),
        random,
        slopes.clone(),
    )?)?;
    let x = input.map_or(Operand::Output, Operand::from);
    all.then(pointwise::binary(
        &MUL,
        dtype,
        &[],
        x,
        slopes.clone(),
        output,
    )?)?;
    all.copied_back(&slopes, &noise)?;
    Ok(all.finish())
}
