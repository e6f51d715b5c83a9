//! Elements of operands as files of NumPy, and figures of them.

use half::{bf16, f16};

use super::hooks::Operand;

/// Copies the elements of an operand in row-major order; elements of less than a byte take one each.
///
/// # Safety
/// The operand's elements are readable memory.
pub unsafe fn elements(operand: &Operand) -> Vec<u8> {
    let count = operand.shape.iter().product::<i64>().max(0) as usize;
    let bits = operand.bits as usize;
    let size = bits.div_ceil(8);
    let mut bytes = Vec::with_capacity(count * size);
    if operand.address == 0 {
        return bytes;
    }
    let mut place = vec![0_i64; operand.shape.len()];
    for _ in 0..count {
        let steps = place
            .iter()
            .zip(&operand.strides)
            .map(|(at, stride)| at * stride);
        let element = operand.offset + steps.sum::<i64>();
        let bit = element * bits as i64;
        let byte = operand
            .address
            .wrapping_add_signed(bit.div_euclid(8) as isize) as *const u8;
        let shift = bit.rem_euclid(8) as usize;
        // SAFETY: an element of the operand, by the caller's promise; one of less than a byte may reach into the next.
        unsafe {
            if bits >= 8 {
                bytes.extend_from_slice(std::slice::from_raw_parts(byte, size));
            } else {
                let high = if shift + bits > 8 { *byte.add(1) } else { 0 };
                let both = u16::from_le_bytes([*byte, high]);
                bytes.push((both >> shift) as u8 & ((1 << bits) - 1));
            }
        }
        for (at, &extent) in place.iter_mut().zip(&operand.shape).rev() {
            *at += 1;
            if *at < extent {
                break;
            }
            *at = 0;
        }
    }
    bytes
}

/// NumPy's name of a type; for those that it does not have, that of an integer of the same size.
fn descr(dtype: &str) -> &'static str {
    match dtype {
        "BOOL" => "|b1",
        "INT8" => "|i1",
        "INT16" => "<i2",
        "INT32" => "<i4",
        "INT64" => "<i8",
        "UINT16" | "BFLOAT16" => "<u2",
        "UINT32" | "COMPLEX32" => "<u4",
        "UINT64" => "<u8",
        "FLOAT16" => "<f2",
        "FLOAT" => "<f4",
        "DOUBLE" => "<f8",
        "COMPLEX64" => "<c8",
        "COMPLEX128" => "<c16",
        _ => "|u1",
    }
}

/// Returns the file of an operand's elements.
pub fn file(operand: &Operand, elements: &[u8]) -> Vec<u8> {
    let extents: Vec<String> = operand
        .shape
        .iter()
        .map(|extent| format!("{extent},"))
        .collect();
    let shape = format!("({})", extents.join(" "));
    let mut header = format!(
        "{{'descr': '{}', 'fortran_order': False, 'shape': {shape}, }}",
        descr(operand.dtype)
    );
    // The elements begin at a multiple of 64 bytes.
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    header += &" ".repeat(length - 1 - header.len());
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(elements);
    bytes
}

/// Figures of an operand's elements; none where its type has no order.
#[derive(Debug, Default)]
pub struct Figures {
    /// The least element.
    pub least: Option<f64>,
    /// The greatest element.
    pub greatest: Option<f64>,
    /// The mean.
    pub mean: Option<f64>,
    /// The root of the sum of squares.
    pub norm: Option<f64>,
    /// Elements that are no number.
    pub nan: usize,
    /// Infinite elements.
    pub infinite: usize,
}

impl Figures {
    /// Computes the figures.
    pub fn of(operand: &Operand, elements: &[u8]) -> Self {
        let mut figures = Self::default();
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0_usize);
        each(operand.dtype, elements, &mut |value| {
            figures.nan += usize::from(value.is_nan());
            figures.infinite += usize::from(value.is_infinite());
            if !value.is_nan() {
                figures.least = Some(figures.least.map_or(value, |least| least.min(value)));
                figures.greatest = Some(
                    figures
                        .greatest
                        .map_or(value, |greatest| greatest.max(value)),
                );
            }
            sum += value;
            squares += value * value;
            count += 1;
        });
        if count > 0 {
            figures.mean = Some(sum / count as f64);
            figures.norm = Some(squares.sqrt());
        }
        figures
    }
}

