//! Attention of codes with scales that the engine does not take as they are: gradients for blocks of rows, and results for blocks that begin with each sequence.

#![forbid(unsafe_code)]

use crate::arithmetic::MUL;
use crate::coded_copy;
use crate::{Arg, Call, Role};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_engine::attention::memory::COPIES;
use hostnpu_engine::attention::{
    Attention, Factors, Forward, Gradients, Modifiers, Operands, Outputs, forward, gradient,
};
use hostnpu_engine::operands::{ReadBytes, ReadIndices, Temporary, WriteBytes, kernel, operands};
use hostnpu_engine::pointwise;
use hostnpu_engine::sequence::Sequence;
use hostnpu_tensor::{Dtype, cuts};

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

/// Rows of which each element has one scale, and such groups that lie side by side.
const GROUP: usize = 32;
const GROUPS: usize = 2;

operands! {
    struct Spread => SpreadAt {
        starts: ReadIndices<i32>,
        scales: ReadBytes,
        all: WriteBytes,
        /// The place of the group of each row, in bytes of one head's element.
        groups: Temporary<i64>,
    }
}

/// Plans scales for each row and element, (rows, heads, elements), of those for groups of rows of each sequence, (blocks, heads, elements, 2).
fn spread(starts: Arg, scales: Arg, all: Arg) -> Result<Call> {
    let [rows, heads, width] = all.extents::<3>()?;
    let [blocks, ..] = scales.extents::<4>()?;
    let name = scales.name;
    let row = heads * width;
    let operands = Spread {
        starts: starts.into(),
        scales: scales.into(),
        all: all.into(),
        groups: Temporary::of(rows),
    };
    kernel(
        operands,
        8 * rows.saturating_mul(row),
        move |at: SpreadAt| {
            at.groups.fill(-1);
            let mut block = 0;
            for number in 1..at.starts.len() {
                // What is no sequence is refused where attention reads it.
                let [first, end] = [number - 1, number].map(|at_| at.starts.get(at_));
                let (Ok(first), Ok(end)) = (usize::try_from(first), usize::try_from(end)) else {
                    continue;
                };
                let own = at.groups.get_mut(first..end).unwrap_or_default();
                for (number, group) in own.iter_mut().enumerate() {
                    let of = block + number / (GROUP * GROUPS);
                    *group = (of * GROUPS * row + number / GROUP % GROUPS) as i64;
                }
                block += own.len().div_ceil(GROUP * GROUPS);
            }
            if block > blocks {
                let got = format!("{blocks} blocks of 64 rows");
                return Err(Error::value(
                    name,
                    got,
                    format!("{block} or more: those of sequences"),
                ));
            }
            let (groups, scales) = (&*at.groups, at.scales);
            let step = crate::moe::rows_at_once(row);
            cuts::for_each_part(cuts::chunks(at.all, row * step), |piece, all| {
                for (all, &group) in all.chunks_mut(row).zip(&groups[piece * step..]) {
                    match usize::try_from(group) {
                        Ok(group) => all
                            .iter_mut()
                            .enumerate()
                            .for_each(|(at, scale)| *scale = scales[group + GROUPS * at]),
                        Err(_) => all.fill(0x7f),
                    }
                }
            });
            Ok(())
        },
    )
}

/// Plans attention of sequences one behind the other, whose values have a scale for each 32 rows of a sequence, and each element: `scales` of the value is (blocks of 64 rows, heads, elements, 2), where each sequence begins with a block.
pub fn forward_of_tokens(of: Attention, mut operands: Forward, outputs: Outputs) -> Result<Call> {
    let mut steps = Sequence::default();
    let mut add = |arg: &mut Arg| *arg = steps.add(arg.clone());
    for source in [&mut operands.query, &mut operands.key, &mut operands.value] {
        source.for_each(&mut add);
    }
    let lengths = operands.lengths.iter_mut().flat_map(|of| &mut of.lengths);
    lengths.flatten().flatten().for_each(&mut add);
    let Outputs {
        mut lse,
        mut attention_out,
        ..
    } = outputs;
    lse.iter_mut().for_each(&mut add);
    add(&mut attention_out);
    let starts = operands
        .lengths
        .as_ref()
        .and_then(|of| of.lengths[1][0].clone());
    let (Some(starts), Some(factors)) = (starts, operands.value.scales.take()) else {
        return Err(Reason::Internal("values without scales or places".into()).into());
    };
    let [_, heads, width, _] = factors.arg.extents::<4>()?;
    let rows = operands.value.tensors.first().map_or(0, |of| of.shape()[3]);
    let all = steps.temporary(
        Dtype::F8E8m0,
        &[rows, heads, width].map(|extent| extent as i64),
    )?;
    steps.then(spread(starts, factors.arg, all.clone())?)?;
    operands.value.scales = Some(Factors {
        arg: all.with_role(Role::Input),
        strides: [0, width, heads * width, 1],
        shared: [1; 2],
        by_block: false,
    });
    let outputs = Outputs {
        statistics: None,
        lse,
        attention_out,
    };
    steps.then(forward(of, operands, outputs)?)?;
    Ok(steps.finish())
}
