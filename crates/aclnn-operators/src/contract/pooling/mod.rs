//! Pooling: where windows lie, the tensors of planes that belong together, and what their shapes have to be.

mod masked;
mod places;
mod planes;
mod shares;
mod windows;

use super::{Dtypes, for_chips, on_910, on_950};
use crate::abi::acl::types::aclFormat;
use crate::argument::TensorArg;
use crate::contract::sets::SHORT_FLOATING;
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Reason, Result};
use crate::ops::window::Divisor;
use crate::tensor::Dtype;

pub use masked::{MASKED, Masked};
pub use places::{Taken, largest_with_places};
pub use planes::Planes;
pub use shares::{Shares, shares_of_results};
pub use windows::{Sizes, Window, axes, for_each_axis, within};

const NCHW: aclFormat = aclFormat::ACL_FORMAT_NCHW;
const NCDHW: aclFormat = aclFormat::ACL_FORMAT_NCDHW;

const FLOATS: [Dtype; 3] = [Dtype::F32, Dtype::F16, Dtype::Bf16];

/// The types of averages.
pub const AVERAGED: Dtypes = SHORT_FLOATING;

/// The types of operators that Ascend910 does not have.
pub const AFTER_910: Dtypes = for_chips(&[], &FLOATS, &FLOATS);

/// The types of indices of operators that had only INT32 before Ascend950.
pub const PLACES: Dtypes = on_910(&[Dtype::I32]).and_950(&[Dtype::I64]);

/// The divisor of the sums of windows, by the arguments of averages.
pub fn divisor(count_include_pad: bool, divisor_override: i64) -> Divisor {
    match (divisor_override, count_include_pad) {
        (0, true) => Divisor::Covered,
        (0, false) => Divisor::Inside,
        (number, _) => Divisor::Fixed(number as f64),
    }
}

/// Returns true if `dilation` may be more than 1.
pub fn dilates() -> bool {
    on_950()
}

/// Refuses values of `cubeMathType` that the chip does not have for averages of this type.
pub fn averages_in(dtype: Dtype, math: i8) -> Result<()> {
    let has_no_float = matches!(generation(), Generation::Ascend910 | Generation::Other);
    let allowed = match has_no_float && dtype == Dtype::F32 {
        true => 1..=2,
        false => 0..=4,
    };
    if allowed.contains(&math) {
        return Ok(());
    }
    let allowed = format!("{} to {}", allowed.start(), allowed.end());
    Err(Error::value("cubeMathType", math, allowed))
}

/// Refuses formats outside `allowed`.
pub fn format_in(tensor: &TensorArg, allowed: &[aclFormat]) -> Result<()> {
    if allowed.contains(&tensor.format()) {
        return Ok(());
    }
    let names: Vec<String> = allowed.iter().map(ToString::to_string).collect();
    Err(Reason::Format {
        arg: tensor.name(),
        got: tensor.format().to_string(),
        allowed: names.join(", "),
    }
    .into())
}

/// Refuses images of another format than NCHW, or of three dimensions of another than NCL.
pub fn image_format(tensor: &TensorArg) -> Result<()> {
    match tensor.rank() {
        3 => format_in(tensor, &[aclFormat::ACL_FORMAT_NCL]),
        _ => format_in(tensor, &[NCHW]),
    }
}

/// The same, where images of three dimensions may have either format.
pub fn image_format_of_gradient(tensor: &TensorArg) -> Result<()> {
    match (tensor.rank(), tensor.format()) {
        (3, NCHW) => Ok(()),
        _ => image_format(tensor),
    }
}

/// Refuses volumes of private formats; on Ascend950 also all but NCDHW, NCHW and ND.
pub fn volume_format(tensor: &TensorArg) -> Result<()> {
    match on_950() {
        true => format_in(tensor, &[NCDHW, NCHW, aclFormat::ACL_FORMAT_ND]),
        false => tensor.not_private(),
    }
}

/// Refuses volumes of other formats than NCDHW and NCHW.
pub fn volume_format_before_950(tensor: &TensorArg) -> Result<()> {
    format_in(tensor, &[NCDHW, NCHW])
}
