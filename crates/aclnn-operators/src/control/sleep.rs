//! `aclnnSleep`: a wait of so many cycles; on Ascend950. Source: ops-nn, `control/sleep`.

use std::time::Duration;

use crate::device::soc::Generation;
use crate::ops::sleep::sleep;
use crate::prelude::*;

/// Clock of the chip, 1.65 GHz: 33 cycles take 20 ns.
const CYCLES: u64 = 33;
const NANOSECONDS: u64 = 20;

/// Keeps the stream busy for `cycles[0]` cycles of the chip's clock, 1.65 GHz, and computes nothing. The wait ends early if the stream is aborted or the device reset. No `cycles`, or some below 1, are refused with 561002.
#[aclnn]
fn aclnnSleep(cycles: Ints) -> Planned {
    contract::needs_chip(&[Generation::Ascend950])?;
    let number = number_of(&cycles).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let (whole, rest) = (number / CYCLES, number % CYCLES);
    let time = whole * NANOSECONDS + rest * NANOSECONDS / CYCLES;
    Ok(sleep(Duration::from_nanos(time))?)
}

fn number_of(cycles: &Ints) -> Result<u64> {
    match **cycles {
        [number] if number > 0 => Ok(number as u64),
        _ => {
            let got = format!("{:?}", &**cycles);
            Err(Error::value(cycles.name(), got, "one number above 0"))
        }
    }
}
