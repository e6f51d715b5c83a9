//! Gated units, and their gradients.

use crate::argument::Argument;
use crate::call::{call, prepare};
use crate::table::entry;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::gradients::close;
use hostnpu::tensor::Dtype;

pub const SHORT: &str = "f32 f16 | 910B 950: + bf16";
pub const FLOATS: &str = "f32 f16 f64 | 910B 950: + bf16";
pub const LATER: &str = "none | 910B 950: f32 f16 bf16";
pub const ONLY_950: &str = "none | 950: f32 f16 bf16";
pub const UNITS: &str = "none | 910B 950: f32 f16 bf16 | 310: f32 f16";

/// A tensor to split, the dimension, and the shape of a half.
pub struct Split {
    pub x: Argument,
    pub dim: i64,
    pub half: Vec<i64>,
}

impl Split {
    pub fn new(x: Argument, dim: i64) -> Self {
        let mut half = x.tensors()[0].shape.clone();
        let axis = dim.rem_euclid(half.len() as i64) as usize;
        half[axis] /= 2;
        Self { x, dim, half }
    }

    pub fn dtype(&self) -> Dtype {
        self.x.dtype().expect("a tensor")
    }

    pub fn out(&self) -> Argument {
        write(self.dtype(), &self.half)
    }

    pub fn whole_out(&self) -> Argument {
        write(self.dtype(), &self.x.tensors()[0].shape)
    }

    /// A tensor of the shape of a half, of numbers from this one on.
    pub fn input(&self, first: usize) -> Argument {
        let mut numbers = close()[first..].to_vec();
        numbers.extend([1e30, -2e-30, f64::INFINITY, f64::NAN, 0.0]);
        read(self.dtype(), &self.half, &numbers)
    }
}

/// Both signs and sizes, specials, several types, and each dimension.
pub fn splits(types: &[Dtype]) -> Vec<Split> {
    let specials = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        0.0,
        -0.0,
        1e38,
        -1e38,
        90.0,
        -200.0,
        1e-40,
        0.5,
        -3.0,
        20.0,
    ];
    let mut splits = vec![Split::new(read(Dtype::F32, &[3, 4], &NUMBERS), 1)];
    for &dtype in types {
        splits.push(Split::new(read(dtype, &[5, 6, 7], &close()[60..]), 1));
        splits.push(Split::new(read(dtype, &[26, 13], &specials), 0));
        splits.push(Split::new(patterns(dtype, &[6, 34], 7), -1));
    }
    splits.push(Split::new(read(Dtype::F32, &[10, 300], &close()), -1));
    splits
}

pub const THREE: [Dtype; 3] = [Dtype::F32, Dtype::F16, Dtype::Bf16];
pub const FOUR: [Dtype; 4] = [Dtype::F32, Dtype::F16, Dtype::Bf16, Dtype::F64];

/// The splits along the last dimension.
pub fn rows_of(types: &[Dtype]) -> Vec<Split> {
    splits(types)
        .into_iter()
        .filter(|split| split.dim != 0 && split.half.len() == 2)
        .collect()
}

/// The arguments of each split, and more sets of attributes for the first one.
pub fn each(
    splits: Vec<Split>,
    sets: &[&[Argument]],
    make: fn(&Split, &[Argument]) -> Vec<Argument>,
) -> Vec<Vec<Argument>> {
    let mut samples: Vec<_> = splits.iter().map(|split| make(split, sets[0])).collect();
    for set in &sets[1..] {
        samples.extend([&splits[0], splits.last().expect("a split")].map(|split| make(split, set)));
    }
    samples
}

pub fn of(split: &Split, attributes: &[Argument], outputs: usize) -> Vec<Argument> {
    let mut arguments = vec![split.x.clone(), Argument::Int(split.dim)];
    arguments.extend(attributes.iter().cloned());
    arguments.extend((0..outputs).map(|_| split.out()));
    arguments
}

pub fn gradient(split: &Split, attributes: &[Argument]) -> Vec<Argument> {
    let mut arguments = vec![split.input(300), split.x.clone(), Argument::Int(split.dim)];
    arguments.extend(attributes.iter().cloned());
    arguments.push(split.whole_out());
    arguments
}

/// approximate, activateLeft.
pub const GEGLU: [&[Argument]; 4] = [
    &[Argument::Int(0), Argument::Bool(false)],
    &[Argument::Int(1), Argument::Bool(true)],
    &[Argument::Int(0), Argument::Bool(true)],
    &[Argument::Int(1), Argument::Bool(false)],
];

