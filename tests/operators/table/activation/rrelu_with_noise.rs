//! Operators whose results depend on a seed.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::random;
use crate::table::samples::{in_place, patterns, read, scalar, unary};
use crate::table::{ELEMENTWISE, IN_PLACE, OVERLAP, RANK_8, Row, computes};

/// Samples with noise, bounds, mode, seed and offset behind the first tensor: noise of the same shape, then a longer and a strided one.
fn with_noise(samples: fn() -> Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    let with = |mut sample: Vec<Argument>, noise, training, seed, offset| {
        let more = [
            noise,
            scalar(Dtype::F32, 0.125),
            scalar(Dtype::F64, 0.334),
            Argument::Bool(training),
            Argument::Int(seed),
            Argument::Int(offset),
        ];
        sample.splice(1..1, more);
        sample
    };
    let [small, large]: [Vec<Argument>; 2] = samples().try_into().expect("two samples");
    let like_small = || read(Dtype::F32, &[3, 4], &[5.0]);
    let mut strided = patterns(Dtype::F32, &[9, 4], 3);
    strided.tensors_mut()[0].strides = vec![1, 9];
    vec![
        with(small.clone(), like_small(), true, 42, 0),
        with(small.clone(), like_small(), false, 42, 0),
        with(
            small.clone(),
            read(Dtype::F32, &[50], &[5.0]),
            true,
            -3,
            1 << 40,
        ),
        with(small, strided, true, 0, -1),
        with(large, patterns(Dtype::F32, &[7, 9001], 2), true, 1 << 33, 5),
    ]
}

pub fn rows() -> Vec<Row> {
    const TYPES: &str = "f32 f16 | 910B 950: + bf16";
    const BOUNDS: &str = "f32 f16 bf16 f64";
    vec![
        Row::new("aclnnRReluWithNoise", || with_noise(unary))
            .accepts(&[
                ("self", TYPES),
                ("noise", "as self"),
                ("lower", BOUNDS),
                ("upper", BOUNDS),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(random::randomized_rectifier)
            .holds(ELEMENTWISE.without(RANK_8).without(OVERLAP))
            .except(&[("shapes noise", "may have more elements")]),
        Row::new("aclnnInplaceRReluWithNoise", || with_noise(in_place))
            .accepts(&[
                ("self", TYPES),
                ("noise", "as self"),
                ("lower", BOUNDS),
                ("upper", BOUNDS),
            ])
            .computes(computes::own)
            .whole(random::randomized_rectifier)
            .holds(IN_PLACE.without(RANK_8))
            .except(&[("shapes noise", "may have more elements")]),
    ]
}
