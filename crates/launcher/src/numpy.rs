//! Files `.npy`, read as numbers.

use half::{bf16, f16};
use hostnpu_numeric::fp8::{E4M3FN, E5M2};

/// The header of a file whose elements are in row-major order.
pub struct Header {
    /// The type.
    pub descr: String,
    /// Extents.
    pub shape: Vec<usize>,
}

impl Header {
    /// Reads the header of a file; with it the elements.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), String> {
        let header = bytes.strip_prefix(b"\x93NUMPY").ok_or("no file of NumPy")?;
        let (length, start) = match header {
            [1, _, low, high, ..] => (u16::from_le_bytes([*low, *high]) as usize, 4),
            [2..=3, _, a, b, c, d, ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, 6),
            _ => return Err("its header is cut off".into()),
        };
        let text = header
            .get(start..start + length)
            .ok_or("its header is cut off")?;
        let text = String::from_utf8_lossy(text);
        let descr = field(&text, "descr")
            .ok_or("it has no type")?
            .trim_matches(['\'', '"'])
            .to_owned();
        if field(&text, "fortran_order") == Some("True") {
            return Err("its elements are in the order of columns".into());
        }
        let shape = text
            .split_once("'shape':")
            .and_then(|(_, rest)| rest.split(['(', ')']).nth(1))
            .ok_or("it has no shape")?;
        let extents = shape
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let shape = extents
            .map(|part| part.parse().map_err(|_| "an extent is no number"))
            .collect::<Result<Vec<usize>, _>>()?;
        Ok((Self { descr, shape }, &header[start + length..]))
    }

    /// The type without the order of its bytes.
    pub fn kind(&self) -> &str {
        self.descr.trim_start_matches(['<', '|', '='])
    }
}

/// The elements of a file in row-major order; complex numbers are two elements.
#[derive(Debug)]
pub struct Array {
    /// The type: that of the file, or what its numbers stand for.
    pub dtype: String,
    /// Extents.
    pub shape: Vec<usize>,
    /// Values.
    pub values: Vec<f64>,
    /// For floating-point types: values as whole numbers of the distance between neighbours.
    pub ranks: Option<Vec<i64>>,
}

impl Array {
    /// Reads a file. `dtype` is what its numbers stand for where NumPy has no such type.
    pub fn read(bytes: &[u8], dtype: Option<&str>) -> Result<Self, String> {
        let (header, data) = Header::read(bytes)?;
        let mut array = Self {
            dtype: dtype.unwrap_or(&header.descr).to_owned(),
            shape: header.shape.clone(),
            values: Vec::new(),
            ranks: None,
        };
        array.fill(header.kind(), dtype, data)?;
        let expected: usize = array.shape.iter().product();
        let elements = if header.descr.contains('c') {
            2 * expected
        } else {
            expected
        };
        match array.values.len() == elements {
            true => Ok(array),
            false => Err(format!(
                "{} elements, where its shape has {elements}",
                array.values.len()
            )),
        }
    }

    /// Elements of a type as dumps name it, in the order of their indices.
    pub fn of(dtype: &str, shape: &[i64], data: &[u8]) -> Result<Self, String> {
        let descr = match dtype {
            "FLOAT" => "f4",
            "FLOAT16" => "f2",
            "DOUBLE" => "f8",
            "COMPLEX64" => "c8",
            "COMPLEX128" => "c16",
            "BFLOAT16" | "UINT16" => "u2",
            "INT16" => "i2",
            "INT32" => "i4",
            "INT64" => "i8",
            "UINT32" => "u4",
            "UINT64" => "u8",
            "INT8" => "i1",
            "BOOL" | "UINT8" | "FLOAT8_E4M3FN" | "FLOAT8_E5M2" | "FLOAT8_E8M0" => "u1",
            other => return Err(format!("elements of type {other} are not compared")),
        };
        let mut array = Self {
            dtype: dtype.to_owned(),
            shape: shape.iter().map(|&extent| extent as usize).collect(),
            values: Vec::new(),
            ranks: None,
        };
        array.fill(descr, Some(dtype), data)?;
        Ok(array)
    }

    /// The place of an element in its tensor.
    pub fn index(&self, at: usize) -> Vec<usize> {
        let elements: usize = self.shape.iter().product();
        // Complex numbers are two values.
        let mut at = if self.values.len() > elements {
            at / 2
        } else {
            at
        };
        let mut place = Vec::new();
        for extent in self.shape.iter().rev() {
            place.insert(0, at % extent);
            at /= extent;
        }
        place
    }

