//! Convolutions of quantised images: one description of both operators.

use super::combinations::combination;
use super::convolution::{self as images, Windows, has_channels, has_groups, has_image_format};
use super::formats::{self, FRACTAL_Z_3D, NCDHW};
use super::quant::{OF_HIFLOAT8, RINT, round_mode};
use super::{needs_chip, on_all};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Ints, Output, TensorArg, Text};
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Reason, Result};
use crate::ops::quantised_convolution::{QuantisedConvolution, quantised_convolution};
use crate::ops::stored::prepared;
use crate::ops::{Arg, Role};
use crate::tensor::Dtype::{self, *};
use crate::tensor::Layout;

/// Types of input, weight, output and bias.
const ON_950: &[&str] = &[
    "i8 | = | f16 | - i32 f32 f16",
    "i8 | = | bf16 | - f32 bf16",
    "hif8 | = | f32 f16 bf16 hif8 | - f32",
    "e4m3 | = | f32 f16 bf16 e4m3 | - f32",
];
const ON_910B: &[&str] = &["i8 | = | bf16 | f32 bf16", "i8 | = | f16 | f32 f16"];

/// The parameters of both operators.
pub struct QuantConvolution<'a> {
    /// Images, channels second.
    pub input: &'a Input,
    /// Filters.
    pub weight: &'a Input,
    /// A number for each channel of the output.
    pub bias: Option<&'a Input>,
    /// A scale for each channel of the output.
    pub scale: &'a Input,
    /// Not used.
    pub offset: Option<&'a Input>,
    /// Steps of windows along each axis.
    pub stride: &'a Ints,
    /// Elements before and after each axis, or before it and after it.
    pub padding: &'a Ints,
    /// Steps of elements of a window along each axis.
    pub dilation: Option<&'a Ints>,
    /// Not supported.
    pub transposed: bool,
    /// Groups of channels.
    pub groups: i64,
    /// The elements around images of INT8.
    pub offset_x: i32,
    /// Rounding of results of few bits.
    pub round_mode: Option<&'a Text>,
    /// True if the filters are stored in FRACTAL_Z_3D.
    pub is_blocked: bool,
    /// Results.
    pub output: &'a Output,
}

/// Refuses numbers outside a range, which along the axis of depth is wider.
fn within(array: &Ints, axes: usize, low: i64, most: i64) -> Result<()> {
    const MOST_OF_DEPTH: i64 = 1_000_000;
    let sides = if array.len() > axes { 2 } else { 1 };
    let depth = (axes - 2) * sides;
    let fits = |(at, &number): (usize, &i64)| {
        let most = if at < depth { MOST_OF_DEPTH } else { most };
        (low..=most).contains(&number)
    };
    if array.iter().enumerate().all(fits) {
        return Ok(());
    }
    let got = format!("{:?}", &**array);
    let allowed =
        format!("numbers from {low} to {most}, along the axis of depth to {MOST_OF_DEPTH}");
    Err(Error::value(array.name(), got, allowed))
}

