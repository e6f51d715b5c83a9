//! The row of `aclnnScale`.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;
use crate::reference::weighted;
use crate::table::samples::{patterns, ternary, write};
use crate::table::{ELEMENTWISE, RANK_0, Row, computes, entry};

/// Factors for all axes, with biases and without.
fn scaled() -> Vec<Vec<Argument>> {
    let mut samples = ternary();
    samples[1] = vec![
        patterns(Dtype::F32, &[7, 901], 1),
        patterns(Dtype::F32, &[7, 901], 2),
        Argument::Null,
        write(Dtype::F32, &[7, 901]),
    ];
    for sample in &mut samples {
        let all_axes = [Argument::Int(0), Argument::Int(-1), Argument::Bool(true)];
        sample.splice(3..3, all_axes);
    }
    samples
}

const SCALED: &str = "none | 310: f32 f16 | 910B 950: f32 f16 bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnScale", scaled)
            .accepts(&[
                ("x", SCALED),
                ("scale", "as x"),
                ("bias", "as x"),
                ("y", "as x"),
            ])
            .computes(computes::own)
            .elements(weighted::scale)
            .holds(ELEMENTWISE.without(RANK_0)),
    ]
}

#[test]
fn scale_stands_for_axes_in_the_middle() {
    let entry = entry("aclnnScale");
    let narrow = |shape: &[i64]| patterns(Dtype::F32, shape, 5);
    let arguments = |scale: Argument, axis, axes, blob| {
        vec![
            patterns(Dtype::F32, &[3, 5, 7], 1),
            scale.clone(),
            scale,
            Argument::Int(axis),
            Argument::Int(axes),
            Argument::Bool(blob),
            write(Dtype::F32, &[3, 5, 7]),
        ]
    };
    // The same factors, repeated along the last axis and the first one.
    let column = narrow(&[5]).tensors()[0].elements();
    let numbers = column
        .chunks(4)
        .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()).into());
    let each: Vec<f64> = numbers.flat_map(|number: f64| [number; 7]).collect();
    let whole = Tensor::new(Dtype::F32, &[3, 5, 7], Contents::Numbers(each));
    let expected = call(entry, &arguments(Argument::Tensor(whole), 0, -1, true)).unwrap();
    for (axis, axes, blob) in [(1, 1, true), (-2, 1, true), (1, 0, false)] {
        let got = call(entry, &arguments(narrow(&[5]), axis, axes, blob));
        assert_eq!(
            got.as_ref(),
            Ok(&expected),
            "axis {axis}, {axes} axes, {blob}"
        );
    }
    for (axis, axes, blob) in [
        (0, 1, true),
        (1, 3, true),
        (3, 1, true),
        (1, -2, true),
        (2, 0, false),
    ] {
        let got = call(entry, &arguments(narrow(&[5]), axis, axes, blob));
        assert_eq!(
            got.unwrap_err().code,
            161_002,
            "axis {axis}, {axes} axes, {blob}"
        );
    }
}
