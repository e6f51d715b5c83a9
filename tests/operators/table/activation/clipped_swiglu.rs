//! The rows of `aclnnClippedSwiglu` and `aclnnClippedSwigluV2`.

use crate::call::call;
use crate::reference::gated;
use crate::table::shared::gated::{LATER, ONLY_950, clipped_samples};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED, entry};

const CLIPPED: &[(&str, &str)] = &[("x", LATER), ("groupIndexOptional", "i64"), ("out", "as x")];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnClippedSwiglu", || clipped_samples(None, false))
            .accepts(CLIPPED)
            .computes(|arguments| arguments["x"].dtype())
            .whole(gated::clipped_swiglu)
            .accuracy(Accuracy::Bounds("activation"))
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnClippedSwigluV2", || {
            let mut samples = clipped_samples(Some(0), false);
            samples.truncate(3);
            samples.extend(clipped_samples(Some(1), false));
            samples
        })
        .accepts(&[
            ("x", ONLY_950),
            ("groupIndexOptional", "i64"),
            ("out", "as x"),
        ])
        .computes(|arguments| arguments["x"].dtype())
        .whole(gated::clipped_swiglu)
        .accuracy(Accuracy::Bounds("activation"))
        .holds(STRIDED | OVERLAP),
    ]
}

#[test]
fn gates_are_strided_and_interleaved_at_once() {
    let entry = entry("aclnnClippedSwiglu");
    let mut sample = clipped_samples(None, false).pop().expect("a sample");
    let expected = call(entry, &sample).unwrap();
    for at in [0, 7] {
        // No view of it is flat.
        let tensor = &mut sample[at].tensors_mut()[0];
        let mut turned = tensor.shape.clone();
        turned.reverse();
        tensor.strides = crate::argument::dense(&turned);
        tensor.strides.reverse();
        assert_eq!(call(entry, &sample), Ok(expected.clone()), "{at}");
    }
}
