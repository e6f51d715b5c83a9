//! Quantisers: shapes of codes, scales and groups, names of rounding modes, and the description that the versions of an operator fill.

use super::mx::{refuse, type_is};
use super::{axis, needs_chip, on_950};
use crate::abi::acl::types::aclFormat;
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_PARAM_INVALID;
use crate::abi::failure::Code;
use crate::argument::{Input, Output, TensorArg, Text};
use crate::contract::{Dtypes, on_910, on_all};
use crate::device::soc::{Generation, generation};
use crate::error::Result;
use crate::ops::Arg;
use crate::ops::quant::{
    Apply, By, DynamicQuant, Given, Range, RoundMode, ScaleWords, dynamic_quant, given, scale_words,
};
use crate::tensor::Dtype::{self, *};
use crate::tensor::{Dims, Layout};
use hostnpu_ops::Call;

/// Types of numbers that are quantised by their range.
pub const SHORT: Dtypes = on_910(&[F16]).and_910b(&[Bf16]);

/// Types of codes that scales of rows go with.
pub const CODES: Dtypes = on_910(&[I8])
    .and_910b(&[I4, I32])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn]);

/// FLOAT.
pub const FLOAT: Dtypes = on_all(&[F32]);

/// Types of numbers that say where groups end.
pub const GROUPS: Dtypes = on_all(&[I32, I64]);

/// Refuses codes that do not fit numbers of a shape: those of four bits are contiguous, with an even last dimension; INT32 has eight of them, so that the last dimension is an
/// eighth.
pub fn codes_fit(y: &TensorArg, shape: &[i64], of: &TensorArg) -> Result<()> {
    let Some((&columns, rows)) = shape.split_last() else {
        return y.shape_is(shape, "that of the numbers");
    };
    let dtype = y.dtype()?;
    let together = match dtype {
        I32 => 8,
        I4 | F4E2m1 | F4E1m2 => 2,
        _ => 1,
    };
    if columns % together != 0 {
        let allowed =
            format!("a multiple of {together} as last dimension of the codes, for {dtype}");
        return Err(of.shape_refused(allowed));
    }
    match dtype {
        I32 => {
            let words = [rows, &[columns / 8]].concat();
            y.shape_is(&words, "that of the numbers, eight in a word")?;
        }
        _ => y.shape_is(shape, "that of the numbers")?,
    }
    match dtype {
        I4 | F4E2m1 | F4E1m2 => y.contiguous(),
        _ => Ok(()),
    }
}

/// Returns the rounding mode of a name; refuses names beside these.
pub fn round_mode(given: &Text, allowed: &[(&str, RoundMode)]) -> Result<RoundMode> {
    let found = allowed.iter().find(|(name, _)| *name == &**given);
    match found {
        Some(&(_, mode)) => Ok(mode),
        None => {
            let names: Vec<String> = allowed
                .iter()
                .map(|(name, _)| format!("{name:?}"))
                .collect();
            refuse(given.name(), format!("{:?}", &**given), names.join(" or "))
        }
    }
}

/// As [`round_mode`], of text that may be absent.
pub fn round_mode_or_rint(
    given: Option<&Text>,
    allowed: &[(&str, RoundMode)],
) -> Result<RoundMode> {
    given.map_or(Ok(RoundMode::Rint), |given| round_mode(given, allowed))
}

/// The rounding modes of integers.
pub const OF_INTEGERS: &[(&str, RoundMode)] = &[
    ("round", RoundMode::Round),
    ("floor", RoundMode::Floor),
    ("ceil", RoundMode::Ceil),
    ("trunc", RoundMode::Trunc),
];

/// The rounding modes of HIFLOAT8.
pub const OF_HIFLOAT8: &[(&str, RoundMode)] =
    &[("round", RoundMode::Round), ("hybrid", RoundMode::Hybrid)];

/// The rounding mode of FLOAT8, and of INT8 in some operators.
pub const RINT: &[(&str, RoundMode)] = &[("rint", RoundMode::Rint)];

/// Refuses a code of a type that is not among these.
pub fn type_code_in(name: &'static str, given: i64, allowed: &[i64]) -> Result<()> {
    match allowed.contains(&given) {
        true => Ok(()),
        false => refuse(name, given, format!("one of {allowed:?}")),
    }
}

