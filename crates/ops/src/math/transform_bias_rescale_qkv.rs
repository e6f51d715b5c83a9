//! Queries, keys and values of the heads of an attention, out of rows that hold all three.

#![forbid(unsafe_code)]

use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::{Dtype, Value};

use crate::arithmetic::{ADD, MUL};
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_engine::pointwise;

/// The operands, under their documented names.
pub struct Operands {
    /// Members, rows, and columns: those of queries, of keys, and of values.
    pub qkv: Arg,
    /// Bias of each row.
    pub qkv_bias: Arg,
    /// Queries: members, heads, rows and columns of a head.
    pub q_out: Arg,
    /// Keys, likewise.
    pub k_out: Arg,
    /// Values, likewise.
    pub v_out: Arg,
}

/// Plans sums of rows and the bias, a third of which each output gets by heads; queries are divided by the root of the columns of a head.
pub fn transform_bias_rescale_qkv(of: Operands) -> Result<Call> {
    let shape: Vec<i64> = of.q_out.view.layout.shape().into();
    let &[members, heads, rows, head] = &shape[..] else {
        return Err(Error::rank(of.q_out.name, shape.len(), "4"));
    };
    let each = heads * head;
    let needed: [(&Arg, &[i64]); 4] = [
        (&of.qkv, &[members, rows, 3 * each]),
        (&of.qkv_bias, &[3 * each]),
        (&of.k_out, &shape),
        (&of.v_out, &shape),
    ];
    for (arg, shape) in needed {
        if arg.view.layout.shape() != shape {
            let allowed = format!("{shape:?}, which goes with `{}`", of.q_out.name);
            return Err(Error::shape(arg.name, arg.view.layout.shape(), allowed));
        }
    }
    let dtype = of.qkv.view.dtype;
    let mut all = Sequence::default();
    let (x, bias) = (all.add(of.qkv), all.add(of.qkv_bias));
    let (q, k, v) = (all.add(of.q_out), all.add(of.k_out), all.add(of.v_out));
    // An output may lie where `qkv` does: they are written when all of it is read.
    let queries = all.temporary(Dtype::F64, &shape)?;
    let keys = all.temporary(dtype, &shape)?;
    let parts = [
        (Dtype::F64, queries.clone()),
        (dtype, keys.clone()),
        (dtype, v),
    ];
    for (part, (compute, output)) in parts.into_iter().enumerate() {
        let of_part = x.view.layout.split(2, 3, each).picked(2, part as i64);
        let of_heads = of_part.split(2, heads, head).permuted(&[0, 2, 1, 3]);
        let of_bias = bias.view.layout.split(0, 3, each).picked(0, part as i64);
        let of_bias = of_bias.split(0, heads, head).with_axis(1);
        let (x, bias) = (x.with_layout(of_heads)?, bias.with_layout(of_bias)?);
        all.then(pointwise::binary(&ADD, compute, &[], x, bias, output)?)?;
    }
    let factor = Value::new(f64::from(1.0 / (head as f32).sqrt()));
    let queries = queries.with_role(Role::Input);
    all.then(pointwise::binary(
        &MUL,
        Dtype::F64,
        &[],
        queries,
        factor,
        q,
    )?)?;
    all.then(pointwise::copy(keys.with_role(Role::Input), k)?)?;
    Ok(all.finish())
}
