//! Hyper-connections: streams of tokens, the matrices that mix them, and gradients.

use hostnpu::tensor::Dtype::{self, *};

use super::rows::{ROWS, near_1, varied};
use super::samples::{read, write};
use super::{Row, on_950};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::reference::hyper_connections as reference;
use crate::table::entry;

/// Numbers between -1/16 and 1/16.
fn small(shape: &[i64], number: i64) -> Argument {
    let of = |i: i64| ((i * 7919 + number * 331) % 1009 - 504) as f64 / 8192.0;
    let count = shape.iter().product::<i64>().clamp(1, 1009);
    read(F32, shape, &(0..count).map(of).collect::<Vec<_>>())
}

fn with(tokens: &[i64], rest: &[i64]) -> Vec<i64> {
    [tokens, rest].concat()
}

fn some(argument: Argument, is_there: bool) -> Argument {
    if is_there { argument } else { Argument::Null }
}

/// Type, tokens, streams and elements, whether there is a matrix.
type Spread = (Dtype, &'static [i64], [i64; 2], bool);

const POST: [Spread; 3] = [
    (F16, &[2, 3], [4, 128], true),
    (Bf16, &[9], [4, 1152], true),
    (F16, &[1, 2], [4, 256], false),
];

fn post_of(cases: &[Spread]) -> Vec<Vec<Argument>> {
    let sample = |&(dtype, tokens, [n, d], has_matrix): &Spread| {
        vec![
            varied(dtype, &with(tokens, &[n, d]), 1),
            some(near_1(F32, &with(tokens, &[n, n]), 2), has_matrix),
            varied(dtype, &with(tokens, &[d]), 3),
            near_1(F32, &with(tokens, &[n]), 4),
            write(dtype, &with(tokens, &[n, d])),
        ]
    };
    cases.iter().map(sample).collect()
}

fn post() -> Vec<Vec<Argument>> {
    post_of(&POST)
}

fn post_backward() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, tokens, [n, d], has_matrix): &Spread| {
        let mut arguments = post_of(&[(dtype, tokens, [n, d], has_matrix)]).swap_remove(0);
        let x = arguments.pop().unwrap_or(Argument::Null);
        arguments.insert(0, varied(dtype, &x.tensors()[0].shape, 5));
        arguments.extend([
            write(dtype, &with(tokens, &[n, d])),
            write(F32, &with(tokens, &[n, n])),
            write(dtype, &with(tokens, &[d])),
            write(F32, &with(tokens, &[n])),
        ]);
        arguments
    };
    let more: [Spread; 2] = [(Bf16, &[3], [6, 7], true), (F16, &[2, 1], [8, 40], false)];
    POST.iter().chain(&more).map(sample).collect()
}

/// Type, tokens, streams and elements, whether there is a matrix, gamma, and what is kept.
type Case = (Dtype, &'static [i64], [i64; 2], [bool; 3]);

const PRE: [Case; 4] = [
    (F16, &[2, 3], [4, 32], [true, true, true]),
    (Bf16, &[9], [6, 16], [true, false, false]),
    (F16, &[1, 2], [8, 48], [false, true, true]),
    (Bf16, &[3], [4, 1040], [false, false, false]),
];

fn pre() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, tokens, [n, d], [matrix, gamma, kept]): &Case| {
        let results = 2 * n + if matrix { n * n } else { 0 };
        let of = |rest: &[i64]| write(F32, &with(tokens, rest));
        vec![
            varied(dtype, &with(tokens, &[n, d]), 1),
            small(&[results, n * d], 2),
            near_1(F32, &[if matrix { 3 } else { 2 }], 3),
            small(&[results], 4),
            some(near_1(F32, &[n, d], 5), gamma),
            Argument::Float(1e-3),
            Argument::Float(0.0625),
            write(dtype, &with(tokens, &[d])),
            of(&[n]),
            some(of(&[n, n]), matrix || gamma),
            some(of(&[]), kept),
            some(of(&[results]), kept),
            some(of(&[n]), kept),
        ]
    };
    PRE.iter().map(sample).collect()
}

fn pre_v2() -> Vec<Vec<Argument>> {
    let with_mode = |(mode, mut sample): (i64, Vec<Argument>)| {
        sample.insert(7, Argument::Int(mode % 2));
        sample
    };
    (0..).zip(pre()).map(with_mode).collect()
}

