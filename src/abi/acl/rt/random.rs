//! Random numbers as tasks of streams.

use std::ffi::c_void;

use half::{bf16, f16};

use super::copy::{check_bounds, queue_run};
use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::In;
use crate::abi::streams::stream_for_work;
use crate::abi::watch::Bytes;
use crate::device::bounds;
use crate::diagnostics::{check, hooks};
use crate::error::{Error, Reason, Result};
use crate::ops::random::Philox;
use crate::ops::random_task::{AnyMut, Numbers, draw, size_of_numbers};
use crate::tensor::Dtype;
use hostnpu_aclnn_macros::entry;

/// Bytes of a counter.
const COUNTER_SIZE: usize = 16;

fn drawn(dtype: aclDataType) -> Outcome<Dtype> {
    Ok(match dtype {
        aclDataType::ACL_INT32 => Dtype::I32,
        aclDataType::ACL_INT64 => Dtype::I64,
        aclDataType::ACL_UINT32 => Dtype::U32,
        aclDataType::ACL_UINT64 => Dtype::U64,
        aclDataType::ACL_FLOAT16 => Dtype::F16,
        aclDataType::ACL_BF16 => Dtype::Bf16,
        aclDataType::ACL_FLOAT => Dtype::F32,
        _ => {
            let allowed = "INT32, INT64, UINT32, UINT64, FLOAT16, BF16 or FLOAT";
            return refuse("dataType", dtype, allowed, ACL_ERROR_INVALID_PARAM);
        }
    })
}

/// A number that is known, or read from memory when the task runs.
#[derive(Clone, Copy)]
struct Number {
    name: &'static str,
    /// The value's bits, or its address.
    bits: u64,
    is_address: bool,
    /// Bytes of the value.
    bytes: usize,
}

