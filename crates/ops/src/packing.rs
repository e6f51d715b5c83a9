//! Signs as bits, bits as signs, and whether two tensors differ: what looks at elements in their order.

use super::comparison::NE;
use super::engine::pointwise;
use super::sequence::Sequence;
use super::{Arg, Call, Plan};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::arith;
use hostnpu_tensor::Dtype;

/// What [`precision_compare`] gives for tensors that differ.
pub const DIFFERENT: u32 = 503;

/// Plans `output = ` a bit for each element of `input`, the first in the highest bit: 1 for numbers below 0, and where there is no element.
pub fn pack_signs(input: Arg, output: Arg) -> Result<Call> {
    let kernel = Kernel::Pack(numel(&input)?);
    through_dense(input, Dtype::F32, kernel, Dtype::U8, output)
}

/// Plans `output = ` 1 for each bit of `input` that is set and -1 for each other, the lowest bit first.
pub fn unpack_signs(input: Arg, output: Arg) -> Result<Call> {
    let kernel = Kernel::Unpack(numel(&input)?);
    through_dense(input, Dtype::U8, kernel, Dtype::F32, output)
}

/// Plans `output = ` 0 if all elements of `golden` and `real` are equal, else [`DIFFERENT`]. A NaN equals nothing.
pub fn precision_compare(golden: Arg, real: Arg, output: Arg) -> Result<Call> {
    let (dtype, count) = (golden.view.dtype, numel(&golden)?);
    let shape = golden.view.layout.shape().to_vec();
    let mut sequence = Sequence::new([golden, real, output]);
    let differ = sequence.temporary(Dtype::Bool, &shape)?;
    let result = sequence.temporary(Dtype::U32, &[])?;
    let (golden, real) = (sequence.operand(0), sequence.operand(1));
    let compared = pointwise::binary(&NE, dtype, &[], golden, real, differ.clone())?;
    sequence.then(compared)?;
    sequence.then(Call::new(
        Kernel::AnyDifferent(count),
        [differ, result.clone()],
    ))?;
    sequence.then(pointwise::copy(result, sequence.operand(2))?)?;
    Ok(sequence.finish())
}

fn numel(arg: &Arg) -> Result<usize> {
    let numel = arg.view.numel();
    numel.ok_or_else(|| {
        Error::from(Reason::Internal(format!(
            "`{}` has no number of elements",
            arg.name
        )))
    })
}

/// Plans a kernel between dense copies of its operands, in the types that it takes and gives.
fn through_dense(
    input: Arg,
    taken: Dtype,
    kernel: Kernel,
    given: Dtype,
    output: Arg,
) -> Result<Call> {
    let shapes = [&input, &output].map(|arg| arg.view.layout.shape().to_vec());
    let mut sequence = Sequence::new([input, output]);
    let from = sequence.temporary(taken, &shapes[0])?;
    let to = sequence.temporary(given, &shapes[1])?;
    sequence.then(pointwise::copy(sequence.operand(0), from.clone())?)?;
    sequence.then(Call::new(kernel, [from, to.clone()]))?;
    sequence.then(pointwise::copy(to, sequence.operand(1))?)?;
    Ok(sequence.finish())
}

/// A kernel from one dense tensor to another, with the number of elements that it reads.
enum Kernel {
    Pack(usize),
    Unpack(usize),
    AnyDifferent(usize),
}

impl Plan for Kernel {
    fn cost(&self) -> usize {
        let (Self::Pack(count) | Self::Unpack(count) | Self::AnyDifferent(count)) = self;
        count.saturating_mul(4)
    }

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], _: &mut [u8]) -> Result<()> {
        let &[from, to] = addresses else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        // SAFETY: the caller's promise for two dense tensors, of as many elements as this kernel reads and writes.
        unsafe {
            match *self {
                Self::Pack(count) => {
                    arith::pack_signs(dense(from, count), dense_mut(to, count.div_ceil(8)));
                }
                Self::Unpack(count) => {
                    arith::unpack_signs(dense(from, count), dense_mut(to, count * 8));
                }
                Self::AnyDifferent(count) => {
                    let differ = dense::<u8>(from, count).iter().any(|&byte| byte != 0);
                    dense_mut(to, 1)[0] = if differ { DIFFERENT } else { 0 };
                }
            }
        }
        Ok(())
    }
}

/// # Safety
/// There are `count` elements at `address`, aligned, which nothing writes meanwhile.
unsafe fn dense<'a, T>(address: usize, count: usize) -> &'a [T] {
    let first = std::ptr::with_exposed_provenance(address);
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(first, count) }
}

/// # Safety
/// There is memory of `count` elements at `address`, aligned, which nothing else touches meanwhile.
unsafe fn dense_mut<'a, T>(address: usize, count: usize) -> &'a mut [T] {
    let first = std::ptr::with_exposed_provenance_mut(address);
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(first, count) }
}
