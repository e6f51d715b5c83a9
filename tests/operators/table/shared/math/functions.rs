//! Samples and checks of several operators: functions of one number, and ranges of numbers.

use crate::argument::Argument;
use crate::table::samples::scalar;
use hostnpu::tensor::Dtype;

pub fn ends(steps: i64, out: Argument) -> Vec<Argument> {
    vec![
        scalar(Dtype::F32, -1.0),
        scalar(Dtype::F32, 2.5),
        Argument::Int(steps),
        out,
    ]
}
