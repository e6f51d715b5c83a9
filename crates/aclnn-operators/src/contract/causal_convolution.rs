//! Contracts of causal convolutions whose last inputs lie in a cache. Types are refused with 161002, shapes and numbers with 561002.

use std::ops::RangeInclusive;

use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{InOut, Input, Output, TensorArg};
use crate::contract::{Dtypes, none_private, on_all, only_950};
use crate::error::{Error, Reason, Result};
use crate::ops::recurrences::causal_convolution::{
    After, Blocks, Cache, CausalConvolution, Keeping, causal_convolution,
};
use crate::ops::recurrences::causal_convolution_gradient::{
    CausalConvolutionGradient, causal_convolution_gradient,
};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype::{Bf16, Bool, F16, I32};

/// Types of inputs.
pub const TYPES: Dtypes = only_950(&[F16, Bf16]);

const INDEX: Dtypes = on_all(&[I32]);

/// The inputs and the results.
#[derive(Clone, Copy)]
pub enum Results<'a> {
    /// `x` and `y`
    Apart(&'a Input, &'a Output),
    /// `x`, in place.
    InPlace(&'a InOut),
}

/// Tensors of blocks that sequences share by prefixes, and the tokens of a block.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// `blockIdxFirstScheduledToken`
    pub first: &'a Option<Input>,
    /// `blockIdxLastScheduledToken`
    pub last: &'a Option<Input>,
    /// `initialStateIdx`
    pub initial: &'a Option<Input>,
    /// `blockSize`
    pub size: i64,
}

/// The arguments under their documented names; those that an operator has not are `None`.
pub struct CachedConvolution<'a> {
    /// `x` and `y`
    pub results: Results<'a>,
    /// `weight`
    pub weight: &'a Input,
    /// Taps of a filter.
    pub taps: RangeInclusive<i64>,
    /// `convStates`
    pub states: &'a InOut,
    /// `bias`
    pub bias: Option<&'a Input>,
    /// `queryStartLoc`
    pub starts: Option<&'a Input>,
    /// `cacheIndices`
    pub cache_indices: Option<&'a Input>,
    /// `initialStateMode`
    pub mode: Option<&'a Input>,
    /// `numAcceptedTokens`
    pub accepted: Option<&'a Input>,
    /// `numComputedTokens`
    pub computed: Option<&'a Input>,
    /// Blocks of sequences.
    pub shared: Option<Shared<'a>>,
    /// The cache line of sequences that are left out.
    pub absent: i64,
    /// Most sequences.
    pub most: i64,
    /// The layout of the cache.
    pub keeping: Keeping,
    /// The steps behind a sum.
    pub after: After,
}

/// Inputs of an operator as batches of tokens: those without batches are one.
pub fn in_batches(arg: Arg) -> Result<Arg> {
    match arg.view.layout.rank() {
        2 => arg.viewed(arg.view.layout.with_axis(0)),
        _ => Ok(arg),
    }
}

/// Refuses index numbers of another type or shape.
pub fn numbers(tensor: Option<&Input>, shape: &[i64], reason: &str) -> Result<()> {
    let Some(tensor) = tensor else {
        return Ok(());
    };
    tensor.dtype_in(INDEX)?;
    tensor.shape_is(shape, reason)
}

/// Reads an optional tensor.
pub fn read(tensor: Option<&Input>) -> Result<Option<Arg>> {
    tensor.map(Input::read).transpose()
}

