//! The row of `aclnnReduceSum`.

use hostnpu::tensor::Dtype;

use crate::reference::reductions;
use crate::table::shared::math::reductions::{
    ALL, FLOATS, NUMBERS, REDUCES, SUMS, from_to, long, numbers, of_type, over_axes, typed,
    with_specials,
};
use crate::table::{EMPTY, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnReduceSum", || {
            let mut samples = over_axes(&ALL, numbers, typed);
            samples.extend(over_axes(&FLOATS, with_specials, typed));
            samples.push(typed(long()));
            for (from, to) in [
                (Dtype::I8, Dtype::I64),
                (Dtype::Bool, Dtype::I64),
                (Dtype::F32, Dtype::I32),
                (Dtype::F64, Dtype::F16),
                (Dtype::F32, Dtype::I8),
                (Dtype::Complex64, Dtype::F32),
                (Dtype::F32, Dtype::Complex128),
                (Dtype::F32, Dtype::Bool),
                (Dtype::I64, Dtype::Bf16),
            ] {
                samples.push(from_to(from, to));
            }
            samples
        })
        .accepts(&[("self", NUMBERS), ("out", "as dtype")])
        .computes(of_type)
        .whole(reductions::sum)
        .accuracy(SUMS)
        .holds(REDUCES | EMPTY),
    ]
}
