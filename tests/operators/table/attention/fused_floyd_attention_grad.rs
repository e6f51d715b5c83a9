//! The row of `aclnnFusedFloydAttentionGrad`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::attention::pairs as reference;
use crate::table::samples::write;
use crate::table::shared::attention::pairs::{PAIRS, SCALE, SINCE_910B, computed, floyd, operands};
use crate::table::shared::rows::{ROWS, varied};
use crate::table::{Row, entry};

fn floyd_gradients() -> Vec<Vec<Argument>> {
    let each = PAIRS.iter().zip(floyd()).map(|(of, forward)| {
        let &(dtype, [b, h, n, m, k, d], _) = of;
        let known = reference::floyd(&Arguments::new(entry("aclnnFusedFloydAttention"), &forward));
        let (mut all, mask) = operands(of);
        let (queries, statistics) = ([b, h, n, m, d], [b, h, n, m, 8]);
        all.extend([
            varied(dtype, &queries, 6),
            mask,
            computed(F32, &statistics, &known[0]),
            computed(F32, &statistics, &known[1]),
            computed(dtype, &queries, &known[2]),
            Argument::Float(SCALE),
            write(dtype, &queries),
            write(dtype, &[b, h, n, k, d]),
            write(dtype, &[b, h, n, k, d]),
            write(dtype, &[b, h, k, m, d]),
            write(dtype, &[b, h, k, m, d]),
        ]);
        all
    });
    each.collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFusedFloydAttentionGrad", floyd_gradients)
            .accepts(&[
                ("query", SINCE_910B),
                ("key1", "as query"),
                ("value1", "as query"),
                ("key2", "as query"),
                ("value2", "as query"),
                ("dy", "as query"),
                ("attenMaskOptional", "bool u8"),
                ("softmaxMax", "f32"),
                ("softmaxSum", "f32"),
                ("attentionIn", "as query"),
                ("dqOut", "as query"),
                ("dk1Out", "as query"),
                ("dv1Out", "as query"),
                ("dk2Out", "as query"),
                ("dv2Out", "as query"),
            ])
            .whole(reference::floyd_gradients)
            .accuracy(ROWS),
    ]
}
