//! Samples and checks of several operators: searches of places for numbers, and moves of elements.

use crate::argument::Argument;
use crate::table::samples::{NUMBERS, read, write};
use hostnpu::tensor::Dtype;

pub const POOLED: &str = "f32 f16 i8 u8 i16 i32 i64 f64";
pub const ROW: [f64; 6] = [-3.0, -0.5, 0.0, 0.5, 2.0, 7.0];

/// Small planes with indices into larger ones, some of them twice.
pub fn pooled(axes: usize) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, batch) in [
        (Dtype::F32, vec![2, 3]),
        (Dtype::I8, vec![3]),
        (Dtype::I16, vec![2, 1]),
        (Dtype::F64, vec![1, 2]),
        (Dtype::I64, vec![0]),
    ] {
        let small = [batch.clone(), [2, 2, 3][..axes].to_vec()].concat();
        let size = [3, 4, 5][..axes].to_vec();
        let large = [batch, size.clone()].concat();
        samples.push(vec![
            read(dtype, &small, &NUMBERS),
            read(Dtype::I64, &small, &[3.0, 0.0, 11.0, 5.0, 5.0, 7.0, 2.0]),
            Argument::Ints(size),
            write(dtype, &large),
        ]);
    }
    samples[2][1].set_dtype(Dtype::I32);
    samples
}

pub fn pooled_planes() -> Vec<Vec<Argument>> {
    pooled(2)
}

pub fn pooled_volumes() -> Vec<Vec<Argument>> {
    let mut samples = pooled(3);
    for sample in &mut samples {
        let out = sample.pop().expect("an output");
        sample.extend([
            Argument::Ints(vec![2, 2, 2]),
            Argument::Ints(vec![0, 0, 0]),
            out,
        ]);
    }
    samples
}

/// The same the other way: the large planes are read, the small ones written.
pub fn backward(forward: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    let turn = |mut sample: Vec<Argument>| {
        let large = sample.pop().expect("an output").tensors()[0].clone();
        let small = sample[0].tensors()[0].clone();
        sample.insert(0, read(large.dtype, &large.shape, &NUMBERS));
        sample.push(write(small.dtype, &small.shape));
        sample
    };
    forward.into_iter().map(turn).collect()
}

pub const CONTIGUOUS: &str = "has to be contiguous";
