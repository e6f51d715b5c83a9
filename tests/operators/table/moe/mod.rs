//! Operators of ops-transformer, `moe/`.

mod finalize;
mod gating;
mod maps;
mod others;
mod permute;
mod routing;
mod slopes;
mod versions;

use hostnpu::tensor::Dtype;

use super::samples::{read, write};
use super::{Holds, OVERLAP, Row, SHAPE, STRIDED, entry};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::chips;

const FLOATS: &str = "none | 910B 950: f16 bf16 f32";
const ON_910B: &str = "none | 910B: f16 bf16 f32";
const AND_310P: &str = "none | 310: f16 f32 | 910B 950: f16 bf16 f32";

const NUMBERS: [f64; 13] = [
    0.5, -0.25, 1.0, -1.5, 2.0, 0.0, -3.0, 0.75, 0.125, -0.5, 4.0, 1.25, -2.0,
];

/// The bytes of all outputs.
type Bits = fn(&Arguments) -> Vec<Vec<u8>>;

/// Holds calls to the bytes of a reference.
fn hold(name: &str, samples: Vec<Vec<Argument>>, bits: Bits) {
    for (number, sample) in samples.iter().enumerate() {
        let outputs = call(entry(name), sample);
        let outputs = outputs.unwrap_or_else(|refusal| panic!("{name} {number}: {refusal:?}"));
        let expected = bits(&Arguments::new(entry(name), sample));
        assert_eq!(outputs.len(), expected.len(), "{name} {number}");
        for (output, (got, expected)) in outputs.iter().zip(&expected).enumerate() {
            assert!(got == expected, "{name} sample {number}: output {output}");
        }
    }
}

/// On a chip that has them, in a process of its own.
#[test]
fn operators_and_modes_of_910b() {
    if !chips::is("Ascend910B1", "table::moe::operators_and_modes_of_910b") {
        return;
    }
    for (name, samples, bits) in [
        gating::on_910b(),
        routing::on_910b(),
        permute::on_910b(),
        finalize::on_910b(),
    ]
    .concat()
    {
        hold(name, samples(), bits);
    }
}

/// Likewise.
#[test]
fn operators_of_310p() {
    if !chips::is("Ascend310P3", "table::moe::operators_of_310p") {
        return;
    }
    for (name, samples, bits) in [
        gating::on_310p(),
        routing::on_310p(),
        permute::on_310p(),
        finalize::on_310p(),
    ]
    .concat()
    {
        hold(name, samples(), bits);
    }
}

/// The samples of an operator on another chip, and their reference.
type Elsewhere = (&'static str, fn() -> Vec<Vec<Argument>>, Bits);

fn strided(dtype: Dtype, shape: &[i64], first: usize) -> Argument {
    read(dtype, shape, &NUMBERS[first % NUMBERS.len()..])
}

/// Experts of choices without order, from 0 up to `experts`, of which some are often and some never chosen.
fn experts(dtype: Dtype, shape: &[i64], experts: i64) -> Argument {
    let count = shape.iter().product::<i64>();
    let of = |at: i64| ((at * 7919 + at / 3 * 31) % 101 * experts / 101) as f64;
    let numbers: Vec<f64> = (0..count).map(of).collect();
    read(dtype, shape, &numbers)
}

/// A permutation of the numbers up to `count`, as indices.
fn permutation(count: i64) -> Vec<f64> {
    // A step without a common divisor.
    let step = [7919, 104_729]
        .into_iter()
        .find(|step| count % step != 0)
        .unwrap_or(1);
    (0..count)
        .map(|at| ((at * step + 3) % count) as f64)
        .collect()
}

fn places(count: i64) -> Argument {
    read(Dtype::I32, &[count], &permutation(count))
}

pub fn rows() -> Vec<Row> {
    let all = [
        gating::rows(),
        routing::rows(),
        permute::rows(),
        finalize::rows(),
        maps::rows(),
        others::rows(),
    ];
    all.into_iter().flatten().collect()
}

/// Numbers in memory that name nothing end the task with a sentence, and leave outputs as they were.
#[test]
fn numbers_outside_their_bounds_end_the_task() {
    let wrong = |name: &str, sample: Vec<Argument>, at: usize, numbers: &[f64], part: &str| {
        let mut sample = sample;
        let tensor = &mut sample[at].tensors_mut()[0];
        tensor.contents = crate::argument::Contents::Numbers(numbers.to_vec());
        let mut call = crate::call::prepare(entry(name), &sample);
        let refusal = call.run().map(drop).unwrap_err();
        assert!(refusal.message.contains(part), "{name}: {refusal:?}");
        let written = call.outputs();
        assert!(
            written
                .iter()
                .flatten()
                .all(|&byte| byte == crate::argument::POISON),
            "{name}: an output was written"
        );
    };
    let first = |row: Row| (row.samples)().remove(0);
    let of = |rows: Vec<Row>, name: &str| {
        first(rows.into_iter().find(|row| row.entry.name == name).unwrap())
    };
    wrong(
        "aclnnMoeInitRouting",
        of(routing::rows(), "aclnnMoeInitRouting"),
        1,
        &[99.0],
        "rowIdx",
    );
    wrong(
        "aclnnMoeInitRoutingV2",
        of(routing::rows(), "aclnnMoeInitRoutingV2"),
        1,
        &[0.0, -1.0],
        "-1 at [1]",
    );
    wrong(
        "aclnnMoeTokenUnpermute",
        of(permute::rows(), "aclnnMoeTokenUnpermute"),
        1,
        &[0.0, 99.0],
        "99 at [1]",
    );
    wrong(
        "aclnnMoeFinalizeRoutingV2",
        of(finalize::rows(), "aclnnMoeFinalizeRoutingV2"),
        1,
        &[-1.0],
        "-1 at [0]",
    );
    wrong(
        "aclnnMoeFinalizeRoutingV2",
        of(finalize::rows(), "aclnnMoeFinalizeRoutingV2"),
        6,
        &[77.0],
        "77 at [0]",
    );
    wrong(
        "aclnnMoeReRouting",
        of(others::rows(), "aclnnMoeReRouting"),
        1,
        &[1.0],
        "the sum",
    );
    wrong(
        "aclnnMoeReRouting",
        of(others::rows(), "aclnnMoeReRouting"),
        1,
        &[-1.0],
        "-1 at [0, 0]",
    );
    wrong(
        "aclnnMoeGatingTopKV2",
        of(gating::rows(), "aclnnMoeGatingTopKV2"),
        2,
        &[-1.0],
        "inputIdsOptional",
    );
    wrong(
        "aclnnMoeGatingTopKV2",
        of(gating::rows(), "aclnnMoeGatingTopKV2"),
        3,
        &[64.0],
        "tid2eidOptional",
    );
    wrong(
        "aclnnMoeGatingTopKBackward",
        of(gating::rows(), "aclnnMoeGatingTopKBackward"),
        2,
        &[64.0],
        "expertIdx",
    );
    wrong(
        "aclnnMoeTokenPermuteWithRoutingMap",
        of(maps::rows(), "aclnnMoeTokenPermuteWithRoutingMap"),
        1,
        &[1.0],
        "for token 0",
    );
}
