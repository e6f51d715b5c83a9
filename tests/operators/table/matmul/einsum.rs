//! The row of `aclnnEinsum`.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::reference::products as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::matmul::others::tensor;

fn equations() -> Vec<Vec<Argument>> {
    let sample = |dtype, equation, [a, b, out]: [&[i64]; 3]| {
        let member = |shape: &[i64], seed| match tensor(dtype, shape, seed) {
            Argument::Tensor(tensor) => tensor,
            other => panic!("{other:?}"),
        };
        vec![
            Argument::Tensors(vec![member(a, 1), member(b, 2)]),
            Argument::Text(equation),
            write(dtype, out),
        ]
    };
    let outer: [&[i64]; 3] = [&[4], &[6], &[4, 6]];
    let product: [&[i64]; 3] = [&[2, 1, 3, 5], &[2, 1, 3, 4, 5], &[2, 1, 3, 4]];
    let small =
        |seed| Contents::Numbers((0..40).map(|i| ((i * 7 + seed) % 11 - 5) as f64).collect());
    let mut samples = vec![
        sample(Dtype::F16, "abcd,abced->abce", product),
        sample(Dtype::F32, "BnsH,BnsTH->BnsT", product),
        sample(Dtype::I32, "abcd,abced->abce", product),
        sample(Dtype::F16, "a,b->ab", outer),
        sample(Dtype::I64, "i,j->ij", outer),
        sample(Dtype::U16, "a,b->ab", outer),
    ];
    let Argument::Tensors(members) = &mut samples[2][0] else {
        panic!("a list")
    };
    for (seed, member) in members.iter_mut().enumerate() {
        *member = Tensor::new(Dtype::I32, &member.shape.clone(), small(seed as i64));
    }
    samples
}

fn of_first(arguments: &Arguments) -> Option<Dtype> {
    arguments["tensors"].dtype()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnEinsum", equations)
            .accepts(&[
                ("tensors", "f16 i16 i32 i64 u16 u32 u64 | 910B 950: + f32"),
                ("output", "as tensors"),
            ])
            .computes(of_first)
            .whole(reference::einsum)
            .ulp(0.501, 1.0),
    ]
}
