//! Elements of recorded tensors: files of NumPy, and those of `torch.save`, read as data. Nothing in them is run.

use std::fs;
use std::path::Path;

use super::pickle;

/// A tensor in a file.
#[derive(Debug)]
pub struct Tensor {
    /// The type's name in dumps.
    pub dtype: String,
    /// Extents.
    pub shape: Vec<i64>,
    /// Elements, dense, in the order of their indices.
    pub elements: Vec<u8>,
}

/// Types of NumPy.
const OF_NUMPY: &[(&str, &str)] = &[
    ("f4", "FLOAT"),
    ("f2", "FLOAT16"),
    ("f8", "DOUBLE"),
    ("i1", "INT8"),
    ("i2", "INT16"),
    ("i4", "INT32"),
    ("i8", "INT64"),
    ("u1", "UINT8"),
    ("u2", "UINT16"),
    ("u4", "UINT32"),
    ("u8", "UINT64"),
    ("b1", "BOOL"),
    ("c8", "COMPLEX64"),
    ("c16", "COMPLEX128"),
];

/// Reads the elements of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    tensor(path).map(|tensor| tensor.elements)
}

/// Reads a file.
pub fn tensor(path: &Path) -> Result<Tensor, String> {
    let named = |error: String| format!("{}: {error}", path.display());
    let bytes = fs::read(path).map_err(|error| named(error.to_string()))?;
    let tensor = match path.extension().is_some_and(|ending| ending == "pt") {
        true => pickle::tensor(&bytes),
        false => numpy(&bytes),
    };
    tensor.map_err(named)
}

fn numpy(bytes: &[u8]) -> Result<Tensor, String> {
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
    let field = |key: &str| {
        text.split_once(&format!("'{key}':"))
            .map(|(_, rest)| rest.trim_start())
    };
    let descr = field("descr")
        .and_then(|rest| rest.split('\'').nth(1))
        .ok_or("it has no type")?;
    if field("fortran_order").is_some_and(|rest| rest.starts_with("True")) {
        return Err("its elements are in the order of columns".into());
    }
    let kind = descr.trim_start_matches(['<', '|', '=']);
    let dtype = OF_NUMPY
        .iter()
        .find(|(own, _)| *own == kind)
        .ok_or_else(|| format!("type {descr} is not known here"))?;
    let shape = field("shape")
        .and_then(|rest| rest.split(['(', ')']).nth(1))
        .ok_or("it has no shape")?;
    let extents = shape
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let shape: Result<Vec<i64>, _> = extents.map(str::parse).collect();
    Ok(Tensor {
        dtype: dtype.1.into(),
        shape: shape.map_err(|_| "an extent is no number")?,
        elements: header[start + length..].to_vec(),
    })
}
