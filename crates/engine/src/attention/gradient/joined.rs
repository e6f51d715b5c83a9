//! Gradients of attention whose queries and keys lie in two parts: of these joined, of which each part gets its own.

use super::{Gradients, Operands, gradient};
use crate::attention::Attention;
use crate::pointwise;
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_base::error::Result;

/// Plans the gradients of attention whose queries and keys have second parts, and the gradients by these: batch, heads, rows, elements each.
pub fn gradient_of_parts(
    of: Attention,
    operands: Operands,
    parts: [Arg; 2],
    gradients: Gradients,
    by_parts: [Arg; 2],
) -> Result<Call> {
    let mut steps = Sequence::default();
    let mut joined = Vec::new();
    let Operands {
        query,
        key,
        value,
        mut modifiers,
    } = operands;
    for (first, second) in [query, key].into_iter().zip(parts) {
        let both = [steps.add(first), steps.add(second)];
        let whole = whole(&mut steps, &both)?;
        let columns = both[0].extents::<4>()?[3] as i64;
        for (part, target) in both.into_iter().zip(halves(&mut steps, &whole, columns)?) {
            steps.then(pointwise::copy(part, target)?)?;
        }
        joined.push(whole);
    }
    let value = steps.add(value);
    for modifier in [
        &mut modifiers.pse_shift,
        &mut modifiers.atten_mask,
        &mut modifiers.drop_mask,
        &mut modifiers.slopes,
        &mut modifiers.sink,
    ] {
        *modifier = modifier.take().map(|arg| steps.add(arg));
    }
    let given = [
        gradients.dy,
        gradients.softmax_max,
        gradients.softmax_sum,
        gradients.attention_in,
    ];
    let [dy, softmax_max, softmax_sum, attention_in] = given.map(|arg| steps.add(arg));
    let mut by_joined = Vec::new();
    for (first, second) in [gradients.dq, gradients.dk].into_iter().zip(by_parts) {
        let both = [steps.add(first), steps.add(second)];
        by_joined.push((whole(&mut steps, &both)?, both));
    }
    let mut add = |arg: Option<Arg>| arg.map(|arg| steps.add(arg));
    let (dpse, dsink) = (add(gradients.dpse), add(gradients.dsink));
    let dv = steps.add(gradients.dv);
    let role = |arg: &Arg, role| arg.clone().with_role(role);
    let operands = Operands {
        query: role(&joined[0], Role::Input),
        key: role(&joined[1], Role::Input),
        value,
        modifiers,
    };
    let gradients = Gradients {
        dy,
        softmax_max,
        softmax_sum,
        attention_in,
        dq: by_joined[0].0.clone(),
        dk: by_joined[1].0.clone(),
        dv,
        dpse,
        dsink,
    };
    steps.then(gradient(of, operands, gradients)?)?;
    for (whole, both) in by_joined {
        let columns = both[0].extents::<4>()?[3] as i64;
        for (part, target) in halves(&mut steps, &whole, columns)?.into_iter().zip(both) {
            steps.then(pointwise::copy(part.with_role(Role::Input), target)?)?;
        }
    }
    Ok(steps.finish())
}

/// A tensor as wide as both parts.
fn whole(steps: &mut Sequence, both: &[Arg; 2]) -> Result<Arg> {
    let mut shape = both[0].view.layout.shape().to_vec();
    shape[3] += both[1].extents::<4>()?[3] as i64;
    steps.temporary(both[0].view.dtype, &shape)
}

/// The first columns of a tensor, and the others.
fn halves(steps: &mut Sequence, whole: &Arg, columns: i64) -> Result<[Arg; 2]> {
    let layout = &whole.view.layout;
    let all = layout.shape()[3];
    let first = layout.sliced(3, 0, columns, 1);
    let second = layout.sliced(3, columns, all - columns, 1);
    Ok([steps.viewed(whole, first)?, steps.viewed(whole, second)?])
}
