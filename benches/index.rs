//! Gathers and scatters of aclnn by random indices, each beside the copy of as many elements.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use support::indexing::Case;
use support::indexing::Given::{self, Bool, Indices, Int, List, Mask, Numbers, Scalar};

const SQUARE: &[i64] = &[4096, 4096];
const ROW: &[i64] = &[4096];
const MEBI: &[i64] = &[1 << 20];
/// Rows of 256 from a table of 64 Ki.
const TABLE: &[i64] = &[1 << 16, 256];
const TOKENS: &[i64] = &[1 << 16];

const CASES: [(&str, &[Given], usize); 10] = [
    (
        "Gather",
        &[
            Numbers(SQUARE),
            Int(1),
            Indices(SQUARE, 4096),
            Numbers(SQUARE),
        ],
        1 << 24,
    ),
    (
        "Gather",
        &[
            Numbers(SQUARE),
            Int(0),
            Indices(SQUARE, 4096),
            Numbers(SQUARE),
        ],
        1 << 24,
    ),
    (
        "IndexSelect",
        &[Numbers(SQUARE), Int(0), Indices(ROW, 4096), Numbers(SQUARE)],
        1 << 24,
    ),
    (
        "IndexSelect",
        &[Numbers(SQUARE), Int(1), Indices(ROW, 4096), Numbers(SQUARE)],
        1 << 24,
    ),
    (
        "Embedding",
        &[Numbers(TABLE), Indices(TOKENS, 1 << 16), Numbers(TABLE)],
        1 << 24,
    ),
    (
        "SWhere",
        &[
            Mask(SQUARE),
            Numbers(SQUARE),
            Numbers(SQUARE),
            Numbers(SQUARE),
        ],
        1 << 24,
    ),
    (
        "InplaceMaskedFillScalar",
        &[Numbers(SQUARE), Mask(SQUARE), Scalar(2.0)],
        1 << 24,
    ),
    (
        "ScatterAdd",
        &[
            Numbers(MEBI),
            Int(0),
            Indices(MEBI, 1 << 20),
            Numbers(MEBI),
            Numbers(MEBI),
        ],
        1 << 20,
    ),
    (
        "IndexPutImpl",
        &[
            Numbers(MEBI),
            List(MEBI, 1 << 20),
            Numbers(MEBI),
            Bool(true),
            Bool(false),
        ],
        1 << 20,
    ),
    (
        "IndexAdd",
        &[
            Numbers(TABLE),
            Int(0),
            Indices(TOKENS, 1 << 16),
            Numbers(TABLE),
            Scalar(1.0),
            Numbers(TABLE),
        ],
        1 << 24,
    ),
];

fn main() {
    let cases = CASES.map(|(operator, given, elements)| Case {
        operator,
        given,
        elements,
    });
    support::criterion::run("index", &cases);
}
