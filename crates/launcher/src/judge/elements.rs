//! Elements of recorded tensors: files of NumPy, and those of `torch.save`, read as data. Nothing in them is run.

use std::fs;
use std::path::Path;

use super::pickle;
use crate::numpy::Header;

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
    let (header, elements) = Header::read(bytes)?;
    let dtype = OF_NUMPY
        .iter()
        .find(|(own, _)| *own == header.kind())
        .ok_or_else(|| format!("type {} is not known here", header.descr))?;
    Ok(Tensor {
        dtype: dtype.1.into(),
        shape: header.shape.iter().map(|&extent| extent as i64).collect(),
        elements: elements.to_vec(),
    })
}
