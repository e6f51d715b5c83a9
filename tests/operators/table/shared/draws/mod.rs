//! Tensors of random numbers, and dropout.

pub mod samples;

use hostnpu::tensor::Dtype;

use crate::table::samples::{read, scalar};

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::number::Number;
use crate::table::{EMPTY, Holds, IN_PLACE, Row, SHAPE, STRIDED, computes, entry};

pub type Accepts = &'static [(&'static str, &'static str)];

/// Tensors of a seed need elements.
pub const HELD_ONLY: Holds = IN_PLACE.without(EMPTY);
pub const OUT_ONLY: Holds = Holds(STRIDED.0 | SHAPE.0);
pub const DROPPED: &str = "f32 f16 | 910B 950: + bf16";

/// The row of an operator that keeps what a mask chooses.
#[track_caller]
pub fn by_mask(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    input: &'static str,
    output: &'static str,
    whole: fn(&Arguments) -> Vec<Vec<Number>>,
) -> Row {
    Row::new(name, samples)
        .accepts(vec![(input, DROPPED), ("mask", "u8"), (output, "castable")].leak())
        .computes(computes::own)
        .whole(whole)
        .holds(OUT_ONLY)
}

pub const SEEDS: [(&str, &str); 2] = [("seedTensor", "i64"), ("offsetTensor", "i64")];
pub const DISTRIBUTIONS: &str = "tests/operators/table/shared/distributions.rs";

#[test]
fn what_is_no_probability_or_range_is_refused() {
    let refused = |name: &str, parameter: &str, value: Argument, argument: &str| {
        let mut sample = crate::table::plainest(name);
        sample[parameter] = value;
        let refusal = call(entry(name), &sample).unwrap_err();
        assert_eq!(refusal.code, 161_002, "{refusal:?}");
        assert!(
            refusal.message.contains(&format!("`{argument}`")),
            "{refusal:?}"
        );
    };
    refused("aclnnDropoutV3", "p", Argument::Float(1.5), "p");
    refused(
        "aclnnDropoutV3",
        "optionalNoiseShape",
        read(Dtype::I64, &[2], &[3.0]),
        "optionalNoiseShape",
    );
    refused(
        "aclnnDropoutGenMask",
        "prob",
        Argument::Float(f64::NAN),
        "prob",
    );
    refused("aclnnBernoulli", "prob", scalar(Dtype::F32, -0.5), "prob");
    refused(
        "aclnnDropoutBackward",
        "scale",
        Argument::Float(0.5),
        "scale",
    );
    refused("aclnnInplaceNormal", "std", Argument::Float(-1.0), "std");
    refused("aclnnInplaceUniform", "from", Argument::Float(10.0), "from");
    refused("aclnnInplaceRandom", "from", Argument::Int(100), "from");
    refused("aclnnRandperm", "n", Argument::Int(11), "out");
}
