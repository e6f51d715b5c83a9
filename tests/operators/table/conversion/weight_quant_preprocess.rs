//! Weights of quantised products in blocks.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor, dense};
use crate::reference::formats;
use crate::table::samples::{patterns, read, write};
use crate::table::{Row, SHAPE};

/// The numbers of the types of weights and scales of the left side.
const E4M3: i64 = 36;
const E8M0: i64 = 37;

/// A tensor whose dimensions `first` and the next have changed places in memory.
fn exchanged(mut argument: Argument, first: usize) -> Argument {
    for tensor in argument.tensors_mut() {
        let mut stored = tensor.shape.clone();
        stored.swap(first, first + 1);
        tensor.strides = dense(&stored);
        tensor.strides.swap(first, first + 1);
    }
    argument
}

fn samples() -> Vec<Vec<Argument>> {
    let call = |groups: &[i64], [k, n]: [i64; 2], bias: Option<(Dtype, &[i64])>| {
        let up = |extent: i64, size: i64| (extent + size - 1) / size;
        let first = groups.len();
        let weight = [groups, &[k, n]].concat();
        let scale = [groups, &[up(k, 64), n, 2]].concat();
        let storage = [groups, &[up(k, 32), up(n, 16), 16, 32]].concat();
        let stored = Tensor {
            format: aclFormat::ACL_FORMAT_FRACTAL_NZ_C0_32,
            shown: Some((weight.clone(), dense(&weight))),
            ..Tensor::new(F4E2m1, &storage, Contents::Poison)
        };
        vec![
            exchanged(patterns(F4E2m1, &weight, 1), first),
            exchanged(patterns(F8E8m0, &scale, 2), first),
            Argument::Null,
            bias.map_or(Argument::Null, |(dtype, shape)| {
                read(dtype, shape, &[1.5, -2.25, 0.0, 7.0])
            }),
            Argument::Int(E4M3),
            Argument::Int(E8M0),
            Argument::Int(32),
            Argument::Tensor(stored),
            exchanged(write(F8E8m0, &scale), first),
            Argument::Null,
            bias.map_or(Argument::Null, |(dtype, shape)| write(dtype, shape)),
        ]
    };
    vec![
        call(&[], [64, 128], Some((F16, &[128]))),
        call(&[], [96, 20], Some((Bf16, &[1, 20]))),
        call(&[], [32, 1], None),
        call(&[3], [64, 18], Some((Bf16, &[3, 18]))),
        call(&[2], [160, 33], None),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnWeightQuantPreprocess", samples)
            .accepts(&[
                ("weight", "none | 950: e2m1"),
                ("weightScale", "none | 950: e8m0"),
                ("weightOffsetOptional", "none | 950: f16"),
                ("biasOptional", "none | 950: f16 bf16"),
                ("outWeight", "none | 950: e2m1"),
                ("outWeightScale", "none | 950: e8m0"),
                ("outWeightOffsetOptional", "none | 950: f16"),
                ("outBiasOptional", "none | 950: f16 bf16"),
            ])
            .bits(formats::prepared_weight)
            .holds(SHAPE)
            .except(&[
                ("dtypes weightOffsetOptional", "must be null"),
                ("dtypes outWeightOffsetOptional", "must be null"),
                ("dtypes biasOptional", "the type of `outBiasOptional`"),
                ("dtypes outBiasOptional", "the type of `biasOptional`"),
            ]),
    ]
}