fn pre_backward() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, tokens, [n, d], [more, gamma, _]): &Case| {
        let results = 2 * n + n * n;
        let of = |rest: &[i64], seed: i64| near_1(F32, &with(tokens, rest), seed);
        vec![
            varied(dtype, &with(tokens, &[n, d]), 1),
            small(&[results, n * d], 2),
            near_1(F32, &[3], 3),
            varied(dtype, &with(tokens, &[d]), 4),
            varied(F32, &with(tokens, &[n]), 5),
            varied(F32, &with(tokens, &[n, n]), 6),
            of(&[], 7),
            varied(F32, &with(tokens, &[results]), 8),
            of(&[n], 9),
            of(&[n], 10),
            some(near_1(F32, &[n, d], 11), gamma),
            some(varied(dtype, &with(tokens, &[n, d]), 12), more),
            Argument::Float(0.0625),
            write(dtype, &with(tokens, &[n, d])),
            write(F32, &[results, n * d]),
            write(F32, &[3]),
            write(F32, &[results]),
            some(write(F32, &[n, d]), gamma),
        ]
    };
    let cases: [Case; 3] = [
        (F16, &[2, 3], [4, 64], [true, true, true]),
        (Bf16, &[9], [6, 128], [false, true, true]),
        (F16, &[2], [8, 192], [true, false, true]),
    ];
    cases.iter().map(sample).collect()
}

fn sinkhorn() -> Vec<Vec<Argument>> {
    let sample = |tokens: &[i64], n: i64, iterations: i64, kept: [bool; 2]| {
        let of = 2 * iterations * tokens.iter().product::<i64>() * 8;
        vec![
            varied(F32, &with(tokens, &[n, n]), 1),
            Argument::Float(1e-3),
            Argument::Int(iterations),
            write(F32, &with(tokens, &[n, n])),
            some(write(F32, &[of * n]), kept[0]),
            some(write(F32, &[of]), kept[1]),
        ]
    };
    vec![
        sample(&[2, 3], 4, 3, [true, true]),
        sample(&[17], 6, 1, [true, false]),
        sample(&[1, 1], 8, 20, [false, true]),
    ]
}

fn sinkhorn_backward() -> Vec<Vec<Argument>> {
    let sample = |tokens: &[i64], n: i64, iterations: i64| {
        let of = 2 * iterations * tokens.iter().product::<i64>() * 8;
        vec![
            varied(F32, &with(tokens, &[n, n]), 1),
            near_1(F32, &[of * n], 2),
            near_1(F32, &[of], 3),
            write(F32, &with(tokens, &[n, n])),
        ]
    };
    vec![
        sample(&[2, 3], 4, 2),
        sample(&[17], 6, 1),
        sample(&[1, 1], 8, 3),
    ]
}

/// Type, tokens, elements of four streams, whether what gradients need is kept.
const STOCHASTIC: [(Dtype, &[i64], i64, bool); 6] = [
    (F16, &[1, 2], 128, true),
    (Bf16, &[3, 3], 256, true),
    (F16, &[2, 1], 128, false),
    (Bf16, &[0, 3], 128, true),
    (Bf16, &[5], 128, true),
    (F16, &[2], 256, false),
];

fn pre_sinkhorn() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, tokens, c, kept): &(Dtype, &[i64], i64, bool)| {
        let of = |rest: &[i64]| write(F32, &with(tokens, rest));
        let steps = |rest: &[i64]| write(F32, &[&[40][..], tokens, rest].concat());
        vec![
            varied(dtype, &with(tokens, &[4, c]), 1),
            small(&[24, 4 * c], 2),
            near_1(F32, &[3], 3),
            small(&[24], 4),
            Argument::Int(4),
            Argument::Int(20),
            Argument::Float(1e-3),
            Argument::Float(1e-2),
            Argument::Bool(kept),
            write(dtype, &with(tokens, &[c])),
            of(&[4]),
            of(&[16]),
            some(of(&[4]), kept),
            some(of(&[24]), kept),
            some(of(&[1]), kept),
            some(steps(&[4]), kept),
            some(steps(&[4, 4]), kept),
        ]
    };
    // Tokens of one axis are taken on Ascend950 alone.
    let is_taken = |case: &&(Dtype, &[i64], i64, bool)| case.1.len() == 2 || on_950();
    STOCHASTIC.iter().filter(is_taken).map(sample).collect()
}