/// Arguments of the versions of `aclnnDynamicQuant`. What a version lacks has its default.
pub struct DynamicQuantCall {
    /// `x`.
    pub x: Input,
    /// `smoothScalesOptional`.
    pub smooth_scales: Option<Input>,
    /// `groupIndexOptional`.
    pub group_index: Option<Input>,
    /// The name of the mode.
    pub quant_mode: Option<Text>,
    /// True if an offset is refused, or else asked for.
    pub is_symmetrical: Option<bool>,
    /// Number that the largest one of HIFLOAT8 stands for.
    pub dst_type_max: f32,
    /// `yOut`.
    pub y: Output,
    /// `scaleOut`.
    pub scale: Output,
    /// `offsetOut`.
    pub offset: Option<Output>,
}

impl DynamicQuantCall {
    fn range(&self) -> Result<Range> {
        let Some(mode) = &self.quant_mode else {
            return Ok(Range::Row);
        };
        let range = match &**mode {
            "pertoken" => return Ok(Range::Row),
            "pertensor" => Range::Tensor,
            "perchannel" => Range::Column,
            other => {
                let allowed = "\"pertoken\", \"pertensor\" or \"perchannel\"";
                return refuse(mode.name(), format!("{other:?}"), allowed);
            }
        };
        match &self.group_index {
            None => Ok(range),
            Some(group_index) => {
                let allowed = format!("null for the mode {:?}", &**mode);
                refuse(group_index.name(), "a tensor", allowed)
            }
        }
    }

    fn attributes(&self) -> Result<Range> {
        match (self.is_symmetrical, &self.offset) {
            (Some(true), Some(offset)) => {
                return refuse(offset.name(), "a tensor", "null, for isSymmetrical is true");
            }
            (Some(false), None) => {
                return refuse("offsetOut", "null", "a tensor, for isSymmetrical is false");
            }
            _ => {}
        }
        if !(0.0..=32768.0).contains(&self.dst_type_max) {
            return refuse("dstTypeMax", self.dst_type_max, "0 to 32768");
        }
        self.range()
    }

    fn types(&self) -> Result<()> {
        let x = &self.x;
        x.dtype_in(SHORT)?;
        if let Some(smooth) = &self.smooth_scales {
            smooth.dtype_in(SHORT)?;
            smooth.same_dtype(x)?;
        }
        if let Some(group_index) = &self.group_index {
            group_index.dtype_in(GROUPS)?;
        }
        self.y.dtype_in(CODES)?;
        self.scale.dtype_in(FLOAT)?;
        self.offset
            .as_ref()
            .map_or(Ok(()), |offset| offset.dtype_in(FLOAT))
    }

    fn shapes(&self, range: Range) -> Result<()> {
        let x = &self.x;
        x.rank_in(2..=8)?;
        let shape = x.shape();
        let (columns, inner) = (shape[shape.len() - 1], shape[shape.len() - 2]);
        match (&self.smooth_scales, &self.group_index) {
            (Some(smooth), Some(group_index)) => {
                group_index.rank_in(1..=1)?;
                let groups = group_index.shape()[0];
                if !(1..=1024).contains(&groups) {
                    return Err(group_index.shape_refused("1 to 1024 groups"));
                }
                smooth.shape_is(&[groups, columns], "groups, and the last dimension of `x`")?;
            }
            (Some(smooth), None) if range == Range::Column => {
                smooth.shape_is(&[inner], "the last dimension of `x` but one")?;
            }
            (Some(smooth), None) => smooth.shape_is(&[columns], "the last dimension of `x`")?,
            (None, Some(group_index)) => {
                return refuse(
                    group_index.name(),
                    "a tensor",
                    "null without smoothScalesOptional",
                );
            }
            (None, None) => {}
        }
        codes_fit(&self.y, shape, x)?;
        let rows = &shape[..shape.len() - 1];
        match range {
            Range::Row => self
                .scale
                .shape_is(rows, "that of `x` without its last dimension")?,
            Range::Tensor => self.scale.shape_is(&[1], "one scale for all")?,
            Range::Column => {
                let without = [&shape[..shape.len() - 2], &[columns]].concat();
                self.scale
                    .shape_is(&without, "that of `x` without its last dimension but one")?;
            }
        }
        self.offset
            .as_ref()
            .map_or(Ok(()), |offset| offset.same_shape(&self.scale))
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        let range = self.attributes()?;
        self.types()?;
        self.shapes(range)?;
        let Self { x, y, scale, .. } = &self;
        if x.is_empty() {
            let offset = self.offset.as_ref().map(Output::write).transpose()?;
            return Ok(Call::nothing(
                [y.write()?, scale.write()?].into_iter().chain(offset),
            ));
        }
        // Other chips have no kernel that reads them.
        let is_read = matches!(generation(), Generation::Ascend910B | Generation::Ascend950);
        let read =
            |of: &Option<Input>| of.as_ref().filter(|_| is_read).map(Input::read).transpose();
        let of_hifloat8 = y.dtype()? == Dtype::Hifloat8;
        Ok(dynamic_quant(DynamicQuant {
            x: x.read()?,
            smooth_scales: read(&self.smooth_scales)?,
            group_index: read(&self.group_index)?,
            range,
            dst_type_max: if of_hifloat8 { self.dst_type_max } else { 0.0 },
            y: y.write()?,
            scale: scale.write()?,
            offset: self.offset.as_ref().map(Output::write).transpose()?,
        })?)
    }
}

