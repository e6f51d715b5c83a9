//! The row of `aclnnFusedMatmul`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::weights as reference;
use crate::table::samples::{patterns, write};
use crate::table::shared::matmul::matrix;
use crate::table::shared::matmul::weights::refused;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn fused() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (name, dtype, math, rank) in [
        ("add", Dtype::F32, 3, 2),
        ("", Dtype::F32, 3, 4),
        ("relu", Dtype::Bf16, 0, 4),
        ("mul", Dtype::F16, 1, 2),
        ("add", Dtype::Bf16, 4, 3),
        ("gelu_erf", Dtype::F16, 0, 2),
        ("gelu_tanh", Dtype::Bf16, 0, 2),
        ("16cast32", Dtype::F16, 0, 3),
    ] {
        let of = |shape: [i64; 2]| [&[2, 3][4 - rank..], &shape].concat();
        let out = of([4, 6]);
        let has_x3 = ["add", "mul"].contains(&name);
        let is_gelu = name.starts_with("gelu");
        let result = if name == "16cast32" {
            Dtype::F32
        } else {
            dtype
        };
        let mut x3 = out.clone();
        if math == 4 {
            x3[0] = 1;
        }
        samples.push(vec![
            matrix(dtype, &of([4, 5]), 1),
            matrix(dtype, &of([5, 6]), 2),
            match is_gelu {
                true => Argument::Null,
                false => matrix(Dtype::F32, &[6], 3),
            },
            match has_x3 {
                true => matrix(dtype, &x3, 4),
                false => Argument::Null,
            },
            Argument::Text(name),
            Argument::Int(math),
            write(result, &out),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFusedMatmul", fused)
            .accepts(&[
                ("x1", "none | 950: f32 f16 bf16"),
                ("x2", "as x1"),
                ("bias", "none | 950: f32"),
                ("x3", "as x1"),
                ("y", "as x1"),
            ])
            .computes(|arguments| arguments["y"].dtype())
            .whole(reference::fused)
            .ulp(0.501, 1.0)
            .holds(STRIDED | SHAPE | OVERLAP),
    ]
}

#[test]
fn fused_products_refuse_what_does_not_go_together() {
    let samples = fused();
    let status =
        |at: usize, change: fn(&mut Arguments)| refused("aclnnFusedMatmul", &samples[at], change);
    assert_eq!(
        status(1, |a| a["cubeMathType"] = Argument::Int(0)),
        161_002,
        "FLOAT without HF32"
    );
    assert_eq!(
        status(1, |a| a["fusedOpType"] = Argument::Text("tanh")),
        161_002
    );
    assert_eq!(status(1, |a| a["fusedOpType"] = Argument::Null), 161_002);
    assert_eq!(
        status(0, |a| a["x3"] = Argument::Null),
        161_001,
        "nothing to add"
    );
    let bias: fn(&mut Arguments) = |a| a["bias"] = matrix(Dtype::F16, &[6], 1);
    assert_eq!(status(5, bias), 161_001, "a bias with a GELU");
    let word: fn(&mut Arguments) = |a| a["x1"] = patterns(Dtype::I8, &[4, 5], 1);
    assert_eq!(status(5, word), 161_002);
}
