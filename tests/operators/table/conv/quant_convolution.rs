//! Convolutions of quantised images.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor};
use crate::reference::quantised_convolutions as reference;
use crate::table::matmul::grouped_matmul::{contents, numbers, of, scales, words};
use crate::table::shared::conv::{Case, cases, image, ints, list};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

/// Types of images and filters, of the bias, of scales and of results, and what lies around images.
type Types = (Dtype, Option<Dtype>, Dtype, Dtype, i64);

const TYPES: [Types; 18] = [
    (I8, Some(F32), F32, Bf16, 0),
    (I8, Some(Bf16), F32, Bf16, 5),
    (I8, Some(F32), U64, F16, 0),
    (I8, Some(F16), I64, F16, -128),
    (I8, Some(I32), U64, F16, 127),
    (I8, Some(I32), F32, F16, 0),
    (I8, None, F32, Bf16, 0),
    (I8, None, I64, F16, 0),
    (Hifloat8, Some(F32), F32, F32, 0),
    (Hifloat8, Some(F32), U64, F16, 0),
    (Hifloat8, None, F32, Bf16, 0),
    (Hifloat8, Some(F32), I64, Hifloat8, 0),
    (Hifloat8, None, U64, F32, 0),
    (F8E4m3fn, Some(F32), F32, F32, 0),
    (F8E4m3fn, Some(F32), U64, F16, 0),
    (F8E4m3fn, None, F32, Bf16, 0),
    (F8E4m3fn, Some(F32), I64, F8E4m3fn, 0),
    (F8E4m3fn, None, F32, F8E4m3fn, 0),
];

fn sample(
    case: &Case,
    weight: Argument,
    (of_images, bias, scale, out, around): Types,
) -> Vec<Argument> {
    let channels = [case.channels()];
    let mode = match out {
        F8E4m3fn => Argument::Text("rint"),
        Hifloat8 => Argument::Text("round"),
        _ => Argument::Null,
    };
    vec![
        image(of_images, &case.image, contents(of_images, 1)),
        weight,
        bias.map_or(Argument::Null, |bias| {
            Argument::Tensor(numbers(bias, &channels, 3))
        }),
        match scale {
            F32 => list(scale, &channels, scales(1)),
            _ => list(scale, &channels, words(1)),
        },
        Argument::Null,
        ints(&case.stride),
        ints(&case.padding),
        ints(&case.dilation),
        Argument::Bool(false),
        Argument::Null,
        Argument::Int(case.groups),
        Argument::Int(around),
        mode,
        image(out, &case.output(), Contents::Poison),
    ]
}

/// Images of two or three axes.
fn images() -> impl Iterator<Item = Case> {
    let fits = |case: &Case| case.image.len() > 3 && case.image[0] > 0;
    cases().into_iter().filter(fits)
}

fn plain() -> Vec<Vec<Argument>> {
    let weight = |case: &Case, dtype| image(dtype, &case.weight, contents(dtype, 2));
    // The plainest one is of three axes, as Ascend910B takes them.
    let first = Case::new(&[1, 2, 3, 4, 3], &[3, 2, 2, 3, 2]).padding(&[1, 1, 0]);
    let cases: Vec<Case> = std::iter::once(first).chain(images()).collect();
    let mut samples: Vec<_> = TYPES
        .map(|types| sample(&cases[0], weight(&cases[0], types.0), types))
        .into();
    let others = cases.iter().enumerate().skip(1);
    samples.extend(others.map(|(at, case)| {
        let types = TYPES[at % 5];
        sample(case, weight(case, types.0), types)
    }));
    let around = Case::new(&[1, 2, 3, 4, 5], &[3, 2, 2, 3, 2]).padding(&[1, 0, 2, 1, 0, 3]);
    samples.push(sample(&around, weight(&around, I8), TYPES[1]));
    samples
}

/// Filters stored in FRACTAL_Z_3D.
fn blocked() -> Vec<Vec<Argument>> {
    let of_case = |case: &Case| {
        let up = |extent: i64, size: i64| (extent + size - 1) / size;
        let [filters, channels, depth, height, width] =
            <[i64; 5]>::try_from(&case.weight[..]).expect("filters of three axes");
        let rows = depth * up(channels, 32) * height * width;
        let storage = [rows, up(filters, 16), 16, 32];
        let tensor = of(I8, &storage, contents(I8, 2));
        Argument::Tensor(Tensor {
            format: aclFormat::ACL_FRACTAL_Z_3D,
            shown: Some((case.weight.clone(), crate::argument::dense(&case.weight))),
            ..tensor
        })
    };
    let plain = Case::new(&[2, 2, 3, 4, 5], &[3, 2, 2, 3, 2]).padding(&[1, 0, 1]);
    let wide = Case::new(&[1, 40, 4, 5, 6], &[18, 40, 2, 2, 3])
        .stride(&[2, 1, 3])
        .dilation(&[1, 2, 1]);
    let types = TYPES.iter().filter(|(_, _, scale, ..)| *scale == F32);
    let types: Vec<Types> = types.filter(|types| types.0 == I8).copied().collect();
    let mut samples: Vec<_> = types
        .iter()
        .map(|types| sample(&plain, of_case(&plain), *types))
        .collect();
    samples.push(sample(&wide, of_case(&wide), types[0]));
    samples
}

const ACCEPTS: &[(&str, &str)] = &[
    ("input", "none | 910B: i8 | 950: i8 hif8 e4m3"),
    ("weight", "none | 910B: i8 | 950: i8 hif8 e4m3"),
    ("bias", "none | 910B: f32 f16 bf16 | 950: f32 f16 bf16 i32"),
    ("scale", "none | 910B: f32 | 950: f32 u64 i64"),
    ("offset", "none | 910B 950: f32"),
    (
        "output",
        "none | 910B: f16 bf16 | 950: f16 bf16 f32 hif8 e4m3",
    ),
];

const IN_BLOCKS: &[(&str, &str)] = &[
    ("input", "none | 910B 950: i8"),
    ("weight", "none | 910B 950: i8"),
    ("bias", "none | 910B: f32 f16 bf16 | 950: f32 f16 bf16 i32"),
    ("scale", "none | 910B: f32 | 950: f32"),
    ("offset", "none | 910B 950: f32"),
    ("output", "none | 910B 950: f16 bf16"),
];

const TOGETHER: &str = "types go together";

const EXCEPT: &[(&str, &str)] = &[
    ("dtypes input", TOGETHER),
    ("dtypes weight", TOGETHER),
    ("dtypes bias", TOGETHER),
    ("dtypes offset", "must be null"),
    ("dtypes output", TOGETHER),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantConvolution", plain)
            .accepts(ACCEPTS)
            .bits(reference::convolution)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(EXCEPT),
        Row::new("aclnnQuantConvolutionWeightNz", blocked)
            .accepts(IN_BLOCKS)
            .bits(reference::convolution)
            .holds(OVERLAP | SHAPE)
            .except(EXCEPT),
    ]
}
