//! The row of `aclnnRoiAlignV2Backward`.

use crate::argument::Argument;
use crate::reference::regions as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::regions::{CASES, Case, nchw, regions};
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn backward() -> Vec<Vec<Argument>> {
    let call = |&(dtype, image, count, [ph, pw], ratio, scale, aligned): &Case| {
        vec![
            nchw(varied(dtype, &[count, image[1], ph, pw], 1)),
            regions(dtype, count, Some(image[0])),
            Argument::Ints(image.to_vec()),
            Argument::Int(ph),
            Argument::Int(pw),
            Argument::Float(scale),
            Argument::Int(ratio),
            Argument::Bool(aligned),
            nchw(write(dtype, &image)),
        ]
    };
    CASES.iter().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRoiAlignV2Backward", backward)
            .accepts(&[
                ("gradOutput", "none | 910 910B 950: f32"),
                ("boxes", "none | 910 910B 950: f32"),
                ("gradInput", "none | 910 910B 950: f32"),
            ])
            .whole(reference::roi_align_v2_backward)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
