//! Samples and checks of several operators: products with weights that are stored in blocks, products whose results are turned, and products that something is done to.

use crate::argument::{Argument, Contents};
use crate::arguments::Arguments;
use crate::call::call;
use crate::reference::products::{number, types};
use crate::reference::weights as reference;
use crate::table::entry;
use crate::table::samples::write;
use crate::table::shared::matmul::{matrix, numbers};
use hostnpu::tensor::Dtype;

pub const WEIGHTS: &str = "none | 910B 950: f16 bf16";
pub const SCALARS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";

pub const ABSENT: &[(&str, &str)] = &[
    ("dtypes bias", "null only"),
    (
        "dtypes scale",
        "UINT64 or INT64, beside FLOAT16 and an output of INT8",
    ),
];
pub const BLOCKS: (&str, &str) = ("strided mat2", "a storage in blocks is dense");

pub fn weight(dtype: Dtype, shape: &[i64], turned: bool) -> Argument {
    reference::in_blocks(dtype, shape, turned, Contents::Numbers(numbers(2)))
}

/// Types of the matrix and the weight, and of the output, and `cubeMathType`.
pub const TYPES: [([Dtype; 2], i64); 4] = [
    ([Dtype::F16, Dtype::F16], 1),
    ([Dtype::Bf16, Dtype::Bf16], 0),
    ([Dtype::F16, Dtype::F32], 0),
    ([Dtype::Bf16, Dtype::F16], 2),
];

/// A matrix, or a batch of them, and a weight, plain and transposed: their shapes and that of the output.
pub fn products(shapes: &[[&[i64]; 3]]) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, [a, b, out]) in shapes.iter().enumerate() {
        let some = if number == 0 { &TYPES[..] } else { &TYPES[..1] };
        for &([dtype, result], math) in some {
            for turned in [false, true] {
                samples.push(vec![
                    matrix(dtype, a, 1),
                    weight(dtype, b, turned),
                    write(result, out),
                    Argument::Int(math),
                ]);
            }
        }
    }
    samples
}

pub fn of_batches() -> Vec<Vec<Argument>> {
    let mut samples = products(&[
        [&[2, 5, 32], &[2, 32, 16], &[2, 5, 16]],
        [&[1, 3, 17], &[3, 17, 33], &[3, 3, 33]],
        [&[4, 3, 40], &[1, 40, 20], &[4, 3, 20]],
    ]);
    let is_taken = |out: Option<Dtype>, own| out == own || out == Some(Dtype::F32);
    samples.retain(|sample| is_taken(sample[2].dtype(), sample[0].dtype()));
    samples
}

/// The type of products before they are stored.
pub fn result(arguments: &Arguments) -> Option<Dtype> {
    let [a, b, out] = ["self", "mat2", "out"].map(|at| arguments[at].dtype());
    Some(types(a?, b?, out?, number(&arguments["cubeMathType"]) as i64).1)
}

/// The status of a call of these arguments, changed.
pub fn refused(name: &str, sample: &[Argument], change: impl FnOnce(&mut Arguments)) -> i32 {
    let mut arguments = Arguments::of(name, sample);
    change(&mut arguments);
    call(entry(name), &arguments).map_or_else(|refusal| refusal.code, |_| 0)
}
