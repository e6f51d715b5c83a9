//! The rows of `aclnnTopKTopPSample` and `aclnnTopKTopPSampleV2`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::sampling;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::search::sampling::{SHORT, logits};

/// Attributes that differ: whether rows are wanted, are logits, and whether weights are wanted.
fn draws() -> Vec<Vec<Argument>> {
    let k = [3.0, 0.0, 5.0, 40.0, 1.0, 0.0];
    let p = [0.8, 0.5, 1.0, 0.0, 2.0, 1.0];
    let least = [0.0, 0.25, 0.5, 0.0, 0.0, 1.0, -1.0];
    let call = |dtype, shape: [i64; 2], optional: [bool; 2], [rows, of, weights]: [bool; 3]| {
        let q: Vec<f64> = (0..97)
            .map(|i| 0.25 + (i * 31 % 97) as f64 / 64.0)
            .collect();
        let q = read(Dtype::F32, &shape, &q);
        let least = read(dtype, &shape[..1], &least);
        let given = |is: bool, argument| if is { argument } else { Argument::Null };
        vec![
            match of {
                true => logits(dtype, shape),
                false => read(dtype, &shape, &[0.125, 0.0625, 0.25, 0.03125, 0.5]),
            },
            read(Dtype::I32, &shape[..1], &k),
            read(dtype, &shape[..1], &p),
            given(optional[0], q),
            given(optional[1], least),
            Argument::Float(1e-8),
            Argument::Bool(rows),
            Argument::Int(32),
            Argument::Int(30),
            Argument::Bool(of),
            Argument::Bool(weights),
            write(Dtype::I64, &shape[..1]),
            write(Dtype::F32, &shape),
            write(Dtype::I64, &shape),
            write(Dtype::F32, &shape),
        ]
    };
    vec![
        call(Dtype::F32, [3, 4], [true, true], [true, true, false]),
        call(Dtype::F32, [13, 37], [false, true], [true, true, true]),
        call(Dtype::F32, [13, 37], [true, false], [false, true, false]),
        call(Dtype::F32, [13, 5], [false, true], [true, false, true]),
        call(Dtype::F16, [13, 37], [true, true], [true, true, false]),
        call(Dtype::Bf16, [6, 300], [false, false], [true, true, true]),
    ]
}

/// The first version, without the attributes and outputs of the second one.
fn first() -> Vec<Vec<Argument>> {
    let mut samples = draws();
    samples.retain(|sample| sample[9..11].iter().map(is_true).eq([true, false]));
    for sample in &mut samples {
        if sample[0].dtype() == Some(Dtype::F32) {
            for at in [0, 2] {
                sample[at].set_dtype(Dtype::F16);
            }
        }
        sample.truncate(13);
        sample.drain(8..11);
        sample.remove(4);
    }
    samples
}

fn is_true(argument: &Argument) -> bool {
    matches!(argument, Argument::Bool(true))
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTopKTopPSample", first)
            .accepts(&[
                ("logits", "none | 910B 950: f16 bf16"),
                ("topK", "none | 910B 950: i32"),
                ("topP", "as logits"),
                ("q", "none | 910B 950: f32"),
                ("logitsSelectIdx", "none | 910B 950: i64"),
                ("logitsTopKPSelect", "none | 910B 950: f32"),
            ])
            .whole(sampling::first),
        Row::new("aclnnTopKTopPSampleV2", draws)
            .accepts(&[
                ("logits", SHORT),
                ("topK", "none | 910B 950: i32"),
                ("topP", "as logits"),
                ("q", "none | 910B 950: f32"),
                ("minPs", "as logits"),
                ("logitsSelectIdx", "none | 910B 950: i64"),
                ("logitsTopKPSelect", "none | 910B 950: f32"),
                ("logitsIdx", "none | 910B 950: i64"),
                ("logitsSortMasked", "none | 910B 950: f32"),
            ])
            .whole(sampling::second)
            .ulp(0.51, 2.0),
    ]
}
