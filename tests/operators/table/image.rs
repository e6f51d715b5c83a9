//! Planes of other sizes.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

use super::{OVERLAP, Row, SHAPE, STRIDED};
use crate::argument::Argument;
use crate::reference::upsampling::{self, Filter};
use crate::table::samples::{read, write};

/// Numbers of one sign, so that sums do not cancel.
const NUMBERS: [f64; 13] = [
    0.7123, 1.4571, 2.3319, 0.0917, 0.8263, 3.1733, 2.6171, 1.0891, 0.3847, 0.5519, 1.9337, 2.8413,
    0.2179,
];

/// Extents of planes and of their samples, the last axes of which an operator takes: more elements and fewer, as many, single ones, long rows.
const SIZES: [(&[i64; 3], &[i64; 3]); 7] = [
    (&[1, 2, 2], &[2, 4, 4]),
    (&[2, 3, 4], &[4, 6, 9]),
    (&[3, 5, 7], &[2, 8, 5]),
    (&[2, 1, 9], &[1, 4, 2]),
    (&[1, 6, 33], &[3, 6, 1]),
    (&[2, 4, 5], &[2, 4, 5]),
    (&[1, 7, 130], &[2, 3, 301]),
];

const BATCHES: [&[i64; 2]; 7] = [
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
struct Operator {
    axes: usize,
    /// True if there is `alignCorners`.
    aligns: bool,
    /// The number of scales, and true if they are FLOAT.
    scales: usize,
    types: &'static [Dtype],
}

fn formats(sample: &mut [Argument], format: aclFormat) {
    for tensor in sample.iter_mut().flat_map(Argument::tensors_mut) {
        tensor.format = format;
    }
}

impl Operator {
    fn plain(self) -> aclFormat {
        match self.axes {
            1 => aclFormat::ACL_FORMAT_NCL,
            2 => aclFormat::ACL_FORMAT_NCHW,
            _ => aclFormat::ACL_FORMAT_NCDHW,
        }
    }

    /// Calls of the operator, or, with `backward`, of its gradient.
    fn calls(self, backward: bool) -> Vec<Vec<Argument>> {
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
    fn calls_with_channels_last(self, backward: bool) -> Vec<Vec<Argument>> {
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

pub fn rows() -> Vec<Row> {
    const NEAREST: &str = "f16 f32 f64 u8 | 910B 950: + bf16";
    const SHORT: &str = "f32 f16 bf16";
    const WIDE: &str = "f32 f16 f64 bf16";
    const LATE: &str = "f32 f16 | 910B 950: + bf16";
    const LATEST: &str = "f32 f16 | 950: + bf16";
    const BEFORE_950: &str = "f32 f16 bf16 u8 | 950: f32 f16 bf16";
    const THREE: [Dtype; 3] = [F32, F16, F32];
    let mut rows = Vec::new();
    macro_rules! forward {
        ($($name:literal $self:literal $axes:literal $filter:ident $aligns:literal $scales:literal $types:expr;)+) => {$(
            rows.push(Row::new(concat!("aclnnUpsample", $name), || {
                    let operator = Operator { axes: $axes, aligns: $aligns, scales: $scales, types: &THREE };
                    match $axes {
                        1 => operator.calls(false),
                        _ => operator.calls_with_channels_last(false),
                    }
                })
                .accepts(&[($self, $types), ("out", concat!("as ", $self))])
                .whole(|arguments| upsampling::forward(arguments, Filter::$filter))
                .ulp(0.500_01, 4.0)
                .holds(STRIDED | OVERLAP | SHAPE));
        )+};
    }
    forward! {
        "Nearest1d" "self" 1 Nearest false 0 NEAREST;
        "Nearest1dV2" "self" 1 Nearest false 1 NEAREST;
        "Nearest2d" "self" 2 Nearest false 0 NEAREST;
        "Nearest2dV2" "self" 2 Nearest false 2 NEAREST;
        "Nearest3d" "self" 3 Nearest false 3 "f32 f16 f64 bf16 | 950: + u8";
        "NearestExact1d" "self" 1 NearestExact false 1 BEFORE_950;
        "NearestExact2d" "self" 2 NearestExact false 2 BEFORE_950;
        "NearestExact3d" "self" 3 NearestExact false 3 SHORT;
        "Linear1d" "self" 1 Linear true 1 SHORT;
        "Bilinear2dAA" "input" 2 WideLinear true 2 SHORT;
        "Bicubic2d" "self" 2 Cubic true 2 LATE;
        "Bicubic2dAA" "x" 2 WideCubic true 2 SHORT;
        "Trilinear3d" "self" 3 Linear true 3 "f32 f16 f64 bf16 | 950: f32 f16 bf16";
    }
    macro_rules! gradients {
        ($($name:literal $of:literal $to:literal $axes:literal $filter:ident $aligns:literal $scales:literal $types:expr;)+) => {$(
            rows.push(Row::new(concat!("aclnnUpsample", $name), || {
                    let operator = Operator { axes: $axes, aligns: $aligns, scales: $scales, types: &THREE };
                    match $axes {
                        1 => operator.calls(true),
                        _ => operator.calls_with_channels_last(true),
                    }
                })
                .accepts(&[($of, $types), ($to, concat!("as ", $of))])
                .whole(|arguments| upsampling::backward(arguments, Filter::$filter))
                .ulp(0.500_01, 4.0)
                .holds(STRIDED | OVERLAP | SHAPE));
        )+};
    }
    gradients! {
        "Nearest1dBackward" "gradOut" "out" 1 Nearest false 1 WIDE;
        "Nearest2dBackward" "gradOut" "gradInput" 2 Nearest false 2 LATE;
        "Nearest3dBackward" "gradOut" "gradInput" 3 Nearest false 3 WIDE;
        "NearestExact1dBackward" "gradOutput" "out" 1 NearestExact false 1 SHORT;
        "NearestExact2dBackward" "gradOutput" "out" 2 NearestExact false 2 SHORT;
        "NearestExact3dBackward" "gradOut" "gradInput" 3 NearestExact false 3 SHORT;
        "Linear1dBackward" "gradOut" "out" 1 Linear true 1 SHORT;
        "Bilinear2dBackward" "gradOut" "out" 2 Linear true 2 LATEST;
        "Bilinear2dBackwardV2" "gradOut" "out" 2 Linear true 2 LATE;
        "Bilinear2dAABackward" "gradOutput" "out" 2 WideLinear true 2 SHORT;
        "Bicubic2dBackward" "gradOut" "gradInput" 2 Cubic true 2 LATE;
        "Bicubic2dAAGrad" "gradOutput" "out" 2 WideCubic true 2 SHORT;
        "Trilinear3dBackward" "gradOut" "gradInput" 3 Linear true 3 WIDE;
    }
    // DOUBLE only where channels are last.
    rows.push(
        Row::new("aclnnUpsampleBilinear2d", || {
            let operator = Operator {
                axes: 2,
                aligns: true,
                scales: 2,
                types: &THREE,
            };
            let mut samples = operator.calls_with_channels_last(false);
            samples.rotate_right(1);
            let mut double = samples[0].clone();
            double
                .iter_mut()
                .for_each(|argument| argument.set_dtype(F64));
            samples.push(double);
            samples
        })
        .accepts(&[("self", WIDE), ("out", "as self")])
        .whole(|arguments| upsampling::forward(arguments, Filter::Linear))
        .ulp(0.500_01, 4.0)
        .holds(STRIDED | OVERLAP | SHAPE),
    );
    rows
}
