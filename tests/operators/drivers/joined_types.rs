//! Tensors of two element types joined: the same bytes as each of them cast, at the sizes at which the pointwise engine changes its blocks.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;
use crate::table::samples::write;
use crate::table::{entry, is_wanted};

/// Bytes of a tile of the pointwise engine, and elements of a block that needs no tile.
const TILE: i64 = 4096;
const DIRECT: i64 = 1 << 14;

/// The types of the vendor's lists that convert to each other.
const TYPES: [Dtype; 15] = [
    Dtype::Bool,
    Dtype::U8,
    Dtype::I8,
    Dtype::I16,
    Dtype::U16,
    Dtype::I32,
    Dtype::U32,
    Dtype::I64,
    Dtype::U64,
    Dtype::F16,
    Dtype::Bf16,
    Dtype::F32,
    Dtype::F64,
    Dtype::Complex64,
    Dtype::Complex128,
];

fn tensor(dtype: Dtype, count: i64, seed: u64) -> Tensor {
    Tensor::new(dtype, &[count], Contents::Patterns(seed))
}

/// A tensor in another type, by a cast.
fn cast(tensor: &Tensor, to: Dtype) -> Vec<u8> {
    if tensor.dtype == to {
        return tensor.elements();
    }
    let arguments = [
        Argument::Tensor(tensor.clone()),
        Argument::DataType(to),
        write(to, &tensor.shape),
    ];
    call(entry("aclnnCast"), &arguments).unwrap().remove(0)
}

/// Joins two tensors by both operators, into each type that takes the result; gives how many calls were accepted, and what is wrong.
fn join(types: [Dtype; 2], to: Dtype, count: i64) -> (usize, Vec<String>) {
    let pair = [tensor(types[0], count, 1), tensor(types[1], count, 2)];
    let calls = [
        ("aclnnCat", vec![2 * count]),
        ("aclnnStack", vec![2, count]),
    ];
    let (mut accepted, mut found) = (0, Vec::new());
    let mut expected = None;
    for (name, shape) in calls {
        let arguments = [
            Argument::Tensors(pair.to_vec()),
            Argument::Int(0),
            write(to, &shape),
        ];
        let Ok(results) = call(entry(name), &arguments) else {
            continue;
        };
        accepted += 1;
        let expected =
            expected.get_or_insert_with(|| pair.each_ref().map(|one| cast(one, to)).concat());
        if results[0] != *expected {
            found.push(format!(
                "{name} of {types:?} to {to}, {count} elements each"
            ));
        }
    }
    (accepted, found)
}

/// The type in which two meet by PyTorch's rule, none where they do not.
fn meeting(a: Dtype, b: Dtype) -> Option<Dtype> {
    use Dtype::*;
    let class = |dtype| match dtype {
        Bool => 0,
        F16 | Bf16 | F32 | F64 => 2,
        Complex64 | Complex128 => 3,
        _ => 1,
    };
    let (low, high) = if class(a) <= class(b) { (a, b) } else { (b, a) };
    let alone = |dtype| matches!(dtype, U16 | U32 | U64);
    Some(match (low, high) {
        _ if a == b => a,
        _ if alone(a) || alone(b) => return None,
        (F16, Bf16) | (Bf16, F16) => F32,
        (U8, I8) | (I8, U8) => I16,
        (F64, Complex64) => Complex128,
        _ if class(low) == class(high) && low.bits() > high.bits() => low,
        _ => high,
    })
}

#[test]
fn every_pair_of_types_joins_as_casts_at_the_borders_of_blocks() {
    if !is_wanted("aclnnCat") {
        return;
    }
    let (mut calls, mut found) = (0, Vec::new());
    for a in TYPES {
        for b in TYPES {
            let Some(to) = meeting(a, b) else { continue };
            let widest = (to.bits() / 8) as i64;
            let tile = TILE / widest;
            for count in [1, tile - 1, tile, tile + 1, DIRECT - 1, DIRECT, DIRECT + 1] {
                let (accepted, wrong) = join([a, b], to, count);
                calls += accepted;
                found.extend(wrong);
            }
        }
    }
    super::report(found);
    // 12 types meet each other, and three only themselves; two of all are taken by one of the operators alone.
    assert!(calls > 7 * 2 * 130, "{calls} calls");
}

/// Blocks depend on the sizes of elements only: of a million elements, a pair of types for each pair of sizes, two steps of conversion among them.
#[test]
fn a_million_elements_of_two_types_join_as_casts() {
    if !is_wanted("aclnnCat") {
        return;
    }
    use Dtype::*;
    let pairs = [
        ([I8, I16], I16),
        ([Bool, F16], F16),
        ([I8, I32], I32),
        ([Bf16, F32], F32),
        ([F16, Bf16], F32),
        ([U8, I64], I64),
        ([I32, I64], I64),
        ([F32, F64], F64),
        ([I16, F64], F64),
        ([F16, Complex64], Complex64),
        ([F64, Complex64], Complex128),
        ([Bool, Complex128], Complex128),
        // To another type than the one in which they meet.
        ([I32, I64], F32),
        ([U8, F16], F64),
    ];
    let mut found = Vec::new();
    for (types, to) in pairs {
        let (accepted, wrong) = join(types, to, 1_000_000);
        assert!(accepted > 0, "{types:?}");
        found.extend(wrong);
    }
    super::report(found);
}
