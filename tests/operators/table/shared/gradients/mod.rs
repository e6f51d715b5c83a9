//! Activation functions that are not near `max(x, 0)`, and gradients of all of them.

pub mod weighted;

use crate::table::samples::{self, patterns, read, scalar, write};
use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::table::{Accuracy, ELEMENTWISE, Holds, entry};

pub const SHORT: &str = "f32 f16 | 910B 950: + bf16";
pub const FLOATS: &str = "f32 f16 f64 | 910B 950: + bf16";
pub const LATER: &str = "none | 910B 950: f32 f16 bf16";
pub const ANY: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";
pub const REALS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";
pub const NUMBERS: &str = "f32 f16 f64 c64 c128 | 910B 950: + bf16";
pub const NUMBERS_EVERYWHERE: &str = "f32 f16 f64 bf16 c64 c128";

/// Numbers from -8 to 8, closely, with what lies beside the roots of gradients.
pub fn close() -> Vec<f64> {
    let steps = (0..1500).map(|i| f64::from(i) * 0.010_67 - 8.0);
    let roots = [
        -0.752_461_4,
        -0.751_791_5,
        -1.278_464_5,
        -1.192_431_2,
        -0.751_154_3,
        -1.5,
    ];
    let beside = |&root: &f64| [-3e-3, -1e-6, 0.0, 6e-8, 1e-5].map(|distance| root + distance);
    steps.chain(roots.iter().flat_map(beside)).collect()
}

/// One tensor to another.
pub fn single() -> Vec<Vec<Argument>> {
    let mut samples = samples::unary();
    samples[1] = vec![
        patterns(Dtype::F32, &[7, 301], 1),
        write(Dtype::F32, &[7, 301]),
    ];
    samples.push(vec![
        read(Dtype::F32, &[30, 51], &close()),
        write(Dtype::F32, &[30, 51]),
    ]);
    samples
}

/// Two tensors of one shape to a third.
pub fn pairs() -> Vec<Vec<Argument>> {
    let mut samples = samples::binary();
    let out = || write(Dtype::F32, &[30, 51]);
    let with = |first| vec![first, patterns(Dtype::F32, &[30, 51], 2), out()];
    samples[1] = with(patterns(Dtype::F32, &[30, 51], 1));
    let factors = [0.5, -1.75, 3.0, 1.1, -0.3, 1e30, 2e-30];
    let mut near = with(read(Dtype::F32, &[30, 51], &factors));
    near[1] = read(Dtype::F32, &[30, 51], &close());
    samples.push(near);
    samples
}

/// The same, and two that broadcast.
pub fn broadcast() -> Vec<Vec<Argument>> {
    let mut samples = pairs();
    samples.push(vec![
        patterns(Dtype::F32, &[61, 1], 1),
        patterns(Dtype::F32, &[53], 2),
        write(Dtype::F32, &[61, 53]),
    ]);
    samples
}

/// Samples with these arguments at a place, each set in turn; the large ones with the first set only.
pub fn with(samples: Vec<Vec<Argument>>, at: usize, sets: &[&[Argument]]) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        let all_or_first = if number == 0 { samples.len() } else { 1 };
        for sample in &samples[..all_or_first] {
            let mut sample = sample.clone();
            sample.splice(at..at, set.iter().cloned());
            all.push(sample);
        }
    }
    all
}

pub fn float(value: f64) -> Argument {
    scalar(Dtype::F32, value)
}

pub const MATH: Accuracy = Accuracy::Bounds("activation");
pub const EQUAL: Holds = ELEMENTWISE;

/// In the type of the inputs, FLOAT for two types or integers.
pub fn own_or_f32(arguments: &Arguments) -> Option<Dtype> {
    let (grad, of) = (arguments["gradOutput"].dtype()?, arguments["self"].dtype()?);
    Some(if grad == of { grad } else { Dtype::F32 })
}

#[test]
fn gelu_v2_is_by_the_hyperbolic_tangent_for_1_only() {
    let with = |approximate| {
        let mut sample = single().remove(2);
        sample.insert(1, Argument::Int(approximate));
        call(entry("aclnnGeluV2"), &sample).unwrap()
    };
    assert_eq!(with(7), with(0));
    assert_eq!(with(-1), with(0));
    assert_ne!(with(1), with(0));
}

#[test]
fn gradients_of_gelu_take_integers_beside_floating_point() {
    for (grad, of, accepted) in [
        (Dtype::I8, Dtype::F16, true),
        (Dtype::F32, Dtype::Bool, true),
        (Dtype::F16, Dtype::Bf16, true),
        (Dtype::I8, Dtype::I32, false),
        (Dtype::F64, Dtype::F32, false),
        (Dtype::Complex64, Dtype::F32, false),
    ] {
        let mut sample = pairs().remove(0);
        sample[0].set_dtype(grad);
        sample[1].set_dtype(of);
        let result = call(entry("aclnnGeluBackward"), &sample);
        assert_eq!(result.is_ok(), accepted, "{grad} {of}: {result:?}");
    }
}

#[test]
fn what_the_vendor_refuses_is_161002() {
    let refused = |name: &str, sample: Vec<Argument>| {
        let result = call(entry(name), &sample);
        assert_eq!(result.unwrap_err().code, 161_002, "{name}");
    };
    let mut sample = pairs().remove(0);
    sample.splice(2..2, [float(-0.5), Argument::Bool(true)]);
    refused("aclnnLeakyReluBackward", sample);
    let mut sample = pairs().remove(0);
    sample.splice(
        1..1,
        [float(-1.0), float(1.0), float(1.0), Argument::Bool(true)],
    );
    refused("aclnnEluBackward", sample);
    let mut sample = pairs().remove(0);
    sample.insert(2, float(-0.5));
    refused("aclnnSoftshrinkBackward", sample);
    let mut sample = single().remove(0);
    sample.insert(1, float(-0.5));
    refused("aclnnSoftshrink", sample.clone());
    sample.insert(2, float(1.0));
    refused("aclnnShrink", sample);
    let mut sample = pairs().remove(0);
    sample.insert(2, Argument::Text("erf"));
    refused("aclnnGeluBackwardV2", sample);
    let mut sample = weighted::targets().remove(0);
    sample[5] = Argument::Int(3);
    refused("aclnnBinaryCrossEntropyWithLogitsTargetBackward", sample);
}

#[test]
fn an_empty_gradient_of_hardshrink_succeeds_whatever_its_output() {
    let sample = vec![
        read(Dtype::F32, &[0, 4], &[]),
        read(Dtype::F32, &[3, 4], &[1.0]),
        float(0.5),
        write(Dtype::F32, &[2]),
    ];
    assert!(call(entry("aclnnHardshrinkBackward"), &sample).is_ok());
}