impl QuantConvolution<'_> {
    /// Checks all arguments, and plans the convolution.
    pub fn planned(self) -> Planned {
        needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
        let is_950 = generation() == Generation::Ascend950;
        if self.bias.is_none() && !is_950 {
            return Err(Reason::Null { arg: "bias" }.into());
        }
        let Some(dilation) = self.dilation else {
            return Err(Reason::Null { arg: "dilation" }.into());
        };
        let table = if is_950 { ON_950 } else { ON_910B };
        let bias = self.bias.map(|bias| -> &TensorArg { bias });
        combination(
            &[
                ("input", Some(self.input)),
                ("weight", Some(self.weight)),
                ("output", Some(self.output)),
                ("bias", bias),
            ],
            table,
        )?;
        if self.is_blocked {
            self.input.dtype_in(on_all(&[I8]))?;
        }
        let takes_words = is_950 && !self.is_blocked;
        self.scale.dtype_in(on_all(if takes_words {
            &[F32, I64, U64]
        } else {
            &[F32]
        }))?;
        self.input
            .rank_in(if takes_words { 4..=5 } else { 5..=5 })?;
        let rank = self.input.rank();
        for tensor in [&**self.weight, self.output] {
            tensor.rank_in(rank..=rank)?;
        }
        let axes = rank - 2;
        for array in [self.stride, dilation] {
            images::length_in(array, axes, &[])?;
        }
        let by_side: &[usize] = if is_950 { &[2 * axes] } else { &[] };
        images::length_in(self.padding, axes, by_side)?;
        for tensor in [&**self.input, self.output] {
            has_image_format(tensor, false)?;
        }
        match self.is_blocked {
            true if self.weight.format() != FRACTAL_Z_3D => {
                let format = self.weight.format();
                return Err(Error::format("weight", format, FRACTAL_Z_3D.to_string()).into());
            }
            true => {}
            false => has_image_format(self.weight, false)?,
        }
        for tensor in [&**self.input, self.weight, self.output] {
            if tensor.is_empty() {
                return Err(tensor
                    .shape_refused("1 or more along each dimension")
                    .into());
            }
        }
        within(self.stride, axes, 1, 63)?;
        within(self.padding, axes, 0, 255)?;
        within(dilation, axes, 1, 255)?;
        self.check_attributes(is_950)?;
        let windows = Windows::new([self.stride, self.padding, dilation], self.groups)?;
        let (image, filter) = (self.input.shape(), self.weight.shape());
        let [channels, per_group] = [filter[0], filter[1]];
        let wanted = per_group.saturating_mul(self.groups);
        if image[1] != wanted || channels % self.groups != 0 {
            let groups = self.groups;
            let allowed = format!("{wanted} channels, `weight` of {groups} groups alike");
            return Err(self.input.shape_refused(allowed).into());
        }
        for of_channels in bias.into_iter().chain([&**self.scale]) {
            has_channels(of_channels, channels)?;
        }
        let counts = windows.counts(self.input, &image[2..], &filter[2..])?;
        let shape = [&[image[0], channels], &counts[..]].concat();
        self.output.shape_is(&shape, "that of the convolution")?;
        self.over_filters(|weight| {
            Ok(quantised_convolution(QuantisedConvolution {
                input: self.input.read()?,
                weight,
                bias: self.bias.map(|bias| bias.read()).transpose()?,
                scale: self.scale.read()?,
                output: self.output.write()?,
                windows: windows.convolution((F32, F32), 0),
                padding: windows.padding().to_vec(),
                padded_with: self.offset_x,
                is_bias_first: self.scale.dtype()? != F32,
            })?)
        })
    }

    /// Refuses attributes that the chip or the operator does not take.
    fn check_attributes(&self, is_950: bool) -> Result<()> {
        if self.offset.is_some() {
            return Err(Error::value("offset", "a tensor", "null"));
        }
        if self.transposed {
            return Err(Error::value("transposed", true, "false"));
        }
        has_groups(self.groups)?;
        if !is_950 && self.groups != 1 {
            return Err(Error::value("groups", self.groups, "1"));
        }
        let offsets = match (is_950, self.input.dtype()?) {
            (true, I8) => -128..=127,
            _ => 0..=0,
        };
        if !offsets.contains(&self.offset_x) {
            let allowed = format!("{} to {}", offsets.start(), offsets.end());
            return Err(Error::value("offsetx", self.offset_x, allowed));
        }
        let allowed = match self.output.dtype()? {
            F8E4m3fn => RINT,
            Hifloat8 => &OF_HIFLOAT8[..1],
            _ => return Ok(()),
        };
        match self.round_mode {
            None => Err(Reason::Null { arg: "roundMode" }.into()),
            Some(mode) => round_mode(mode, allowed).map(|_| ()),
        }
    }

    /// Plans `convolution` with the filters in plain order.
    fn over_filters(&self, convolution: impl FnOnce(Arg) -> Planned) -> Planned {
        let weight = self.weight;
        if !self.is_blocked {
            return convolution(weight.read()?);
        }
        weight.contiguous()?;
        let (dtype, shape): (Dtype, _) = (weight.dtype()?, weight.shape());
        // Filters in plain order begin where their memory does, wherever the view of the stored ones begins.
        let layout = Layout::contiguous(shape);
        let plain = Arg::new(weight.name(), Role::Input, dtype, layout, 0)?;
        let block = formats::block_of(dtype);
        let Some(blocked) = formats::blocked(NCDHW, FRACTAL_Z_3D, weight.rank(), block) else {
            return Err(Reason::Internal("no FRACTAL_Z_3D of NCDHW".into()).into());
        };
        let wanted = blocked.storage(shape);
        weight.storage_is(&wanted)?;
        Ok(prepared(
            convolution(plain)?,
            weight.read_stored()?,
            (dtype, shape),
            |stored, plain| blocked.unpack(stored, plain),
        )?)
    }
}