fn pre_sinkhorn_backward() -> Vec<Vec<Argument>> {
    let sample = |dtype: Dtype, tokens: &[i64], n: i64, c: i64| {
        let results = n * n + 2 * n;
        // Both shapes of a matrix are taken.
        let matrix: &[i64] = if n == 4 { &[n, n] } else { &[n * n] };
        let of = |rest: &[i64], seed: i64| near_1(F32, &with(tokens, rest), seed);
        let steps =
            |rest: &[i64], seed: i64| near_1(F32, &[&[40][..], tokens, rest].concat(), seed);
        vec![
            varied(dtype, &with(tokens, &[c]), 1),
            varied(F32, &with(tokens, &[n]), 2),
            varied(F32, &with(tokens, matrix), 3),
            varied(dtype, &with(tokens, &[n, c]), 4),
            small(&[results, n * c], 5),
            near_1(F32, &[3], 6),
            small(&[results], 7),
            of(&[n], 8),
            of(&[results], 9),
            of(&[1], 10),
            steps(&[n], 11),
            // Of smaller numbers gradients stay of their own size through all steps.
            small(&[&[40][..], tokens, &[n, n]].concat(), 12),
            Argument::Float(0.0625),
            write(dtype, &with(tokens, &[n, c])),
            write(F32, &[results, n * c]),
            write(F32, &[3]),
            write(F32, &[results]),
        ]
    };
    vec![
        sample(F16, &[1, 2], 4, 128),
        sample(Bf16, &[3], 2, 256),
        sample(F16, &[2, 1], 8, 128),
        sample(Bf16, &[0], 4, 128),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMhcPost", post)
            .accepts(&[
                ("x", "none | 910B 950: f16 bf16"),
                ("hRes", "f32"),
                ("hOut", "as x"),
                ("hPost", "f32"),
                ("out", "as x"),
            ])
            .whole(reference::post)
            .accuracy(ROWS),
        Row::new("aclnnMhcPostBackward", post_backward)
            .accepts(&[
                ("gradOutput", "none | 910B 950: f16 bf16"),
                ("x", "as gradOutput"),
                ("hRes", "f32"),
                ("hOut", "as gradOutput"),
                ("hPost", "f32"),
                ("gradX", "as gradOutput"),
                ("gradHRes", "f32"),
                ("gradHOut", "as gradOutput"),
                ("gradHPost", "f32"),
            ])
            .whole(reference::post_backward)
            .accuracy(ROWS),
        Row::new("aclnnMhcPre", pre)
            .accepts(PROJECTED)
            .whole(reference::pre)
            .accuracy(ROWS),
        Row::new("aclnnMhcPreV2", pre_v2)
            .accepts(PROJECTED)
            .whole(reference::pre_v2)
            .accuracy(ROWS),
        Row::new("aclnnMhcPreBackward", pre_backward)
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("phi", "f32"),
                ("alpha", "f32"),
                ("gradHIn", "as x"),
                ("gradHPost", "f32"),
                ("gradHRes", "f32"),
                ("invRms", "f32"),
                ("hMix", "f32"),
                ("hPre", "f32"),
                ("hPost", "f32"),
                ("gamma", "f32"),
                ("gradXPostOptional", "as x"),
                ("gradX", "as x"),
                ("gradPhi", "f32"),
                ("gradAlpha", "f32"),
                ("gradBias", "f32"),
                ("gradGamma", "f32"),
            ])
            .whole(reference::pre_backward)
            .accuracy(ROWS),
        Row::new("aclnnMhcPreSinkhorn", pre_sinkhorn)
            .accepts(&[
                ("x", "none | 910B 950: f16 bf16"),
                ("phi", "f32"),
                ("alpha", "f32"),
                ("bias", "f32"),
                ("hin", "as x"),
                ("hPost", "f32"),
                ("hRes", "f32"),
                ("hPre", "f32"),
                ("hcBeforeNorm", "f32"),
                ("invRms", "f32"),
                ("sumOut", "f32"),
                ("normOut", "f32"),
            ])
            .whole(reference::pre_sinkhorn)
            .accuracy(ROWS),
        Row::new("aclnnMhcPreSinkhornBackward", pre_sinkhorn_backward)
            .accepts(&[
                ("gradHin", "as x"),
                ("gradHPost", "f32"),
                ("gradHRes", "f32"),
                ("x", "none | 910B 950: f16 bf16"),
                ("phi", "f32"),
                ("alpha", "f32"),
                ("bias", "f32"),
                ("hPre", "f32"),
                ("hcBeforeNorm", "f32"),
                ("invRms", "f32"),
                ("sumOut", "f32"),
                ("normOut", "f32"),
                ("gradX", "as x"),
                ("gradPhi", "f32"),
                ("gradAlpha", "f32"),
                ("gradBias", "f32"),
            ])
            .whole(reference::pre_sinkhorn_backward)
            .accuracy(ROWS),
        Row::new("aclnnMhcSinkhorn", sinkhorn)
            .accepts(&[
                ("x", "none | 950: f32"),
                ("output", "as x"),
                ("normOut", "as x"),
                ("sumOut", "as x"),
            ])
            .whole(reference::sinkhorn)
            .accuracy(ROWS),
        Row::new("aclnnMhcSinkhornBackward", sinkhorn_backward)
            .accepts(&[
                ("gradOutput", "none | 950: f32"),
                ("normOut", "as gradOutput"),
                ("sumOut", "as gradOutput"),
                ("out", "as gradOutput"),
            ])
            .whole(reference::sinkhorn_backward)
            .accuracy(ROWS),
    ]
}

