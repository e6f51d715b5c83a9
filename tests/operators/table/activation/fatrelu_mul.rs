//! The row of `aclnnFatreluMul`.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::number;
use crate::reference::gated;
use crate::table::samples::read;
use crate::table::shared::gated::{Split, THREE, rows_of};
use crate::table::{Holds, Row, entry};

fn fatrelus() -> Vec<Vec<Argument>> {
    let sample = |split: Split| {
        vec![
            split.x.clone(),
            read(split.dtype(), &[1, 1], &[0.25]),
            split.out(),
        ]
    };
    rows_of(&THREE).into_iter().map(sample).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFatreluMul", fatrelus)
            .accepts(&[
                ("input", "none | 910B: f32 f16 bf16"),
                ("threshold", "as input"),
                ("out", "as input"),
            ])
            .computes(|arguments| arguments["input"].dtype())
            .held_by("table::activation::fatrelu_mul::fatrelu_mul_on_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}

/// On a chip that has it, in a process of its own.
#[test]
fn fatrelu_mul_on_910b() {
    if !crate::chips::is(
        "Ascend910B1",
        "table::activation::fatrelu_mul::fatrelu_mul_on_910b",
    ) {
        return;
    }
    for sample in fatrelus() {
        let dtype = sample[0].dtype().unwrap();
        let outputs = call(entry("aclnnFatreluMul"), &sample).unwrap();
        let expected =
            gated::fatrelu_mul(&Arguments::new(entry("aclnnFatreluMul"), &sample)).remove(0);
        for (bytes, exact) in outputs[0].chunks(dtype.bits() / 8).zip(expected) {
            let (got, exact) = (number::decode(bytes, dtype).real(), exact.real());
            let nearest = number::round(&exact, dtype);
            let same = got == nearest && got.is_sign_negative() == nearest.is_sign_negative();
            assert!(
                same || got.is_nan() && exact.is_nan(),
                "{dtype}: {got} instead of {exact}"
            );
        }
    }
}