pub fn groups(numbers: &[f64]) -> Argument {
    read(Dtype::I64, &[numbers.len() as i64], numbers)
}

/// groups, dim, alpha, limit, bias, interleaved; the group is set by its own place.
pub fn clipped(split: &Split, attributes: &[Argument], is_gradient: bool) -> Vec<Argument> {
    let [group, numbers @ ..] = attributes else {
        panic!("a group and numbers");
    };
    let mut arguments = vec![split.x.clone(), group.clone(), Argument::Int(split.dim)];
    arguments.extend(numbers.iter().cloned());
    if is_gradient {
        arguments.insert(0, split.input(300));
        arguments.push(split.whole_out());
    } else {
        arguments.push(split.out());
    }
    arguments
}

pub fn clipped_samples(mode: Option<i64>, is_gradient: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let set = |group: Argument, [alpha, limit, bias]: [f64; 3], interleaved| {
        let numbers = [alpha, limit, bias].map(Argument::Float);
        let mut set = vec![group];
        set.extend(numbers);
        set.push(Argument::Bool(interleaved));
        set
    };
    for (number, split) in splits(&THREE).iter().enumerate() {
        let group = match number % 4 {
            // All rows of the first one.
            0 => groups(&[2.0, 1.0]),
            1 => Argument::Null,
            2 => groups(&[1.0, 0.0, 1.0]),
            _ => groups(&[-5.0, 2.0]),
        };
        let numbers = [[1.702, 7.0, 1.0], [1.0, 0.75, -0.25]][number % 2];
        samples.push(clipped(
            split,
            &set(group, numbers, number % 3 == 0),
            is_gradient,
        ));
    }
    // Interleaved, with a dimension that is not the last one.
    let split = Split::new(read(Dtype::F32, &[4, 6, 5], &close()[100..]), 1);
    samples.push(clipped(
        &split,
        &set(groups(&[3.0]), [1.702, 7.0, 1.0], true),
        is_gradient,
    ));
    if let Some(mode) = mode {
        for sample in &mut samples {
            sample.insert(7, Argument::Int(mode));
        }
    }
    samples
}

/// Splits of numbers of moderate size, for all types, and of all numbers for FLOAT.
pub fn plain() -> Vec<Split> {
    let mut splits = splits(&[Dtype::F32]);
    let halves = [Dtype::F16, Dtype::Bf16].map(|dtype| read(dtype, &[5, 6, 7], &close()[60..]));
    splits.extend(halves.map(|tensor| Split::new(tensor, 1)));
    splits
}

/// beta, linearBeta, activateLeft.
pub fn situ() -> [&'static [Argument]; 3] {
    [
        &[
            Argument::Float(1.5),
            Argument::Float(2.0),
            Argument::Bool(true),
        ],
        &[
            Argument::Float(0.3),
            Argument::Float(-1.0),
            Argument::Bool(false),
        ],
        &[
            Argument::Float(-4.0),
            Argument::Float(0.0),
            Argument::Bool(true),
        ],
    ]
}

#[test]
fn odd_extents_and_dimensions_that_are_not_there_are_refused() {
    for (name, code, make) in [
        ("aclnnGlu", 161_002, None),
        ("aclnnSwiGlu", 561_002, None),
        ("aclnnGeGlu", 161_002, Some(Argument::Int(0))),
    ] {
        for (shape, dim) in [([3, 5], 1), ([3, 4], 0), ([3, 4], 2), ([3, 4], -3)] {
            let split = Split::new(read(Dtype::F32, &shape, &NUMBERS), 1);
            let outputs = if make.is_some() { 2 } else { 1 };
            let mut sample = of(
                &split,
                &make.clone().into_iter().collect::<Vec<_>>(),
                outputs,
            );
            sample[1] = Argument::Int(dim);
            let refusal = call(entry(name), &sample).unwrap_err();
            assert_eq!(
                refusal.code, code,
                "{name} {shape:?} {dim}: {}",
                refusal.message
            );
        }
    }
}

#[test]
fn empty_halves_succeed_with_a_workspace_of_0() {
    let split = Split::new(read(Dtype::F32, &[0, 4], &[]), 1);
    for (name, sample) in [
        ("aclnnGlu", of(&split, &[], 1)),
        ("aclnnSwiGlu", of(&split, &[], 1)),
        ("aclnnSwiGluGrad", gradient(&split, &[])),
    ] {
        let (status, size, _) = prepare(entry(name), &sample).first_phase();
        assert_eq!((status, size), (0, 0), "{name}");
    }
}
