//! `aclnnHansDecode`: the elements that `aclnnHansEncode` stored. Source: ops-math, `math/hans_decode`.

use crate::contract::exponent_codes::{bytes, types};
use crate::ops::exponent_codes::decode;
use crate::prelude::*;

/// Writes the elements that `aclnnHansEncode` of this library stored in `mantissa`, `fixed` and `var`, to the bit. `pdf` and `reshuffOptional` do not count. What `aclnnHansEncode` did not write is an error of the stream. On Ascend910B,
/// Ascend910_93 and Ascend950.
#[aclnn(generated)]
fn aclnnHansDecode(
    mantissa: Input,
    fixed: Input,
    var: Input,
    pdf: Input,
    _reshuff_optional: bool,
    output_out: ConstOutput,
) -> Planned {
    types(&output_out, &pdf, [&mantissa, &fixed, &var])?;
    let count = output_out.numel();
    let rest = bytes(&output_out)? - count;
    if bytes(&mantissa)? != rest {
        let refused = mantissa.shape_refused(format!("elements of {rest} bytes in all"));
        return Err(refused).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    }
    let inputs = [
        mantissa.read()?,
        fixed.read()?,
        var.read()?,
        pdf.read()?.read_if(false),
    ];
    Ok(decode(inputs, output_out.write()?)?)
}
