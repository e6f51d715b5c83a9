//! Convolutions.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents};
use crate::arguments::Arguments;
use crate::reference::convolutions as reference;
use crate::table::samples::write;
use crate::table::shared::conv::{
    Case, HOLDS, IMAGES, SUMS, TYPES, cases, image, ints, list, numbers, own, transposed_cases,
};
use crate::table::{Row, STRIDED};

fn sample(case: &Case, [x, w, bias, out]: [Dtype; 4], math: i64, has_bias: bool) -> Vec<Argument> {
    vec![
        image(x, &case.image, numbers(1)),
        image(w, &case.weight, numbers(2)),
        match has_bias {
            true => image(bias, &[case.channels()], numbers(3)),
            false => Argument::Null,
        },
        ints(&case.stride),
        ints(&case.padding),
        ints(&case.dilation),
        Argument::Bool(case.transposed),
        ints(&case.appended),
        Argument::Int(case.groups),
        image(out, &case.output(), Contents::Poison),
        Argument::Int(math),
    ]
}

fn convolutions() -> Vec<Vec<Argument>> {
    let (plain, transposed) = (cases(), transposed_cases());
    let mut samples = Vec::new();
    for case in [&plain[0], &transposed[1]] {
        samples.extend(TYPES.map(|(types, math)| sample(case, types, math, true)));
    }
    let others = plain.iter().skip(1).chain(&transposed);
    let others = others.enumerate();
    samples.extend(others.map(|(i, case)| sample(case, TYPES[0].0, 0, i % 2 == 0)));
    samples
}

fn result(arguments: &Arguments) -> Option<Dtype> {
    let [x, w, out] = ["input", "weight", "output"].map(|at| arguments[at].dtype());
    let transposed = matches!(arguments["transposed"], Argument::Bool(true));
    let math = reference::number(&arguments["cubeMathType"]);
    Some(reference::types(x?, w?, out?, transposed, math).1)
}

fn depthwise() -> Vec<Vec<Argument>> {
    let sample = |case: &Case, dtype: Dtype, has_bias: bool| {
        vec![
            image(dtype, &case.image, numbers(1)),
            image(dtype, &case.weight, numbers(2)),
            ints(&case.weight[2..]),
            match has_bias {
                true => image(dtype, &[case.channels()], numbers(3)),
                false => Argument::Null,
            },
            ints(&case.stride),
            ints(&case.padding),
            ints(&case.dilation),
            image(dtype, &case.output(), Contents::Poison),
            Argument::Int(1),
        ]
    };
    let plain = Case::new(&[1, 3, 4, 3], &[3, 1, 3, 2])
        .padding(&[1, 1])
        .groups(3);
    let twice = Case::new(&[2, 3, 7, 6], &[6, 1, 3, 2]).groups(3);
    let wide = Case::new(&[1, 5, 9, 9], &[5, 1, 3, 3])
        .stride(&[2, 1])
        .groups(5);
    let holes = Case::new(&[1, 2, 8, 9], &[2, 1, 2, 3])
        .dilation(&[2, 3])
        .groups(2);
    let mut samples: Vec<_> = [Dtype::F32, Dtype::F16, Dtype::Bf16]
        .map(|dtype| sample(&plain, dtype, true))
        .into();
    samples.extend([twice, wide, holes].map(|case| sample(&case, Dtype::F32, false)));
    samples
}

fn of_lists() -> Vec<Vec<Argument>> {
    let sample = |dtype: Dtype, [x, w, out]: [&[i64]; 3], pad: i64| {
        let tensor = |shape: &[i64], seed| list(dtype, shape, numbers(seed));
        vec![
            tensor(x, 1),
            tensor(w, 2),
            tensor(&w[2..], 3),
            Argument::Int(pad),
            write(dtype, out),
            Argument::Int(1),
        ]
    };
    let plain: [&[i64]; 3] = [&[4, 2, 3], &[3, 3, 4], &[6, 2, 4]];
    let mut samples: Vec<_> = [Dtype::F32, Dtype::F16, Dtype::Bf16]
        .map(|dtype| sample(dtype, plain, 2))
        .into();
    samples.push(sample(
        Dtype::F32,
        [&[5, 1, 40], &[2, 40, 9], &[4, 1, 9]],
        0,
    ));
    samples.push(sample(Dtype::F32, [&[5, 2, 0], &[2, 0, 3], &[4, 2, 3]], 0));
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnConvolution", convolutions)
            .accepts(&[
                ("input", IMAGES),
                ("weight", IMAGES),
                ("bias", IMAGES),
                ("output", IMAGES),
            ])
            .computes(result)
            .whole(reference::convolution)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnConvDepthwise2d", depthwise)
            .accepts(&[
                ("self", IMAGES),
                ("weight", "as self"),
                ("bias", "as self"),
                ("out", "as self"),
            ])
            .computes(own)
            .whole(reference::depthwise)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnConvTbc", of_lists)
            .accepts(&[
                ("self", IMAGES),
                ("weight", "as self"),
                ("bias", IMAGES),
                ("output", "as self"),
            ])
            .computes(own)
            .whole(reference::of_lists)
            .accuracy(SUMS)
            .holds(HOLDS | STRIDED),
    ]
}
