//! Absolute values.

use half::{bf16, f16};

use super::{Arg, Call, Elementwise};
use crate::error::{Error, Result};
use crate::kernels::abs::{self, Abs};
use crate::kernels::simd::widest;
use crate::tensor::{Dtype, Element};

/// A complex number in memory.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
struct Complex([f32; 2]);

// SAFETY: two plain numbers; all bit patterns are valid.
unsafe impl Element for Complex {
    const DTYPE: Dtype = Dtype::Complex64;
}

fn magnitudes<T: Abs>(input: &[T], output: &mut [T]) {
    widest(
        #[inline(always)]
        || {
            for (to, &from) in output.iter_mut().zip(input) {
                *to = abs::abs(from);
            }
        },
    );
}

fn moduli(input: &[Complex], output: &mut [f32]) {
    widest(
        #[inline(always)]
        || {
            for (to, &from) in output.iter_mut().zip(input) {
                *to = abs::modulus(from.0);
            }
        },
    );
}

/// Plans `output = |input|`, element by element: FLOAT16, BFLOAT16, FLOAT, INT32; COMPLEX64 with a FLOAT output.
pub fn abs(input: Arg, output: Arg) -> Result<Call> {
    Ok(match input.view.dtype {
        Dtype::F16 => Elementwise::unary(magnitudes::<f16>, input, output),
        Dtype::Bf16 => Elementwise::unary(magnitudes::<bf16>, input, output),
        Dtype::F32 => Elementwise::unary(magnitudes::<f32>, input, output),
        Dtype::I32 => Elementwise::unary(magnitudes::<i32>, input, output),
        Dtype::Complex64 => Elementwise::unary(moduli, input, output),
        other => {
            return Err(Error::Dtype {
                arg: input.name,
                got: other.to_string(),
                allowed: "FLOAT16, BFLOAT16, FLOAT, INT32 or COMPLEX64".into(),
            });
        }
    })
}
