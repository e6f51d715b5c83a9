//! Operators of ops-nn, `conv/`.

pub mod deformable;
pub mod derivatives;

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::bounds;
use crate::table::{Accuracy, Holds, OVERLAP, SHAPE, STRIDED};
use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;

pub const IMAGES: &str = "f32 f16 | 910B 950: + bf16";

pub const SUMS: Accuracy = Accuracy::Ulp {
    f32: bounds::PRODUCTS[0],
    f64: bounds::PRODUCTS[1],
};
pub const HOLDS: Holds = Holds(STRIDED.0 | OVERLAP.0 | SHAPE.0);

/// Numbers of 20 bits between -8 and 8, in an order of their own for each seed.
pub fn numbers(seed: u64) -> Contents {
    let number = |i: u64| {
        let mixed = (i + seed * 1009 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44;
        mixed as f64 / f64::from(1 << 16) - 8.0
    };
    Contents::Numbers((0..991).map(number).collect())
}

/// A tensor in the format of images with as many axes.
pub fn image(dtype: Dtype, shape: &[i64], contents: Contents) -> Argument {
    let mut tensor = Tensor::new(dtype, shape, contents);
    tensor.format = match shape.len() {
        3 => aclFormat::ACL_FORMAT_NCL,
        4 => aclFormat::ACL_FORMAT_NCHW,
        5 => aclFormat::ACL_FORMAT_NCDHW,
        _ => aclFormat::ACL_FORMAT_ND,
    };
    Argument::Tensor(tensor)
}

/// A tensor in format ND.
pub fn list(dtype: Dtype, shape: &[i64], contents: Contents) -> Argument {
    Argument::Tensor(Tensor::new(dtype, shape, contents))
}

/// A convolution: shapes and attributes.
#[derive(Clone, Debug)]
pub struct Case {
    pub image: Vec<i64>,
    pub weight: Vec<i64>,
    pub stride: Vec<i64>,
    pub padding: Vec<i64>,
    pub dilation: Vec<i64>,
    pub appended: Vec<i64>,
    pub groups: i64,
    pub transposed: bool,
}

impl Case {
    /// Windows side by side, without padding.
    pub fn new(image: &[i64], weight: &[i64]) -> Self {
        let axes = image.len() - 2;
        Self {
            image: image.to_vec(),
            weight: weight.to_vec(),
            stride: vec![1; axes],
            padding: vec![0; axes],
            dilation: vec![1; axes],
            appended: vec![0; axes],
            groups: 1,
            transposed: false,
        }
    }

    pub fn stride(mut self, stride: &[i64]) -> Self {
        self.stride = stride.to_vec();
        self
    }

    pub fn padding(mut self, padding: &[i64]) -> Self {
        self.padding = padding.to_vec();
        self
    }

    pub fn dilation(mut self, dilation: &[i64]) -> Self {
        self.dilation = dilation.to_vec();
        self
    }

    pub fn groups(mut self, groups: i64) -> Self {
        self.groups = groups;
        self
    }

    pub fn transposed(mut self, appended: &[i64]) -> Self {
        self.transposed = true;
        self.appended = appended.to_vec();
        self
    }

    /// Channels of the output.
    pub fn channels(&self) -> i64 {
        match self.transposed {
            true => self.weight[1] * self.groups,
            false => self.weight[0],
        }
    }

    /// The shape of the output, as the vendor's documents have it.
    pub fn output(&self) -> Vec<i64> {
        let mut shape = vec![self.image[0], self.channels()];
        for axis in 0..self.stride.len() {
            let both = match self.padding.len() == self.stride.len() {
                true => 2 * self.padding[axis],
                false => self.padding[2 * axis] + self.padding[2 * axis + 1],
            };
            let reach = self.dilation[axis] * (self.weight[2 + axis] - 1);
            let extent = self.image[2 + axis];
            shape.push(match self.transposed {
                true => (extent - 1) * self.stride[axis] - both + reach + self.appended[axis] + 1,
                false => (extent + both - reach - 1) / self.stride[axis] + 1,
            });
        }
        shape
    }
}

/// Convolutions of all kinds, the plainest first: its output fits into the margins of memory around its bias.
pub fn cases() -> Vec<Case> {
    let plane = || Case::new(&[2, 3, 7, 6], &[4, 3, 3, 2]);
    vec![
        Case::new(&[1, 2, 4, 3], &[3, 2, 3, 2]).padding(&[1, 1]),
        plane().padding(&[1, 1]),
        Case::new(&[2, 3, 11], &[4, 3, 3]),
        Case::new(&[2, 3, 11], &[4, 3, 4])
            .padding(&[2, 1])
            .stride(&[2]),
        Case::new(&[1, 4, 9], &[6, 2, 3]).padding(&[1]).groups(2),
        plane().stride(&[2, 3]).dilation(&[2, 1]),
        plane().padding(&[2, 0, 1, 3]).stride(&[3, 1]),
        plane().padding(&[4, 3]).dilation(&[3, 5]),
        Case::new(&[3, 4, 5, 5], &[8, 1, 3, 3])
            .groups(4)
            .padding(&[1, 1]),
        Case::new(&[2, 5, 4, 4], &[7, 5, 1, 1]),
        Case::new(&[1, 300, 2, 3], &[3, 300, 1, 1]),
        Case::new(&[2, 8, 18, 18], &[36, 8, 3, 3]).padding(&[1, 1]),
        Case::new(&[2, 2, 3, 4, 5], &[3, 2, 2, 3, 2]).padding(&[1, 0, 1]),
        Case::new(&[1, 4, 4, 5, 6], &[2, 2, 2, 2, 3])
            .groups(2)
            .stride(&[2, 1, 3])
            .dilation(&[1, 2, 1]),
        Case::new(&[0, 3, 7, 6], &[4, 3, 3, 2]),
    ]
}

/// Transposed convolutions of all kinds.
pub fn transposed_cases() -> Vec<Case> {
    let plane = || Case::new(&[2, 3, 4, 5], &[3, 2, 3, 2]);
    vec![
        plane().padding(&[1, 0]).transposed(&[0, 0]),
        plane().stride(&[2, 3]).transposed(&[1, 2]),
        plane()
            .stride(&[2, 3])
            .padding(&[1, 1, 0, 1])
            .dilation(&[3, 2])
            .transposed(&[0, 1]),
        plane().stride(&[5, 4]).transposed(&[3, 0]),
        plane()
            .stride(&[4, 6])
            .dilation(&[2, 4])
            .transposed(&[1, 5]),
        Case::new(&[2, 6, 5], &[6, 2, 4])
            .groups(3)
            .stride(&[2])
            .padding(&[1])
            .transposed(&[1]),
        Case::new(&[1, 4, 3, 2, 3], &[4, 1, 2, 3, 2])
            .groups(2)
            .stride(&[1, 2, 2])
            .transposed(&[0, 1, 0]),
        Case::new(&[1, 20, 9, 9], &[20, 30, 4, 4])
            .stride(&[2, 2])
            .padding(&[1, 1])
            .transposed(&[0, 0]),
        Case::new(&[0, 3, 4, 5], &[3, 2, 3, 2]).transposed(&[0, 0]),
    ]
}

/// Types of image, weight, bias and output, and `cubeMathType`.
pub const TYPES: [([Dtype; 4], i64); 8] = [
    ([Dtype::F32; 4], 1),
    ([Dtype::F32; 4], 2),
    ([Dtype::F16; 4], 0),
    ([Dtype::Bf16; 4], 3),
    ([Dtype::Bf16; 4], 2),
    ([Dtype::F16, Dtype::F16, Dtype::F32, Dtype::F32], 0),
    ([Dtype::F32, Dtype::Bf16, Dtype::F16, Dtype::F32], 0),
    ([Dtype::F32, Dtype::F32, Dtype::F32, Dtype::Bf16], 3),
];

pub fn ints(numbers: &[i64]) -> Argument {
    Argument::Ints(numbers.to_vec())
}

pub fn own(arguments: &Arguments) -> Option<Dtype> {
    crate::table::computes::own(arguments)
}
