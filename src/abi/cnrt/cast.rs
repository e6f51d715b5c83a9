//! `cnrt.h`: conversion of host data between element types.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::slice;

use super::boundary::{Status, refuse};
use super::enums::{cnrtDataType_V2_t as Type, cnrtRoundingMode_t as Mode};
use super::open_enums::{cnrtDataType_V2_t, cnrtRet_t, cnrtRoundingMode_t};
use super::types::cnrtQuantizedParam_t;
use crate::abi::failure::Outcome;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::Out;
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

/// Converts count elements of host memory, at once. Integers saturate, NaN becomes 0. param may be null; it counts
/// between a floating-point type and another.
#[entry(cnrt)]
fn cnrtCastDataType_V2(
    src: *const c_void,
    src_type: cnrtDataType_V2_t,
    dst: *mut c_void,
    dst_type: cnrtDataType_V2_t,
    count: c_int,
    param: cnrtQuantizedParam_t,
    rounding: cnrtRoundingMode_t,
) -> Outcome {
    not_null("src", src)?;
    let from = host_type("srcType", src_type)?;
    not_null("dst", dst)?;
    let to = host_type("dstType", dst_type)?;
    let Ok(count) = usize::try_from(count) else {
        return refuse("count", count, "0 or more", Status::cnrtErrorArgsInvalid);
    };
    let parameter = match param.addr() {
        0 => None,
        handle => Some(PARAMETERS.get("param", handle)?),
    };
    let direction = direction(rounding)?;
    // SAFETY: the contract of `crate::abi`: data pointers to `count` elements of their types, which may be one place.
    let (source, target) = unsafe {
        (
            slice::from_raw_parts(src.cast::<Cell<u8>>(), count * from.size()),
            slice::from_raw_parts(dst.cast::<Cell<u8>>(), count * to.size()),
        )
    };
    cast((source, from), (target, to), parameter, direction);
    Ok(())
}
