//! Private formats: which formats are converted to which others, and how a tensor of one is stored.

use crate::abi::acl::types::aclFormat;
use crate::abi::failure::{Code, Outcome};
use crate::argument::TensorArg;
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Reason, Result};
use crate::ops::blocked::Blocked;
use crate::tensor::Dtype;

/// No meaning of the dimensions.
pub const ND: aclFormat = aclFormat::ACL_FORMAT_ND;
/// Batch, channels, length.
pub const NCL: aclFormat = aclFormat::ACL_FORMAT_NCL;
/// Batch, channels, height, width.
pub const NCHW: aclFormat = aclFormat::ACL_FORMAT_NCHW;
const NHWC: aclFormat = aclFormat::ACL_FORMAT_NHWC;
const HWCN: aclFormat = aclFormat::ACL_FORMAT_HWCN;
/// NCDHW.
pub const NCDHW: aclFormat = aclFormat::ACL_FORMAT_NCDHW;
const NDHWC: aclFormat = aclFormat::ACL_FORMAT_NDHWC;
/// The vendor's headers give this one no name.
const DHWCN: aclFormat = aclFormat::from_raw(31);
/// Matrices in blocks of 32 bytes.
pub const NZ: aclFormat = aclFormat::ACL_FORMAT_FRACTAL_NZ;
/// Matrices in blocks of 16 elements.
pub const NZ_C0_16: aclFormat = aclFormat::ACL_FORMAT_FRACTAL_NZ_C0_16;
/// Matrices in blocks of 32 elements.
pub const NZ_C0_32: aclFormat = aclFormat::ACL_FORMAT_FRACTAL_NZ_C0_32;
const NZ_C0_2: aclFormat = aclFormat::ACL_FORMAT_FRACTAL_NZ_C0_2;
const NZ_C0_4: aclFormat = aclFormat::ACL_FORMAT_FRACTAL_NZ_C0_4;
const NC1HWC0: aclFormat = aclFormat::ACL_FORMAT_NC1HWC0;
const NDC1HWC0: aclFormat = aclFormat::ACL_FORMAT_NDC1HWC0;
/// Filters in blocks of channels and of filters.
pub const FRACTAL_Z: aclFormat = aclFormat::ACL_FORMAT_FRACTAL_Z;
/// FRACTAL_Z_3D, of filters of three axes.
pub const FRACTAL_Z_3D: aclFormat = aclFormat::ACL_FRACTAL_Z_3D;

/// Formats of plain tensors whose last two dimensions are matrices.
const MATRICES: [aclFormat; 4] = [ND, NCL, NCHW, NCDHW];

/// Conversions of Ascend910B, in both directions.
const PAIRS: [(aclFormat, aclFormat); 12] = [
    (ND, NZ),
    (NCL, NZ),
    (NCHW, NZ),
    (NCDHW, NZ),
    (NCHW, NC1HWC0),
    (NHWC, NC1HWC0),
    (NCHW, FRACTAL_Z),
    (HWCN, FRACTAL_Z),
    (NCDHW, NDC1HWC0),
    (NDHWC, NDC1HWC0),
    (NCDHW, FRACTAL_Z_3D),
    (DHWCN, FRACTAL_Z_3D),
];

/// Conversions of Ascend950 from plain formats; formats of matrices alone are converted back.
const TO_NZ: [(aclFormat, aclFormat); 8] = [
    (ND, NZ),
    (NCL, NZ),
    (NCHW, NZ),
    (NCDHW, NZ),
    (ND, NZ_C0_16),
    (NCL, NZ_C0_16),
    (ND, NZ_C0_32),
    (NCL, NZ_C0_32),
];

/// Returns the elements of a block, if the format says that.
pub fn stated(format: aclFormat) -> Option<i64> {
    match format {
        NZ_C0_2 => Some(2),
        NZ_C0_4 => Some(4),
        NZ_C0_16 => Some(16),
        NZ_C0_32 => Some(32),
        _ => None,
    }
}

/// Returns true if the format is FRACTAL_NZ, with a block of any size.
pub fn is_nz(format: aclFormat) -> bool {
    format == NZ || stated(format).is_some()
}

/// Returns true if tensors of the format are stored in blocks.
pub fn is_private(format: aclFormat) -> bool {
    is_nz(format) || PAIRS.iter().any(|pair| pair.1 == format)
}

/// Returns true if one format is converted to the other by the functions that every chip of PyTorch's has, whatever the chip.
pub fn is_pair(from: aclFormat, to: aclFormat) -> bool {
    PAIRS.contains(&(from, to)) || PAIRS.contains(&(to, from))
}

/// Refuses pairs of formats that the chip does not convert.
pub fn converts(from: &TensorArg, to: &TensorArg) -> Result<()> {
    let on_950 = generation() == Generation::Ascend950;
    let (source, target) = (from.format(), to.format());
    let forward: &[(aclFormat, aclFormat)] = if on_950 { &TO_NZ } else { &PAIRS };
    let mut allowed: Vec<aclFormat> = match is_private(source) {
        false => forward
            .iter()
            .filter(|pair| pair.0 == source)
            .map(|pair| pair.1)
            .collect(),
        true if on_950 && is_nz(source) => MATRICES.to_vec(),
        true if on_950 => Vec::new(),
        true => PAIRS
            .iter()
            .filter(|pair| pair.1 == source)
            .map(|pair| pair.0)
            .collect(),
    };
    if on_950 && !is_private(source) {
        allowed.push(source);
    }
    if allowed.contains(&target) {
        return Ok(());
    }
    let names: Vec<String> = allowed.iter().map(ToString::to_string).collect();
    let names = match names.is_empty() {
        true => "none".into(),
        false => names.join(", "),
    };
    Err(Reason::Format {
        arg: to.name(),
        got: target.to_string(),
        allowed: format!(
            "{names} (what {source} of `{}` is converted to)",
            from.name()
        ),
    }
    .into())
}