impl Number {
    /// Checks a number of `bytes` bytes.
    fn new(name: &'static str, info: aclrtRandomParaInfo, bytes: usize) -> Outcome<Self> {
        let is_address = match info.isAddr {
            0 => false,
            1 => true,
            other => {
                let allowed = "with `isAddr` 0 (a value) or 1 (its address)";
                let got = format!("with `isAddr` {other}");
                return refuse(name, got, allowed, ACL_ERROR_RT_PARAM_INVALID);
            }
        };
        let (size, most) = (usize::from(info.size), if is_address { 8 } else { bytes });
        if size == 0 || size > most {
            let allowed = format!("of 1 to {most} bytes");
            let got = format!("of {size} bytes");
            return refuse(name, got, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
        let mut known = [0; 8];
        known[..size].copy_from_slice(&info.valueOrAddr[..size]);
        let bits = u64::from_le_bytes(known);
        let number = Self {
            name,
            bits,
            is_address,
            bytes,
        };
        if is_address {
            number.address()?;
        }
        Ok(number)
    }

    /// The address of what is read later.
    fn address(self) -> Result<usize> {
        let address = self.bits as usize;
        if address == 0 {
            return Err(Reason::Null { arg: self.name }.into());
        }
        bounds(
            self.name,
            address,
            &(address..address.saturating_add(self.bytes)),
        )?;
        Ok(address)
    }

    /// Its bits, from memory if they are there.
    fn read(self) -> Result<u64> {
        if !self.is_address {
            return Ok(self.bits);
        }
        let mut bytes = [0; 8];
        // SAFETY: the contract: the memory holds as many bytes when the task runs.
        unsafe {
            let from = std::ptr::with_exposed_provenance::<u8>(self.address()?);
            from.copy_to_nonoverlapping(bytes.as_mut_ptr(), self.bytes);
        }
        Ok(u64::from_le_bytes(bytes))
    }

    /// It as a floating-point number of a type.
    fn read_float(self, of: Dtype) -> Result<f64> {
        let bits = self.read()?;
        Ok(match of {
            Dtype::F16 => f16::from_bits(bits as u16).to_f64(),
            Dtype::Bf16 => bf16::from_bits(bits as u16).to_f64(),
            _ => f32::from_bits(bits as u32).into(),
        })
    }

    /// It as an integer of a type.
    fn read_integer(self, of: Dtype) -> Result<i64> {
        let bits = self.read()?;
        Ok(match of {
            Dtype::I32 => i64::from(bits as i32),
            Dtype::U32 => i64::from(bits as u32),
            _ => bits as i64,
        })
    }
}

/// The numbers that are written, with the member that says so.
#[derive(Clone, Copy)]
struct Kind {
    function: aclrtRandomNumFuncType,
    of: Dtype,
    parameters: [Option<Number>; 2],
}

impl Kind {
    fn new(info: &aclrtRandomNumFuncParaInfo, of: Dtype, dtype: aclDataType) -> Outcome<Self> {
        use aclrtRandomNumFuncType as Function;
        let function = info.funcType;
        let bytes = of.bits() / 8;
        let number = |name, info| Number::new(name, info, bytes).map(Some);
        let is_known = (0..=3).contains(&function.raw());
        if is_known
            && of.is_integer()
            && function != Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS
        {
            let allowed = format!("FLOAT, FLOAT16 or BF16 for {function}");
            return refuse("dataType", dtype, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
        // SAFETY: all members are plain bytes; the function says which one was written.
        let parameters = unsafe {
            match function {
                Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK => {
                    let share = info.paramInfo.dropoutBitmaskInfo.dropoutRation;
                    [number("dropoutRation", share)?, None]
                }
                Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS => {
                    let of_them = info.paramInfo.uniformDisInfo;
                    [number("min", of_them.min)?, number("max", of_them.max)?]
                }
                Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS
                | Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS => {
                    let of_them = info.paramInfo.normalDisInfo;
                    [
                        number("mean", of_them.mean)?,
                        number("stddev", of_them.stddev)?,
                    ]
                }
                _ => {
                    let allowed = "ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK (0) to _TRUNCATED_NORMAL_DIS (3)";
                    return refuse("funcType", function, allowed, ACL_ERROR_RT_PARAM_INVALID);
                }
            }
        };
        Ok(Self {
            function,
            of,
            parameters,
        })
    }

    /// The numbers, with the parameters as they are now.
    fn numbers(self) -> Result<Numbers> {
        use aclrtRandomNumFuncType as Function;
        let of = self.of;
        let [first, second] = self.parameters;
        let float = |number: Option<Number>| number.map_or(Ok(0.0), |known| known.read_float(of));
        if let (true, Some(low), Some(high)) = (of.is_integer(), first, second) {
            let (low, high) = (low.read_integer(of)?, high.read_integer(of)?);
            let is_empty = match of {
                Dtype::U64 => low as u64 >= high as u64,
                _ => low >= high,
            };
            if is_empty {
                let got = format!("{high}, with a `min` of {low}");
                return Err(Error::value("max", got, "more than `min`"));
            }
            return Ok(Numbers::Integers(low, high.wrapping_sub(low) as u64));
        }
        let both = [float(first)?, float(second)?];
        Ok(match self.function {
            Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK => {
                if !(0.0..=1.0).contains(&both[0]) {
                    return Err(Error::value("dropoutRation", both[0], "0 to 1"));
                }
                Numbers::Bits(1.0 - both[0])
            }
            Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS => Numbers::Uniform(both),
            Function::ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS => Numbers::Normal(both),
            _ => Numbers::Truncated(both),
        })
    }

    /// True if nothing is read from memory before the numbers are known.
    fn is_known(self) -> bool {
        self.parameters
            .iter()
            .flatten()
            .all(|number| !number.is_address)
    }
}

/// An address of device memory.
fn address(
    arg: &'static str,
    address: *mut c_void,
    size: usize,
    alignment: usize,
) -> Outcome<usize> {
    if address.is_null() {
        return Err(Error::from(Reason::Null { arg })).code(ACL_ERROR_RT_PARAM_INVALID);
    }
    let at = address.expose_provenance();
    if !at.is_multiple_of(alignment) {
        let allowed = format!("a multiple of {alignment}");
        return refuse(
            arg,
            format!("{at:#x}"),
            allowed,
            ACL_ERROR_RT_ADDR_UNALIGNED,
        );
    }
    check_bounds(arg, at, size)?;
    Ok(at)
}

/// Queues the writing of random numbers: a mask of bits of which the share `dropoutRation` is 0, numbers from `min` up to, without, `max`, or numbers of
/// the normal distribution, of which the truncated ones are at most two standard deviations from the mean. They follow from the seed and the counter, by
/// Philox 4x32-10; the counter stays as it is. Numbers that are given by their addresses are read when the task runs. `reserve` must be null.
///
/// Returns 100000 for null or another data type; 107000 for another kind of numbers, a data type that the kind has not, a number of another size, integers
/// without one from `min` up to `max`, a share outside 0 to 1, no memory for the numbers or the counter, or memory past the end of its allocation; 107002
/// without a current context; 107003 for a stream of another context; 107008 for an address that is no multiple of a number's size. What is found out when
/// the task runs is an error of the stream.
#[entry(acl)]
fn aclrtRandomNumAsync(
    task_info: In<aclrtRandomNumTaskInfo>,
    stream: aclrtStream,
    reserve: *mut c_void,
) -> Outcome {
    let of = drawn(task_info.dataType)?;
    if !reserve.is_null() {
        return refuse("reserve", "not null", "null", ACL_ERROR_RT_PARAM_INVALID);
    }
    let kind = Kind::new(&task_info.randomNumFuncParaInfo, of, task_info.dataType)?;
    let counter = address(
        "randomCounterAddr",
        task_info.randomCounterAddr,
        COUNTER_SIZE,
        8,
    )?;
    let is_mask =
        kind.function == aclrtRandomNumFuncType::ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK;
    let alignment = if is_mask { 1 } else { of.bits() / 8 };
    let result = address("randomResultAddr", task_info.randomResultAddr, 0, alignment)?;
    let seed = Number::new("randomSeed", task_info.randomSeed, 8)?;
    let count = Number::new("randomNum", task_info.randomNum, 8)?;
    if kind.is_known() {
        kind.numbers()?;
    }
    // How much room there must be does not depend on the parameters.
    let shape = if is_mask {
        Numbers::Bits(0.0)
    } else {
        Numbers::Uniform([0.0; 2])
    };
    let room = move || {
        let count = count.read()?;
        let size = size_of_numbers(shape, of, count)
            .and_then(|size| Some(result..result.checked_add(size)?))
            .ok_or_else(|| Error::value("randomNum", count, "as many as memory has room for"))?;
        bounds("randomResultAddr", result, &size)?;
        Ok::<_, Error>((count as usize, size.len()))
    };
    let known = if count.is_address {
        usize::MAX
    } else {
        room()?.0
    };
    let stream = stream_for_work("stream", stream.addr())?;
    let bytes = known.saturating_mul(of.bits() / 8);
    if hooks::on() && bytes == usize::MAX {
        check::give_up(check::RACE | check::INIT, "numbers as many as memory says");
    }
    let uses = [Bytes::written("randomResultAddr", result, bytes)];
    queue_run(&stream, uses, bytes, move || {
        let numbers = kind.numbers()?;
        let (_, bytes) = room()?;
        // SAFETY: the contract: the counter is there, and has been looked at, when the task runs.
        let halves =
            unsafe { std::ptr::with_exposed_provenance::<[u64; 2]>(counter).read_unaligned() };
        let counter = u128::from(halves[1]) << 64 | u128::from(halves[0]);
        let words = Philox::at(seed.read()?, counter);
        // SAFETY: the room was looked at just now, and is the task's by the contract.
        let target = unsafe {
            let first = std::ptr::with_exposed_provenance_mut::<u8>(result);
            std::slice::from_raw_parts_mut(first, bytes)
        };
        let dtype = if is_mask { Dtype::U8 } else { of };
        draw(numbers, words, AnyMut::over(target, dtype)?)
    })
}
