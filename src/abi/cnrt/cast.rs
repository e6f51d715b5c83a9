//! `cnrt.h`: conversion of host data between element types.

use std::ffi::c_int;

use super::boundary::{Status, refuse};
use super::enums::{cnrtDataType_V2_t as Type, cnrtRoundingMode_t as Mode};
use super::open_enums::{cnrtDataType_V2_t, cnrtRet_t, cnrtRoundingMode_t};
use super::types::cnrtQuantizedParam_t;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Out, ReadableMemory, WritableMemory};
use crate::abi::pointer::not_null;
use crate::ops::cast::{Direction, FixedPoint, HostType, cast};
use hostnpu_aclnn_macros::entry;

static PARAMETERS: Table<FixedPoint> = Table::new(Object::QuantizedParam);

/// Creates a quantisation parameter: a fixed-point number q stands for (q - offset) * 2^position / scale.
#[entry(cnrt, needs = device)]
fn cnrtCreateQuantizedParam(
    param: Out<cnrtQuantizedParam_t>,
    position: c_int,
    scale: f32,
    offset: c_int,
) -> Outcome {
    if !scale.is_finite() || scale == 0.0 {
        let allowed = "a finite number other than 0";
        return refuse("scale", scale, allowed, Status::cnrtErrorArgsInvalid);
    }
    let parameter = FixedPoint {
        position,
        scale,
        offset,
    };
    param.write(PARAMETERS.insert(parameter)? as cnrtQuantizedParam_t);
    Ok(())
}

/// Destroys a quantisation parameter.
#[entry(cnrt)]
fn cnrtDestroyQuantizedParam(param: cnrtQuantizedParam_t) -> Outcome {
    PARAMETERS.take("param", param.addr())?;
    Ok(())
}

fn host_type(arg: &'static str, from: cnrtDataType_V2_t) -> Outcome<HostType> {
    const TYPES: [(Type, HostType); 13] = [
        (Type::cnrtDouble, HostType::F64),
        (Type::cnrtFloat, HostType::F32),
        (Type::cnrtHalf, HostType::F16),
        (Type::cnrtBfloat, HostType::Bf16),
        (Type::cnrtUlonglong, HostType::U64),
        (Type::cnrtUint, HostType::U32),
        (Type::cnrtUshort, HostType::U16),
        (Type::cnrtUchar, HostType::U8),
        (Type::cnrtLonglong, HostType::I64),
        (Type::cnrtInt, HostType::I32),
        (Type::cnrtShort, HostType::I16),
        (Type::cnrtChar, HostType::I8),
        (Type::cnrtBoolean, HostType::Bool),
    ];
    match TYPES.iter().find(|&&(known, _)| from == known) {
        Some(&(_, known)) => Ok(known),
        None => {
            let allowed = "a cnrtDataType_V2_t other than cnrtUnknown";
            refuse(arg, from, allowed, Status::cnrtErrorArgsInvalid)
        }
    }
}

fn direction(rounding: cnrtRoundingMode_t) -> Outcome<Direction> {
    const MODES: [(Mode, Direction); 6] = [
        (Mode::cnrtRounding_rn, Direction::NearestEven),
        (Mode::cnrtRounding_rz, Direction::TowardZero),
        (Mode::cnrtRounding_rd, Direction::Down),
        (Mode::cnrtRounding_ru, Direction::Up),
        (Mode::cnrtRounding_ro, Direction::AwayFromZero),
        (Mode::cnrtRounding_rm, Direction::NearestUp),
    ];
    match MODES.iter().find(|&&(known, _)| rounding == known) {
        Some(&(_, known)) => Ok(known),
        None => {
            let allowed = "a cnrtRoundingMode_t";
            refuse("rounding", rounding, allowed, Status::cnrtErrorArgsInvalid)
        }
    }
}

/// The bytes of an array of host memory; 0 for what is refused.
fn size_of_array(of: cnrtDataType_V2_t, count: c_int) -> usize {
    let count = usize::try_from(count).unwrap_or(0);
    host_type("", of).map_or(0, |element| element.size() * count)
}

/// Converts count elements of host memory, at once. Integers saturate, NaN becomes 0. param may be null; it counts
/// between a floating-point type and another.
#[entry(cnrt)]
fn cnrtCastDataType_V2(
    #[length(size_of_array(src_type, count))] src: ReadableMemory,
    src_type: cnrtDataType_V2_t,
    #[length(size_of_array(dst_type, count))] dst: WritableMemory,
    dst_type: cnrtDataType_V2_t,
    count: c_int,
    param: cnrtQuantizedParam_t,
    rounding: cnrtRoundingMode_t,
) -> Outcome {
    not_null("src", src)?;
    let from = host_type("srcType", src_type)?;
    not_null("dst", dst)?;
    let to = host_type("dstType", dst_type)?;
    if count < 0 {
        return refuse("count", count, "0 or more", Status::cnrtErrorArgsInvalid);
    }
    let parameter = match param.addr() {
        0 => None,
        handle => Some(PARAMETERS.get("param", handle)?),
    };
    let direction = direction(rounding)?;
    cast((src.cells(), from), (dst.cells(), to), parameter, direction);
    Ok(())
}
