//! Samples and checks of several operators: activation functions that are near `max(x, 0)`, each with its form in place.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, is_float};
use crate::table::samples::scalar;
use crate::table::{Accuracy, ELEMENTWISE, IN_PLACE, RANK_8, Row, computes};
use hostnpu::tensor::Dtype;

pub type Exact = fn(&[Number], &Arguments, Dtype) -> Number;

pub type Accepts = &'static [(&'static str, &'static str)];

/// Samples with each of these sets of scalars behind the first tensor, the large ones with the first set only.
pub fn with(samples: fn() -> Vec<Vec<Argument>>, sets: &[&[f64]]) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        let count = if number == 0 { usize::MAX } else { 1 };
        for mut sample in samples().into_iter().take(count) {
            let scalars = set.iter().map(|&value| scalar(Dtype::F32, value));
            sample.splice(1..1, scalars);
            all.push(sample);
        }
    }
    all
}

/// Samples of both forms, for each set of scalars.
macro_rules! samples {
    ($($set:expr),*) => {
        [|| crate::table::shared::rectifiers::with(crate::table::samples::unary, &[$(&$set),*]), || crate::table::shared::rectifiers::with(crate::table::samples::in_place, &[$(&$set),*])]
    };
}
pub(crate) use samples;

/// FLOAT for integers.
pub fn in_f32(arguments: &Arguments) -> Option<Dtype> {
    let dtype = computes::own(arguments)?;
    Some(if is_float(dtype) { dtype } else { Dtype::F32 })
}

/// The rows of a function and of its form in place.
#[track_caller]
pub fn both(
    [name, in_place]: [&str; 2],
    samples: [fn() -> Vec<Vec<Argument>>; 2],
    [accepts, accepts_in_place]: [Accepts; 2],
    exact: Exact,
    accuracy: Accuracy,
) -> [Row; 2] {
    [
        Row::new(name, samples[0])
            .accepts(accepts)
            .computes(in_f32)
            .elements(exact)
            .accuracy(accuracy)
            .holds(ELEMENTWISE),
        Row::new(in_place, samples[1])
            .accepts(accepts_in_place)
            .computes(in_f32)
            .elements(exact)
            .accuracy(accuracy)
            .holds(IN_PLACE),
    ]
}

pub fn of_any_rank(mut rows: [Row; 2]) -> [Row; 2] {
    for row in &mut rows {
        row.holds = row.holds.without(RANK_8);
    }
    rows
}

pub fn in_own_type(mut rows: [Row; 2]) -> [Row; 2] {
    for row in &mut rows {
        row.computes = computes::own;
    }
    rows
}

pub const ROUNDED: Accuracy = Accuracy::RoundedOnce;

pub const NEAR: Accuracy = Accuracy::Ulp {
    f32: 0.5001,
    f64: 1.0,
};
pub const SHORT: &str = "f32 f16 | 910B 950: + bf16";
pub const REALS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";
pub const ANY: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";