const PROJECTED: &[(&str, &str)] = &[
    ("x", "none | 950: f16 bf16"),
    ("phi", "f32"),
    ("alpha", "f32"),
    ("bias", "f32"),
    ("gammaOptional", "f32"),
    ("hIn", "as x"),
    ("hPost", "f32"),
    ("hRes", "f32"),
    ("invRmsOptional", "f32"),
    ("hMixOptional", "f32"),
    ("hPreOptional", "f32"),
];

type Operator = fn(&Arguments) -> Vec<Vec<Number>>;

fn doubles(operator: Operator, arguments: &Arguments) -> Vec<Vec<f64>> {
    let outputs = operator(arguments);
    let each = outputs.iter();
    each.map(|output| output.iter().map(|x| x.real().to_f64()).collect())
        .collect()
}

/// The gradient by argument `at` of the sum of results times `weights`, by differences.
pub fn by_differences(
    forward: Operator,
    arguments: &Arguments,
    weights: &[Vec<f64>],
    at: usize,
) -> Vec<f64> {
    const STEP: f64 = 1e-5;
    let shape = arguments[at].tensors()[0].shape.clone();
    let own: Vec<f64> = crate::reference::rows::floats(&arguments[at])
        .iter()
        .map(|x| x.to_f64())
        .collect();
    let total = |number: usize, step: f64| -> f64 {
        let mut moved = own.clone();
        moved[number] += step;
        let mut changed = arguments.to_vec();
        changed[at] = read(F64, &shape, &moved);
        let results = doubles(forward, &arguments.with(changed));
        let pairs = results.iter().zip(weights);
        pairs
            .flat_map(|(x, weights)| x.iter().zip(weights))
            .map(|(x, weight)| x * weight)
            .sum()
    };
    (0..own.len())
        .map(|number| (total(number, STEP) - total(number, -STEP)) / (2.0 * STEP))
        .collect()
}

pub fn assert_near(got: &[f64], wanted: &[f64], what: &str) {
    assert_eq!(got.len(), wanted.len(), "{what}");
    for (at, (got, wanted)) in got.iter().zip(wanted).enumerate() {
        let bound = 1e-6 * (1.0 + wanted.abs());
        assert!(
            (got - wanted).abs() < bound,
            "{what} [{at}]: {got}, differences {wanted}"
        );
    }
}

fn ones(argument: &Argument) -> Vec<f64> {
    let floats = crate::reference::rows::floats(argument);
    floats.iter().map(|x| x.to_f64()).collect()
}

