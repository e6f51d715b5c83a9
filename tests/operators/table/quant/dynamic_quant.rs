//! Rows quantised by scales of their own.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor};
use crate::reference::quantised;
use crate::table::samples::{NUMBERS, POSITIVE, patterns, read, write};
use crate::table::{Accuracy, Holds, OVERLAP, Reference, Row, SHAPE, STRIDED, entry};

fn call(x: Argument, smooth: Argument, to: Dtype) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let (&columns, rows) = shape.split_last().unwrap();
    let stored = [rows, &[if to == I32 { columns / 8 } else { columns }]].concat();
    vec![x, smooth, write(to, &stored), write(F32, rows)]
}

fn samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![
        call(
            read(F16, &[3, 16], &NUMBERS),
            read(F16, &[16], &POSITIVE),
            I8,
        ),
        call(read(F16, &[3, 16], &NUMBERS), Argument::Null, I8),
        call(
            read(F16, &[2, 3, 16], &NUMBERS),
            read(F16, &[16], &POSITIVE),
            I8,
        ),
        // A row of zeros, one with an infinity and one with NaN.
        call(
            read(
                F16,
                &[3, 2],
                &[0.0, -0.0, f64::INFINITY, 1.0, f64::NAN, 1.0],
            ),
            Argument::Null,
            I8,
        ),
    ];
    for (number, to) in [I8, I4, I32, F8E5m2, F8E4m3fn, Hifloat8]
        .into_iter()
        .enumerate()
    {
        let seed = number as u64;
        samples.push(call(patterns(F16, &[37, 648], seed), Argument::Null, to));
        let specials = Tensor::new(Bf16, &[5, 1000], Contents::Specials(seed, 700));
        let x = Argument::Tensor(specials);
        samples.push(call(x, read(Bf16, &[1000], &POSITIVE), to));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![Row {
        entry: entry("aclnnDynamicQuant"),
        samples,
        accepts: &[
            ("x", "f16 | 910B 950: + bf16"),
            ("smoothScalesOptional", "as x"),
            ("yOut", "i8 | 910B: + i4 i32 | 950: + i4 i32 hif8 e5m2 e4m3"),
            ("scaleOut", "f32"),
        ],
        computes: |_| None,
        reference: Reference::Bits(quantised::dynamic_quant),
        accuracy: Accuracy::RoundedOnce,
        holds: Holds(STRIDED.0 | OVERLAP.0 | SHAPE.0),
        except: &[(
            "dtypes yOut",
            "INT32 has another shape: each type is a sample",
        )],
    }]
}
