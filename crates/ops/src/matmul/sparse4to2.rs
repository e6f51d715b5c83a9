//! Weights of which two of four neighbours are zeros: the others and their places, packed, and products with such weights.
//!
//! Each byte of the index says where four numbers of eight stand: two bits for the first of four, from 0 to 2, and two for the second one, one place further on.

#![forbid(unsafe_code)]

use crate::grouped::{Coded, Grouped, grouped};
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::{chunks, try_for_each_part};

/// Columns of a weight whose numbers stand in one row of a block.
const BLOCK: usize = 64;
/// Rows of a block.
const ROWS: usize = 16;

/// A weight in blocks.
#[derive(Debug, PartialEq, Eq)]
pub struct Packed {
    /// Numbers: half as many as columns.
    pub numbers: Vec<i8>,
    /// Dimensions of the storage of the numbers.
    pub storage: [i64; 4],
    /// Places: a byte for four numbers.
    pub index: Vec<u8>,
}

/// Dimensions of the storage of the numbers of a weight.
pub fn storage([rows, columns]: [usize; 2]) -> [i64; 4] {
    let blocks = [
        columns.div_ceil(BLOCK),
        rows.div_ceil(ROWS),
        ROWS,
        BLOCK / 2,
    ];
    blocks.map(|extent| extent as i64)
}

/// The places of the first and the second number of four; `None` if there are more.
fn places(four: &[i8]) -> Option<[usize; 2]> {
    let mut set = (0..four.len()).filter(|&at| four[at] != 0);
    match (set.next(), set.next(), set.next()) {
        (None, ..) => Some([0, 1]),
        (Some(3), None, _) => Some([0, 3]),
        (Some(first), None, _) => Some([first, first + 1]),
        (Some(first), Some(second), None) => Some([first, second]),
        _ => None,
    }
}

/// Packs a weight of `rows` by `columns`. Refuses more than two numbers in four neighbours.
pub fn pack(weight: &[i8], extents: [usize; 2]) -> Result<Packed> {
    let [rows, columns] = extents;
    let storage = storage(extents);
    let lines = (storage[1] * storage[2]) as usize;
    let count = storage[0] as usize * lines;
    let (mut numbers, mut index) = (vec![0; count * BLOCK / 2], vec![0; count * BLOCK / 8]);
    for row in 0..rows {
        for (group, start) in (0..columns).step_by(4).enumerate() {
            let mut four = [0; 4];
            let own = &weight[row * columns + start..row * columns + columns.min(start + 4)];
            four[..own.len()].copy_from_slice(own);
            let Some([first, second]) = places(&four) else {
                let got = format!("{four:?} in row {row} from column {start} on");
                return Err(Error::value("weight", got, "two zeros in four neighbours"));
            };
            let line = start / BLOCK * lines + row;
            let at = group % (BLOCK / 4);
            numbers[line * BLOCK / 2 + 2 * at] = four[first];
            numbers[line * BLOCK / 2 + 2 * at + 1] = four[second];
            let code = (first | (second - 1) << 2) as u8;
            index[line * BLOCK / 8 + at / 2] |= code << (at % 2 * 4);
        }
    }
    Ok(Packed {
        numbers,
        storage,
        index,
    })
}

/// Operands of [`sparse_product`].
pub struct SparseProduct {
    /// The numbers of the weight, in blocks.
    pub numbers: Arg,
    /// Their places.
    pub index: Arg,
    /// Rows and columns of the weight.
    pub extents: [usize; 2],
    /// The product, which has no right side yet.
    pub product: Grouped,
}

operands! {
    struct Unpack => UnpackAt {
        numbers: Read<i8>,
        index: Read<u8>,
        plain: Write<i8>,
    }
}

/// Plans `plain`, rows by columns. An index that leaves its four neighbours, or names a place twice, is an error of the stream.
fn unpack(numbers: Arg, index: Arg, plain: Arg, [rows, columns]: [usize; 2]) -> Result<Call> {
    let lines = rows.next_multiple_of(ROWS);
    let count = columns.div_ceil(BLOCK) * lines;
    numbers.require_numel(count * BLOCK / 2)?;
    index.require_numel(count * BLOCK / 8)?;
    plain.require_numel(rows * columns)?;
    let name = index.name;
    let operands = Unpack {
        numbers: numbers.into(),
        index: index.into(),
        plain: plain.into(),
    };
    kernel(operands, rows * columns * 4, move |at: UnpackAt| {
        try_for_each_part(chunks(at.plain, columns), |row, plain| {
            plain.fill(0);
            for (group, four) in plain.chunks_mut(4).enumerate() {
                let line = group / (BLOCK / 4) * lines + row;
                let place = group % (BLOCK / 4);
                let code = at.index[line * BLOCK / 8 + place / 2] >> (place % 2 * 4) & 15;
                let first = line * BLOCK / 2 + 2 * place;
                let places = [code & 3, (code >> 2) + 1].map(usize::from);
                let own = [at.numbers[first], at.numbers[first + 1]];
                if places[1] > 3 || places[0] == places[1] && own[0] != 0 && own[1] != 0 {
                    let got = format!("{code:#06b} for row {row}, columns from {}", 4 * group);
                    let allowed = "two places of four neighbours";
                    return Err(Error::value(name, got, allowed));
                }
                for (place, number) in places.into_iter().zip(own) {
                    // Beyond the last column there is nothing to multiply with.
                    if number != 0 && place < four.len() {
                        four[place] = number;
                    }
                }
            }
            Ok(())
        })
    })
}

/// Plans a product with a packed weight as its right side.
pub fn sparse_product(of: SparseProduct) -> Result<Call> {
    let [rows, columns] = of.extents;
    let mut all = Sequence::default();
    let [numbers, index] = [of.numbers, of.index].map(|arg| all.add(arg));
    let mut product = of.product.in_sequence(&mut all);
    let plain = all.temporary(Dtype::I8, &[rows as i64, columns as i64])?;
    all.then(unpack(numbers, index, plain.clone(), of.extents)?)?;
    let plain = plain.with_role(Role::Input);
    product.right.tensors = vec![Coded::strided(plain, [1, rows, columns])?];
    all.then(grouped(product)?)?;
    Ok(all.finish())
}

#[cfg(test)]
mod tests {
    use super::{pack, storage};

    #[test]
    fn numbers_and_places_stand_in_blocks() {
        let packed = pack(&[0, 5, 0, -3, 0, 0, 0, 7, 2, 0], [1, 10]).unwrap();
        assert_eq!(packed.storage, [1, 1, 16, 32]);
        assert_eq!(packed.numbers[..6], [5, -3, 0, 7, 2, 0]);
        assert_eq!(packed.index[..2], [0b1000_1001, 0b0000_0000]);
        assert_eq!(storage([17, 65]), [2, 2, 16, 32]);
    }

    #[test]
    fn three_numbers_in_four_neighbours_are_refused() {
        assert!(pack(&[1, 2, 3, 0], [1, 4]).is_err());
    }
}
