//! Areas that boxes have in common.

use crate::simd;

/// The left, upper, right and lower side of a box.
pub type Sides = [f64; 4];

/// The width and height of what two boxes have in common, `eps` longer each.
#[inline(always)]
pub fn common(a: Sides, b: Sides, eps: f64) -> [f64; 2] {
    [0, 1].map(|k| (a[k + 2].min(b[k + 2]) - a[k].max(b[k]) + eps).max(0.0))
}

#[inline(always)]
fn area(a: Sides, eps: f64) -> f64 {
    (a[2] - a[0] + eps) * (a[3] - a[1] + eps)
}

/// The area that a box has in common with each of some others, whose sides lie in rows, divided by the area that both cover, or, if not `by_union`, by that of the other one.
/// `eps` is added to widths and heights. There is one NaN.
pub fn overlaps(a: Sides, others: [&[f64]; 4], by_union: bool, eps: f64, to: &mut [f64]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let [left, upper, right, lower] = others;
            let of_both = if by_union { area(a, eps) } else { 0.0 };
            let sides = left.iter().zip(upper).zip(right).zip(lower);
            for (to, (((&x, &y), &z), &w)) in to.iter_mut().zip(sides) {
                loops.step();
                let b = [x, y, z, w];
                let [width, height] = common(a, b, eps);
                let shared = width * height;
                let divided = match by_union {
                    true => of_both + area(b, eps) - shared,
                    false => area(b, eps),
                };
                let share = shared / divided;
                *to = if share.is_nan() { f64::NAN } else { share };
            }
        },
    );
}