impl CachedConvolution<'_> {
    /// Checks and plans the convolution.
    pub fn plan(self) -> Planned {
        self.types()?;
        self.planned().code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn x(&self) -> &TensorArg {
        match self.results {
            Results::Apart(x, _) => x,
            Results::InPlace(x) => x,
        }
    }

    fn types(&self) -> Result<()> {
        let x = self.x();
        x.dtype_in(TYPES)?;
        self.weight.same_dtype(x)?;
        self.states.same_dtype(x)?;
        none_private(&[x, self.weight, self.states])?;
        if let Some(bias) = self.bias {
            bias.same_dtype(x)?;
        }
        if let Results::Apart(_, y) = self.results {
            y.same_dtype(x)?;
        }
        let of_blocks = self.shared.iter();
        let of_blocks = of_blocks.flat_map(|shared| [shared.first, shared.last, shared.initial]);
        let numbers = [
            self.starts,
            self.cache_indices,
            self.mode,
            self.accepted,
            self.computed,
        ];
        let numbers = numbers.into_iter().flatten();
        for tensor in numbers.chain(of_blocks.flatten()) {
            tensor.dtype_in(INDEX)?;
        }
        Ok(())
    }

    fn planned(self) -> Result<Call> {
        let x = self.x();
        if let Results::Apart(_, y) = self.results {
            y.same_shape(x)?;
        }
        x.rank_in(2..=3)?;
        let (batch, &dim) = match (x.shape(), self.starts) {
            ([batch, _, dim], _) => (*batch, dim),
            ([_, dim], Some(starts)) => {
                starts.rank_in(1..=1)?;
                (starts.shape()[0] - 1, dim)
            }
            _ => {
                return Err(Reason::Null {
                    arg: "queryStartLoc",
                }
                .into());
            }
        };
        if x.is_empty() || dim % 16 != 0 || !(64..=16384).contains(&dim) {
            let allowed = "tokens of 64 to 16384 channels, a multiple of 16";
            return Err(x.shape_refused(allowed));
        }
        if !(1..=self.most).contains(&batch) {
            let allowed = format!("1 to {} sequences", self.most);
            return Err(self
                .starts
                .map_or(x, |starts| starts)
                .shape_refused(allowed));
        }
        self.weight.rank_in(2..=2)?;
        let taps = self.weight.shape()[0];
        if !self.taps.contains(&taps) || self.weight.shape()[1] != dim {
            let (least, most) = (self.taps.start(), self.taps.end());
            let allowed = match least == most {
                true => format!("[{least}, {dim}]"),
                false => format!("[{least} to {most}, {dim}]"),
            };
            return Err(self.weight.shape_refused(allowed));
        }
        match *self.states.shape() {
            [lines, length, channels]
                if lines >= 1
                    && length >= taps - 1
                    && channels == dim
                    && (lines >= batch || self.cache_indices.is_some()) => {}
            _ => {
                let least = if self.cache_indices.is_some() {
                    1
                } else {
                    batch
                };
                let least_rows = taps - 1;
                let allowed = format!("[at least {least}, at least {least_rows}, {dim}]");
                return Err(self.states.shape_refused(allowed));
            }
        }
        if let Some(bias) = self.bias {
            bias.shape_is(&[dim], "the channels of `x`")?;
        }
        let each = "one for each sequence";
        if x.rank() == 2 || self.keeping != Keeping::Fused {
            numbers(self.starts, &[batch + 1], "one more than sequences")?;
        }
        for tensor in [self.mode, self.accepted, self.computed] {
            numbers(tensor, &[batch], each)?;
        }
        let mut blocks = None;
        if let Some(shared) = &self.shared {
            let all = [shared.first, shared.last, shared.initial];
            for tensor in all {
                numbers(tensor.as_ref(), &[batch], each)?;
            }
            if let ([Some(first), Some(last), Some(initial)], Some(_), Some(_)) =
                (all.map(Option::as_ref), self.cache_indices, self.computed)
            {
                if shared.size < 2 {
                    return Err(Error::value("blockSize", shared.size, "at least 2"));
                }
                blocks = Some(Blocks {
                    first: first.read()?,
                    last: last.read()?,
                    initial: initial.read()?,
                    size: shared.size as usize,
                });
            }
        }
        if let Some(indices) = self.cache_indices {
            indices.dtype_in(INDEX)?;
            match (indices.shape(), &blocks) {
                (&[count], None) if count == batch => {}
                (&[count, 1..=1024], _) if count == batch && self.shared.is_some() => {}
                (_, Some(_)) => {
                    let allowed = format!("[{batch}, 1 to 1024]");
                    return Err(indices.shape_refused(allowed));
                }
                _ => return Err(indices.shape_refused(format!("[{batch}]"))),
            }
        }
        let is_3d = x.rank() == 3;
        let cache = Cache {
            keeping: self.keeping,
            states: self.states.update()?,
            lines: read(self.cache_indices)?,
            absent: self.absent,
            mode: read(self.mode)?,
            accepted: read(self.accepted)?,
            computed: read(self.computed)?,
            blocks,
        };
        let (x, y) = match self.results {
            Results::Apart(x, y) => (Some(in_batches(x.read()?)?), in_batches(y.write()?)?),
            Results::InPlace(x) => (None, in_batches(x.update()?)?),
        };
        causal_convolution(CausalConvolution {
            x,
            weight: self.weight.read()?,
            bias: read(self.bias)?,
            mask: None,
            starts: if is_3d { None } else { read(self.starts)? },
            cache: Some(cache),
            after: self.after,
            y,
        })
    }
}

/// Returns whether sums go through `x / (1 + exp(-x))`, by the name of an activation.
pub fn is_silu(name: Option<&str>) -> Result<bool> {
    match name {
        None | Some("" | "silu") => Ok(true),
        Some("none") => Ok(false),
        Some(other) => Err(Error::value(
            "activation",
            format!("{other:?}"),
            "silu or none",
        )),
    }
}

/// Arguments of convolutions of sequences that begin and sequences that go on.
pub struct Fused<'a> {
    /// `x` and `y`
    pub results: Results<'a>,
    /// `weight`
    pub weight: &'a Input,
    /// `convStates`
    pub states: &'a InOut,
    /// `queryStartLoc`
    pub starts: &'a Option<Input>,
    /// `cacheIndices`
    pub cache_indices: &'a Option<Input>,
    /// `numAcceptedTokens`
    pub accepted: &'a Option<Input>,
    /// `numComputedTokens`
    pub computed: &'a Option<Input>,
    /// Blocks of sequences.
    pub shared: Shared<'a>,
    /// `padSlotId`
    pub absent: i64,
    /// `maxQueryLen`
    pub max_query_len: i64,
    /// `residualConnection`
    pub residual_connection: i64,
    /// `convMode`
    pub conv_mode: i64,
}

