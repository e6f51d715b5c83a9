//! Powers with evenly spaced exponents.

use half::{bf16, f16};

use super::{Arg, Call, Plan};
use crate::error::{Error, Result};
pub use crate::kernels::logspace::ExponentRounding;
use crate::kernels::logspace::{Element as Power, Logspace};
use crate::tensor::{Dtype, Element, parallel};

/// Elements that one thread takes at a time.
const PIECE: usize = 1 << 14;
/// Elements that are computed before they are written apart.
const TILE: usize = 1 << 10;

struct Range<T> {
    rule: Logspace,
    offset: i64,
    stride: i64,
    element: std::marker::PhantomData<fn() -> T>,
}

/// Plans `output[i] = base^e`, with as many exponents `e` from `start` to `end` as `output` has elements. It has one
/// dimension, or one element. FLOAT, FLOAT16, BFLOAT16, INT32.
pub fn logspace(
    start: f32,
    end: f32,
    base: f32,
    rounding: ExponentRounding,
    output: Arg,
) -> Result<Call> {
    let steps = output.view.numel().unwrap_or(0);
    if output.view.layout.rank() != 1 && steps != 1 {
        return Err(Error::Shape {
            arg: output.name,
            got: output.view.layout.shape().to_vec(),
            allowed: "one dimension".into(),
        });
    }
    if steps == 0 {
        return Ok(Call::nothing([output]));
    }
    fn plan<T: Power + Element>(rule: Logspace, output: Arg) -> Call {
        let layout = &output.view.layout;
        let range = Range::<T> {
            rule,
            offset: layout.offset(),
            stride: layout.strides().last().copied().unwrap_or(1),
            element: std::marker::PhantomData,
        };
        Call::new(range, [output])
    }
    let steps = steps as u64;
    Ok(match output.view.dtype {
        Dtype::F32 => plan::<f32>(
            Logspace::new::<f32>(start, end, steps, base, rounding),
            output,
        ),
        Dtype::F16 => plan::<f16>(
            Logspace::new::<f16>(start, end, steps, base, rounding),
            output,
        ),
        Dtype::Bf16 => plan::<bf16>(
            Logspace::new::<bf16>(start, end, steps, base, rounding),
            output,
        ),
        Dtype::I32 => plan::<i32>(
            Logspace::new::<i32>(start, end, steps, base, rounding),
            output,
        ),
        other => {
            return Err(Error::Dtype {
                arg: output.name,
                got: other.to_string(),
                allowed: "FLOAT, FLOAT16, BFLOAT16 or INT32".into(),
            });
        }
    })
}

impl<T: Power + Element> Plan for Range<T> {
    fn bytes(&self) -> usize {
        // A power costs about as much as moving eight elements.
        (self.rule.steps() as usize).saturating_mul(8 * size_of::<T>())
    }

    unsafe fn run(&self, addresses: &[usize], _: &mut [u8]) -> Result<()> {
        let numel = self.rule.steps() as usize;
        let output = addresses[0];
        parallel::for_each_piece(numel.div_ceil(PIECE), |piece| {
            let first = piece * PIECE;
            let count = PIECE.min(numel - first);
            let base = (output as *mut T).wrapping_offset(self.offset as isize);
            if self.stride == 1 {
                // SAFETY: the caller's promise; pieces are disjoint.
                let target = unsafe { std::slice::from_raw_parts_mut(base.add(first), count) };
                self.rule.fill(first as u64, target);
                return;
            }
            let mut tile = [T::default(); TILE];
            for start in (first..first + count).step_by(TILE) {
                let length = TILE.min(first + count - start);
                self.rule.fill(start as u64, &mut tile[..length]);
                for (k, &element) in tile[..length].iter().enumerate() {
                    let at = (start + k) as isize * self.stride as isize;
                    // SAFETY: the caller's promise for the output.
                    unsafe { base.offset(at).write(element) };
                }
            }
        });
        Ok(())
    }
}
