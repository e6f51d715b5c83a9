//! Products of vectors that are added to something, and those with an equation or a split weight.

use hostnpu::tensor::Dtype;

use super::{HOLDS, SUMS, matrix};
use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::reference::products as reference;
use crate::reference::promotion::promote;
use crate::table::Row;
use crate::table::samples::{patterns, read, scalar, write};

const NUMBERS: &str = "f32 f16 bf16 f64 i8 u8 i16 i32 i64 bool";
const BY_CHIP: &str = "f64 f32 f16 i64 i32 i16 i8 u8 bool | 910B 950: + bf16";
/// BOOL only beside tensors of BOOL alone.
const REAL: &str = "f64 f32 f16 i64 i32 i16 i8 u8 | 910B 950: + bf16";

/// A tensor of numbers, of an integer type of any.
fn tensor(dtype: Dtype, shape: &[i64], seed: u64) -> Argument {
    match dtype {
        Dtype::F32 | Dtype::F16 | Dtype::Bf16 | Dtype::F64 => matrix(dtype, shape, seed),
        _ => patterns(dtype, shape, seed),
    }
}

const ADDMV: [[Dtype; 4]; 8] = [
    [Dtype::F32; 4],
    [Dtype::F16; 4],
    [Dtype::Bf16; 4],
    [Dtype::F64; 4],
    [Dtype::I8; 4],
    [Dtype::I64; 4],
    [Dtype::Bool; 4],
    [Dtype::F16, Dtype::F16, Dtype::F32, Dtype::F32],
];

/// A matrix and a vector, and what is added.
fn with_vector() -> Vec<Vec<Argument>> {
    let sample = |[own, mat, vec, out]: [Dtype; 4], shape: &[i64], (alpha, beta)| {
        let factor = |number| match out {
            Dtype::F32 | Dtype::F64 => scalar(Dtype::F32, number),
            Dtype::F16 | Dtype::Bf16 => scalar(out, number),
            dtype => scalar(dtype, number),
        };
        vec![
            tensor(own, shape, 1),
            tensor(mat, &[4, 6], 2),
            tensor(vec, &[6], 3),
            factor(alpha),
            factor(beta),
            write(out, &[4]),
            Argument::Int(1),
        ]
    };
    let mut samples: Vec<_> = ADDMV.map(|types| sample(types, &[4], (1.0, 1.0))).into();
    for factors in [(2.0, 3.0), (0.0, 1.0), (1.0, 0.0), (0.0, 2.0)] {
        samples.extend([Dtype::F32, Dtype::I64].map(|dtype| sample([dtype; 4], &[4], factors)));
    }
    for shape in [&[][..], &[1]] {
        samples.push(sample(ADDMV[0], shape, (0.5, 2.0)));
        samples.push(sample(ADDMV[5], shape, (3.0, 2.0)));
    }
    samples
}

fn result_with_vector(arguments: &Arguments) -> Option<Dtype> {
    let types: Vec<Dtype> = arguments.iter().filter_map(Argument::dtype).collect();
    let [own, mat, vec, alpha, beta, ..] = types[..] else {
        return None;
    };
    let [by_alpha, by_beta] = ["alpha", "beta"].map(|at| reference::number(&arguments[at]) != 1.0);
    let product = promote(mat, vec)?;
    let product = if by_alpha {
        promote(alpha, product)?
    } else {
        product
    };
    let own = if by_beta { promote(beta, own)? } else { own };
    promote(own, product)
}

/// Two vectors, and what is added.
fn with_outer() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: &[i64], factors: [Option<f64>; 2]| {
        let factor = |number: Option<f64>| number.map_or(Argument::Null, |x| scalar(dtype, x));
        let [beta, alpha] = factors.map(factor);
        vec![
            tensor(dtype, shape, 1),
            tensor(dtype, &[4], 2),
            tensor(dtype, &[6], 3),
            beta,
            alpha,
            write(dtype, &[4, 6]),
        ]
    };
    let mut samples = Vec::new();
    for dtype in [
        Dtype::F32,
        Dtype::F16,
        Dtype::Bf16,
        Dtype::I32,
        Dtype::I8,
        Dtype::Bool,
    ] {
        samples.push(sample(dtype, &[4, 6], [Some(1.0), Some(1.0)]));
        samples.push(sample(dtype, &[4, 6], [None, None]));
    }
    for dtype in [Dtype::F32, Dtype::I32] {
        samples.push(sample(dtype, &[6], [Some(2.0), Some(3.0)]));
        samples.push(sample(dtype, &[4, 1], [Some(0.0), Some(3.0)]));
        samples.push(sample(dtype, &[4, 6], [Some(2.0), Some(0.0)]));
    }
    // Operands that a `beta` of 0 leaves out, and an `alpha` of 0 does not.
    for dtype in [Dtype::F32, Dtype::F16, Dtype::F64] {
        let mut ignored = sample(dtype, &[4, 6], [Some(0.0), Some(3.0)]);
        ignored[0] = read(dtype, &[4, 6], &[f64::NAN, 1.0, f64::INFINITY]);
        let mut multiplied = sample(dtype, &[4, 6], [Some(2.0), Some(0.0)]);
        multiplied[1] = read(dtype, &[4], &[f64::NAN, 1.0, f64::INFINITY, -2.0]);
        samples.extend([ignored, multiplied]);
    }
    samples
}

