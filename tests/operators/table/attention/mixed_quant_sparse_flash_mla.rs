//! The row of `aclnnMixedQuantSparseFlashMla`.

use hostnpu::tensor::Dtype::*;

use crate::argument::{Argument, Contents, Tensor};
use crate::number::{Number, encode};
use crate::reference::attention::sparse_mla::{attention, packed};
use crate::table::Row;
use crate::table::shared::attention::Types;
use crate::table::shared::attention::sparse_mla::{forward, of_950, of_codes};
use crate::table::shared::rows::ROWS;

/// Bytes of packed rows: codes that are no NaN, moderate numbers and scales, and bytes that are not read.
fn packed_rows(shape: &[i64], is_whole: bool, seed: usize) -> Argument {
    let width = shape[shape.len() - 1] as usize;
    let rows = shape.iter().product::<i64>() as usize / width;
    let size = if is_whole { 1 } else { shape[1] as usize };
    let code = |at: usize| ((at * 73 + seed * 31) % 239) as u8;
    let small = |at: usize| encode(&Number::from(f64::from(code(at)) / 64.0 - 1.5), Bf16);
    let mut bytes = vec![0xff_u8; rows * width];
    for row in 0..rows {
        let block = row / size * size * width;
        let (scaled, plain, scales) = match is_whole {
            true => (block + 128, block, block + 576),
            false => {
                let own = block + row % size * 576;
                (own, own + 448, block + size * 576 + row % size * 8)
            }
        };
        (0..448).for_each(|at| bytes[scaled + at] = code(row * 448 + at) & 0xbf);
        for at in 0..64 {
            bytes[plain + 2 * at..][..2].copy_from_slice(&small(row * 64 + at));
        }
        for at in 0..7 {
            match is_whole {
                true => {
                    let scale = Number::from(0.25 * (1 + (row + at) % 5) as f64);
                    bytes[scales + 2 * at..][..2].copy_from_slice(&encode(&scale, Bf16));
                }
                false => bytes[scales + at] = 125 + ((row + at) % 4) as u8,
            }
        }
    }
    Argument::Tensor(Tensor::new(F8E4m3fn, shape, Contents::Bytes(bytes)))
}

fn mixed() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (number, case) in of_950().into_iter().enumerate() {
        let in_blocks = case.layouts[1] == "PA_BBND";
        for mode in if in_blocks { 1..=2 } else { 1..=1 } {
            let heads = [2, 4, 1][number % 3];
            let mut of = forward(case, Bf16, heads, number % 2 == 0);
            let width = if mode == 1 { 608 } else { 584 };
            for (at, keys) in case.kinds().into_iter().enumerate() {
                if let Some(keys) = keys {
                    let shape = case.of_keys(&keys, &[1, width]);
                    of[1 + at] = packed_rows(&shape, mode == 1, number + at);
                }
            }
            let at = of.len() - 12;
            of.splice(at..at, [Argument::Int(mode), Argument::Int(64)]);
            all.push(of);
        }
    }
    all
}

const PACKED: Types =
    of_codes!("q" "none | 950: bf16", "oriKvOptional" "e4m3", "cmpKvOptional" "e4m3");

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMixedQuantSparseFlashMla", mixed)
            .accepts(PACKED)
            .whole(|arguments| attention("aclnnMixedQuantSparseFlashMla", arguments, &packed))
            .accuracy(ROWS),
    ]
}
