//! Samples and checks of several operators: weighted sums of tensors, lists of them, and points between others.

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use hostnpu::tensor::Dtype;

use crate::table::samples::{NUMBERS, scalar, with, write};
use crate::table::{Accuracy, computes};

pub const NEAREST: Accuracy = Accuracy::Ulp {
    f32: 0.50001,
    f64: 1.0,
};
pub const SCALARS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";
pub const SHORT_FLOATS: &str = "f32 f16 | 910B 950: + bf16";
pub const FLOATS: &str = "f32 f16 f64 | 910B 950: + bf16";

pub fn of_three(arguments: &Arguments) -> Option<Dtype> {
    computes::all_promoted(arguments, 3)
}

/// A value behind three tensors. It is below 1, so that DOUBLE is not left on the way.
pub fn with_value(samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    with(&samples, 3, &[scalar(Dtype::F32, 0.375)])
}

/// Lists of two, three and four tensors of one shape.
pub fn equal_lists() -> Vec<Vec<Argument>> {
    let list = |shape: &[i64], count: u64| {
        let member = |seed| Tensor::new(Dtype::F32, shape, Contents::Patterns(seed));
        vec![
            Argument::Tensors((0..count).map(member).collect()),
            write(Dtype::F32, shape),
        ]
    };
    let mut plain = list(&[3, 4], 3);
    let Argument::Tensors(members) = &mut plain[0] else {
        unreachable!();
    };
    for (number, member) in members.iter_mut().enumerate() {
        member.contents = Contents::Numbers(NUMBERS.to_vec()).of_input(number);
    }
    vec![
        plain,
        list(&[7, 901], 2),
        list(&[301, 203], 4),
        list(&[5], 1),
    ]
}

/// The same, and tensors that broadcast.
pub fn broadcast_lists() -> Vec<Vec<Argument>> {
    let mut samples = equal_lists();
    let shapes: [&[i64]; 3] = [&[301, 1], &[203], &[1, 1]];
    let member = |shape: &&[i64]| Tensor::new(Dtype::F32, shape, Contents::Patterns(9));
    let members = shapes.iter().map(member).collect();
    samples.push(vec![
        Argument::Tensors(members),
        write(Dtype::F32, &[301, 203]),
    ]);
    samples
}

pub const CHOSEN: &str = "f16 f32 i8 i32 i64 | 910B: + bf16 | 950: + bf16 u8";
