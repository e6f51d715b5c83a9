//! Data helpers, data buffers, and what the chip is and can.

use std::ffi::{c_char, c_void};
use std::ptr::{null_mut, with_exposed_provenance_mut, without_provenance_mut};
use std::sync::Mutex;

use half::f16;

use crate::abi::acl::boundary::{Code, refuse};
use crate::abi::acl::rt::device::device_by_id;
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Later, Out};
use crate::device::soc;
use crate::error::Result;
use crate::numeric::environment;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// Returns the name of the chip that the devices stand for: `HOSTNPU_SOC`, Ascend950PR_9599 by default. The text belongs to the
/// library.
#[entry(acl)]
fn aclrtGetSocName() -> *const c_char {
    soc::name().as_ptr()
}

/// Returns the capabilities that can be asked for, in an array of the library's own, and their number. Returns 100000 for null.
#[entry(acl)]
fn aclGetCannAttributeList(
    cann_attr_list: Later<Out<*const aclCannAttr>>,
    num: Later<Out<usize>>,
) -> Outcome {
    static LIST: [aclCannAttr; 3] = [
        aclCannAttr::ACL_CANN_ATTR_INF_NAN,
        aclCannAttr::ACL_CANN_ATTR_BF16,
        aclCannAttr::ACL_CANN_ATTR_JIT_COMPILE,
    ];
    let list = cann_attr_list.get()?;
    let num = num.get()?;
    list.write(LIST.as_ptr());
    num.write(LIST.len());
    Ok(())
}

/// Reports whether there is a capability (1) or not (0): infinities and BF16 there are; nothing is compiled at run time.
///
/// Returns 100000 for null, or another capability.
#[entry(acl)]
fn aclGetCannAttribute(cann_attr: aclCannAttr, value: Out<i32>) -> Outcome {
    value.write(match cann_attr {
        aclCannAttr::ACL_CANN_ATTR_INF_NAN | aclCannAttr::ACL_CANN_ATTR_BF16 => 1,
        aclCannAttr::ACL_CANN_ATTR_JIT_COMPILE => 0,
        _ => {
            return refuse(
                "cannAttr",
                cann_attr,
                "what aclGetCannAttributeList gives",
                ACL_ERROR_INVALID_PARAM,
            );
        }
    });
    Ok(())
}

/// Returns the number of cores of a kind, or the bytes of the second-level cache. Returns 100000 for null, another quantity, or if
/// there is no such device.
#[entry(acl)]
fn aclGetDeviceCapability(device_id: u32, device_info: aclDeviceInfo, value: Out<i64>) -> Outcome {
    let id = i32::try_from(device_id).unwrap_or(i32::MAX);
    device_by_id("deviceId", id).code(ACL_ERROR_INVALID_PARAM)?;
    value.write(match device_info {
        aclDeviceInfo::ACL_DEVICE_INFO_AI_CORE_NUM => soc::CUBE_CORES.into(),
        aclDeviceInfo::ACL_DEVICE_INFO_VECTOR_CORE_NUM => soc::VECTOR_CORES.into(),
        aclDeviceInfo::ACL_DEVICE_INFO_L2_SIZE => soc::L2_SIZE as i64,
        _ => {
            return refuse(
                "deviceInfo",
                device_info,
                "ACL_DEVICE_INFO_AI_CORE_NUM (0) to ACL_DEVICE_INFO_L2_SIZE (2)",
                ACL_ERROR_INVALID_PARAM,
            );
        }
    });
    Ok(())
}

/// Returns the bytes of an element: 1 for types of four and of one bit too; as in the vendor's library, 8 for the types of FLOAT6
/// and FLOAT4; 0 for strings, and for what is no type.
#[entry(acl)]
fn aclDataTypeSize(data_type: aclDataType) -> usize {
    match data_type {
        aclDataType::ACL_INT8
        | aclDataType::ACL_UINT8
        | aclDataType::ACL_BOOL
        | aclDataType::ACL_UINT1
        | aclDataType::ACL_INT4
        | aclDataType::ACL_HIFLOAT8
        | aclDataType::ACL_FLOAT8_E5M2
        | aclDataType::ACL_FLOAT8_E4M3FN
        | aclDataType::ACL_FLOAT8_E8M0 => 1,
        aclDataType::ACL_FLOAT16
        | aclDataType::ACL_BF16
        | aclDataType::ACL_INT16
        | aclDataType::ACL_UINT16 => 2,
        aclDataType::ACL_FLOAT
        | aclDataType::ACL_INT32
        | aclDataType::ACL_UINT32
        | aclDataType::ACL_COMPLEX32 => 4,
        aclDataType::ACL_INT64
        | aclDataType::ACL_UINT64
        | aclDataType::ACL_DOUBLE
        | aclDataType::ACL_COMPLEX64
        | aclDataType::ACL_FLOAT6_E3M2
        | aclDataType::ACL_FLOAT6_E2M3
        | aclDataType::ACL_FLOAT4_E2M1
        | aclDataType::ACL_FLOAT4_E1M2 => 8,
        aclDataType::ACL_COMPLEX128 => 16,
        _ => 0,
    }
}