impl Fused<'_> {
    /// Checks and plans the convolution.
    pub fn plan(self) -> Planned {
        let after = self.after().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let convolution = CachedConvolution {
            results: self.results,
            weight: self.weight,
            taps: 3..=3,
            states: self.states,
            bias: None,
            starts: self.starts.as_ref(),
            cache_indices: self.cache_indices.as_ref(),
            mode: None,
            accepted: self.accepted.as_ref(),
            computed: self.computed.as_ref(),
            shared: Some(self.shared),
            absent: self.absent,
            most: 256,
            keeping: Keeping::Fused,
            after,
        };
        convolution.plan()
    }

    fn after(&self) -> Result<After> {
        let one = |name, number| match number {
            0 | 1 => Ok(number == 1),
            _ => Err(Error::value(name, number, "0 or 1")),
        };
        let after = After {
            is_swish: false,
            adds_input: one("residualConnection", self.residual_connection)?,
            starts_with_zeros: one("convMode", self.conv_mode)?,
        };
        if after.starts_with_zeros && self.computed.is_none() {
            return Err(Reason::Null {
                arg: "numComputedTokens",
            }
            .into());
        }
        if self.shared.size != 0 && self.shared.size < 2 {
            return Err(Error::value(
                "blockSize",
                self.shared.size,
                "0, or at least 2",
            ));
        }
        let x = match self.results {
            Results::Apart(x, _) => x.rank(),
            Results::InPlace(x) => x.rank(),
        };
        let least = self.max_query_len >= 1 || x == 3 && self.max_query_len == -1;
        if !least {
            let allowed = match x {
                3 => "-1, or at least 1",
                _ => "at least 1",
            };
            return Err(Error::value("maxQueryLen", self.max_query_len, allowed));
        }
        Ok(after)
    }
}

/// Arguments of a convolution whose results are masked.
pub struct Masked<'a> {
    /// `x`
    pub x: &'a Input,
    /// `weight`
    pub weight: &'a Input,
    /// `maskOptional`
    pub mask: Option<&'a Input>,
}

impl Masked<'_> {
    /// Refuses other types than that of `x`.
    pub fn types(&self, others: &[&TensorArg]) -> Result<()> {
        self.x.dtype_in(TYPES)?;
        self.weight.same_dtype(self.x)?;
        for other in others {
            other.same_dtype(self.x)?;
        }
        if let Some(mask) = self.mask {
            mask.dtype_in(on_all(&[Bool]))?;
        }
        none_private(&[self.x, self.weight])?;
        none_private(others)
    }

    fn shapes(&self) -> Result<()> {
        self.x.rank_in(3..=3)?;
        let &[tokens, batches, channels] = self.x.shape() else {
            return Ok(());
        };
        if self.x.is_empty() || !(384..=24576).contains(&channels) || channels % 64 != 0 {
            let allowed = "[at least 1, at least 1, 384 to 24576, a multiple of 64]";
            return Err(self.x.shape_refused(allowed));
        }
        self.weight
            .shape_is(&[3, channels], "3 taps for each channel")?;
        match self.mask {
            Some(mask) => mask.shape_is(&[batches, tokens], "batches and tokens of `x`"),
            None => Ok(()),
        }
    }

    /// Batches, tokens, channels.
    fn turned(arg: Arg) -> Result<Arg> {
        arg.viewed(arg.view.layout.permuted(&[1, 0, 2]))
    }

    /// Plans the convolution.
    pub fn forward(&self, out: &Output) -> Result<Call> {
        self.shapes()?;
        out.same_shape(self.x)?;
        causal_convolution(CausalConvolution {
            x: Some(Self::turned(self.x.read()?)?),
            weight: self.weight.read()?,
            bias: None,
            mask: read(self.mask)?,
            starts: None,
            cache: None,
            after: After::default(),
            y: Self::turned(out.write()?)?,
        })
    }

    /// Plans its gradients.
    pub fn gradient(&self, gradient: &Input, by_x: &Output, by_weight: &Output) -> Result<Call> {
        self.shapes()?;
        gradient.same_shape(self.x)?;
        by_x.same_shape(self.x)?;
        by_weight.same_shape(self.weight)?;
        causal_convolution_gradient(CausalConvolutionGradient {
            gradient: Self::turned(gradient.read()?)?,
            x: Self::turned(self.x.read()?)?,
            weight: self.weight.read()?,
            mask: read(self.mask)?,
            by_x: Self::turned(by_x.write()?)?,
            by_weight: by_weight.write()?,
        })
    }
}