    fn fill(&mut self, kind: &str, dtype: Option<&str>, data: &[u8]) -> Result<(), String> {
        match (kind, dtype.unwrap_or_default()) {
            ("u2", "BFLOAT16") => self.floats::<2>(
                data,
                |b| f64::from(bf16::from_le_bytes(b)),
                |b| rank(u16::from_le_bytes(b).into(), 16),
            ),
            ("u1", "FLOAT8_E4M3FN") => self.numbers::<1>(data, |[b]| E4M3FN.decode(b).into()),
            ("u1", "FLOAT8_E5M2") => self.numbers::<1>(data, |[b]| E5M2.decode(b).into()),
            ("u1", "FLOAT8_E8M0") => self.numbers::<1>(data, |[b]| {
                if b == 255 {
                    f64::NAN
                } else {
                    2_f64.powi(i32::from(b) - 127)
                }
            }),
            ("f2", _) => self.floats::<2>(
                data,
                |b| f64::from(f16::from_le_bytes(b)),
                |b| rank(u16::from_le_bytes(b).into(), 16),
            ),
            ("f4" | "c8", _) => self.floats::<4>(
                data,
                |b| f64::from(f32::from_le_bytes(b)),
                |b| rank(u32::from_le_bytes(b).into(), 32),
            ),
            ("f8" | "c16", _) => self.floats::<8>(data, f64::from_le_bytes, |b| {
                rank(u64::from_le_bytes(b), 64)
            }),
            ("b1" | "u1", _) => self.numbers::<1>(data, |[b]| b.into()),
            ("i1", _) => self.numbers::<1>(data, |b| i8::from_le_bytes(b).into()),
            ("u2", _) => self.numbers::<2>(data, |b| u16::from_le_bytes(b).into()),
            ("i2", _) => self.numbers::<2>(data, |b| i16::from_le_bytes(b).into()),
            ("u4", _) => self.numbers::<4>(data, |b| u32::from_le_bytes(b).into()),
            ("i4", _) => self.numbers::<4>(data, |b| i32::from_le_bytes(b).into()),
            ("u8", _) => self.numbers::<8>(data, |b| u64::from_le_bytes(b) as f64),
            ("i8", _) => self.numbers::<8>(data, |b| i64::from_le_bytes(b) as f64),
            _ => return Err(format!("type {kind} is not known here")),
        }
        Ok(())
    }

    fn numbers<const N: usize>(&mut self, data: &[u8], value: impl Fn([u8; N]) -> f64) {
        self.values = data
            .as_chunks::<N>()
            .0
            .iter()
            .map(|bytes| value(*bytes))
            .collect();
    }

    fn floats<const N: usize>(
        &mut self,
        data: &[u8],
        value: impl Fn([u8; N]) -> f64,
        rank: impl Fn([u8; N]) -> i64,
    ) {
        self.numbers::<N>(data, value);
        self.ranks = Some(
            data.as_chunks::<N>()
                .0
                .iter()
                .map(|bytes| rank(*bytes))
                .collect(),
        );
    }
}

/// The value of a key in the header, which is a dictionary of Python.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("'{key}':"))?;
    rest.trim_start().split([',', '}']).next().map(str::trim)
}

/// A floating-point number as its place among all of its type: neighbours differ by one, and the two zeros are one.
fn rank(bits: u64, width: u32) -> i64 {
    let sign = 1 << (width - 1);
    let magnitude = (bits & (sign - 1)) as i64;
    if bits & sign == 0 {
        magnitude
    } else {
        -magnitude
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header =
            format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(data);
        bytes
    }

    #[test]
    fn files_are_read_as_numbers() {
        let array =
            Array::read(&file("<f4", "(2,)", &[0, 0, 128, 63, 0, 0, 0, 192]), None).unwrap();
        assert_eq!((array.shape, array.values), (vec![2], vec![1.0, -2.0]));
        let array = Array::read(&file("<i2", "()", &[255, 255]), None).unwrap();
        assert_eq!((array.shape, array.values), (vec![], vec![-1.0]));
        let array = Array::read(&file("<u2", "(1, 1)", &[0x80, 0x3f]), Some("BFLOAT16")).unwrap();
        assert_eq!(array.values, [1.0]);
        assert!(
            Array::read(&file("<f4", "(3,)", &[0; 8]), None)
                .unwrap_err()
                .contains("2 elements")
        );
        assert!(Array::read(b"text", None).is_err());
    }

    #[test]
    fn numbers_of_eight_bits_have_their_values() {
        let e4m3 = [0x00, 0x01, 0x38, 0x7e, 0xb8].map(|bits| f64::from(E4M3FN.decode(bits)));
        assert_eq!(e4m3, [0.0, 2_f64.powi(-9), 1.0, 448.0, -1.0]);
        let e5m2 = [0x3c, 0x7b, 0x7c].map(|bits| f64::from(E5M2.decode(bits)));
        assert_eq!(e5m2, [1.0, 57344.0, f64::INFINITY]);
        assert!(E4M3FN.decode(0x7f).is_nan() && E5M2.decode(0x7d).is_nan());
    }

    #[test]
    fn neighbours_differ_by_one() {
        let of = |value: f32| rank(value.to_bits().into(), 32);
        assert_eq!(of(1.0_f32.next_up()) - of(1.0), 1);
        assert_eq!(of(0.0), of(-0.0));
        assert_eq!(of(f32::from_bits(1)) - of(-f32::from_bits(1)), 2);
    }
}
