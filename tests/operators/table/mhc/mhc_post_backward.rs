//! The row of `aclnnMhcPostBackward`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::hyper_connections as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::hyper_connections::{POST, Spread, post_of, with};
use crate::table::shared::rows::{ROWS, varied};

fn post_backward() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, tokens, [n, d], has_matrix): &Spread| {
        let mut arguments = post_of(&[(dtype, tokens, [n, d], has_matrix)]).swap_remove(0);
        let x = arguments.pop().unwrap_or(Argument::Null);
        arguments.insert(0, varied(dtype, &x.tensors()[0].shape, 5));
        arguments.extend([
            write(dtype, &with(tokens, &[n, d])),
            write(F32, &with(tokens, &[n, n])),
            write(dtype, &with(tokens, &[d])),
            write(F32, &with(tokens, &[n])),
        ]);
        arguments
    };
    let more: [Spread; 2] = [(Bf16, &[3], [6, 7], true), (F16, &[2, 1], [8, 40], false)];
    POST.iter().chain(&more).map(sample).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMhcPostBackward", post_backward)
            .accepts(&[
                ("gradOutput", "none | 910B 950: f16 bf16"),
                ("x", "as gradOutput"),
                ("hRes", "f32"),
                ("hOut", "as gradOutput"),
                ("hPost", "f32"),
                ("gradX", "as gradOutput"),
                ("gradHRes", "f32"),
                ("gradHOut", "as gradOutput"),
                ("gradHPost", "f32"),
            ])
            .whole(reference::post_backward)
            .accuracy(ROWS),
    ]
}
