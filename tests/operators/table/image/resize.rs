//! The row of `aclnnResize`.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::pictures as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn in_format(mut tensor: Argument, is_last: bool) -> Argument {
    tensor.tensors_mut()[0].format = match is_last {
        true => aclFormat::ACL_FORMAT_NHWC,
        false => aclFormat::ACL_FORMAT_NCHW,
    };
    tensor
}

fn resized() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, [h, w], [down, along], mode, is_last) in [
        (F32, [4, 6], [2.0, 0.5], "nearest", false),
        (F32, [5, 3], [1.5, 2.25], "bilinear", false),
        (F16, [7, 9], [0.4, 0.35], "nearest", false),
        (F16, [3, 4], [2.7, 1.0], "bilinear", false),
        (F32, [4, 5], [1.75, 0.6], "bilinear", true),
        (Bf16, [6, 2], [0.5, 3.0], "nearest", true),
        (Bf16, [2, 2], [2.5, 2.5], "bilinear", false),
    ] {
        let to = |extent: i64, scale: f64| (extent as f64 * f64::from(scale as f32) + 1e-9) as i64;
        let shape = |h: i64, w: i64| match is_last {
            true => vec![2, h, w, 3],
            false => vec![2, 3, h, w],
        };
        let scales = match is_last {
            true => [1.0, down, along, 1.0],
            false => [1.0, 1.0, down, along],
        };
        samples.push(vec![
            in_format(varied(dtype, &shape(h, w), 1), is_last),
            Argument::Floats(scales.map(|x| x as f32).to_vec()),
            Argument::Text(mode),
            in_format(write(dtype, &shape(to(h, down), to(w, along))), is_last),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnResize", resized)
            .accepts(&[("self", "f32 f16 | 950: f32 f16 bf16"), ("out", "as self")])
            .whole(reference::resized)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
