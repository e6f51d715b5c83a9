//! The row of `aclnnQuantGroupedMatmulInplaceAdd`.

use crate::argument::Argument;
use crate::call::call;
use crate::reference::quant_matmul as reference;
use crate::table::shared::matmul::quantised::added_codes;
use crate::table::shared::matmul::quantised::types::{ADDED_GROUPS, EXCEPT};
use crate::table::{Row, entry};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantGroupedMatmulInplaceAdd", || added_codes(true))
            .accepts(ADDED_GROUPS)
            .bits(reference::added_codes)
            .except(EXCEPT),
    ]
}

#[test]
fn rows_by_inner_elements_are_a_turned_view() {
    let name = "aclnnQuantGroupedMatmulInplaceAdd";
    for plain in added_codes(true) {
        let mut turned = plain.clone();
        if let Argument::Tensor(tensor) = &mut turned[0] {
            let [k, m] = [tensor.shape[0], tensor.shape[1]];
            tensor.shown = Some((vec![m, k], vec![1, m]));
        }
        let [plain, turned] = [plain, turned].map(|sample| call(entry(name), &sample).unwrap());
        assert!(plain == turned);
    }
}
