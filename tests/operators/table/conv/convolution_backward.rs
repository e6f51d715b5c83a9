//! The rows of `aclnnConvTbcBackward`, `aclnnConvolutionBackward` and `aclnnDeformableConv2dBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents};
use crate::reference::convolutions as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::conv::{
    Case, HOLDS, IMAGES, SUMS, cases, deformable, image, ints, list, numbers, own, transposed_cases,
};

fn sample(case: &Case, dtype: Dtype, math: i64, mask: [bool; 3]) -> Vec<Argument> {
    let tensor = |shape: &[i64], seed| image(dtype, shape, numbers(seed));
    let output = |number: usize, shape: &[i64]| match mask[number] {
        true => image(dtype, shape, Contents::Poison),
        false => Argument::Null,
    };
    vec![
        tensor(&case.output(), 1),
        tensor(&case.image, 2),
        tensor(&case.weight, 3),
        ints(&[case.channels()]),
        ints(&case.stride),
        ints(&case.padding),
        ints(&case.dilation),
        Argument::Bool(case.transposed),
        ints(&case.appended),
        Argument::Int(case.groups),
        Argument::Bools(mask.to_vec()),
        Argument::Int(math),
        output(0, &case.image),
        output(1, &case.weight),
        output(2, &[case.channels()]),
    ]
}

fn gradients() -> Vec<Vec<Argument>> {
    let all = [true; 3];
    let (plain, transposed) = (cases(), transposed_cases());
    let mut samples = Vec::new();
    for case in [&plain[0], &transposed[1]] {
        samples.push(sample(case, Dtype::F32, 1, all));
        samples.push(sample(case, Dtype::F16, 0, all));
        samples.push(sample(case, Dtype::Bf16, 3, all));
    }
    samples.push(sample(&plain[1], Dtype::F32, 2, [true, true, false]));
    samples.push(sample(&plain[1], Dtype::F32, 0, [false, false, true]));
    samples.push(sample(&transposed[0], Dtype::F32, 0, [false, true, false]));
    let takes = |case: &&Case| {
        let by_side = case.padding.len() != case.stride.len();
        !(by_side && case.stride.len() == 1)
    };
    let others = plain.iter().skip(2).chain(&transposed).filter(takes);
    samples.extend(others.map(|case| sample(case, Dtype::F32, 0, all)));
    samples
}

fn of_lists() -> Vec<Vec<Argument>> {
    let sample = |dtype: Dtype, [x, w, out]: [&[i64]; 3], pad: i64| {
        let tensor = |shape: &[i64], seed| list(dtype, shape, numbers(seed));
        vec![
            tensor(out, 1),
            tensor(x, 2),
            tensor(w, 3),
            tensor(&w[2..], 4),
            Argument::Int(pad),
            Argument::Int(1),
            write(dtype, x),
            write(dtype, w),
            write(dtype, &w[2..]),
        ]
    };
    let plain: [&[i64]; 3] = [&[4, 2, 3], &[3, 3, 4], &[6, 2, 4]];
    let mut samples: Vec<_> = [Dtype::F32, Dtype::F16, Dtype::Bf16]
        .map(|dtype| sample(dtype, plain, 2))
        .into();
    let long: [&[i64]; 3] = [&[5, 1, 40], &[2, 40, 9], &[4, 1, 9]];
    samples.push(sample(Dtype::F32, long, 0));
    samples
}

const AS_INPUT: &str = "as input | 910 310: f32 f16 | 910B: f32 f16 bf16";
const AS_WEIGHT: &str = "as weight | 910 310: f32 f16 | 910B: f32 f16 bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnConvolutionBackward", gradients)
            .accepts(&[
                ("gradOutput", IMAGES),
                ("input", IMAGES),
                ("weight", IMAGES),
                ("gradInput", AS_INPUT),
                ("gradWeight", AS_WEIGHT),
                (
                    "gradBias",
                    "as gradOutput | 910 310: f32 f16 | 910B: f32 f16 bf16",
                ),
            ])
            .computes(own)
            .whole(reference::gradients)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnConvTbcBackward", of_lists)
            .accepts(&[
                ("self", IMAGES),
                ("input", IMAGES),
                ("weight", IMAGES),
                ("bias", "f32 f16 bf16"),
                ("gradInput", AS_INPUT),
                ("gradWeight", AS_WEIGHT),
                (
                    "gradBias",
                    "as bias | 910 310: f32 f16 | 910B: f32 f16 bf16",
                ),
            ])
            .computes(own)
            .whole(reference::gradients_of_lists)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnDeformableConv2dBackward", deformable::gradients)
            .accepts(&[
                ("input", "none | 950: f32 f16 bf16"),
                ("gradOutput", "as input"),
                ("offsetOut", "as input"),
                ("weight", "as input"),
                ("offset", "as input"),
                ("gradInput", "as input"),
                ("gradWeight", "as input"),
                ("gradOffset", "as input"),
                ("gradBias", "as input"),
            ])
            .computes(own)
            .whole(crate::reference::deformable::gradients)
            .accuracy(SUMS)
            .holds(HOLDS),
    ]
}
