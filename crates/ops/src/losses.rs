//! Losses of elements, their sums and means, and their gradients.

#![forbid(unsafe_code)]

pub mod chamfer;
pub mod cross_entropy;
pub mod ctc;
pub mod divergence;
pub mod fused_linear;
pub mod labels;
pub mod margins;
pub mod nll;
pub mod parts;

use super::reductions::{self, MEAN, SUM};
use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_engine::reduce::Axes;
use hostnpu_engine::total::total;
use hostnpu_engine::{
    Binary, Loop, Quaternary, Quinary, Table, Ternary, binary, binary_with, quaternary,
    quaternary_with, quinary_with, ternary, ternary_with,
};
use hostnpu_kernels::math;
use hostnpu_tensor::{Dtype, Value};

/// Declares tables of loops from FLOAT to DOUBLE, whose results are rounded where they are stored.
macro_rules! terms {
    ($loop:ident, $kind:ident; $($(#[$doc:meta])* $table:ident = $function:ident $(, $more:expr)?;)*) => {$(
        $(#[$doc])*
        pub static $table: $kind = {
            const TERM: Loop = $loop(math::$function);
            $kind::new(
                stringify!($function),
                &[TERM, TERM.chosen_by(Dtype::F16), TERM.chosen_by(Dtype::Bf16) $(, $more)?],
            )
        };
    )*};
}

terms! { binary, Binary;
    /// `(e - t)²`.
    MSE = mse;
    /// `|e - t|`.
    L1 = l1, binary(math::l1_i64);
    /// `ln(1 + e^(-t e))`.
    SOFT_MARGIN = soft_margin;
    /// `t (ln t - e)`.
    KL = kl;
    /// `e^t (t - e)`.
    KL_LOG = kl_log;
}

terms! { binary_with, Binary;
    /// `|e - t|`, a parabola within the parameter of 0.
    SMOOTH_L1 = smooth_l1;
    /// The gradient of [`KL`] of gradient and target, times the parameter.
    KL_BACKWARD = kl_backward;
    /// The gradient of [`KL_LOG`], likewise.
    KL_LOG_BACKWARD = kl_log_backward;
}

terms! { ternary, Ternary;
    /// Binary cross entropy of probability, target and weight.
    BCE = bce;
}

terms! { ternary_with, Ternary;
    /// The gradient of [`MSE`] of gradient, element and target, times the parameter.
    MSE_BACKWARD = mse_backward;
    /// The gradient of [`L1`], likewise.
    L1_BACKWARD = l1_backward;
    /// The gradient of [`SMOOTH_L1`], of its parameter and the factor.
    SMOOTH_L1_BACKWARD = smooth_l1_backward;
    /// The gradient of [`SOFT_MARGIN`], as that of [`MSE`].
    SOFT_MARGIN_BACKWARD = soft_margin_backward;
    /// The gradient of [`KL`] by the target, likewise.
    KL_TARGET_BACKWARD = kl_target_backward;
    /// The gradient of [`KL_LOG`] by the target, likewise.
    KL_LOG_TARGET_BACKWARD = kl_log_target_backward;
}

terms! { quaternary, Quaternary;
    /// Binary cross entropy of logit, target, weight and what the target counts.
    BCE_LOGITS = bce_logits;
}

terms! { quaternary_with, Quaternary;
    /// The gradient of [`BCE`] of gradient, probability, target and weight, times the parameter.
    BCE_BACKWARD = bce_backward;
    /// The gradient of [`BCE_LOGITS`] of gradient, logit, target and weight, likewise.
    BCE_LOGITS_BACKWARD = bce_logits_backward;
}

terms! { quinary_with, Quinary;
    /// The same with what the target counts.
    BCE_LOGITS_WEIGHTED_BACKWARD = bce_logits_weighted_backward;
}

/// Combination of the losses of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// They are the result.
    None,
    /// Their sum is divided by their number.
    Mean,
    /// They are added.
    Sum,
    /// Their sum is divided by the extent of the first axis.
    BatchMean,
}

impl Combination {
    /// Returns the divisor of sums over `shape`, and of gradients.
    pub fn divisor(self, shape: &[i64]) -> f64 {
        match self {
            Self::None | Self::Sum => 1.0,
            Self::Mean => shape.iter().map(|&extent| extent as f64).product(),
            Self::BatchMean => shape.first().map_or(1.0, |&extent| extent as f64),
        }
    }

    /// Returns the parameter that gradients of losses over `shape` are multiplied by.
    pub fn factor(self, shape: &[i64]) -> Value {
        Value::new(1.0 / self.divisor(shape))
    }
}

/// Plans the losses of elements of `shape`, to which the inputs broadcast, in `compute`: each of them, or their sum, rounded once.
pub fn loss<const N: usize>(
    table: &'static Table<N>,
    compute: Dtype,
    parameters: &[Value],
    inputs: [Operand; N],
    (how, shape): (Combination, &[i64]),
    output: Arg,
) -> Result<Call> {
    if how == Combination::None {
        return pointwise::apply(table, compute, parameters, inputs, [output]);
    }
    if compute.is_integer() {
        let axes = Axes::all(shape.len());
        return reduced(
            table,
            compute,
            (compute, parameters),
            inputs,
            shape,
            output,
            |terms, output| reductions::one(&SUM, compute, terms, axes, output),
        );
    }
    let divisor = how.divisor(shape);
    total(table, compute, parameters, inputs, shape, divisor, output)
}

/// Plans the losses of elements, combined over the first axis only.
pub fn loss_of_columns(
    table: &'static Binary,
    compute: Dtype,
    inputs: [Operand; 2],
    (how, shape): (Combination, &[i64]),
    output: Arg,
) -> Result<Call> {
    let sums = match how {
        Combination::Mean => &MEAN,
        _ => &SUM,
    };
    reduced(
        table,
        compute,
        (Dtype::F64, &[]),
        inputs,
        shape,
        output,
        |terms, output| reductions::one(sums, Dtype::F64, terms, Axes::one(0), output),
    )
}

/// Plans gradients over `shape`, added where an output of fewer elements was repeated.
pub fn backward_of_repeated<const N: usize>(
    table: &'static Table<N>,
    compute: Dtype,
    factor: Value,
    inputs: [Operand; N],
    shape: &[i64],
    output: Arg,
) -> Result<Call> {
    if output.view.layout.shape() == shape {
        return pointwise::apply(table, compute, &[factor], inputs, [output]);
    }
    let own = output.view.layout.shape();
    let missing = shape.len() - own.len();
    let repeated = |axis: usize| axis < missing || own[axis - missing] == 1 && shape[axis] != 1;
    let axes = (0..shape.len()).filter(|&axis| repeated(axis));
    let axes = axes.fold(Axes::default(), Axes::with);
    let factor = [factor];
    reduced(
        table,
        compute,
        (Dtype::F64, &factor),
        inputs,
        shape,
        output,
        |terms, output| reductions::one(&SUM, Dtype::F64, terms, axes, output),
    )
}

/// Plans terms of `shape`, held in a type, and what `then` plans with them and the output.
fn reduced<const N: usize>(
    table: &'static Table<N>,
    compute: Dtype,
    (held, parameters): (Dtype, &[Value]),
    inputs: [Operand; N],
    shape: &[i64],
    output: Arg,
    then: impl FnOnce(Arg, Arg) -> Result<Call>,
) -> Result<Call> {
    // Terms are not rounded to a shorter type.
    let compute = match held {
        Dtype::F64 => Dtype::F32,
        _ => compute,
    };
    let mut all = Sequence::default();
    let inputs = inputs.map(|input| all.add_operand(input));
    let output = all.add(output);
    let terms = all.temporary(held, shape)?;
    all.then(pointwise::apply(
        table,
        compute,
        parameters,
        inputs,
        [terms.clone()],
    )?)?;
    all.then(then(terms.with_role(super::Role::Input), output)?)?;
    Ok(all.finish())
}