#[test]
fn gradients_of_references_are_derivatives_of_forward_ones() {
    let (tokens, n, d) = (3, 4, 5);
    let x = varied(F64, &[tokens, n, d], 1);
    let matrix = near_1(F64, &[tokens, n, n], 2);
    let result = varied(F64, &[tokens, d], 3);
    let spread = near_1(F64, &[tokens, n], 4);
    let g = varied(F64, &[tokens, n, d], 5);
    let forward = [x.clone(), matrix.clone(), result.clone(), spread.clone()];
    let backward = [g.clone(), x.clone(), matrix, result, spread];
    let got = doubles(
        reference::post_backward,
        &Arguments::new(entry("aclnnMhcPostBackward"), &backward),
    );
    for (at, got) in got.iter().enumerate() {
        let wanted = by_differences(
            reference::post,
            &Arguments::new(entry("aclnnMhcPost"), &forward),
            &[ones(&g)],
            at,
        );
        assert_near(got, &wanted, &format!("MhcPost {at}"));
    }

    // Without an addend the steps are exactly what gradients go back through.
    let gradient = varied(F64, &[tokens, n, n], 6);
    let kept = 2 * 3 * tokens * 8;
    let mut forward = vec![
        varied(F64, &[tokens, n, n], 7),
        Argument::Float(0.0),
        Argument::Int(3),
    ];
    forward.extend([
        write(F64, &[tokens, n, n]),
        write(F64, &[kept * n]),
        write(F64, &[kept]),
    ]);
    let steps = doubles(
        reference::sinkhorn,
        &Arguments::new(entry("aclnnMhcSinkhorn"), &forward),
    );
    let backward = [
        gradient.clone(),
        read(F64, &[kept * n], &steps[1]),
        read(F64, &[kept], &steps[2]),
    ];
    let got = doubles(
        reference::sinkhorn_backward,
        &Arguments::new(entry("aclnnMhcSinkhornBackward"), &backward),
    );
    let wanted = by_differences(
        reference::sinkhorn,
        &Arguments::new(entry("aclnnMhcSinkhorn"), &forward),
        &[ones(&gradient)],
        0,
    );
    assert_near(&got[0], &wanted, "MhcSinkhorn");

    let results = n * n + 2 * n;
    let (by_in, by_post, by_res) = (
        varied(F64, &[tokens, d], 8),
        varied(F64, &[tokens, n], 9),
        varied(F64, &[tokens, n, n], 10),
    );
    let weights = [ones(&by_in), ones(&by_post), ones(&by_res)];
    let phi = small(&[results, n * d], 11);
    let (alpha, bias) = (near_1(F64, &[3], 12), small(&[results], 13));
    let gamma = near_1(F64, &[n, d], 14);
    let out = |shape: &[i64]| write(F64, shape);
    let outputs = || {
        vec![
            out(&[tokens, d]),
            out(&[tokens, n]),
            out(&[tokens, n, n]),
            out(&[tokens]),
            out(&[tokens, results]),
            out(&[tokens, n]),
        ]
    };
    let eps = Argument::Float(0.0625);
    let mut forward = vec![
        x.clone(),
        phi.clone(),
        alpha.clone(),
        bias.clone(),
        gamma.clone(),
    ];
    forward.extend([Argument::Float(1e-3), eps.clone()]);
    forward.extend(outputs());
    let kept = doubles(
        reference::pre,
        &Arguments::new(entry("aclnnMhcPre"), &forward),
    );
    let given = |shape: &[i64], numbers: &[f64]| read(F64, shape, numbers);
    let mut backward = vec![
        x.clone(),
        phi.clone(),
        alpha.clone(),
        by_in.clone(),
        by_post.clone(),
        by_res,
    ];
    backward.extend([
        given(&[tokens], &kept[3]),
        given(&[tokens, results], &kept[4]),
        given(&[tokens, n], &kept[5]),
        given(&[tokens, n], &kept[1]),
        gamma,
        Argument::Null,
        eps,
        x.clone(),
        phi.clone(),
        alpha.clone(),
        bias.clone(),
        near_1(F64, &[n, d], 14),
    ]);
    let got = doubles(
        reference::pre_backward,
        &Arguments::new(entry("aclnnMhcPreBackward"), &backward),
    );
    for (at, got) in got.iter().enumerate() {
        let wanted = by_differences(
            reference::pre,
            &Arguments::new(entry("aclnnMhcPre"), &forward),
            &weights,
            at,
        );
        assert_near(got, &wanted, &format!("MhcPre {at}"));
    }

    let mut forward = vec![x.clone(), phi.clone(), alpha.clone(), bias.clone()];
    forward.extend([
        Argument::Int(n),
        Argument::Int(20),
        Argument::Float(0.0),
        Argument::Float(1e-3),
    ]);
    forward.push(Argument::Bool(true));
    let steps = |rest: &[i64]| out(&[&[40, tokens][..], rest].concat());
    forward.extend([
        out(&[tokens, d]),
        out(&[tokens, n]),
        out(&[tokens, n * n]),
        out(&[tokens, n]),
        out(&[tokens, results]),
        out(&[tokens, 1]),
        steps(&[n]),
        steps(&[n, n]),
    ]);
    let kept = doubles(
        reference::pre_sinkhorn,
        &Arguments::new(entry("aclnnMhcPreSinkhorn"), &forward),
    );
    let backward = [
        by_in,
        by_post,
        given(&[tokens, n * n], &weights[2]),
        x,
        phi,
        alpha,
        bias,
        given(&[tokens, n], &kept[3]),
        given(&[tokens, results], &kept[4]),
        given(&[tokens, 1], &kept[5]),
        given(&[40, tokens, n], &kept[6]),
        given(&[40, tokens, n, n], &kept[7]),
        Argument::Float(0.0),
    ];
    let got = doubles(
        reference::pre_sinkhorn_backward,
        &Arguments::new(entry("aclnnMhcPreSinkhornBackward"), &backward),
    );
    for (at, got) in got.iter().enumerate() {
        let wanted = by_differences(
            reference::pre_sinkhorn,
            &Arguments::new(entry("aclnnMhcPreSinkhorn"), &forward),
            &weights,
            at,
        );
        assert_near(got, &wanted, &format!("MhcPreSinkhorn {at}"));
    }
}
