//! Rectifiers with a slope for each channel.

#![forbid(unsafe_code)]

use super::reductions::{self, SUM};
use super::sequence::Sequence;
use super::tables::tables;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise;
use hostnpu_engine::reduce::Axes;
use hostnpu_tensor::Dtype;

tables! { ternary, Ternary;
    /// The first operand, times the third where the second is not above 0.
    PRELU = arith::prelu: f32 f16 bf16;
}

tables! { binary, Binary;
    /// The product, in double, where the second operand is not above 0, else 0.
    TERM = arith::prelu_term: f32;
}

/// Adds a view of `weight`, which has one element, or one for each channel of a tensor of `rank` dimensions.
fn of_channels(all: &mut Sequence, weight: &Arg, rank: usize) -> Result<Arg> {
    let layout = weight.view.layout.clone();
    let count = layout.numel().unwrap_or(0) as i64;
    let mut shape = vec![1; rank];
    if count != 1 {
        shape[1] = count;
    }
    all.reshaped_or_copied(weight, &shape)
}

/// Plans `output = input` where that is above 0, else `weight * input`, in the computation type `compute`.
pub fn prelu(compute: Dtype, input: Arg, weight: Arg, output: Arg) -> Result<Call> {
    let rank = input.view.layout.rank();
    let mut all = Sequence::default();
    let (x, weight, output) = (all.add(input), all.add(weight), all.add(output));
    let weight = of_channels(&mut all, &weight, rank)?;
    all.then(pointwise::ternary(
        &PRELU,
        compute,
        &[],
        x.clone(),
        x,
        weight,
        output,
    )?)?;
    Ok(all.finish())
}

/// Plans the gradients of the input and of the weight, of the operands in the order gradient, input, weight. Sums are of doubles, rounded once.
pub fn prelu_gradients(inputs: [Arg; 3], of_input: Arg, of_weight: Arg) -> Result<Call> {
    let dtype = of_input.view.dtype;
    let shape = of_input.view.layout.shape().to_vec();
    let mut all = Sequence::default();
    let [g, x, weight] = inputs.map(|input| all.add(input));
    let (of_input, of_weight) = (all.add(of_input), all.add(of_weight));
    let terms = all.temporary(Dtype::F64, &shape)?;
    all.then(pointwise::binary(
        &TERM,
        dtype,
        &[],
        g.clone(),
        x.clone(),
        terms.clone(),
    )?)?;
    let weight = of_channels(&mut all, &weight, shape.len())?;
    all.then(pointwise::ternary(
        &PRELU,
        dtype,
        &[],
        g,
        x,
        weight,
        of_input,
    )?)?;
    let is_one = of_weight.view.layout.numel() == Some(1);
    let (axes, of_weight) = match is_one {
        true => (
            Axes::all(shape.len()),
            all.reshaped_or_copied(&of_weight, &[])?,
        ),
        false => {
            let others = (0..shape.len()).filter(|&axis| axis != 1);
            (others.fold(Axes::default(), Axes::with), of_weight)
        }
    };
    all.then(reductions::one(&SUM, Dtype::F64, terms, axes, of_weight)?)?;
    Ok(all.finish())
}
