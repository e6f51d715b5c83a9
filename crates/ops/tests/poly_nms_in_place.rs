//! A dense kernel whose operands share memory: indices of boxes that are kept are written over the boxes.

use hostnpu_ops::poly_nms::poly_nms;
use hostnpu_ops::{Arg, Call, Role};
use hostnpu_tensor::{Dtype, Layout};

fn arg(name: &'static str, dtype: Dtype, shape: &[i64], address: usize) -> Arg {
    Arg::new(name, Role::Input, dtype, Layout::contiguous(shape), address).unwrap()
}

fn run(call: &Call) {
    let mut workspace = vec![0; call.plan().workspace_size()];
    // SAFETY: the views lie inside the test's vectors.
    unsafe { call.run(&call.addresses(), &mut workspace) }.unwrap();
}

#[test]
fn indices_may_be_written_over_the_boxes() {
    let square = |x: f32, score: f32| [x, 0.0, x + 2.0, 0.0, x + 2.0, 2.0, x, 2.0, score];
    let boxes: Vec<f32> = [square(0.0, 0.5), square(0.1, 0.9), square(9.0, 0.7)].concat();
    let (mut kept, mut number) = (vec![-1_i32; 3], -1_i32);
    let suppress = |boxes: usize, kept: usize, number: &mut i32| {
        let boxes = arg("boxes", Dtype::F32, &[3, 9], boxes);
        let kept = arg("output", Dtype::I32, &[3], kept);
        let number = std::ptr::from_mut(number).expose_provenance();
        let number = arg("output_size", Dtype::I32, &[1], number);
        run(&poly_nms(boxes, 0.3, kept, number).unwrap());
    };
    let kept_at = kept.as_mut_ptr().expose_provenance();
    suppress(boxes.as_ptr().expose_provenance(), kept_at, &mut number);
    assert_eq!((number, &kept[..2]), (2, &[1, 2][..]));
    let mut shared = boxes.clone();
    let place = shared.as_mut_ptr().expose_provenance();
    suppress(place, place, &mut number);
    let written = shared[..2].iter().map(|x| x.to_bits().cast_signed());
    assert_eq!((number, written.collect()), (2, vec![1, 2]));
}
