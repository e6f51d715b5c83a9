//! Adapters: on chips that the drivers do not run on.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::chips;
use crate::number::decode;
use crate::reference::products;
use crate::table::samples::{read, write};
use crate::table::{Holds, Row, computes, entry};

/// Rows, columns of `y` and of `x`, and extents of the second matrix; whether there is a first one; the first column that is added to, and how many are.
type Shape = (i64, i64, i64, [i64; 2], bool, [i64; 2]);

const SHAPES: [Shape; 4] = [
    (3, 32, 16, [16, 32], true, [0, -1]),
    (5, 48, 32, [32, 16], true, [16, 20]),
    (2, 16, 16, [16, 16], false, [0, 16]),
    (4, 64, 48, [16, 16], true, [32, 0]),
];

fn samples() -> Vec<Vec<Argument>> {
    let half = |shape: &[i64], seed: i64| {
        let number = |k: i64| ((k * 37 + seed) % 61) as f64 / 32.0 - 1.0;
        let numbers: Vec<f64> = (0..211).map(number).collect();
        read(Dtype::F16, shape, &numbers)
    };
    let call = |&(rows, width, length, [outer, inner], has_first, [start, count]): &Shape| {
        vec![
            half(&[rows, width], 1),
            half(&[rows, length], 2),
            half(&[3, 2, outer, inner], 3),
            read(Dtype::I32, &[rows], &[2.0, -1.0, 0.0, 1.0]),
            match has_first {
                true => half(&[3, 2, inner, length], 4),
                false => Argument::Null,
            },
            Argument::Int(1),
            Argument::Float(0.375),
            Argument::Int(start),
            Argument::Int(count),
            write(Dtype::F16, &[rows, width]),
        ]
    };
    SHAPES.iter().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    const HALF: &str = "none | 910B 310: f16";
    vec![
        Row::new("aclnnAddLora", samples)
            .accepts(&[
                ("y", HALF),
                ("x", HALF),
                ("weightB", HALF),
                ("indices", "none | 910B 310: i32"),
                ("weightAOptional", HALF),
                ("out", HALF),
            ])
            .computes(computes::own)
            .held_by("table::math::add_lora::adapters_on_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}

/// On a chip that has it, in a process of its own.
#[test]
fn adapters_on_910b() {
    if !chips::is("Ascend910B1", "table::math::add_lora::adapters_on_910b") {
        return;
    }
    for sample in samples() {
        let outputs = call(entry("aclnnAddLora"), &sample).unwrap();
        let exact = products::adapters(&Arguments::new(entry("aclnnAddLora"), &sample));
        for (place, (bytes, exact)) in outputs[0].chunks(2).zip(&exact).enumerate() {
            let got = decode(bytes, Dtype::F16).real();
            let wanted = crate::number::round(exact, Dtype::F16);
            assert_eq!(got, wanted, "{place}");
        }
    }
    let refused = |change: &dyn Fn(&mut Vec<Argument>), part: &str, code: i32| {
        let mut sample = samples().remove(0);
        change(&mut sample);
        let refusal = call(entry("aclnnAddLora"), &sample).unwrap_err();
        assert!(refusal.message.contains(part), "{refusal:?}");
        assert!(code == 0 || refusal.code == code, "{refusal:?}");
    };
    refused(&|s| s[5] = Argument::Int(2), "layerIdx", 561_002);
    refused(&|s| s[7] = Argument::Int(17), "yOffset", 561_002);
    refused(&|s| s[8] = Argument::Int(17), "ySliceSize", 561_002);
    refused(
        &|s| s[3].tensors_mut()[0].shape = vec![4],
        "indices",
        561_002,
    );
    refused(&|s| s[3] = read(Dtype::I32, &[3], &[3.0]), "3 at [0]", 0);
}
