//! Samples and checks of several operators: hyper-connections: streams of tokens, the matrices that mix them, and gradients.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::reference::hyper_connections as reference;
use crate::table::entry;
use crate::table::samples::{read, write};
use crate::table::shared::rows::{near_1, varied};
use hostnpu::tensor::Dtype::{self, *};

/// Numbers between -1/16 and 1/16.
pub fn small(shape: &[i64], number: i64) -> Argument {
    let of = |i: i64| ((i * 7919 + number * 331) % 1009 - 504) as f64 / 8192.0;
    let count = shape.iter().product::<i64>().clamp(1, 1009);
    read(F32, shape, &(0..count).map(of).collect::<Vec<_>>())
}

pub fn with(tokens: &[i64], rest: &[i64]) -> Vec<i64> {
    [tokens, rest].concat()
}

pub fn some(argument: Argument, is_there: bool) -> Argument {
    if is_there { argument } else { Argument::Null }
}

/// Type, tokens, streams and elements, whether there is a matrix.
pub type Spread = (Dtype, &'static [i64], [i64; 2], bool);

pub const POST: [Spread; 3] = [
    (F16, &[2, 3], [4, 128], true),
    (Bf16, &[9], [4, 1152], true),
    (F16, &[1, 2], [4, 256], false),
];

pub fn post_of(cases: &[Spread]) -> Vec<Vec<Argument>> {
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

/// Type, tokens, streams and elements, whether there is a matrix, gamma, and what is kept.
pub type Case = (Dtype, &'static [i64], [i64; 2], [bool; 3]);

pub type Operator = fn(&Arguments) -> Vec<Vec<Number>>;

pub fn doubles(operator: Operator, arguments: &Arguments) -> Vec<Vec<f64>> {
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

pub fn ones(argument: &Argument) -> Vec<f64> {
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
