//! Gradients of attention of codes with scales for blocks of rows: of the numbers that these are.

#![forbid(unsafe_code)]

use crate::arithmetic::MUL;
use crate::coded_copy;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::attention::memory::COPIES;
use hostnpu_engine::attention::{Attention, Gradients, Modifiers, Operands, gradient};
use hostnpu_engine::pointwise;
use hostnpu_engine::sequence::Sequence;
use hostnpu_tensor::Dtype;

/// The numbers of codes, batch, heads, rows and elements, of which each of so many rows has its scale: batch, heads, blocks, 1.
fn numbers(steps: &mut Sequence, codes: Arg, scales: Arg, shared: i64) -> Result<Arg> {
    let shape = codes.view.layout.shape().to_vec();
    let (rows, width) = (shape[2], shape[3]);
    let decoded = steps.temporary(Dtype::F32, &shape)?;
    steps.then(coded_copy::copy(codes, decoded.clone())?)?;
    let scaled = steps.temporary(Dtype::F64, &shape)?;
    let whole = rows / shared;
    for (first, count, blocks, size) in [
        (0, whole * shared, (0, whole), shared),
        (whole * shared, rows % shared, (whole, 1), rows % shared),
    ] {
        if count == 0 {
            continue;
        }
        let part = |arg: &Arg| {
            let rows = arg.view.layout.sliced(2, first, count, 1);
            arg.viewed(rows.split(2, count / size, size))
        };
        let own = scales
            .view
            .layout
            .sliced(2, blocks.0, blocks.1, 1)
            .with_axis(3);
        let wanted = [shape[0], shape[1], count / size, size, width];
        let own = own.expanded(&wanted).unwrap_or(own);
        let factor = scales.viewed(own)?;
        let product = pointwise::binary(
            &MUL,
            Dtype::F64,
            &[],
            part(&decoded)?,
            factor,
            part(&scaled)?,
        )?;
        steps.then(product)?;
    }
    Ok(scaled)
}

/// Plans the gradients by queries, keys and values, which are given with the gradient by results as codes and scales; statistics are single numbers.
pub fn gradient_of_quantised(
    of: Attention,
    given: [(Arg, Arg); 4],
    shared: i64,
    statistics: [Arg; 2],
    attention_in: Arg,
    outputs: [Arg; 3],
) -> Result<Call> {
    let mut steps = Sequence::default();
    let given = given.map(|(codes, scales)| (steps.add(codes), steps.add(scales)));
    let statistics = statistics.map(|arg| steps.add(arg));
    let attention_in = steps.add(attention_in);
    let outputs = outputs.map(|arg| steps.add(arg));
    let mut all = Vec::new();
    for (codes, scales) in given {
        all.push(numbers(&mut steps, codes, scales, shared)?);
    }
    let mut copies = Vec::new();
    for from in statistics {
        let mut shape = from.view.layout.shape().to_vec();
        shape[3] = COPIES as i64;
        let eight = steps.temporary(Dtype::F32, &shape)?;
        steps.then(pointwise::copy(from, eight.clone())?)?;
        copies.push(eight);
    }
    let wide = |steps: &mut Sequence, of: &Arg| steps.temporary(Dtype::F64, of.view.layout.shape());
    let results = wide(&mut steps, &attention_in)?;
    steps.then(pointwise::copy(attention_in, results.clone())?)?;
    let own = [
        wide(&mut steps, &outputs[0])?,
        wide(&mut steps, &outputs[1])?,
        wide(&mut steps, &outputs[2])?,
    ];
    let operands = Operands {
        query: all[0].clone(),
        key: all[1].clone(),
        value: all[2].clone(),
        modifiers: Modifiers::default(),
    };
    let gradients = Gradients {
        dy: all[3].clone(),
        softmax_max: copies[0].clone(),
        softmax_sum: copies[1].clone(),
        attention_in: results,
        dq: own[0].clone(),
        dk: own[1].clone(),
        dv: own[2].clone(),
        dpse: None,
        dsink: None,
    };
    steps.then(gradient(of, operands, gradients)?)?;
    for (from, to) in own.into_iter().zip(outputs) {
        steps.then(pointwise::copy(from, to)?)?;
    }
    Ok(steps.finish())
}
