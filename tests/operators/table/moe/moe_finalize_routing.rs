//! The rows of `aclnnMoeFinalizeRouting` and its other forms.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::moe;
use crate::table::samples::read;
use crate::table::shared::moe::finalize::{FIRST, Finalize, modes, v1_samples};
use crate::table::shared::moe::{AND_310P, ON_910B};
use crate::table::{Holds, OVERLAP, Row, SHAPE, STRIDED};

/// The scales of Ascend950 have a type of their own.
fn mixed() -> Vec<Finalize> {
    let mut all = modes();
    for x in [F16, Bf16, F32] {
        for scales in [F16, Bf16, F32] {
            all.push(Finalize {
                x,
                scales: Some(scales),
                mode: 2,
                ..FIRST
            });
        }
    }
    all
}

fn v2_samples() -> Vec<Vec<Argument>> {
    mixed().into_iter().map(Finalize::v2).collect()
}

fn v3_samples() -> Vec<Vec<Argument>> {
    let all = mixed().into_iter().enumerate();
    all.map(|(number, of)| of.v3(of.experts && number % 3 == 0))
        .collect()
}

fn v4_samples() -> Vec<Vec<Argument>> {
    let all = mixed().into_iter().enumerate();
    let mut samples: Vec<_> = all
        .map(|(number, of)| {
            of.v4(
                of.experts && number % 3 == 0,
                if number % 2 == 0 { 1 } else { of.size[2] },
            )
        })
        .collect();
    let several = Finalize {
        scales: None,
        mode: 2,
        ..FIRST
    };
    samples.extend([
        several.v4(true, 3),
        Finalize {
            mode: 0,
            bias: false,
            ..several
        }
        .v4(false, 3),
    ]);
    // Places of experts without rows are not looked at.
    let mut far = Finalize { mode: 2, ..FIRST }.v4(true, 3);
    let experts = moe::ints(&far[6].tensors()[0]);
    let mut numbers = moe::floats(&far[1].tensors()[0]);
    for (number, expert) in numbers.iter_mut().zip(experts) {
        if expert == 1 || expert >= 3 {
            *number = -1.0;
        }
    }
    far[1] = read(I32, &[12], &numbers);
    samples.push(far);
    samples
}

const ON_310P: &[(&str, &str)] = &[
    (
        "dtypes expandedX",
        "Ascend310P has fewer arguments and one mode: a test of its own",
    ),
    ("dtypes expandedRowIdx", "likewise"),
    ("dtypes x1Optional", "likewise"),
    ("dtypes x2Optional", "likewise"),
    ("dtypes biasOptional", "likewise"),
    (
        "dtypes scalesOptional",
        "likewise; Ascend910B has mixed types for BFLOAT16 only",
    ),
    ("dtypes expertIdxOptional", "likewise"),
    ("dtypes xOptional", "likewise"),
    ("dtypes a1Optional", "likewise"),
    ("dtypes a2Optional", "likewise"),
    ("dtypes vOptional", "likewise"),
    ("dtypes out", "likewise"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeFinalizeRouting", v1_samples)
            .accepts(&[
                ("expandedX", ON_910B),
                ("x1", "as expandedX"),
                ("x2Optional", "as expandedX"),
                ("bias", "as expandedX"),
                ("scales", "as expandedX"),
                ("expandedRowIdx", "i32"),
                ("expandedExpertIdx", "i32"),
                ("out", "as expandedX"),
            ])
            .held_by("table::shared::moe::operators_and_modes_of_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
        Row::new("aclnnMoeFinalizeRoutingV2", v2_samples)
            .accepts(&[
                ("expandedX", AND_310P),
                ("expandedRowIdx", "i32"),
                ("x1Optional", "as expandedX"),
                ("x2Optional", "as expandedX"),
                ("biasOptional", "as expandedX"),
                ("scalesOptional", AND_310P),
                ("expertIdxOptional", "i32"),
                ("out", "as expandedX"),
            ])
            .bits(moe::finalize_v2)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(ON_310P),
        Row::new("aclnnMoeFinalizeRoutingV3", v3_samples)
            .accepts(&[
                ("expandedX", AND_310P),
                ("expandedRowIdx", "i32"),
                ("x1Optional", "as expandedX"),
                ("x2Optional", "as expandedX"),
                ("biasOptional", "as expandedX"),
                ("scalesOptional", AND_310P),
                ("expertIdxOptional", "i32"),
                ("xOptional", "as expandedX"),
                ("a1Optional", "as expandedX"),
                ("a2Optional", "as expandedX"),
                ("vOptional", "as expandedX"),
                ("out", "as expandedX"),
            ])
            .bits(moe::finalize)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(ON_310P),
        Row::new("aclnnMoeFinalizeRoutingV4", v4_samples)
            .accepts(&[
                ("expandedX", AND_310P),
                ("expandedRowIdx", "i32"),
                ("x1Optional", "as expandedX"),
                ("x2Optional", "as expandedX"),
                ("biasOptional", "as expandedX"),
                ("scalesOptional", AND_310P),
                ("expertIdxOptional", "i32"),
                ("xOptional", "as expandedX"),
                ("a1Optional", "as expandedX"),
                ("a2Optional", "as expandedX"),
                ("vOptional", "as expandedX"),
                ("out", "as expandedX"),
            ])
            .bits(moe::finalize)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(ON_310P),
    ]
}
