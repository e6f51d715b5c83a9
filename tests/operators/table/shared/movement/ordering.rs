//! Samples and checks of several operators: elements in another order, and repeated.

use crate::argument::Argument;
use crate::table::samples::{patterns, write};
use crate::table::shared::movement::ints;
use hostnpu::tensor::Dtype;

/// A tensor, arrays, and a tensor of the same type.
pub fn call(dtype: Dtype, shape: &[i64], arrays: &[&[i64]], out: &[i64]) -> Vec<Argument> {
    let mut call = vec![patterns(dtype, shape, 9)];
    call.extend(arrays.iter().map(|array| ints(array)));
    call.push(write(dtype, out));
    call
}

/// A call: the shape of the tensor, the arrays, the shape of the output.
pub type Shapes<'a> = (&'a [i64], &'a [&'a [i64]], &'a [i64]);

/// All types of `types` in each of these shapes with these arrays.
pub fn calls(types: &[Dtype], shapes: &[Shapes]) -> Vec<Vec<Argument>> {
    let of = |&dtype: &Dtype| {
        let of_shape = move |(shape, arrays, out): &Shapes| call(dtype, shape, arrays, out);
        shapes.iter().map(of_shape)
    };
    types.iter().flat_map(of).collect()
}
