//! Samples and checks of several operators: planes of other sizes.

use crate::argument::Argument;
use crate::table::samples::{read, write};
use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

/// Numbers of one sign, so that sums do not cancel.
pub const NUMBERS: [f64; 13] = [
    0.7123, 1.4571, 2.3319, 0.0917, 0.8263, 3.1733, 2.6171, 1.0891, 0.3847, 0.5519, 1.9337, 2.8413,
    0.2179,
];

/// Extents of planes and of their samples, the last axes of which an operator takes: more elements and fewer, as many, single ones, long rows.
pub const SIZES: [(&[i64; 3], &[i64; 3]); 7] = [
    (&[1, 2, 2], &[2, 4, 4]),
    (&[2, 3, 4], &[4, 6, 9]),
    (&[3, 5, 7], &[2, 8, 5]),
    (&[2, 1, 9], &[1, 4, 2]),
    (&[1, 6, 33], &[3, 6, 1]),
    (&[2, 4, 5], &[2, 4, 5]),
    (&[1, 7, 130], &[2, 3, 301]),
];

pub const BATCHES: [&[i64; 2]; 7] = [
    &[1, 2],
    &[1, 1],
    &[2, 3],
    &[3, 1],
    &[2, 2],
    &[0, 2],
    &[1, 2],
];

/// The arguments behind the sizes.
#[derive(Clone, Copy)]
pub struct Operator {
    pub axes: usize,
    /// True if there is `alignCorners`.
    pub aligns: bool,
    /// The number of scales, and true if they are FLOAT.
    pub scales: usize,
    pub types: &'static [Dtype],
}

pub fn formats(sample: &mut [Argument], format: aclFormat) {
    for tensor in sample.iter_mut().flat_map(Argument::tensors_mut) {
        tensor.format = format;
    }
}

impl Operator {
    pub fn plain(self) -> aclFormat {
        match self.axes {
            1 => aclFormat::ACL_FORMAT_NCL,
            2 => aclFormat::ACL_FORMAT_NCHW,
            _ => aclFormat::ACL_FORMAT_NCDHW,
        }
    }

    /// Calls of the operator, or, with `backward`, of its gradient.
    pub fn calls(self, backward: bool) -> Vec<Vec<Argument>> {
        let mut samples = Vec::new();
        let cases = SIZES.iter().zip(BATCHES).enumerate();
        for (number, ((from, to), batch)) in cases {
            let shape = |extents: &[i64; 3]| [&batch[..], &extents[3 - self.axes..]].concat();
            let (small, large) = (shape(from), shape(to));
            let dtype = self.types[number % self.types.len()];
            let ints = |numbers: &[i64]| Argument::Ints(numbers.to_vec());
            let mut sample = match backward {
                true => vec![
                    read(dtype, &large, &NUMBERS),
                    ints(&large[2..]),
                    ints(&small),
                ],
                false => vec![read(dtype, &small, &NUMBERS), ints(&large[2..])],
            };
            if self.aligns {
                sample.push(Argument::Bool(number % 2 == 1));
            }
            // Twice as many elements in the first call, as the scales say there.
            let scale = if number == 0 { 2.0 } else { 0.0 };
            sample.extend((0..self.scales).map(|_| Argument::Float(scale)));
            sample.push(write(dtype, if backward { &small } else { &large }));
            formats(&mut sample, self.plain());
            samples.push(sample);
        }
        samples
    }

    /// The same with calls whose channels are last, the last one of few elements.
    pub fn calls_with_channels_last(self, backward: bool) -> Vec<Vec<Argument>> {
        let mut samples = self.calls(backward);
        let format = match self.axes {
            2 => aclFormat::ACL_FORMAT_NHWC,
            _ => aclFormat::ACL_FORMAT_NDHWC,
        };
        for number in [2, 0] {
            let mut sample = samples[number].clone();
            for argument in &mut sample {
                if let Argument::Tensor(tensor) = argument {
                    let mut shape = tensor.shape.clone();
                    shape[1..].rotate_left(1);
                    *tensor = tensor.reshaped(&shape);
                }
            }
            formats(&mut sample, format);
            samples.push(sample);
        }
        samples
    }
}

pub const THREE: [Dtype; 3] = [F32, F16, F32];

/// The row of an operator that takes samples of planes.
macro_rules! forward {
    ($name:literal $self:literal $axes:literal $filter:ident $aligns:literal $scales:literal $types:expr) => {
        crate::table::Row::new(concat!("aclnnUpsample", $name), || {
            let operator = crate::table::shared::image::Operator {
                axes: $axes,
                aligns: $aligns,
                scales: $scales,
                types: &crate::table::shared::image::THREE,
            };
            match $axes {
                1 => operator.calls(false),
                _ => operator.calls_with_channels_last(false),
            }
        })
        .accepts(&[($self, $types), ("out", concat!("as ", $self))])
        .whole(|arguments| {
            crate::reference::upsampling::forward(
                arguments,
                crate::reference::upsampling::Filter::$filter,
            )
        })
        .ulp(0.500_01, 4.0)
        .holds(crate::table::STRIDED | crate::table::OVERLAP | crate::table::SHAPE)
    };
}
pub(crate) use forward;

/// The row of its gradient.
macro_rules! gradient {
    ($name:literal $of:literal $to:literal $axes:literal $filter:ident $aligns:literal $scales:literal $types:expr) => {
        crate::table::Row::new(concat!("aclnnUpsample", $name), || {
            let operator = crate::table::shared::image::Operator {
                axes: $axes,
                aligns: $aligns,
                scales: $scales,
                types: &crate::table::shared::image::THREE,
            };
            match $axes {
                1 => operator.calls(true),
                _ => operator.calls_with_channels_last(true),
            }
        })
        .accepts(&[($of, $types), ($to, concat!("as ", $of))])
        .whole(|arguments| {
            crate::reference::upsampling::backward(
                arguments,
                crate::reference::upsampling::Filter::$filter,
            )
        })
        .ulp(0.500_01, 4.0)
        .holds(crate::table::STRIDED | crate::table::OVERLAP | crate::table::SHAPE)
    };
}
pub(crate) use gradient;

pub const NEAREST: &str = "f16 f32 f64 u8 | 910B 950: + bf16";
pub const SHORT: &str = "f32 f16 bf16";
pub const WIDE: &str = "f32 f16 f64 bf16";
pub const LATE: &str = "f32 f16 | 910B 950: + bf16";
pub const BEFORE_950: &str = "f32 f16 bf16 u8 | 950: f32 f16 bf16";
