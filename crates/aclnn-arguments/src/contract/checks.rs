//! The checks that contracts are made of, beside those of `argument/tensor.rs`: each refuses one thing, and names the argument, what it
//! was and what is allowed.

use std::fmt::Display;

use crate::abi::acl::types::aclFormat;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_NULLPTR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Scalar, TensorArg};
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Reason, Result};
use crate::ops;
use crate::tensor::{Dims, Dtype, broadcast, castable, promote};

/// Returns true if the simulated chip is an Ascend950, whose rules of promotion differ.
pub fn on_950() -> bool {
    generation() == Generation::Ascend950
}

/// Refuses every chip but these, as an operator that has no kernel there.
pub fn needs_chip(allowed: &[Generation]) -> Result<()> {
    if allowed.contains(&generation()) {
        return Ok(());
    }
    Err(Reason::NotSupported(format!(
        "there is no kernel of this operator for the chip {:?}; HOSTNPU_SOC names another",
        generation()
    ))
    .into())
}

impl TensorArg {
    /// Refuses to store results of type `from`, which this argument's type cannot hold.
    pub fn takes(&self, from: Dtype) -> Result<()> {
        if castable(from, self.dtype()?) {
            return Ok(());
        }
        Err(Reason::Dtype {
            arg: self.name(),
            got: self.dtype()?.to_string(),
            allowed: format!("a type that results in {from} can be cast to"),
        }
        .into())
    }

    /// Refuses a type that cannot be cast to `to`.
    pub fn casts_to(&self, to: Dtype) -> Result<()> {
        if castable(self.dtype()?, to) {
            return Ok(());
        }
        Err(Reason::Dtype {
            arg: self.name(),
            got: self.dtype()?.to_string(),
            allowed: format!("a type that can be cast to {to}"),
        }
        .into())
    }

    /// Refuses an element type other than `dtype`.
    pub fn dtype_is(&self, dtype: Dtype) -> Result<()> {
        if self.dtype()? == dtype {
            return Ok(());
        }
        Err(Reason::Dtype {
            arg: self.name(),
            got: self.dtype()?.to_string(),
            allowed: dtype.to_string(),
        }
        .into())
    }

    /// Refuses a private format: one whose memory is not that of a strided tensor.
    pub fn not_private(&self) -> Result<()> {
        let public = [
            aclFormat::ACL_FORMAT_NCHW,
            aclFormat::ACL_FORMAT_NHWC,
            aclFormat::ACL_FORMAT_ND,
            aclFormat::ACL_FORMAT_HWCN,
            aclFormat::ACL_FORMAT_NDHWC,
            aclFormat::ACL_FORMAT_NCDHW,
            aclFormat::ACL_FORMAT_NCL,
            aclFormat::ACL_FORMAT_UNDEFINED,
        ];
        if public.contains(&self.format()) {
            return Ok(());
        }
        Err(Reason::Format {
            arg: self.name(),
            got: self.format().to_string(),
            allowed: "ND, NCL, NCHW, NHWC, HWCN, NCDHW or NDHWC".into(),
        }
        .into())
    }

    /// Refuses a shape other than that to which `a` and `b` broadcast, and shapes that do not broadcast.
    pub fn has_broadcast_shape(&self, a: &TensorArg, b: &TensorArg) -> Result<()> {
        self.has_shape_of_all(&[a, b])
    }

    /// Refuses a shape other than that to which all inputs broadcast, and shapes that do not broadcast.
    pub fn has_shape_of_all(&self, inputs: &[&TensorArg]) -> Result<()> {
        let mut shape = Dims::new();
        for input in inputs {
            shape = broadcast(&shape, input.shape()).ok_or_else(|| {
                input.shape_refused(format!(
                    "one that broadcasts with {:?} (that of `{}`)",
                    shape.as_slice(),
                    inputs[0].name()
                ))
            })?;
        }
        // Most calls are right, and their message costs as much as they do.
        if self.shape() == shape.as_slice() {
            return Ok(());
        }
        let names: Vec<String> = inputs
            .iter()
            .map(|input| format!("`{}`", input.name()))
            .collect();
        self.shape_is(&shape, format_args!("{} broadcast", names.join(" with ")))
    }
}

/// Refuses more than 8 dimensions of each tensor.
pub fn up_to_rank_8(tensors: &[&TensorArg]) -> Result<()> {
    tensors.iter().try_for_each(|tensor| tensor.max_rank(8))
}

/// Refuses a private format of each tensor.
pub fn none_private(tensors: &[&TensorArg]) -> Result<()> {
    tensors.iter().try_for_each(|tensor| tensor.not_private())
}

/// Refuses other formats than that of the first tensor, and private ones, on Ascend950.
pub fn one_format_on_950(tensors: &[&TensorArg]) -> Result<()> {
    if !on_950() {
        return Ok(());
    }
    for tensor in tensors {
        tensor.same_format(tensors[0])?;
    }
    none_private(tensors)
}

