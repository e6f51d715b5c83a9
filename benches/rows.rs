//! Softmax, normalisations and their gradients, beside the time of copying as many bytes.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use support::rows::Case;

fn main() {
    let mut cases = Vec::new();
    for operator in [
        "Softmax",
        "LogSoftmax",
        "SoftmaxBackward",
        "LayerNorm",
        "RmsNorm",
        "RmsNormGrad",
    ] {
        for (rows, columns) in [(4096, 4096), (256, 256), (1 << 16, 64)] {
            cases.push(Case {
                operator,
                rows,
                columns,
            });
        }
    }
    support::criterion::run("rows", &cases);
}
