//! The row of `aclnnScatterAdd`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read};
use crate::table::shared::index::scatters::{ELEMENTS, added, out_of_place};
use crate::table::shared::index::{index, spread};
use crate::table::{EMPTY, OVERLAP, RANK_0, RANK_8, Row, STRIDED, computes};

/// As the others, and many in several threads' pieces.
fn added_by_many() -> Vec<Vec<Argument>> {
    let (target, source) = (
        read(I8, &[30_000], &NUMBERS),
        read(I8, &[70_000], &NUMBERS[1..]),
    );
    let at = index(I64, &[70_000], &spread(7001, 30_000));
    let mut samples = added();
    samples.push(vec![target, Argument::Int(0), at, source]);
    samples
}

pub fn rows() -> Vec<Row> {
    let all = STRIDED | EMPTY | RANK_0 | RANK_8;
    vec![
        Row::new("aclnnScatterAdd", || out_of_place(added_by_many()))
            .accepts(ELEMENTS)
            .computes(computes::own)
            .whole(scattering::scatter_add)
            .holds(all | OVERLAP),
    ]
}
