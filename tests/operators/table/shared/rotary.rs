//! Samples and checks of several operators: rotary positions.

use crate::argument::Argument;
use crate::table::shared::rows::varied;
use hostnpu::tensor::Dtype::{self, *};

pub const TYPES: &str = "none | 910B 950: f32 f16 bf16 | 310: f32 f16";
pub const SINCE_910B: &str = "none | 910B 950: f32 f16 bf16";

pub type Types = &'static [(&'static str, &'static str)];

/// Shapes of `x` and of cosines, and the mode.
pub const EMBEDDINGS: [(Dtype, &[i64], &[i64], i64); 9] = [
    (F32, &[2, 3, 5, 8], &[1, 1, 5, 8], 0),
    (F16, &[2, 5, 3, 8], &[1, 5, 1, 8], 1),
    (Bf16, &[2, 5, 3, 8], &[2, 5, 3, 8], 2),
    (F32, &[7, 3, 10], &[7, 1, 10], 3),
    (F16, &[2, 1, 3, 12], &[1, 1, 1, 12], 2),
    (F32, &[2, 3, 4, 6], &[2, 1, 4, 6], 0),
    (Bf16, &[4, 3, 6], &[4, 3, 6], 1),
    // Several boxes for threads, of rows and of heads.
    (Bf16, &[2, 70, 4, 128], &[2, 70, 1, 128], 0),
    (F16, &[3, 2, 65, 1024], &[1, 2, 65, 1024], 3),
];

pub fn partial() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, of_angles, shape, angles, slice) in [
        (F32, F32, [2, 5, 3, 8], [2, 5, 1, 4], Some([2, 6])),
        (F16, F16, [2, 5, 3, 8], [2, 1, 1, 8], None),
        (Bf16, Bf16, [2, 5, 3, 8], [2, 5, 3, 4], Some([4, 8])),
        (F16, F32, [2, 5, 3, 8], [1, 1, 1, 6], Some([0, 6])),
        (Bf16, F32, [33, 4, 8, 192], [33, 1, 1, 64], Some([128, 192])),
        (F16, F16, [2, 5, 3, 8], [2, 5, 1, 8], Some([3, 3])),
    ] {
        samples.push(vec![
            varied(dtype, &shape, 1),
            varied(of_angles, &angles, 2),
            varied(of_angles, &angles, 3),
            Argument::Int(1),
            slice.map_or(Argument::Null, |slice| Argument::Ints(slice.to_vec())),
        ]);
    }
    samples
}