/// The dimensions that a plain format names, a letter for each, in their order.
fn dimensions(format: aclFormat) -> Option<&'static [u8]> {
    match format {
        NCHW => Some(b"NCHW"),
        NHWC => Some(b"NHWC"),
        HWCN => Some(b"HWCN"),
        NCDHW => Some(b"NCDHW"),
        NDHWC => Some(b"NDHWC"),
        DHWCN => Some(b"DHWCN"),
        _ => None,
    }
}

/// Returns true if dimensions of a tensor of the format stand in memory as they are, whatever they mean.
pub fn is_plain(format: aclFormat) -> bool {
    [ND, NCL, aclFormat::ACL_FORMAT_NC].contains(&format) || dimensions(format).is_some()
}

/// Returns where in `from` each of the dimensions that `to` names stands, if both formats name the same ones.
pub fn permutation(from: aclFormat, to: aclFormat) -> Option<Vec<usize>> {
    order(dimensions(from)?, dimensions(to)?)
}

/// The places in `from` of each letter of `to`, if both have the same.
fn order(from: &[u8], to: &[u8]) -> Option<Vec<usize>> {
    let place = |letter| from.iter().position(|own| own == letter);
    let order = to.iter().map(place).collect::<Option<Vec<_>>>()?;
    (from.len() == to.len()).then_some(order)
}

/// Returns how a tensor of a plain format and of this rank is stored in a private one with blocks of `block` elements, if it can be.
pub fn blocked(plain: aclFormat, private: aclFormat, rank: usize, block: i64) -> Option<Blocked> {
    if is_nz(private) {
        return (2..=6).contains(&rank).then(|| Blocked::nz(rank, block));
    }
    let (stored, cut): (&[u8], _) = match private {
        NC1HWC0 => (b"NCHW", 1),
        NDC1HWC0 => (b"NDCHW", 2),
        FRACTAL_Z => (b"CHWN", 0),
        FRACTAL_Z_3D => (b"DCHWN", 1),
        _ => return None,
    };
    let order = order(dimensions(plain)?, stored)?;
    let blocked = match stored.last() {
        Some(b'N') => Blocked::filters(&order, cut, block),
        _ => Blocked::channels(&order, cut, block),
    };
    (blocked.rank() == rank).then_some(blocked)
}

/// Returns the elements of a block of 32 bytes.
pub fn block_of(dtype: Dtype) -> i64 {
    256 / dtype.bits() as i64
}

/// Refuses a storage that is none of FRACTAL_NZ: a block of another size, too few dimensions, no elements.
pub fn is_a_storage(tensor: &TensorArg) -> Result<()> {
    let storage = tensor.storage();
    let block = stated(tensor.format()).unwrap_or(block_of(tensor.dtype()?));
    let whole = (4..=8).contains(&storage.len()) && !storage.contains(&0);
    if whole && storage.last() == Some(&block) {
        return Ok(());
    }
    Err(Reason::Shape {
        arg: tensor.name(),
        got: storage.to_vec(),
        allowed: format!("a storage of 4 to 8 dimensions with elements, the last one {block}"),
    }
    .into())
}

/// Refuses a plain view that is not dense: what a private format stores is dense whatever the view says.
pub fn dense(tensor: &TensorArg) -> Result<()> {
    match is_private(tensor.format()) {
        true => Ok(()),
        false => tensor.contiguous(),
    }
}

/// Returns how `private` stores a tensor as `plain`, whose format, element type and shape are checked; refuses storages of other dimensions under
/// `code`. The size of a block is the last of them: what the format says, or else 32 bytes, or 16 elements of four bytes where `wide`.
pub fn stored_as(
    plain: &TensorArg,
    private: &TensorArg,
    wide: bool,
    code: i32,
) -> Outcome<Blocked> {
    let format = private.format();
    let (own, storage) = (block_of(private.dtype()?), private.storage());
    let block = storage.last().copied().unwrap_or(0);
    let wanted = stated(format).unwrap_or(own);
    let fits = block == wanted || (wide && stated(format).is_none() && own == 8 && block == 16);
    let block = if fits { block } else { wanted };
    let rank = plain.rank();
    let Some(blocked) = blocked(plain.format(), format, rank, block) else {
        let allowed = "2 to 6 for matrices; 4 or 5 for formats of as many dimensions".into();
        let arg = plain.name();
        return Err(Reason::Rank {
            arg,
            got: rank,
            allowed,
        }
        .into());
    };
    let wanted = blocked.storage(plain.shape());
    if storage == &wanted[..] {
        return Ok(blocked);
    }
    Err(Error::from(Reason::Shape {
        arg: private.name(),
        got: storage.to_vec(),
        allowed: format!(
            "a storage of {:?} (that of `{}` in {format})",
            &wanted[..],
            plain.name()
        ),
    }))
    .code(code)
}