/// Refuses factors of a static quantiser that are neither one number nor one for each index of that axis, alone or in the
/// rank of `x`.
pub fn factors_of_axis(factor: &TensorArg, x: &TensorArg, axis: usize) -> Result<()> {
    let extent = x.shape()[axis];
    let fits = match factor.rank() {
        1 => factor.shape()[0] == 1 || factor.shape()[0] == extent,
        rank if rank == x.rank() => factor
            .shape()
            .iter()
            .enumerate()
            .all(|(at, &own)| own == 1 || at == axis && own == extent),
        _ => false,
    };
    match fits {
        true => Ok(()),
        false => Err(factor.shape_refused(format!(
            "one number, or {extent}, dimension {axis} of `{}`, alone or in its rank",
            x.name()
        ))),
    }
}

/// Types of numbers that are quantised by given scales.
const NUMBERS: Dtypes = on_all(&[]).and_after_910(&[F32, F16]).and_910b(&[Bf16]);

/// Types of codes of given scales.
const CODES_OF_GIVEN: Dtypes = on_910(&[I8])
    .and_910b(&[I32, I4])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn]);

/// Arguments of the versions of `aclnnAscendQuant`.
pub struct AscendQuantCall {
    /// `x`.
    pub x: Input,
    /// `scale`.
    pub scale: Input,
    /// `offset`.
    pub offset: Option<Input>,
    /// `sqrtMode`.
    pub sqrt_mode: bool,
    /// `roundMode`.
    pub round_mode: Text,
    /// `dstType`.
    pub dst_type: i32,
    /// `axis`, or -1.
    pub axis: i32,
    /// `y`.
    pub y: Output,
}

impl AscendQuantCall {
    fn types(&self) -> Result<()> {
        let Self { x, scale, y, .. } = self;
        x.dtype_in(NUMBERS)?;
        y.dtype_in(CODES_OF_GIVEN)?;
        scale.dtype_in(NUMBERS)?;
        if let Some(offset) = &self.offset {
            offset.dtype_in(NUMBERS)?;
            offset.same_dtype(scale)?;
        }
        if x.dtype()? != F32 {
            scale.same_dtype(x)?;
        }
        type_is("dstType", self.dst_type.into(), y)
    }

    fn mode(&self) -> Result<RoundMode> {
        let names = match self.y.dtype()? {
            Hifloat8 => OF_HIFLOAT8,
            F8E5m2 | F8E4m3fn => &OF_INTEGERS[..1],
            _ => OF_INTEGERS,
        };
        round_mode(&self.round_mode, names)
    }

    /// The axis of `x`; refuses one that is not one of the last two, or on Ascend310P not the last one.
    fn axis(&self) -> Result<usize> {
        let rank = self.x.rank();
        let axis = axis("axis", self.axis.into(), rank)?;
        let last = match generation() {
            Generation::Other => 1,
            _ => 2,
        };
        match axis + last >= rank {
            true => Ok(axis),
            false => refuse(
                "axis",
                self.axis,
                format!("one of the last {last} dimensions of `x`"),
            ),
        }
    }

    /// The factors that are applied, of one axis.
    fn factors(&self, axis: usize, take: impl Fn(&Input) -> Result<Arg>) -> Result<Vec<By>> {
        let by = |factor, how| By { factor, axis, how };
        let mut factors = vec![by(take(&self.scale)?, Apply::Multiply)];
        if self.sqrt_mode {
            factors.push(by(take(&self.scale)?, Apply::Multiply));
        }
        if let Some(offset) = &self.offset {
            factors.push(by(take(offset)?, Apply::Add));
        }
        Ok(factors)
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        let Self { x, scale, y, .. } = &self;
        x.rank_in(1..=8)?;
        self.types()?;
        let mode = self.mode()?;
        let is_private = x.format() == aclFormat::ACL_FORMAT_FRACTAL_NZ;
        if is_private {
            return self.plan_stored(mode);
        }
        let axis = self.axis()?;
        factors_of_axis(scale, x, axis)?;
        if let Some(offset) = &self.offset {
            offset.same_shape(scale)?;
        }
        codes_fit(y, x.shape(), x)?;
        if x.is_empty() {
            return Ok(Call::nothing([y.write()?]));
        }
        Ok(given(Given {
            x: x.read()?,
            by: self.factors(axis, |factor| factor.read())?,
            group_index: None,
            y: y.write()?,
            mode,
            is_packed: true,
        })?)
    }