fn with_outer_in_place() -> Vec<Vec<Argument>> {
    let mut samples = with_outer();
    samples.retain(|sample| sample[0].tensors()[0].shape == [4, 6]);
    samples.iter_mut().for_each(|sample| drop(sample.pop()));
    samples
}

fn of_three(arguments: &Arguments) -> Option<Dtype> {
    let [own, x, y] = [0, 1, 2].map(|at| arguments[at].dtype());
    promote(own?, promote(y?, x?)?)
}

fn equations() -> Vec<Vec<Argument>> {
    let sample = |dtype, equation, [a, b, out]: [&[i64]; 3]| {
        let member = |shape: &[i64], seed| match tensor(dtype, shape, seed) {
            Argument::Tensor(tensor) => tensor,
            other => panic!("{other:?}"),
        };
        vec![
            Argument::Tensors(vec![member(a, 1), member(b, 2)]),
            Argument::Text(equation),
            write(dtype, out),
        ]
    };
    let outer: [&[i64]; 3] = [&[4], &[6], &[4, 6]];
    let product: [&[i64]; 3] = [&[2, 1, 3, 5], &[2, 1, 3, 4, 5], &[2, 1, 3, 4]];
    let small =
        |seed| Contents::Numbers((0..40).map(|i| ((i * 7 + seed) % 11 - 5) as f64).collect());
    let mut samples = vec![
        sample(Dtype::F16, "abcd,abced->abce", product),
        sample(Dtype::F32, "BnsH,BnsTH->BnsT", product),
        sample(Dtype::I32, "abcd,abced->abce", product),
        sample(Dtype::F16, "a,b->ab", outer),
        sample(Dtype::I64, "i,j->ij", outer),
        sample(Dtype::U16, "a,b->ab", outer),
    ];
    let Argument::Tensors(members) = &mut samples[2][0] else {
        panic!("a list")
    };
    for (seed, member) in members.iter_mut().enumerate() {
        *member = Tensor::new(Dtype::I32, &member.shape.clone(), small(seed as i64));
    }
    samples
}

fn of_first(arguments: &Arguments) -> Option<Dtype> {
    arguments["tensors"].dtype()
}

fn split() -> Vec<Vec<Argument>> {
    let weight = |seed| matrix(Dtype::Bf16, &[20, 7], seed);
    vec![vec![
        matrix(Dtype::Bf16, &[5, 20], 1),
        weight(2),
        weight(3),
        write(Dtype::F32, &[5, 7]),
        Argument::Float(1.0 / 256.0),
        Argument::Int(0),
    ]]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddmv", with_vector)
            .accepts(&[
                ("self", NUMBERS),
                ("mat", NUMBERS),
                ("vec", NUMBERS),
                ("alpha", NUMBERS),
                ("beta", NUMBERS),
                ("out", "castable"),
            ])
            .computes(result_with_vector)
            .whole(reference::with_vector)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnAddr", with_outer)
            .accepts(&[
                ("self", BY_CHIP),
                ("vec1", BY_CHIP),
                ("vec2", BY_CHIP),
                ("betaOptional", REAL),
                ("alphaOptional", REAL),
                ("out", BY_CHIP),
            ])
            .computes(of_three)
            .whole(reference::with_outer)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnInplaceAddr", with_outer_in_place)
            .accepts(&[
                ("selfRef", BY_CHIP),
                ("vec1", BY_CHIP),
                ("vec2", BY_CHIP),
                ("betaOptional", REAL),
                ("alphaOptional", REAL),
            ])
            .computes(of_three)
            .whole(reference::with_outer)
            .accuracy(SUMS),
        Row::new("aclnnEinsum", equations)
            .accepts(&[
                ("tensors", "f16 i16 i32 i64 u16 u32 u64 | 910B 950: + f32"),
                ("output", "as tensors"),
            ])
            .computes(of_first)
            .whole(reference::einsum)
            .ulp(0.501, 1.0),
        Row::new("aclnnMatmulEmuSplitWeight", split)
            .accepts(&[
                ("x", "none | 950: bf16"),
                ("wHigh", "none | 950: bf16"),
                ("wLow", "none | 950: bf16"),
                ("y", "none | 950: f32"),
            ])
            .computes(|_| Some(Dtype::F32))
            .whole(reference::split)
            .accuracy(SUMS)
            .holds(HOLDS),
    ]
}
