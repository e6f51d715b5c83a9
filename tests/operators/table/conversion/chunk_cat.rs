//! The row of `aclnnChunkCat`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor};
use crate::reference::pads;
use crate::table::samples::write;
use crate::table::shared::movement::windows::SMALL;
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn list(dtype: Dtype, shapes: &[&[i64]]) -> Argument {
    let tensor = |shape: &&[i64]| Tensor::new(dtype, shape, Contents::Numbers(SMALL.to_vec()));
    Argument::Tensors(shapes.iter().map(tensor).collect())
}

fn chunks() -> Vec<Vec<Argument>> {
    let call = |from, shapes: &[&[i64]], number, to, out: &[i64]| {
        let (dim, number) = (Argument::Int(0), Argument::Int(number));
        vec![list(from, shapes), dim, number, write(to, out)]
    };
    vec![
        call(F32, &[&[3, 4], &[2, 3]], 2, F32, &[2, 11]),
        call(F16, &[&[5, 2, 3], &[7], &[0, 3]], 3, F32, &[3, 15]),
        call(Bf16, &[&[2, 3], &[1]], 5, F16, &[5, 4]),
        call(Bf16, &[&[90, 41]], 7, Bf16, &[7, 533]),
    ]
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnChunkCat", chunks)
            .accepts(&[
                ("tensors", "none | 910B 950: f32 f16 bf16"),
                ("out", "none | 910B 950: f32 f16 bf16"),
            ])
            .computes(computes::own)
            .bits(pads::chunks)
            .accuracy(Accuracy::Copied)
            .holds(holds)
            .except(&[("dtypes out", "FLOAT of FLOAT only")]),
    ]
}
