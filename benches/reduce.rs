//! Reductions and scans of aclnn, beside the time of reading, or of copying, as many bytes.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use hostnpu::abi::acl::types::aclDataType;
use support::reductions::{Case, Over};

const FLOAT: &[aclDataType] = &[aclDataType::ACL_FLOAT];
const INDEX: &[aclDataType] = &[aclDataType::ACL_INT64];
const BOTH: &[aclDataType] = &[aclDataType::ACL_FLOAT, aclDataType::ACL_INT64];

/// 4096 by 4096 elements.
const LARGE: [(&str, Over, &[aclDataType]); 13] = [
    ("ReduceSum", Over::All, FLOAT),
    ("ReduceSum", Over::Inner, FLOAT),
    ("ReduceSum", Over::Outer, FLOAT),
    ("Mean", Over::Inner, FLOAT),
    ("Amax", Over::Inner, FLOAT),
    ("MaxDim", Over::Inner, BOTH),
    ("MaxDim", Over::Outer, BOTH),
    ("ArgMax", Over::Inner, INDEX),
    ("LogSumExp", Over::Inner, FLOAT),
    ("Var", Over::Inner, FLOAT),
    ("Cumsum", Over::Inner, FLOAT),
    ("Cumsum", Over::Outer, FLOAT),
    ("Cummax", Over::Inner, BOTH),
];

fn main() {
    let mut cases = Vec::new();
    for (operator, over, outputs) in LARGE {
        for (rows, columns) in [(4096, 4096), (256, 256)] {
            cases.push(Case {
                operator,
                over,
                rows,
                columns,
                outputs,
            });
        }
    }
    for (operator, outputs) in [("ReduceSum", FLOAT), ("ArgMax", INDEX)] {
        // Many short rows.
        cases.push(Case {
            operator,
            over: Over::Inner,
            rows: 1 << 20,
            columns: 16,
            outputs,
        });
    }
    support::criterion::run("reduce", &cases);
}
