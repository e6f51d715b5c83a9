//! Operands that are accessed through views, from the declaration to memory.

use super::*;
use crate::Call;
use crate::Role;
use crate::pointwise;
use crate::views::{FloatsView, View};
use hostnpu_tensor::Layout;

operands! {
    struct Copy => CopyAt {
        typed: ReadView<f32, 2>,
        floats: ReadFloatsView<2>,
        output: WriteFloatsView<2>,
    }
}

/// Writes `typed + 2 * floats`.
fn copy(typed: &Arg, floats: &Arg, output: &Arg, dtype: Dtype) -> Result<Call> {
    let operands = Copy {
        typed: ReadView::of(typed.clone())?,
        floats: ReadFloatsView::of(floats.clone())?,
        output: WriteFloatsView::of(output.clone(), dtype)?,
    };
    kernel(operands, 1, |at: CopyAt| {
        let (typed, floats, mut output): (View<f32, 2>, FloatsView<2>, _) =
            (at.typed, at.floats, at.output);
        let [rows, columns] = typed.shape();
        for row in 0..rows {
            let mut line = vec![0.0; columns];
            floats.load([row], 0, &mut line);
            for (column, x) in line.iter_mut().enumerate() {
                *x = f64::from(typed.at([row, column])) + 2.0 * *x;
            }
            output.row([row]).store(0, &line);
        }
        Ok(())
    })
}

fn arg<T: Element>(memory: &mut [T], shape: &[i64], strides: &[i64], offset: i64) -> Arg {
    let layout = Layout::new(shape.into(), strides.into(), offset);
    let address = memory.as_mut_ptr().expose_provenance();
    Arg::new("x", Role::Input, T::DTYPE, layout, address).unwrap()
}

fn run(call: &Call) {
    let mut workspace = vec![0_u8; call.plan().workspace_size()];
    // SAFETY: operands of the test, which outlive the call.
    unsafe { call.run(&call.addresses(), &mut workspace) }.unwrap();
}

#[test]
fn views_read_strides_of_both_signs_in_place() {
    let mut x: Vec<f32> = (0..12).map(|x| x as f32).collect();
    let mut y = x.clone();
    let mut out = [0.0_f32; 6];
    // Every second row backwards, and a transposed table.
    let typed = arg(&mut x, &[2, 3], &[-6, 1], 6);
    let floats = arg(&mut y, &[2, 3], &[1, 4], 0);
    let output = arg(&mut out, &[2, 3], &[3, 1], 0);
    let call = copy(&typed, &floats, &output, Dtype::F32).unwrap();
    assert_eq!(call.plan().workspace_size(), 0, "nothing is copied");
    run(&call);
    assert_eq!(out, [6.0, 15.0, 24.0, 2.0, 11.0, 20.0]);
}

#[test]
fn views_of_other_types_and_outputs_in_other_orders_are_as_dense_ones() {
    let mut x = [1_i32, 2, 3, 4, 5, 6];
    let mut y = [1.0_f64, 2.0, 3.0, 4.0, 5.0, 6.0];
    let mut out = [0.0_f32; 12];
    let typed = arg(&mut x, &[2, 3], &[1, 2], 0);
    let floats = arg(&mut y, &[2, 3], &[3, 1], 0);
    // Rows of an output that are not dense.
    let output = arg(&mut out, &[2, 3], &[1, 4], 0);
    run(&copy(&typed, &floats, &output, Dtype::F32).unwrap());
    assert_eq!([out[0], out[4], out[8]], [3.0, 7.0, 11.0]);
    assert_eq!([out[1], out[5], out[9]], [10.0, 14.0, 18.0]);
    assert_eq!(out[2], 0.0, "what is not of the output stays");
}

