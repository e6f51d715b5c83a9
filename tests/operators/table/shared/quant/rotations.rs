//! Samples and checks of several operators: rotated rows, matrices between two small ones, units of GELU, fake quantisation and maxima.

use crate::argument::Argument;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::quant::given::{code, every, specials};
use crate::table::shared::quant::microscaling::ordinary;
use hostnpu::tensor::Dtype::{self, *};

pub fn null() -> Argument {
    Argument::Null
}

pub fn maximum(
    x: Argument,
    groups: Option<&[f64]>,
    name: &'static str,
    to: Dtype,
) -> Vec<Argument> {
    let (dtype, shape) = (x.tensors()[0].dtype, x.tensors()[0].shape.clone());
    let count = groups.map_or(1, |groups| groups.len() as i64);
    let mut call = vec![x, read(F32, &[count], &[1.5, 0.03, 200.0, -4.0])];
    call.extend(groups.map(|ends| read(I64, &[count], ends)));
    call.extend([
        Argument::Text(name),
        Argument::Int(code(to)),
        write(to, &shape),
        write(dtype, &[count]),
    ]);
    call
}

pub fn maximum_samples(grouped: bool) -> Vec<Vec<Argument>> {
    let ends = |ends: &'static [f64]| grouped.then_some(ends);
    let mut samples = vec![maximum(
        read(F16, &[6, 9], &NUMBERS),
        ends(&[1.0, 4.0, 6.0]),
        "rint",
        F8E4m3fn,
    )];
    let types = [
        (F8E5m2, "rint"),
        (F8E4m3fn, "rint"),
        (Hifloat8, "round"),
        (Hifloat8, "hybrid"),
    ];
    for (to, name) in types {
        for x in [F16, Bf16] {
            samples.push(maximum(
                every(x),
                ends(&[10.0, 10.0, 100.0, 256.0]),
                name,
                to,
            ));
        }
        for x in [F32, F16, Bf16] {
            samples.push(maximum(
                ordinary(x, &[6, 3, 70], 1),
                ends(&[2.0, 6.0]),
                name,
                to,
            ));
            samples.push(maximum(
                specials(x, &[6, 40], 2),
                ends(&[1.0, 5.0, 6.0]),
                name,
                to,
            ));
            samples.push(maximum(read(x, &[1, 1], &[-0.0]), ends(&[1.0]), name, to));
        }
        samples.push(maximum(patterns(F32, &[9, 333], 3), ends(&[9.0]), name, to));
    }
    samples.push(maximum(
        read(F16, &[0, 3], &[]),
        ends(&[0.0]),
        "rint",
        F8E5m2,
    ));
    samples
}

pub fn fake(
    x: Argument,
    scale: Argument,
    zero: Argument,
    more: Argument,
    range: [i64; 2],
) -> Vec<Argument> {
    let (dtype, shape) = (x.tensors()[0].dtype, x.tensors()[0].shape.clone());
    vec![
        x,
        scale,
        zero,
        more,
        Argument::Int(range[0]),
        Argument::Int(range[1]),
        write(dtype, &shape),
        write(Bool, &shape),
    ]
}

pub const HALVES: &str = "| 910B 950: f16 bf16";
pub const FLOATS: &str = "| 950: f32 f16 bf16";
pub const SHAPES: &str = "each type has a shape of its own: each is a sample";
