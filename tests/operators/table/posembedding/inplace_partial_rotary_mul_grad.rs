//! The row of `aclnnInplacePartialRotaryMulGrad`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::rotary;
use crate::table::shared::rotary::partial;
use crate::table::shared::rows::{ROWS, varied};
use crate::table::{Row, STRIDED};

fn partial_on_950() -> Vec<Vec<Argument>> {
    let mut samples = partial();
    for (dtype, of_angles) in [(F32, F16), (F32, Bf16), (F16, Bf16), (Bf16, F16)] {
        samples.push(vec![
            varied(dtype, &[2, 5, 3, 8], 1),
            varied(of_angles, &[1, 5, 3, 4], 2),
            varied(of_angles, &[1, 5, 3, 4], 3),
            Argument::Int(1),
            Argument::Ints(vec![2, 6]),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    let in_place_holds = STRIDED;
    vec![
        Row::new("aclnnInplacePartialRotaryMulGrad", partial_on_950)
            .accepts(&[
                ("dyRef", "none | 950: f32 f16 bf16"),
                ("cos", "none | 950: f32 f16 bf16"),
                ("sin", "as cos"),
            ])
            .whole(rotary::partial_gradient)
            .accuracy(ROWS)
            .holds(in_place_holds),
    ]
}