#[test]
fn views_that_share_memory_with_the_output_are_read_first() {
    let mut x: Vec<f32> = (0..6).map(|x| x as f32).collect();
    let (typed, floats) = (
        arg(&mut x, &[2, 3], &[1, 2], 0),
        arg(&mut x, &[2, 3], &[3, 1], 0),
    );
    let output = floats.clone();
    run(&copy(&typed, &floats, &output, Dtype::F32).unwrap());
    assert_eq!(x, [0.0, 4.0, 8.0, 7.0, 11.0, 15.0]);
}

#[test]
fn another_number_of_axes_is_refused_when_the_call_is_planned() {
    let mut x = [0.0_f32; 4];
    let (flat, table) = (arg(&mut x, &[4], &[1], 0), arg(&mut x, &[2, 2], &[2, 1], 0));
    let refused = |typed: &Arg, floats: &Arg, output: &Arg| {
        let result = copy(typed, floats, output, Dtype::F32);
        matches!(result.err().unwrap().reason(), Reason::Rank { got: 1, .. })
    };
    assert!(refused(&flat, &table, &table));
    assert!(refused(&table, &flat, &table));
    assert!(refused(&table, &table, &flat));
}

#[test]
fn rows_that_are_not_dense_are_copied_where_a_kernel_needs_dense_ones() {
    operands! {
        struct First => FirstAt {
            x: ReadView<f32, 2>,
            output: Write<f32>,
        }
    }
    let mut x = [1.0_f32, 2.0, 3.0, 4.0];
    let mut out = [0.0_f32; 2];
    let operands = First {
        x: ReadView::with_dense_rows(arg(&mut x, &[2, 2], &[1, 2], 0)).unwrap(),
        output: arg(&mut out, &[2], &[1], 0).into(),
    };
    run(&kernel(operands, 1, |at: FirstAt| {
        at.output.copy_from_slice(at.x.row([0]));
        Ok(())
    })
    .unwrap());
    assert_eq!(out, [1.0, 3.0]);
}

operands! {
    struct Planned => PlannedAt {
        input: ReadForCalls,
        output: WriteForCalls,
        calls: RunsCalls,
    }
}

#[test]
fn calls_run_over_operands_that_were_declared_for_them_and_nothing_else() {
    let mut x: Vec<f32> = (0..12).map(|x| x as f32).collect();
    let (mut out, mut other) = ([0.0_f32; 6], [7.0_f32; 6]);
    let operands = Planned {
        input: arg(&mut x, &[2, 3], &[6, 2], 1).into(),
        output: arg(&mut out, &[6], &[1], 0).into(),
        calls: RunsCalls,
    };
    let elsewhere = arg(&mut other, &[3], &[1], 0);
    let call = kernel(operands, 1, move |at: PlannedAt| {
        let row = |number| at.input.viewed(at.input.view.layout.picked(0, number));
        let part = |start| {
            at.output
                .viewed(at.output.view.layout.sliced(0, start, 3, 1))
        };
        let refused = |from: Arg, to: Arg| {
            let copy = pointwise::copy(from, to).unwrap();
            at.calls.run(&copy).unwrap_err();
        };
        // Memory that was not declared, an input that would be written, and what is past the end of an operand.
        refused(elsewhere.clone(), part(0)?);
        refused(row(0)?, elsewhere.clone());
        refused(row(0)?, row(1)?);
        let past = Layout::new([3][..].into(), [1][..].into(), 4);
        refused(row(0)?, at.output.with_layout(past)?);
        // An address of its own says nothing.
        let mut moved = row(1)?;
        moved.view.address = elsewhere.view.address;
        at.calls.run(&pointwise::copy(moved, part(0)?)?)?;
        let numbers: &[f32] = at.calls.temporary::<f32>(3)?;
        let numbers = at.calls.input("numbers", numbers)?;
        at.calls.run(&pointwise::copy(numbers, part(3)?)?)
    });
    run(&call.unwrap());
    assert_eq!(out, [7.0, 9.0, 11.0, 0.0, 0.0, 0.0]);
    assert_eq!(other, [7.0; 6]);
}