/// Shows each element as a number; the parts of complex ones one after the other.
fn each(dtype: &str, elements: &[u8], visit: &mut dyn FnMut(f64)) {
    macro_rules! as_type {
        ($size:literal, $value:expr) => {
            elements
                .as_chunks::<$size>()
                .0
                .iter()
                .map(|bytes| *bytes)
                .map($value)
                .for_each(visit)
        };
    }
    match dtype {
        "BOOL" | "UINT8" => as_type!(1, |[byte]: [u8; 1]| f64::from(byte)),
        "INT8" => as_type!(1, |bytes| f64::from(i8::from_ne_bytes(bytes))),
        "INT16" => as_type!(2, |bytes| f64::from(i16::from_ne_bytes(bytes))),
        "UINT16" => as_type!(2, |bytes| f64::from(u16::from_ne_bytes(bytes))),
        "INT32" => as_type!(4, |bytes| f64::from(i32::from_ne_bytes(bytes))),
        "UINT32" => as_type!(4, |bytes| f64::from(u32::from_ne_bytes(bytes))),
        "INT64" => as_type!(8, |bytes| i64::from_ne_bytes(bytes) as f64),
        "UINT64" => as_type!(8, |bytes| u64::from_ne_bytes(bytes) as f64),
        "FLOAT16" => as_type!(2, |bytes| f64::from(f16::from_ne_bytes(bytes))),
        "BFLOAT16" => as_type!(2, |bytes| f64::from(bf16::from_ne_bytes(bytes))),
        "FLOAT" | "COMPLEX64" => as_type!(4, |bytes| f64::from(f32::from_ne_bytes(bytes))),
        "DOUBLE" | "COMPLEX128" => as_type!(8, f64::from_ne_bytes),
        _ => {}
    }
}

/// Returns the checksum of bytes that archives use.
pub fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 256 {
            let (mut value, mut bit) = (i as u32, 0);
            while bit < 8 {
                value = (value >> 1) ^ (0xEDB8_8320 & (value & 1).wrapping_neg());
                bit += 1;
            }
            table[i] = value;
            i += 1;
        }
        table
    };
    let step = |sum: u32, byte: &u8| (sum >> 8) ^ TABLE[((sum ^ u32::from(*byte)) & 0xff) as usize];
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operand(
        dtype: &'static str,
        bits: u32,
        address: *const u8,
        shape: &[i64],
        strides: &[i64],
    ) -> Operand {
        Operand {
            name: "self",
            reads: true,
            writes: false,
            dtype,
            bits,
            shape: shape.to_vec(),
            strides: strides.to_vec(),
            offset: 0,
            address: address as usize,
            names_below: None,
        }
    }

    #[test]
    fn elements_come_in_row_major_order() {
        let memory = [1_u8, 2, 3, 4, 5, 6];
        let transposed = operand("UINT8", 8, memory.as_ptr(), &[3, 2], &[1, 3]);
        // SAFETY: it lies in `memory`.
        assert_eq!(unsafe { elements(&transposed) }, [1, 4, 2, 5, 3, 6]);
        let packed = [0x21_u8, 0x43];
        let nibbles = operand("INT4", 4, packed.as_ptr(), &[4], &[1]);
        // SAFETY: it lies in `packed`.
        assert_eq!(unsafe { elements(&nibbles) }, [1, 2, 3, 4]);
        let empty = operand("FLOAT", 32, std::ptr::null(), &[0], &[1]);
        // SAFETY: it has no elements.
        assert!(unsafe { elements(&empty) }.is_empty());
    }

    #[test]
    fn a_file_begins_as_numpy_wants_it() {
        let value = 1.0_f32.to_ne_bytes();
        let scalar = operand("FLOAT", 32, value.as_ptr(), &[], &[]);
        let file = file(&scalar, &value);
        assert_eq!(file.len(), 64 * 2 + 4);
        let header = String::from_utf8_lossy(&file[10..128]).into_owned();
        assert!(
            header.starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (), }")
                && header.ends_with('\n')
        );
    }

    #[test]
    fn figures_leave_out_what_is_no_number() {
        let values: Vec<u8> = [3.0_f32, f32::NAN, -4.0]
            .iter()
            .flat_map(|value| value.to_ne_bytes())
            .collect();
        let figures = Figures::of(&operand("FLOAT", 32, values.as_ptr(), &[3], &[1]), &values);
        assert_eq!(
            (figures.least, figures.greatest, figures.nan),
            (Some(-4.0), Some(3.0), 1)
        );
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }
}
