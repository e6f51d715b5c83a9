//! Products with weights of which two of four neighbours are zeros.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::*;

use crate::argument::{Argument, Contents, Tensor, dense};
use crate::reference::sparse_products as reference;
use crate::table::matmul::grouped_matmul::{numbers, of, scales};
use crate::table::{OVERLAP, Row, SHAPE};

fn samples() -> Vec<Vec<Argument>> {
    let arg = Argument::Tensor;
    let call = |[m, k, n]: [i64; 3], has_bias: bool, shows_storage: bool| {
        let up = |extent: i64, size: i64| (extent + size - 1) / size;
        let storage = [up(k, 64), up(n, 16), 16, 32];
        let shown = vec![n, 4 * up(k, 8)];
        let weight = Tensor {
            format: aclFormat::ACL_FORMAT_FRACTAL_NZ,
            shown: Some((shown.clone(), dense(&shown))),
            ..numbers(I8, &storage, 2)
        };
        // Two different places of four neighbours each: the first and the one before the second.
        let four =
            |i: u64| [0b0000, 0b0100, 0b1000, 0b0101, 0b1001, 0b1010][(i * 7 % 11 % 6) as usize];
        let codes = (0..97).map(|i| f64::from(four(i) | four(i + 3) << 4));
        let places = [storage[0], storage[1], 16, 8];
        let index = of(U8, &places, Contents::Numbers(codes.collect()));
        let shown = vec![n, up(k, 8)];
        let index = Tensor {
            shown: (!shows_storage).then(|| (shown.clone(), dense(&shown))),
            ..index
        };
        vec![
            arg(numbers(I8, &[m, k], 1)),
            arg(weight),
            arg(index),
            arg(of(F32, &[m], scales(1))),
            arg(of(F32, &[n], scales(2))),
            match has_bias {
                true => arg(numbers(Bf16, &[n], 3)),
                false => Argument::Null,
            },
            arg(of(Bf16, &[m, n], Contents::Poison)),
        ]
    };
    vec![
        call([3, 64, 5], true, true),
        call([7, 130, 18], false, false),
        call([1, 8, 1], true, true),
        call([2, 13, 33], true, false),
        call([64, 512, 128], true, false),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSparse4to2QuantMatmulWeightNz", samples)
            .accepts(&[
                ("x", "none | 910B: i8"),
                ("sparseWeight", "none | 910B: i8"),
                ("index", "none | 910B: u8"),
                ("xScale", "none | 910B: f32"),
                ("sparseWeightScale", "none | 910B: f32"),
                ("biasOptional", "none | 910B: bf16"),
                ("out", "none | 910B: bf16"),
            ])
            .bits(reference::product)
            .holds(crate::table::Holds(OVERLAP.0 | SHAPE.0)),
    ]
}
