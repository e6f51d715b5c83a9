//! Rows with one index of a sparse tensor together.

use super::engine::pointwise;
use super::sequence::Sequence;
use super::{Arg, Call, Plan, Role};
use hostnpu_base::error::{Reason, Result};
use hostnpu_tensor::Dtype;

/// Plans, for each row `e` of `[unique, indices, values]`, in order: row `unique[e]` of `outputs[0]` becomes row `e` of `indices`, and row `unique[e]` of
/// `outputs[1]` gains row `e` of `values`. Rows that are not there are left out. Floating-point numbers are added in DOUBLE and rounded once; INT32 wraps.
pub fn coalesce([unique, indices, values]: [Arg; 3], outputs: [Arg; 2]) -> Result<Call> {
    let dtype = values.view.dtype;
    let held = match dtype.is_floating() {
        true => Dtype::F64,
        false => Dtype::I64,
    };
    let shape = |arg: &Arg| arg.view.layout.shape().to_vec();
    let shapes = [&unique, &indices, &values, &outputs[0], &outputs[1]].map(shape);
    let types = [Dtype::I64, Dtype::I64, held, Dtype::I64, held];
    let length = |shape: &[i64]| shape[1..].iter().product::<i64>() as usize;
    let plan = Rows {
        count: shapes[0][0] as usize,
        found: shapes[3][0],
        lengths: [length(&shapes[1]), length(&shapes[2])],
        floats: dtype.is_floating(),
    };
    let mut sequence = Sequence::new([unique, indices, values].into_iter().chain(outputs));
    let mut dense = Vec::new();
    for (number, (dtype, shape)) in types.into_iter().zip(&shapes).enumerate() {
        let place = sequence.temporary(dtype, shape)?;
        let operand = sequence.operand(number);
        let read = pointwise::copy(operand.clone().with_role(Role::Input), place.clone())?;
        sequence.then_on(read, &[&operand, &place])?;
        dense.push(place);
    }
    sequence.then(Call::new(plan, dense.iter().cloned()))?;
    for number in [3, 4] {
        let operand = sequence.operand(number);
        let place = dense[number].clone().with_role(Role::Input);
        let written = pointwise::copy(place, operand.clone().with_role(Role::Output))?;
        sequence.then_on(written, &[&dense[number], &operand])?;
    }
    Ok(sequence.finish())
}

/// The rows of dense tensors of INT64, INT64, numbers, INT64 and numbers, which are DOUBLE or INT64.
struct Rows {
    count: usize,
    found: i64,
    lengths: [usize; 2],
    floats: bool,
}

impl Plan for Rows {
    fn cost(&self) -> usize {
        let row = self.lengths[0].saturating_add(self.lengths[1]);
        self.count.saturating_mul(row).saturating_mul(16)
    }

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], _: &mut [u8]) -> Result<()> {
        let &[unique, indices, values, new_indices, new_values] = addresses else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        let [width, length] = self.lengths;
        let found = self.found as usize;
        // SAFETY: the caller's promise for dense tensors of these sizes.
        let (unique, indices, new_indices) = unsafe {
            (
                slice::<i64>(unique, self.count),
                slice::<i64>(indices, self.count * width),
                slice_mut::<i64>(new_indices, found * width),
            )
        };
        let rows = || {
            let row = |(e, &row): (usize, &i64)| {
                (0..self.found).contains(&row).then_some((e, row as usize))
            };
            unique.iter().enumerate().filter_map(row)
        };
        for (e, row) in rows() {
            let source = &indices[e * width..(e + 1) * width];
            new_indices[row * width..(row + 1) * width].copy_from_slice(source);
        }
        macro_rules! sums {
            ($t:ty, $add:expr) => {{
                // SAFETY: as above, for numbers of this type.
                let (values, sums) = unsafe {
                    (
                        slice::<$t>(values, self.count * length),
                        slice_mut::<$t>(new_values, found * length),
                    )
                };
                for (e, row) in rows() {
                    let added = &values[e * length..(e + 1) * length];
                    let sums = &mut sums[row * length..(row + 1) * length];
                    sums.iter_mut().zip(added).for_each($add);
                }
            }};
        }
        match self.floats {
            true => sums!(f64, |(sum, value)| *sum += value),
            false => sums!(i64, |(sum, value)| *sum = sum.wrapping_add(*value)),
        }
        Ok(())
    }
}

/// # Safety
/// There are `count` elements at `address`, aligned, which nothing writes meanwhile.
unsafe fn slice<'a, T>(address: usize, count: usize) -> &'a [T] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(std::ptr::with_exposed_provenance(address), count) }
}

/// # Safety
/// There is memory of `count` elements at `address`, aligned, which nothing else touches meanwhile.
unsafe fn slice_mut<'a, T>(address: usize, count: usize) -> &'a mut [T] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(std::ptr::with_exposed_provenance_mut(address), count) }
}
