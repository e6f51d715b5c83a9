//! The row of `aclnnInstanceNorm`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::reference::rows::devices;
use crate::table::samples::write;
use crate::table::shared::rows::{ROWS, near_1, varied};
use crate::table::{Accuracy, Holds, Row, entry};
use crate::{chips, number};

fn of_members() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: [i64; 4], format| {
        let (channels, statistics) = match format {
            "NHWC" => (shape[3], [shape[0], 1, 1, shape[3]]),
            _ => (shape[1], [shape[0], shape[1], 1, 1]),
        };
        vec![
            varied(dtype, &shape, 1),
            near_1(dtype, &[channels], 2),
            varied(dtype, &[channels], 3),
            Argument::Text(format),
            Argument::Float(1e-5),
            write(dtype, &shape),
            write(dtype, &statistics),
            write(dtype, &statistics),
        ]
    };
    vec![
        sample(Dtype::F32, [2, 3, 4, 5], "NCHW"),
        sample(Dtype::F16, [2, 3, 40, 5], "NCHW"),
        sample(Dtype::F32, [2, 4, 5, 3], "NHWC"),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInstanceNorm", of_members)
            .accepts(&[
                ("x", "none | 310: f32 f16"),
                ("gamma", "as x"),
                ("beta", "as x"),
                ("y", "as x"),
                ("mean", "as x"),
                ("variance", "as x"),
            ])
            .held_by("table::norm::instance_norm::instance_norm_on_310p")
            .accuracy(ROWS)
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}

/// On a chip that has it, in a process of its own.
#[test]
fn instance_norm_on_310p() {
    if !chips::is(
        "Ascend310P3",
        "table::norm::instance_norm::instance_norm_on_310p",
    ) {
        return;
    }
    let Accuracy::Ulp { f32: ulp, .. } = ROWS else {
        panic!("a bound")
    };
    for sample in of_members() {
        let dtype = sample[0].dtype().unwrap();
        let outputs = call(entry("aclnnInstanceNorm"), &sample).unwrap();
        for (bytes, exact) in outputs.iter().zip(devices::of_members(&Arguments::new(
            entry("aclnnInstanceNorm"),
            &sample,
        ))) {
            for (bytes, exact) in bytes.chunks(dtype.bits() / 8).zip(exact) {
                let (got, exact) = (number::decode(bytes, dtype).real(), exact.real());
                let allowed = number::unit(&exact, dtype) * ulp;
                assert!(
                    (got.clone() - &exact).abs() <= allowed,
                    "{dtype}: {got} instead of {exact}"
                );
            }
        }
    }
}
