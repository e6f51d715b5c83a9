//! Operands that pointwise plans refuse.

use super::*;
use hostnpu_base::error::Reason;

#[test]
fn a_kernel_is_not_run_on_types_that_do_not_convert() {
    let flat = Layout::contiguous(&[4]);
    let memory = [0_u8; 16];
    let at = |dtype| arg_at("self", dtype, &flat, memory.as_ptr().addr());
    for (from, compute, to) in [
        (Dtype::F4E2m1, Dtype::F32, Dtype::F32),
        (Dtype::F32, Dtype::F32, Dtype::U1),
        (Dtype::F32, Dtype::F64, Dtype::F32),
        (Dtype::F32, Dtype::F8E5m2, Dtype::F32),
    ] {
        let error = pointwise::unary(&PLUS_HALF, compute, &[], at(from), at(to)).unwrap_err();
        assert!(matches!(error.reason(), Reason::Dtype { .. }), "{error}");
    }
}

#[test]
fn shapes_that_do_not_broadcast_to_the_output_are_refused() {
    let memory = [0.0_f32; 64];
    let plan = |shape: &[i64], out: &[i64]| {
        let (input, output) = (Layout::contiguous(shape), Layout::contiguous(out));
        pointwise::unary(
            &PLUS_HALF,
            Dtype::F32,
            &[],
            arg("self", &input, &memory),
            arg("out", &output, &memory),
        )
    };
    assert!(plan(&[3, 1], &[3, 4]).is_ok());
    for (shape, out) in [
        (&[3_i64, 4][..], &[3_i64, 1][..]),
        (&[3], &[3, 4]),
        (&[2, 3, 4], &[3, 4]),
        (&[2], &[0]),
    ] {
        let error = plan(shape, out).unwrap_err();
        assert!(
            matches!(error.reason(), Reason::Shape { arg: "self", .. }),
            "{error}"
        );
    }
}

#[test]
fn a06_no_stretched_view_makes_a_large_copy() {
    // 2^40 elements of one float, and of 2^21: what is staged is what there is in memory.
    let mut memory = [1.0_f32; 8];
    let base = memory.as_mut_ptr().expose_provenance();
    let row = Layout::contiguous(&[4]);
    let call = pointwise::binary(
        &ADD,
        Dtype::F32,
        &[],
        arg_at("self", Dtype::F32, &row, base + 4),
        arg_at(
            "other",
            Dtype::F32,
            &Layout::new([4].as_slice().into(), [0].as_slice().into(), 2),
            base,
        ),
        arg_at("out", Dtype::F32, &row, base),
    )
    .unwrap();
    assert!(call.plan().workspace_size() < 512);
    run(&call);
    let wide =
        |strides: &[i64]| Layout::new([1 << 20, 1 << 20].as_slice().into(), strides.into(), 0);
    for strides in [[1, 1], [0, 0]] {
        let input = arg_at("self", Dtype::F32, &wide(&strides), base + 4);
        let output = arg_at("out", Dtype::F32, &wide(&strides), base);
        let error = pointwise::unary(&PLUS_HALF, Dtype::F32, &[], input, output).unwrap_err();
        assert!(
            matches!(error.reason(), Reason::Value { arg: "out", .. }),
            "{error}"
        );
    }
}

#[test]
fn a07_a_view_that_overlaps_itself_is_not_written() {
    let memory = vec![1.0_f32; 5001];
    let view = Layout::new([5000, 2].as_slice().into(), [1, 1].as_slice().into(), 0);
    let error = pointwise::unary(
        &PLUS_HALF,
        Dtype::F32,
        &[],
        Operand::Output,
        arg("selfRef", &view, &memory),
    )
    .unwrap_err();
    assert!(
        matches!(error.reason(), Reason::Value { arg: "selfRef", .. }),
        "{error}"
    );
    // Read, it is what it shows.
    let target = vec![0.0_f32; 10_000];
    let out = Layout::contiguous(&[5000, 2]);
    run(&pointwise::unary(
        &PLUS_HALF,
        Dtype::F32,
        &[],
        arg("self", &view, &memory),
        arg("out", &out, &target),
    )
    .unwrap());
    assert!(target.iter().all(|&x| x == 1.5));
}

#[test]
fn a08_outputs_that_share_memory_are_refused() {
    fn two(a: &[f32], _: &[f32], y: &mut [f32], z: &mut [f32]) {
        y.copy_from_slice(a);
        z.copy_from_slice(a);
    }
    static TWO: crate::Table<2, 2> = crate::Table::new("two", &[crate::binary_to_two(two)]);
    let memory = vec![0.0_f32; 8];
    let base = memory.as_ptr().addr();
    let every_second = Layout::new([4].as_slice().into(), [2].as_slice().into(), 0);
    let at =
        |name, layout: &Layout, first: usize| arg_at(name, Dtype::F32, layout, base + 4 * first);
    let source = [5.0_f32; 4];
    let input = || Operand::from(arg("self", &Layout::contiguous(&[4]), &source));
    let plan = |y, z| pointwise::apply(&TWO, Dtype::F32, &[], [input(), input()], [y, z]);
    let error = plan(at("y", &every_second, 0), at("z", &every_second, 0)).unwrap_err();
    assert!(
        matches!(error.reason(), Reason::Value { arg: "z", .. }),
        "{error}"
    );
    // Side by side in one stretch of memory is no sharing.
    run(&plan(at("y", &every_second, 0), at("z", &every_second, 1)).unwrap());
    assert_eq!(memory, [5.0; 8]);
}
