//! Pooling of images of FLOAT and its gradients, beside the time of copying as many bytes.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use support::pooling::Case;

fn main() {
    let mut cases = Vec::new();
    for operator in [
        "MaxPool2dWithIndices",
        "MaxPool2dWithIndicesBackward",
        "AvgPool2d",
        "AvgPool2dBackward",
    ] {
        for (images, extent, kernel, stride) in [(8, 56, 3, 2), (8, 28, 2, 2), (8, 14, 3, 1)] {
            cases.push(Case {
                operator,
                images,
                extent,
                kernel,
                stride,
            });
        }
    }
    support::criterion::run("pool", &cases);
}
