//! The row of `aclnnSort`.

use hostnpu::tensor::Dtype;

use crate::call::call;
use crate::reference::ordering;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::search::ordering::{INDICES, code, sorts};
use crate::table::{EMPTY, OVERLAP, RANK_0, Row, SHAPE, STRIDED, entry};

const SORTED: &str = "f16 f32 bf16 u8 i8 i16 i32 i64 bool | 950: + u16 u32 u64";

pub fn rows() -> Vec<Row> {
    let all = STRIDED | OVERLAP | EMPTY | RANK_0 | SHAPE;
    vec![
        Row::new("aclnnSort", sorts)
            .accepts(&[
                ("self", SORTED),
                (
                    "valuesOut",
                    "f16 f32 bf16 u8 i8 i16 i32 i64 bool f64 | 950: f16 f32 bf16 u8 i8 i16 i32 i64 bool u16 u32 u64",
                ),
                INDICES,
            ])
            .whole(ordering::sort)
            .holds(all),
    ]
}

#[test]
fn values_along_a_dimension_of_one_element_keep_their_type() {
    let mut sample = sorts().remove(0);
    for (at, dtype) in [(0, Dtype::I32), (4, Dtype::F16), (5, Dtype::I64)] {
        sample[at] = match at {
            0 => read(dtype, &[4, 1], &NUMBERS),
            _ => write(dtype, &[4, 1]),
        };
    }
    assert_eq!(code("aclnnSort", &sample), 161_001);
    sample[4].set_dtype(Dtype::I32);
    assert!(call(entry("aclnnSort"), &sample).is_ok());
}