/// Exponent and fraction of the largest finite number of binary16.
const LARGEST_F16: u16 = 0x7BFF;
const SIGN_F16: u16 = 0x8000;

/// Returns the number that a binary16 holds. As in the vendor's library the highest exponent is one like the others: 0x7C00,
/// elsewhere infinity, is 65536, and 0x7E00, elsewhere NaN, is 98304.
#[entry(acl)]
fn aclFloat16ToFloat(value: aclFloat16) -> f32 {
    environment::known(|| {
        let magnitude = value & !SIGN_F16;
        let magnitude = if magnitude > LARGEST_F16 {
            // Half the number is one of binary16: its exponent is one less.
            2.0 * f16::from_bits(magnitude - 0x0400).to_f32()
        } else {
            f16::from_bits(magnitude).to_f32()
        };
        if value & SIGN_F16 == 0 {
            magnitude
        } else {
            -magnitude
        }
    })
}

/// Returns the binary16 nearest to a number, ties to even. As in the vendor's library there is no overflow: what is larger than
/// 65504, infinite or NaN gives 65504 with the sign of the number.
#[entry(acl)]
fn aclFloatToFloat16(value: f32) -> aclFloat16 {
    let bits = environment::known(|| f16::from_f32(value).to_bits());
    (bits & SIGN_F16) | (bits & !SIGN_F16).min(LARGEST_F16)
}

/// An address, exposed, with a size.
type Buffer = Mutex<(usize, usize)>;

static BUFFERS: Table<Buffer> = Table::new(Object::DataBuffer);

/// Creates a data buffer: an address, which may be null, with a size. Neither is checked, nothing is copied. Gives null if there
/// is no room for another one.
#[entry(acl, otherwise = null_mut())]
fn aclCreateDataBuffer(data: *mut c_void, size: usize) -> Outcome<*mut aclDataBuffer> {
    let handle = BUFFERS.insert(Mutex::new((data.expose_provenance(), size)))?;
    Ok(without_provenance_mut(handle))
}

/// Destroys a data buffer; its memory stays. Returns 100000 for null, 107017 for what is no live data buffer.
#[entry(acl)]
fn aclDestroyDataBuffer(data_buffer: *const aclDataBuffer) -> Outcome {
    BUFFERS.take("dataBuffer", data_buffer.addr())?;
    Ok(())
}

/// Sets a data buffer's address and size. Returns 100000 for null, 107017 for what is no live data buffer.
#[entry(acl)]
fn aclUpdateDataBuffer(data_buffer: *mut aclDataBuffer, data: *mut c_void, size: usize) -> Outcome {
    let new = (data.expose_provenance(), size);
    Ok(BUFFERS.with("dataBuffer", data_buffer.addr(), |buffer| {
        *lock(buffer) = new;
    })?)
}

/// The address and the size that a live data buffer holds.
pub fn data_buffer(arg: &'static str, data_buffer: *const aclDataBuffer) -> Result<(usize, usize)> {
    BUFFERS.with(arg, data_buffer.addr(), |buffer| *lock(buffer))
}

/// Returns a data buffer's address; null for what is no live data buffer.
#[entry(acl, otherwise = null_mut())]
fn aclGetDataBufferAddr(data_buffer: *const aclDataBuffer) -> Outcome<*mut c_void> {
    let (address, _) = self::data_buffer("dataBuffer", data_buffer)?;
    Ok(with_exposed_provenance_mut(address))
}

/// Returns the lower 32 bits of a data buffer's size; 0 for what is no live data buffer.
#[entry(acl, otherwise = 0)]
fn aclGetDataBufferSize(data_buffer: *const aclDataBuffer) -> Outcome<u32> {
    Ok(self::data_buffer("dataBuffer", data_buffer)?.1 as u32)
}

/// Returns a data buffer's size; 0 for what is no live data buffer.
#[entry(acl, otherwise = 0)]
fn aclGetDataBufferSizeV2(data_buffer: *const aclDataBuffer) -> Outcome<usize> {
    Ok(self::data_buffer("dataBuffer", data_buffer)?.1)
}
