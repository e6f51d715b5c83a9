//! Convolutions of quantised images: sums in DOUBLE, of which those of integers are exact, scaled for each channel of the output and rounded once.

#![forbid(unsafe_code)]

use smallvec::SmallVec;

use super::arithmetic::{ADD, MUL};
use super::convolution::Convolution;
use super::sequence::Sequence;
use super::{Arg, Call, coded_copy, pointwise};
use crate::quant::scales_of_words;
use hostnpu_base::error::Result;
use hostnpu_engine::codes::codes;
use hostnpu_tensor::{Dtype, Layout, Value};

/// A convolution of quantised images.
pub struct QuantisedConvolution {
    /// Images of integers or of codes, channels second.
    pub input: Arg,
    /// Filters of the type of the images.
    pub weight: Arg,
    /// A number for each channel of the output.
    pub bias: Option<Arg>,
    /// A scale for each channel of the output: FLOAT, or words whose lower half holds one.
    pub scale: Arg,
    /// Results, channels second.
    pub output: Arg,
    /// The windows; their types are not looked at.
    pub windows: Convolution,
    /// Elements before and after each axis.
    pub padding: Vec<[i64; 2]>,
    /// The value of these elements.
    pub padded_with: i32,
    /// True if the bias is added before sums are scaled, or else after.
    pub is_bias_first: bool,
}

/// Plans `output = conv(input, weight) * scale + bias`, or `(conv(input, weight) + bias) * scale`.
pub fn quantised_convolution(of: QuantisedConvolution) -> Result<Call> {
    let mut all = Sequence::default();
    let input = all.add(of.input);
    let weight = all.add(of.weight);
    let bias = of.bias.map(|bias| all.add(bias));
    let scale = all.add(of.scale);
    let output = all.add(of.output);
    let mut windows = Convolution {
        operands: Dtype::F64,
        result: Dtype::F64,
        ..of.windows
    };
    let mut image = decoded(&mut all, input)?;
    if of.padded_with != 0 && of.padding.iter().flatten().any(|&count| count > 0) {
        image = padded(&mut all, image, &of.padding, of.padded_with)?;
        windows.axes.iter_mut().for_each(|axis| axis.before = 0);
    }
    let filters = decoded(&mut all, weight)?;
    let sums = all.temporary(Dtype::F64, output.shape())?;
    let sum = windows.forward(image, filters, None, sums.clone())?;
    all.then(sum)?;
    let scale = match scale.view.dtype {
        Dtype::U64 | Dtype::I64 => {
            let scales = all.temporary(Dtype::F32, scale.shape())?;
            all.then(scales_of_words(scale, scales.clone())?)?;
            scales
        }
        _ => scale,
    };
    let mut steps = vec![(&MUL, Some(scale))];
    steps.insert(usize::from(!of.is_bias_first), (&ADD, bias));
    for (step, of_channels) in steps {
        let Some(numbers) = of_channels else { continue };
        let numbers = by_channel(&numbers, &sums)?;
        let call = pointwise::binary(step, Dtype::F64, &[], sums.clone(), numbers, sums.clone())?;
        all.then(call)?;
    }
    all.then(coded_copy::copy(sums, output)?)?;
    Ok(all.finish())
}

/// Numbers of which products are exact: integers as they are, what codes stand for.
fn decoded(all: &mut Sequence, arg: Arg) -> Result<Arg> {
    if arg.view.dtype == Dtype::I8 || codes(arg.view.dtype).is_none() {
        return Ok(arg);
    }
    let numbers = all.temporary(Dtype::F32, arg.shape())?;
    all.then(coded_copy::copy(arg, numbers.clone())?)?;
    Ok(numbers)
}

/// The image with elements around it that are not zeros.
fn padded(all: &mut Sequence, image: Arg, padding: &[[i64; 2]], with: i32) -> Result<Arg> {
    let inner = image.shape().to_vec();
    let mut shape = inner.clone();
    for (extent, [before, after]) in shape[2..].iter_mut().zip(padding) {
        *extent = extent.saturating_add(before + after);
    }
    let whole = all.temporary(image.view.dtype, &shape)?;
    all.then(pointwise::fill(Value::new(with), whole.clone())?)?;
    let strides = SmallVec::from_slice(whole.strides());
    let offset = padding.iter().zip(&strides[2..]);
    let offset = offset.map(|([before, _], stride)| before * stride).sum();
    let window = all.viewed(&whole, Layout::new(inner[..].into(), strides, offset))?;
    all.then(pointwise::copy(image, window)?)?;
    Ok(whole)
}

/// A number for each channel, as a tensor that broadcasts to images.
fn by_channel(numbers: &Arg, images: &Arg) -> Result<Arg> {
    let mut shape = vec![1; images.shape().len() - 1];
    let mut strides = vec![0; shape.len()];
    (shape[0], strides[0]) = (numbers.shape()[0], numbers.strides()[0]);
    let offset = numbers.view.layout.offset();
    numbers.with_layout(Layout::new(shape[..].into(), strides[..].into(), offset))
}
