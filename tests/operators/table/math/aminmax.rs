//! The row of `aclnnAminmax`.

use hostnpu::tensor::Dtype;

use crate::reference::reductions;
use crate::table::samples::write;
use crate::table::shared::math::extremes::BOTH;
use crate::table::shared::math::reductions::{REDUCES, over_axes, with_specials};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAminmax", || {
            let mut samples = over_axes(&[Dtype::F32, Dtype::I16], with_specials, |parts| {
                let out = write(parts.dtype, parts.out);
                vec![parts.tensor, parts.axes, parts.keep, out.clone(), out]
            });
            // No axes are none.
            samples[1][3] = write(Dtype::F32, &[3, 4]);
            samples[1][4] = write(Dtype::F32, &[3, 4]);
            samples
        })
        .accepts(BOTH)
        .computes(computes::own)
        .whole(reductions::min_and_max)
        .holds(REDUCES),
    ]
}
