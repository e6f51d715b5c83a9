//! The rows of `aclnnMoeDistributeCombineAddRmsNorm` and `aclnnMoeDistributeCombineAddRmsNormV2`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::moe;
use crate::table::shared::mc2::experts::samples::of_floats;
use crate::table::shared::mc2::experts::{BOOL, DISPATCHES, FLOAT, INT32, Of, ends};
use crate::table::{Row, entry};

mod normed {
    use super::*;

    fn samples_of(version: usize) -> Vec<Vec<Argument>> {
        let all = of_floats(version)
            .into_iter()
            .filter(|of| of.x == Bf16 || of.full);
        let all = all.map(|of| Of {
            x: Bf16,
            to: Bf16,
            ..of
        });
        all.map(|of| of.combine_normed(ends(&[of]).remove(0)))
            .collect()
    }

    pub fn second() -> Vec<Vec<Argument>> {
        samples_of(2)
    }

    pub fn third() -> Vec<Vec<Argument>> {
        samples_of(3)
    }

    pub fn second_bits(arguments: &Arguments) -> Vec<Vec<u8>> {
        let entry = entry("aclnnMoeDistributeCombineAddRmsNorm");
        moe::combine_normed(entry, &[arguments]).remove(0)
    }

    pub fn third_bits(arguments: &Arguments) -> Vec<Vec<u8>> {
        let entry = entry("aclnnMoeDistributeCombineAddRmsNormV2");
        moe::combine_normed(entry, &[arguments]).remove(0)
    }
}

const BF16: &str = "none | 910B 950: bf16";
const NORMED: &[(&str, &str)] = &[
    ("expandX", BF16),
    ("expertIds", INT32),
    ("assistInfoForCombine", INT32),
    ("epSendCounts", INT32),
    ("expertScales", FLOAT),
    ("residualX", BF16),
    ("gamma", BF16),
    ("tpSendCountsOptional", "any"),
    ("xActiveMaskOptional", BOOL),
    ("activationScaleOptional", "any"),
    ("weightScaleOptional", "any"),
    ("groupListOptional", "any"),
    ("expandScalesOptional", "any"),
    ("sharedExpertXOptional", BF16),
    ("yOut", BF16),
    ("rstdOut", FLOAT),
    ("xOut", BF16),
    ("elasticInfoOptional", INT32),
    ("oriXOptional", BF16),
    ("constExpertAlpha1Optional", BF16),
    ("constExpertAlpha2Optional", BF16),
    ("constExpertVOptional", BF16),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeDistributeCombineAddRmsNorm", normed::second)
            .accepts(&NORMED[..17])
            .bits(normed::second_bits)
            .except(DISPATCHES),
        Row::new("aclnnMoeDistributeCombineAddRmsNormV2", normed::third)
            .accepts(NORMED)
            .bits(normed::third_bits)
            .except(DISPATCHES),
    ]
}
