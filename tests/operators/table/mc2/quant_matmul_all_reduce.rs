//! The rows of `aclnnQuantMatmulAllReduce` and its other forms.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::call::call;
use crate::table::matmul::grouped_matmul::{of, words};
use crate::table::shared::mc2::quantised::types::{FIRST, INTEGERS, SUMS};
use crate::table::shared::mc2::quantised::{
    Case, Kind, TILES, arguments, integers, product, sum_1, sum_2, sum_3, sum_4, sum_5, tensor,
};
use crate::table::{Row, entry};

pub fn rows() -> Vec<Row> {
    vec![
        product(
            "aclnnQuantMatmulAllReduce",
            sum_1::samples,
            sum_1::bits,
            FIRST,
        ),
        product(
            "aclnnQuantMatmulAllReduceV2",
            sum_2::samples,
            sum_2::bits,
            INTEGERS,
        ),
        product(
            "aclnnQuantMatmulAllReduceV3",
            sum_3::samples,
            sum_3::bits,
            INTEGERS,
        ),
        product(
            "aclnnQuantMatmulAllReduceV4",
            sum_4::samples,
            sum_4::bits,
            SUMS,
        ),
        product(
            "aclnnQuantMatmulAllReduceV5",
            sum_5::samples,
            sum_5::bits,
            SUMS,
        ),
    ]
}

#[test]
fn what_no_version_has_is_refused_by_name() {
    let name = "aclnnQuantMatmulAllReduceV4";
    let sample = |change: fn(&mut Case)| {
        let case = integers(3)[1].clone().with(change);
        arguments(entry(name), Kind::Sum, &case, [0, 1])
    };
    crate::ranks::form_one_rank();
    let place = |name: &str| {
        let of = entry("aclnnQuantMatmulAllReduceV4").parameters;
        of.iter().position(|p| p.name == name).unwrap()
    };
    let mut one = sample(|case| case.of_exchange = true);
    one[place("commQuantScale2Optional")] = Argument::Null;
    let mut mode = sample(|_| {});
    mode[place("commQuantMode")] = Argument::Int(1);
    let mut groups = sample(|_| {});
    groups[place("groupSize")] = Argument::Int(TILES);
    let mut scale = sample(|_| {});
    scale[place("x2Scale")] = tensor(of(U64, &[9], words(1)));
    for (arguments, name) in [
        (one, "commQuantScale2Optional"),
        (mode, "commQuantMode"),
        (groups, "groupSize"),
        (scale, "x2Scale"),
    ] {
        let refusal = call(entry("aclnnQuantMatmulAllReduceV4"), &arguments).unwrap_err();
        let says = refusal.message.contains(&format!("`{name}`"));
        assert!(refusal.code == 161_002 && says, "{refusal:?}");
    }
}
