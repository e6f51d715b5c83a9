//! The row of `aclnnScaledMaskedSoftmaxBackward`.

use crate::argument::Argument;
use crate::reference::rows::softmax;
use crate::table::Row;
use crate::table::shared::rows::softmax::masks;
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn masked_gradients() -> Vec<Vec<Argument>> {
    let mut samples = masks();
    for sample in &mut samples {
        let y = sample[0].tensors()[0].clone();
        sample.insert(1, varied(y.dtype, &y.shape, 2));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnScaledMaskedSoftmaxBackward", masked_gradients)
            .accepts(&[
                ("gradOutput", "f32 f16 bf16 | 910: none | 310: f32 f16"),
                ("y", "as gradOutput"),
                ("mask", "bool | 910: none"),
                ("out", "as gradOutput"),
            ])
            .whole(softmax::scaled_masked_gradient)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
