//! `aclnnHansEncode`: floating-point numbers stored in fewer bytes, without loss. Source: ops-math, `math/hans_encode`.

use crate::contract::exponent_codes::{bytes, types};
use crate::ops::exponent_codes::{Encoded, encode};
use crate::prelude::*;

/// Elements of the smallest tensor, and of what one core of the device compresses.
const LEAST: usize = 32_768;

/// Bytes for each core behind the codes.
const BEHIND: usize = 8448;

/// Stores the last byte of each element of `inputTensor`, which has its sign and exponent, by codes in `fixedOut` and, as far as they have no room there, `varOut`, and the other bytes in `mantissaOut`. Only `aclnnHansDecode` of this library reads
/// them. With `statisticOptional` the 256 numbers of `pdfRef` become how often each byte is there; the codes are those of the bytes whatever they were. At least 32768 elements, a multiple of 64. `fixedOut` has at least 512 bytes, and both together
/// one for each element, one for each 64, 512, and 8448 for each 32768 elements; with `reshuffOptional` `fixedOut` alone has them. FLOAT, FLOAT16 or BFLOAT16; on Ascend910B, Ascend910_93 and Ascend950.
#[aclnn(generated)]
fn aclnnHansEncode(
    input_tensor: Input,
    pdf_ref: InOut,
    statistic_optional: bool,
    reshuff_optional: bool,
    mantissa_out: ConstOutput,
    fixed_out: ConstOutput,
    var_out: ConstOutput,
) -> Planned {
    types(
        &input_tensor,
        &pdf_ref,
        [&mantissa_out, &fixed_out, &var_out],
    )?;
    let count = input_tensor.numel();
    let size = bytes(&input_tensor)? / count.max(1);
    let fits = || {
        if !count.is_multiple_of(64) || count < LEAST {
            return Err(input_tensor.shape_refused("32768 elements or more, a multiple of 64"));
        }
        let rest = (size - 1) * count;
        if bytes(&mantissa_out)? != rest {
            return Err(mantissa_out.shape_refused(format!("elements of {rest} bytes in all")));
        }
        // The number of cores of an Ascend910B; more elements are of more than one part each.
        let cores = (count / LEAST).min(48);
        let needed = count + count / 64 + BEHIND * cores + 512;
        let fixed = bytes(&fixed_out)?;
        let room = match reshuff_optional {
            true => fixed,
            false => fixed + bytes(&var_out)?,
        };
        if fixed < 512 || room < needed {
            let allowed = format!("at least 512 bytes, and {needed} with those of `varOut`");
            return Err(fixed_out.shape_refused(allowed));
        }
        Ok(())
    };
    fits().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let counts = pdf_ref.update()?;
    let out = Encoded {
        counts,
        is_counted: statistic_optional,
        rest: mantissa_out.write()?,
        fixed: fixed_out.write()?,
        variable: var_out.write()?,
    };
    Ok(encode(input_tensor.read()?, out)?)
}
