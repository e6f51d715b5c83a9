//! Matrix products of aclnn, beside the rate of fused multiply-adds that the processor reaches in its registers in the same run, and products of a few rows beside the time in
//! which all threads load the weight.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use hostnpu::abi::acl::types::aclDataType;
use std::hint::black_box;

use hostnpu::kernels::gemm::Kind;
use hostnpu::tensor::parallel;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, Value};
use support::device::{self, Memory, Tensor, enqueue, set_mode, synchronise};
use support::machine;
use support::rates::{best, peak};

/// Type, batch, rows, inner extent, columns.
const CASES: [(aclDataType, [usize; 4]); 9] = [
    (aclDataType::ACL_FLOAT, [1, 256, 256, 256]),
    (aclDataType::ACL_FLOAT, [1, 1024, 1024, 1024]),
    (aclDataType::ACL_FLOAT, [1, 2048, 2048, 2048]),
    (aclDataType::ACL_FLOAT16, [1, 1024, 1024, 1024]),
    (aclDataType::ACL_BF16, [1, 1024, 1024, 1024]),
    (aclDataType::ACL_FLOAT, [64, 128, 64, 128]),
    (aclDataType::ACL_FLOAT, [1, 4096, 4096, 1]),
    (aclDataType::ACL_FLOAT, [1, 1, 4096, 4096]),
    (aclDataType::ACL_FLOAT, [1, 64, 4096, 64]),
];

/// Rows, inner extent and columns of products of BFLOAT16 whose weight is read once.
const FEW: [[usize; 3]; 6] = [
    [1, 4096, 4096],
    [2, 4096, 4096],
    [4, 4096, 4096],
    [8, 4096, 4096],
    [16, 4096, 4096],
    [1, 1024, 151_936],
];

/// Seconds in which all threads load so many bytes.
fn loads(bytes: usize) -> f64 {
    const PIECE: usize = 1 << 15;
    let words = vec![0x3c3c_3c3c_3c3c_3c3c_u64; bytes / 8];
    best(|| {
        parallel::for_each_piece(words.len().div_ceil(PIECE), |piece| {
            let words = &words[piece * PIECE..words.len().min((piece + 1) * PIECE)];
            let mut sums = [0_u64; 32];
            for words in words.chunks_exact(32) {
                for (sum, &word) in sums.iter_mut().zip(words) {
                    *sum = sum.wrapping_add(word);
                }
            }
            black_box(sums);
        });
    })
}

/// Seconds of a product.
fn product(dtype: aclDataType, [batch, m, k, n]: [usize; 4]) -> f64 {
    let shapes = [[batch, m, k], [batch, k, n], [batch, m, n]];
    let tensors = shapes.map(|shape| {
        // A number near 0.01 or 1 in all of the types.
        let memory = Memory::holding(&vec![0x3c_u8; 4 * shape.iter().product::<usize>()]);
        let shape = shape.map(|extent| extent as i64);
        let shape = if batch == 1 { &shape[1..] } else { &shape[..] };
        let tensor = Tensor::new(&memory, dtype, shape);
        (memory, tensor)
    });
    let name = if batch == 1 {
        "aclnnMm"
    } else {
        "aclnnBatchMatMul"
    };
    let entry = ENTRY_POINTS.iter().find(|entry| entry.name == name);
    let entry = entry.expect("an operator");
    let mut arguments = tensors
        .each_ref()
        .map(|(_, tensor)| Value::Pointer(tensor.handle().expose_provenance()))
        .to_vec();
    arguments.push(Value::Int(0));
    best(|| {
        enqueue(
            |size, executor| (entry.first_phase)(&arguments, size, executor),
            entry.second_phase,
        );
        synchronise();
    })
}

fn main() {
    device::open();
    let threads = machine::threads();
    println!("{}, {threads} threads", machine::describe());
    for (mode, kind) in [
        (c"high_precision", Kind::Exact),
        (c"high_performance", Kind::Single),
    ] {
        set_mode(mode);
        let peak = peak(kind) * threads as f64;
        println!(
            "{mode:?}: fused multiply-adds of {threads} threads: {:.1} G/s",
            peak / 1e9
        );
        for [m, k, n] in FEW {
            let (time, least) = (
                product(aclDataType::ACL_BF16, [1, m, k, n]),
                loads(2 * k * n),
            );
            println!(
                "{m} rows of BFLOAT16 with a weight [{k}, {n}]: {:.3} ms, {:.2} times the loads of the weight",
                time * 1e3,
                time / least
            );
        }
        for (dtype, extents) in CASES {
            let time = product(dtype, extents);
            let rate = extents.iter().product::<usize>() as f64 / time;
            println!(
                "{dtype:?} {extents:?}: {:.3} ms, {:.1} G/s, {:.2} of the rate above",
                time * 1e3,
                rate / 1e9,
                rate / peak
            );
        }
    }
}
