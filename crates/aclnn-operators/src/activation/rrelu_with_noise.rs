//! `aclnnRReluWithNoise`, `aclnnInplaceRReluWithNoise`: leaky rectifiers with a random slope for each element. Source: ops-nn,
//! `activation/leaky_relu`.

use crate::ops::activations::LEAKY_RELU;
use crate::ops::random::Philox;
use crate::ops::rrelu::rrelu;
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = SHORT_FLOATING;
const BOUNDS: Dtypes = FLOATING_EVERYWHERE;

/// Slopes of the elements below 0.
struct Slopes {
    training: bool,
    seed: i64,
    offset: i64,
}

impl Slopes {
    fn plan(self, place: Place, noise: &InOut, lower: &Scalar, upper: &Scalar) -> Planned {
        let (self_, out) = (place.input(), place.out());
        self_.dtype_in(TYPES)?;
        noise.dtype_in(TYPES)?;
        lower.dtype_in(BOUNDS)?;
        upper.dtype_in(BOUNDS)?;
        out.dtype_in(TYPES)?;
        out.same_dtype(self_)?;
        noise.same_dtype(out)?;
        out.same_shape(self_)?;
        if self.training && noise.numel() < self_.numel() {
            let least = self_.numel();
            return Err(noise
                .shape_refused(format!("{least} elements or more, as `self` has"))
                .into());
        }
        self_.max_rank(32)?;
        noise.max_rank(32)?;
        out.same_format(self_)?;
        noise.same_format(out)?;
        // As FLOAT, whatever their type.
        let [lower, upper] = [lower, upper].map(|bound| bound.to_f64().unwrap_or(0.0) as f32);
        if !self.training {
            let slope = Value::new((lower + upper) / 2.0);
            return place.unary(&LEAKY_RELU, self_.dtype()?, &[slope]);
        }
        let words = Philox::new(self.seed as u64, self.offset as u64);
        let (source, target) = place.operands()?;
        let input = match source {
            Operand::Tensor(input) => Some(input),
            _ => None,
        };
        let bounds = [lower, upper].map(f64::from);
        Ok(rrelu(words, bounds, input, noise.update()?, target)?)
    }
}

/// Computes each element, or a slope times it where it is below 0: in training a random one within `lower` and `upper`, by `seed` and `offset`, which
/// is written to `noise`, as is 1 for all others; else half their sum, and `noise` is left as it is.
#[aclnn]
fn aclnnRReluWithNoise(
    self_: Input,
    noise: ConstInOut,
    lower: Scalar,
    upper: Scalar,
    training: bool,
    seed: i64,
    offset: i64,
    out: Output,
) -> Planned {
    let slopes = Slopes {
        training,
        seed,
        offset,
    };
    slopes.plan((&self_, &out).into(), &noise, &lower, &upper)
}

/// Computes each element, or a slope times it where it is below 0, in place, as `aclnnRReluWithNoise` does.
#[aclnn]
fn aclnnInplaceRReluWithNoise(
    self_: ConstInOut,
    noise: ConstInOut,
    lower: Scalar,
    upper: Scalar,
    training: bool,
    seed: i64,
    offset: i64,
) -> Planned {
    let slopes = Slopes {
        training,
        seed,
        offset,
    };
    slopes.plan((&self_).into(), &noise, &lower, &upper)
}
