//! Operators of ops-transformer, `moe/`.

pub mod finalize;
pub mod gating;
pub mod maps;
pub mod permute;
pub mod routing;
pub mod slopes;
pub mod versions;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::chips;
use crate::table::entry;
use crate::table::samples::{read, write};
use hostnpu::tensor::Dtype;

pub const FLOATS: &str = "none | 910B 950: f16 bf16 f32";
pub const ON_910B: &str = "none | 910B: f16 bf16 f32";
pub const AND_310P: &str = "none | 310: f16 f32 | 910B 950: f16 bf16 f32";

pub const NUMBERS: [f64; 13] = [
    0.5, -0.25, 1.0, -1.5, 2.0, 0.0, -3.0, 0.75, 0.125, -0.5, 4.0, 1.25, -2.0,
];

/// The bytes of all outputs.
pub type Bits = fn(&Arguments) -> Vec<Vec<u8>>;

/// Holds calls to the bytes of a reference.
pub fn hold(name: &str, samples: Vec<Vec<Argument>>, bits: Bits) {
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
    if !chips::is(
        "Ascend910B1",
        "table::shared::moe::operators_and_modes_of_910b",
    ) {
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
    if !chips::is("Ascend310P3", "table::shared::moe::operators_of_310p") {
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
pub type Elsewhere = (&'static str, fn() -> Vec<Vec<Argument>>, Bits);

pub fn strided(dtype: Dtype, shape: &[i64], first: usize) -> Argument {
    read(dtype, shape, &NUMBERS[first % NUMBERS.len()..])
}

/// Experts of choices without order, from 0 up to `experts`, of which some are often and some never chosen.
pub fn experts(dtype: Dtype, shape: &[i64], experts: i64) -> Argument {
    let count = shape.iter().product::<i64>();
    let of = |at: i64| ((at * 7919 + at / 3 * 31) % 101 * experts / 101) as f64;
    let numbers: Vec<f64> = (0..count).map(of).collect();
    read(dtype, shape, &numbers)
}

/// A permutation of the numbers up to `count`, as indices.
pub fn permutation(count: i64) -> Vec<f64> {
    // A step without a common divisor.
    let step = [7919, 104_729]
        .into_iter()
        .find(|step| count % step != 0)
        .unwrap_or(1);
    (0..count)
        .map(|at| ((at * step + 3) % count) as f64)
        .collect()
}

pub fn places(count: i64) -> Argument {
    read(Dtype::I32, &[count], &permutation(count))
}

/// Numbers in memory that name nothing end the task with a sentence, and leave outputs as they were.
#[test]
fn numbers_outside_their_bounds_end_the_task() {
    let wrong = |name: &str, parameter: &str, numbers: &[f64], part: &str| {
        let mut sample = crate::table::plainest(name);
        let tensor = &mut sample[parameter].tensors_mut()[0];
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
    wrong("aclnnMoeInitRouting", "rowIdx", &[99.0], "rowIdx");
    wrong(
        "aclnnMoeInitRoutingV2",
        "expertIdx",
        &[0.0, -1.0],
        "-1 at [1]",
    );
    wrong(
        "aclnnMoeTokenUnpermute",
        "sortedIndices",
        &[0.0, 99.0],
        "99 at [1]",
    );
    wrong(
        "aclnnMoeFinalizeRoutingV2",
        "expandedRowIdx",
        &[-1.0],
        "-1 at [0]",
    );
    wrong(
        "aclnnMoeFinalizeRoutingV2",
        "expertIdxOptional",
        &[77.0],
        "77 at [0]",
    );
    wrong(
        "aclnnMoeReRouting",
        "expertTokenNumPerRank",
        &[1.0],
        "the sum",
    );
    wrong(
        "aclnnMoeReRouting",
        "expertTokenNumPerRank",
        &[-1.0],
        "-1 at [0, 0]",
    );
    wrong(
        "aclnnMoeGatingTopKV2",
        "inputIdsOptional",
        &[-1.0],
        "inputIdsOptional",
    );
    wrong(
        "aclnnMoeGatingTopKV2",
        "tid2eidOptional",
        &[64.0],
        "tid2eidOptional",
    );
    wrong(
        "aclnnMoeGatingTopKBackward",
        "expertIdx",
        &[64.0],
        "expertIdx",
    );
    wrong(
        "aclnnMoeTokenPermuteWithRoutingMap",
        "routingMap",
        &[1.0],
        "for token 0",
    );
}
