//! `aclnnThnnFusedLstmCellBackward`: gradients of `aclnnThnnFusedLstmCell`. Source: ops-nn, `rnn/thnn_fused_lstm_cell_grad`.

use crate::device::soc::Generation;
use crate::ops::lstm_cell::{Gradients, gradients};
use crate::prelude::*;

/// Computes the gradients by the sums of the gates, (rows, 4n), by the cell before the step, (rows, n), and with `hasBias` by a bias, (4n), from those by what is hidden and by the next cell. `storage` are the gates, `cy` the next cell, as
/// `aclnnThnnFusedLstmCell` wrote them. Without `hasBias`, `gradBiasOut` is not written. FLOAT or FLOAT16; on Ascend910B and Ascend910_93.
#[aclnn]
fn aclnnThnnFusedLstmCellBackward(
    grad_hy_optional: Input,
    grad_c_optional: Input,
    cx: Input,
    cy: Input,
    storage: Input,
    has_bias: bool,
    grad_gates_out: Output,
    grad_cx_out: Output,
    grad_bias_out: Output,
) -> Planned {
    grad_hy_optional.dtype_in(FLOAT_AND_FLOAT16)?;
    let of_rows = [&*grad_c_optional, &*cx, &*cy, &*grad_cx_out];
    let of_gates = [&*storage, &*grad_gates_out];
    let all = of_rows.into_iter().chain(of_gates).chain([&*grad_bias_out]);
    for tensor in all.clone() {
        tensor.same_dtype(&grad_hy_optional)?;
    }
    contract::needs_chip(&[Generation::Ascend910B])?;
    grad_hy_optional.rank_in(2..=2)?;
    let &[rows, count] = grad_hy_optional.shape() else {
        return Err(grad_hy_optional.shape_refused("two dimensions").into());
    };
    if rows == 0 || count == 0 {
        return Err(grad_hy_optional.shape_refused("rows with elements").into());
    }
    for tensor in of_rows {
        tensor.same_shape(&grad_hy_optional)?;
    }
    for tensor in of_gates {
        tensor.shape_is(
            &[rows, 4 * count],
            "four gates of each element of `gradHyOptional`",
        )?;
    }
    if has_bias {
        grad_bias_out.shape_is(
            &[4 * count],
            "four gates of each column of `gradHyOptional`",
        )?;
    }
    for tensor in all.chain([&*grad_hy_optional]) {
        tensor.format_nd()?;
    }
    let of = Gradients {
        by_hidden: grad_hy_optional.read()?,
        by_next_cell: grad_c_optional.read()?,
        cell: cx.read()?,
        next_cell: cy.read()?,
        gates: storage.read()?,
        by_sums: grad_gates_out.write()?,
        by_cell: grad_cx_out.write()?,
        by_bias: if has_bias {
            Some(grad_bias_out.write()?)
        } else {
            None
        },
    };
    Ok(gradients(of)?)
}
