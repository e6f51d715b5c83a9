//! Views against a walk over indices.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;
use hostnpu_tensor::cuts::Cut;
use hostnpu_tensor::cuts::for_each_part;

fn panics<R>(call: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(call)).is_err()
}

fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|number| number as f32).collect()
}

/// A view that steps backwards along its first axis.
fn backwards(memory: &[f32], [rows, columns]: [usize; 2]) -> View<'_, f32, 2> {
    assert_eq!(memory.len(), rows * columns);
    let axes = Axes {
        shape: [rows, columns],
        strides: [-(columns as isize), 1],
    };
    let last = &memory[(rows - 1) * columns];
    // SAFETY: rows of the slice, from the last one on.
    unsafe { View::over(last, axes) }
}

#[test]
fn elements_rows_and_loads_agree_in_any_order_of_axes() {
    let memory = numbers(2 * 3 * 4);
    let view = View::of(&memory, [2, 3, 4]);
    let turned = view.permuted([2, 0, 1]);
    assert_eq!(turned.shape(), [4, 2, 3]);
    for (i, j, k) in (0..2).flat_map(|i| (0..3).flat_map(move |j| (0..4).map(move |k| (i, j, k)))) {
        let expected = memory[(i * 3 + j) * 4 + k];
        assert_eq!(view.at([i, j, k]), expected);
        assert_eq!(view.row([i, j])[k], expected);
        assert_eq!(view.picked::<2>(i).at([j, k]), expected);
        assert_eq!(turned.at([k, i, j]), expected);
        let mut loaded = [0.0; 3];
        FloatsView::from(turned).load([k, i], 0, &mut loaded);
        assert_eq!(loaded[j], f64::from(expected));
    }
    let part = view.narrowed(2, 1..3);
    assert_eq!(part.row([1, 2]), &memory[21..23]);
    let mut loaded = [0.0; 1];
    FloatsView::from(part).load([1, 2], 1, &mut loaded);
    assert_eq!(loaded, [22.0]);
}

#[test]
fn rows_that_follow_each_other_are_one_slice() {
    let memory = numbers(12);
    let all = |view: View<'_, f32, 2>| {
        let rows = Rows(FloatsView::from(view));
        let dense = rows.dense()?;
        let mut loaded = vec![0.0; view.shape().iter().product()];
        dense.load(0..loaded.len(), &mut loaded);
        Some(loaded)
    };
    let view = View::of(&memory, [3, 4]);
    let expected: Vec<f64> = memory.iter().map(|&number| number.into()).collect();
    assert_eq!(all(view), Some(expected.clone()));
    assert_eq!(all(view.narrowed(0, 1..3)).as_deref(), Some(&expected[4..]));
    assert_eq!(all(view.narrowed(1, 0..3)), None);
    assert_eq!(all(view.permuted([1, 0])), None);
    assert_eq!(all(view.narrowed(0, 1..1)), None);
}

#[test]
fn negative_strides_reach_backwards() {
    let memory = numbers(6);
    let view = backwards(&memory, [3, 2]);
    assert_eq!([view.at([0, 0]), view.at([2, 1])], [4.0, 1.0]);
    assert_eq!(view.row([1]), &memory[2..4]);
    let mut loaded = [0.0; 3];
    FloatsView::from(view.permuted([1, 0])).load([1], 0, &mut loaded);
    assert_eq!(loaded, [5.0, 3.0, 1.0]);
}

#[test]
fn what_is_outside_a_view_panics() {
    let memory = numbers(6);
    let view = View::of(&memory, [3, 2]);
    let floats = FloatsView::from(view);
    assert!(panics(|| view.at([3, 0])) && panics(|| view.at([0, 2])) && panics(|| view.row([3])));
    assert!(panics(|| view.picked::<1>(3)) && panics(|| view.narrowed(1, 1..3)));
    assert!(
        panics(|| floats.load([0], 1, &mut [0.0; 2])) && panics(|| floats.load([3], 0, &mut [0.0]))
    );
    assert!(panics(|| floats.load([0], usize::MAX, &mut [0.0; 2])));
    assert!(panics(|| View::of(&memory, [3, 3])) && panics(|| view.permuted([1, 1])));
    let turned = view.permuted([1, 0]);
    assert!(!turned.has_dense_rows() && panics(|| turned.row([0])));
    let mut memory = numbers(6);
    let mut view = ViewMut::of(&mut memory, [3, 2]);
    assert!(panics(|| view.row([3]).len()));
    assert!(panics(|| view.split(0, 4)));
}

#[test]
fn extents_of_zero_hold_nothing() {
    let view = View::<f32, 2>::of(&[], [3, 0]);
    assert!(view.row([2]).is_empty() && panics(|| view.at([0, 0])) && panics(|| view.row([3])));
    FloatsView::from(view).load([0], 0, &mut []);
    let none = View::<f32, 2>::of(&[], [0, 3]);
    assert!(panics(|| none.row([0])));
    assert_eq!(
        ViewMut::<f32, 2>::of(&mut [], [0, 3])
            .boxes([1, 1])
            .pieces(),
        0
    );
}

#[test]
fn boxes_and_splits_hold_each_element_once() {
    for size in [[1, 1, 5], [2, 2, 5], [3, 4, 5], [7, 7, 7]] {
        let mut memory = vec![0.0_f32; 3 * 4 * 5];
        let view = ViewMut::of(&mut memory, [3, 4, 5]).permuted([1, 0, 2]);
        let (before, after) = view.split(0, 3);
        for view in [before, after] {
            for_each_part(view.boxes(size), |_, mut part| {
                let [heads, rows, _] = part.shape();
                for (head, row) in (0..heads).flat_map(|head| (0..rows).map(move |row| (head, row)))
                {
                    part.row([head, row]).iter_mut().for_each(|x| *x += 1.0);
                }
            });
        }
        assert!(
            memory.iter().all(|&count| count == 1.0),
            "boxes of {size:?}"
        );
    }
}
