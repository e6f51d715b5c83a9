//! The row of `aclnnQr`.

use crate::argument::Argument;
use crate::reference::linear_algebra;
use crate::table::shared::linear_algebra::factors;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

/// Of the calls of `aclnnLinalgQr` those that ask for both factors, by a flag.
fn both_factors() -> Vec<Vec<Argument>> {
    let mut samples = factors();
    samples.retain(|sample| !matches!(sample[1], Argument::Int(2)));
    for sample in &mut samples {
        sample[1] = Argument::Bool(matches!(sample[1], Argument::Int(0)));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQr", both_factors)
            .accepts(&[
                ("self", "f32 f16 f64 c64 c128"),
                ("Q", "castable: f32 f16 f64 c64 c128"),
                ("R", "castable: f32 f16 f64 c64 c128"),
            ])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::orthogonal_factors)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
