//! The row of `aclnnBinaryCrossEntropyWithLogitsTargetBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::gradients;
use crate::table::Row;
use crate::table::shared::gradients::weighted::targets;
use crate::table::shared::gradients::{EQUAL, MATH};

const TYPES: &str = "f32 f16 bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBinaryCrossEntropyWithLogitsTargetBackward", targets)
            .accepts(&[
                ("gradOutput", TYPES),
                ("self", TYPES),
                ("target", TYPES),
                ("weightOptional", TYPES),
                ("posWeightOptional", TYPES),
                ("gradTarget", "as target"),
            ])
            .computes(|arguments| {
                let mut types = arguments.iter().flat_map(Argument::tensors);
                let target = arguments["target"].dtype()?;
                Some(if types.all(|tensor| tensor.dtype == target) {
                    target
                } else {
                    Dtype::F32
                })
            })
            .elements(gradients::target_backward)
            .accuracy(MATH)
            .holds(EQUAL),
    ]
}