/// Returns the number of elements to which two tensors broadcast, if they do.
pub fn broadcast_numel(a: &TensorArg, b: &TensorArg) -> Option<usize> {
    let shape = broadcast(a.shape(), b.shape())?;
    shape.iter().try_fold(1_usize, |count, &extent| {
        count.checked_mul(usize::try_from(extent).ok()?)
    })
}

/// Returns the type in which all tensors meet, the last two first; refuses what has none.
pub fn all_promoted(tensors: &[&TensorArg]) -> Result<Dtype> {
    let mut meeting: Option<Dtype> = None;
    for tensor in tensors.iter().rev() {
        let dtype = tensor.dtype()?;
        let both = meeting.map_or(Some(dtype), |meeting| promote(dtype, meeting));
        meeting = Some(both.ok_or_else(|| {
            Error::from(Reason::Dtype {
                arg: tensor.name(),
                got: dtype.to_string(),
                allowed: "a type that promotes with those of the other tensors".into(),
            })
        })?);
    }
    meeting.ok_or_else(|| Error::from(Reason::Internal("no tensors to promote".into())))
}

/// Returns the type in which two tensors are computed; refuses a pair that has none.
pub fn promoted(a: &TensorArg, b: &TensorArg) -> Result<Dtype> {
    let (left, right) = (a.dtype()?, b.dtype()?);
    promote(left, right).ok_or_else(|| {
        Error::from(Reason::Dtype {
            arg: b.name(),
            got: right.to_string(),
            allowed: format!("a type that promotes with {left} (that of `{}`)", a.name()),
        })
    })
}

/// Refuses with 561103 a pair of types between which there is no conversion, as the device has no kernel for it.
pub fn convertible(from: &TensorArg, to: &TensorArg) -> Outcome {
    let (source, target) = (from.dtype()?, to.dtype()?);
    // Elements that share a byte cannot be stored one by one.
    if ops::convertible(source, target) && target.bits() >= 8 && source.bits() >= 8 {
        return Ok(());
    }
    Err(Error::from(Reason::Dtype {
        arg: to.name(),
        got: target.to_string(),
        allowed: format!(
            "types that {source} (that of `{}`) converts to",
            from.name()
        ),
    }))
    .code(ACLNN_ERR_INNER_NULLPTR)
}

/// As [`convertible`], of types of few bits too; those of four bits are contiguous.
pub fn copies_numbers(from: &TensorArg, to: &TensorArg) -> Outcome {
    if !ops::coded_copy::copies(from.dtype()?, to.dtype()?) {
        return convertible(from, to);
    }
    for tensor in [from, to] {
        if tensor.dtype()?.bits() < 8 {
            tensor.contiguous()?;
        }
    }
    Ok(())
}

/// Refuses a computation type outside `allowed`.
pub fn computes_in(compute: Dtype, allowed: super::Dtypes, of: &TensorArg) -> Result<()> {
    if allowed.contains(compute) {
        return Ok(());
    }
    Err(Reason::Dtype {
        arg: of.name(),
        got: format!("{}, which promotes to {compute}", of.dtype()?),
        allowed: format!("what promotes to {allowed}"),
    }
    .into())
}

impl TensorArg {
    /// Refuses a shape other than `wanted`, unless both have exactly one element.
    pub fn shape_fits(&self, wanted: &[i64], reason: impl Display) -> Result<()> {
        if self.numel() == 1 && wanted.iter().all(|&extent| extent == 1) {
            return Ok(());
        }
        self.shape_is(wanted, reason)
    }

    /// As [`TensorArg::shape_fits`], where the device finds it out when it copies: 561103.
    pub fn copies_fit(&self, wanted: &[i64], reason: impl Display) -> Outcome {
        self.shape_fits(wanted, reason)
            .code(ACLNN_ERR_INNER_NULLPTR)
    }
}

impl Scalar {
    /// Refuses types outside `allowed`.
    pub fn dtype_in(&self, allowed: super::Dtypes) -> Result<()> {
        if allowed.contains(self.dtype()) {
            return Ok(());
        }
        Err(Reason::Dtype {
            arg: self.name(),
            got: self.dtype().to_string(),
            allowed: allowed.to_string(),
        }
        .into())
    }

    /// Refuses a type that cannot be cast to `to`.
    pub fn casts_to(&self, to: Dtype) -> Result<()> {
        if castable(self.dtype(), to) {
            return Ok(());
        }
        Err(Reason::Dtype {
            arg: self.name(),
            got: self.dtype().to_string(),
            allowed: format!("a type that can be cast to {to}"),
        }
        .into())
    }

    /// Returns its type as promotion with a tensor counts it: FLOAT for any floating-point type, COMPLEX64 for any complex one.
    pub fn general_dtype(&self) -> Dtype {
        match self.dtype() {
            dtype if dtype.is_complex() => Dtype::Complex64,
            dtype if dtype.is_floating() => Dtype::F32,
            dtype => dtype,
        }
    }
}
