//! Types of elements, and where they lie in memory.

/// Types of elements: the name in dumps, C's name, its number, and the bytes of an element.
const TYPES: &[(&str, &str, u32, usize)] = &[
    ("FLOAT", "ACL_FLOAT", 0, 4),
    ("FLOAT16", "ACL_FLOAT16", 1, 2),
    ("INT8", "ACL_INT8", 2, 1),
    ("INT32", "ACL_INT32", 3, 4),
    ("UINT8", "ACL_UINT8", 4, 1),
    ("INT16", "ACL_INT16", 6, 2),
    ("UINT16", "ACL_UINT16", 7, 2),
    ("UINT32", "ACL_UINT32", 8, 4),
    ("INT64", "ACL_INT64", 9, 8),
    ("UINT64", "ACL_UINT64", 10, 8),
    ("DOUBLE", "ACL_DOUBLE", 11, 8),
    ("BOOL", "ACL_BOOL", 12, 1),
    ("COMPLEX64", "ACL_COMPLEX64", 16, 8),
    ("COMPLEX128", "ACL_COMPLEX128", 17, 16),
    ("BFLOAT16", "ACL_BF16", 27, 2),
    ("COMPLEX32", "ACL_COMPLEX32", 33, 4),
    ("HIFLOAT8", "ACL_HIFLOAT8", 34, 1),
    ("FLOAT8_E5M2", "ACL_FLOAT8_E5M2", 35, 1),
    ("FLOAT8_E4M3FN", "ACL_FLOAT8_E4M3FN", 36, 1),
    ("FLOAT8_E8M0", "ACL_FLOAT8_E8M0", 37, 1),
];

/// A type of elements.
#[derive(Clone, Copy, Debug)]
pub struct Dtype {
    pub name: &'static str,
    pub of_c: &'static str,
    pub number: u32,
    pub size: usize,
}

impl Dtype {
    /// The type of a name.
    pub fn named(name: &str) -> Result<Self, String> {
        let found = TYPES.iter().find(|row| row.0 == name);
        let &(name, of_c, number, size) =
            found.ok_or_else(|| format!("elements of type {name} are not replayed"))?;
        Ok(Self {
            name,
            of_c,
            number,
            size,
        })
    }
}

/// Elements in memory.
#[derive(Clone, Debug)]
pub struct View {
    pub shape: Vec<i64>,
    pub strides: Vec<i64>,
    pub offset: i64,
}

impl View {
    /// Elements side by side.
    pub fn dense(shape: Vec<i64>) -> Self {
        Self {
            strides: dense(&shape),
            offset: 0,
            shape,
        }
    }

    /// Returns true if its elements lie side by side from the beginning of its memory.
    pub fn is_dense(&self) -> bool {
        self.offset == 0 && self.strides == dense(&self.shape)
    }

    /// The number of its elements.
    pub fn count(&self) -> usize {
        self.shape.iter().product::<i64>().max(0) as usize
    }

    /// The number of elements that memory has to have for it.
    pub fn reach(&self) -> i64 {
        let steps = self.shape.iter().zip(&self.strides);
        match self.shape.contains(&0) {
            true => 0,
            false => {
                1 + self.offset
                    + steps
                        .map(|(extent, stride)| (extent - 1) * stride.max(&0))
                        .sum::<i64>()
            }
        }
    }
}

/// Distances between neighbours of a dense tensor.
pub fn dense(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis] * shape[axis].max(1);
    }
    strides
}