    /// Of FRACTAL_NZ: numbers are quantised in the order in which they are stored, by the first scale, for all are 1.
    fn plan_stored(&self, mode: RoundMode) -> Planned {
        let Self { x, scale, y, .. } = self;
        match generation() {
            Generation::Ascend910B => x.dtype_is(F32)?,
            _ => x.format_nd()?,
        }
        y.dtype_is(I32)?;
        y.same_format(x)?;
        x.rank_in(3..=3)?;
        if mode != RoundMode::Round {
            return Ok(refuse(
                self.round_mode.name(),
                &*self.round_mode,
                "\"round\" in FRACTAL_NZ",
            )?);
        }
        if self.axis != -1 {
            return Ok(refuse("axis", self.axis, "-1 in FRACTAL_NZ")?);
        }
        if let Some(offset) = &self.offset {
            return Ok(refuse(offset.name(), "a tensor", "null in FRACTAL_NZ")?);
        }
        scale.has_elements()?;
        let count = |tensor: &TensorArg| tensor.storage().iter().product::<i64>();
        if count(x) != count(y).saturating_mul(8) {
            return Err(y
                .shape_refused("a storage of an eighth of the elements")
                .into());
        }
        let [numbers, words] = [count(x), count(y)];
        Ok(given(Given {
            x: x.read_stored()?.shaped(&[numbers])?,
            by: self.factors(0, |factor| {
                let first = factor.read()?;
                let layout = Layout::new(
                    Dims::from_slice(&[1]),
                    Dims::from_slice(&[1]),
                    first.view.layout.offset(),
                );
                first.viewed(layout)
            })?,
            group_index: None,
            y: y.write_stored()?.shaped(&[words])?,
            mode,
            is_packed: true,
        })?)
    }
}

/// Arguments of the versions of `aclnnTransQuantParam` over tensors.
pub struct ScaleWordsCall {
    /// `scale`.
    pub scale: Input,
    /// `offset`.
    pub offset: Option<Input>,
    /// `roundMode`, or 0.
    pub round_mode: i64,
    /// `out`.
    pub out: Output,
}

impl ScaleWordsCall {
    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        let Self {
            scale, offset, out, ..
        } = &self;
        let chips = [
            Generation::Ascend910B,
            Generation::Ascend950,
            Generation::Other,
        ];
        needs_chip(&chips).code(ACLNN_ERR_PARAM_INVALID)?;
        scale.dtype_in(FLOAT)?;
        if let Some(offset) = offset {
            offset.dtype_in(FLOAT)?;
        }
        out.dtype_in(on_all(&[U64, I64]))?;
        let tensors = [Some(&**scale), offset.as_deref(), Some(&**out)];
        tensors
            .into_iter()
            .flatten()
            .try_for_each(|tensor| tensor.format_nd())?;
        scale.rank_in(1..=2)?;
        scale.has_elements()?;
        if scale.rank() == 2 && scale.shape()[0] != 1 && !on_950() {
            return Err(scale.shape_refused("[n] or [1, n]").into());
        }
        let mut shape = scale.shape().to_vec();
        if let Some(offset) = offset {
            offset.rank_in(1..=2)?;
            offset.has_elements()?;
            let extent = offset.shape()[offset.rank() - 1];
            let own = shape[shape.len() - 1];
            let is_row = offset.rank() == 1 || offset.shape()[0] == 1;
            if !is_row || (own > 1 && extent > 1 && own != extent) || scale.numel() as i64 != own {
                return Err(offset.shape_refused(format!("one offset, or {own}")).into());
            }
            if shape.len() == 1 {
                shape = vec![own.max(extent)];
            } else if extent > own {
                return Err(offset
                    .shape_refused("as many offsets as scales, or one")
                    .into());
            }
        }
        if ![0, 1].contains(&self.round_mode) {
            return Ok(refuse("roundMode", self.round_mode, "0 or 1")?);
        }
        out.shape_is(&shape, "a word for each scale, or each offset of one scale")?;
        Ok(scale_words(ScaleWords {
            scale: scale.read()?,
            offset: offset.as_ref().map(Input::read).transpose()?,
            rounds: self.round_mode == 1,
            out: out.write()?,
        })?)
    }
}
