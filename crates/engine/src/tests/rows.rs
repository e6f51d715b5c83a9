//! Rows of several tiles, along which an operand repeats one element.

use super::{ADD, arg, run};
use crate::pointwise::{self, Operand};
use hostnpu_tensor::{Dtype, Layout, Value};

const ROWS: usize = 3;
/// More than a tile has, and no multiple of it.
const COLUMNS: usize = 5_001;

fn whole() -> Layout {
    Layout::contiguous(&[ROWS as i64, COLUMNS as i64])
}

fn numbers() -> Vec<f32> {
    (0..ROWS * COLUMNS).map(|i| (i % 4_099) as f32).collect()
}

#[test]
fn a_column_of_any_type_is_added_to_each_row() {
    let (wide, column) = (numbers(), [3_i8, -5, 100]);
    let column_of_floats = column.map(f32::from);
    let layout = Layout::contiguous(&[ROWS as i64, 1]);
    let columns = [
        arg("other", &layout, &column),
        arg("other", &layout, &column_of_floats),
    ];
    for other in columns {
        let target = vec![0.0_f32; ROWS * COLUMNS];
        let input = arg("self", &whole(), &wide);
        let out = arg("out", &whole(), &target);
        run(&pointwise::binary(&ADD, Dtype::F32, &[], other, input, out).unwrap());
        for (i, (&got, &from)) in target.iter().zip(&wide).enumerate() {
            let want = from + f32::from(column[i / COLUMNS]);
            assert_eq!(got, want, "element {i}");
        }
    }
}

#[test]
fn a_value_is_added_to_each_row_in_another_place_and_in_place() {
    let wide = numbers();
    let target = vec![0.0_f32; ROWS * COLUMNS];
    let value = Value::new(7_i32);
    let input = arg("self", &whole(), &wide);
    let out = || arg("out", &whole(), &target);
    run(&pointwise::binary(&ADD, Dtype::F32, &[], input, value, out()).unwrap());
    let sevens = |count: f32| wide.iter().map(move |x| x + 7.0 * count);
    assert!(target.iter().copied().eq(sevens(1.0)));
    run(&pointwise::binary(&ADD, Dtype::F32, &[], Operand::Output, value, out()).unwrap());
    assert!(target.iter().copied().eq(sevens(2.0)));
}
