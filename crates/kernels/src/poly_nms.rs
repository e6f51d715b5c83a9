//! Non-maximum suppression of quadrilaterals: of boxes that overlap, the one with the best score stays.

use super::suppression::best_first;

/// Numbers that describe a box: four corners in order, as x and y, and a score.
pub const BOX_LENGTH: usize = 9;

/// Writes the indices of the boxes that are kept to `kept`, in ascending order, and returns their number; the rest of
/// `kept` is left alone.
///
/// `boxes` holds rows of [`BOX_LENGTH`] numbers, `kept` one entry for each row. A box is suppressed by a kept box of strictly
/// greater score whose intersection over union with it exceeds `iou_threshold`; equal scores never suppress each other.
/// Areas are computed in double; a pair of empty boxes does not overlap. Corners may turn either way, and the
/// quadrilateral may be concave. A box with a NaN among its corners or for a score neither suppresses nor is suppressed.
pub fn poly_nms(boxes: &[f32], iou_threshold: f32, kept: &mut [i32]) -> usize {
    let boxes: Vec<Quad> = boxes.chunks_exact(BOX_LENGTH).map(Quad::new).collect();
    let by_score = best_first(boxes.iter().map(|quad| quad.score));
    let mut survivors: Vec<usize> = Vec::new();
    let mut survives = vec![false; boxes.len()];
    for candidate in by_score {
        let suppressed = survivors.iter().any(|&survivor| {
            boxes[survivor].score > boxes[candidate].score
                && boxes[survivor].iou(&boxes[candidate]) > f64::from(iou_threshold)
        });
        if !suppressed {
            survivors.push(candidate);
            survives[candidate] = true;
        }
    }
    let in_order = (0..boxes.len()).filter(|&index| survives[index]);
    for (slot, index) in kept.iter_mut().zip(in_order) {
        *slot = index as i32;
    }
    survivors.len()
}

type Point = [f64; 2];

struct Quad {
    corners: [Point; 4],
    score: f32,
    area: f64,
    low: Point,
    high: Point,
}

impl Quad {
    fn new(row: &[f32]) -> Self {
        let corner = |i: usize| [f64::from(row[2 * i]), f64::from(row[2 * i + 1])];
        let corners = [corner(0), corner(1), corner(2), corner(3)];
        let bound = |pick: fn(f64, f64) -> f64, axis: usize| {
            corners.iter().map(|c| c[axis]).reduce(pick).unwrap_or(0.0)
        };
        let mut quad = Self {
            corners,
            score: row[8],
            area: 0.0,
            low: [bound(f64::min, 0), bound(f64::min, 1)],
            high: [bound(f64::max, 0), bound(f64::max, 1)],
        };
        quad.area = quad.triangles().iter().map(signed_area).sum();
        quad
    }

    /// The fan from the first corner. Where the quadrilateral is concave one triangle turns the other way and its
    /// area counts negatively, which leaves the quadrilateral.
    fn triangles(&self) -> [[Point; 3]; 2] {
        let [a, b, c, d] = self.corners;
        [[a, b, c], [a, c, d]]
    }

    fn iou(&self, other: &Self) -> f64 {
        let apart = (0..2)
            .any(|axis| self.low[axis] > other.high[axis] || other.low[axis] > self.high[axis]);
        if apart {
            return 0.0;
        }
        let mut intersection = 0.0;
        for p in &self.triangles() {
            for q in &other.triangles() {
                intersection += signed_intersection(p, q);
            }
        }
        let intersection = intersection.abs();
        let union = self.area.abs() + other.area.abs() - intersection;
        if union > 0.0 {
            intersection / union
        } else {
            0.0
        }
    }
}

/// Twice the area of the triangle from `a` to `b` and `c`, positive if it turns to the left.
fn cross(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn signed_area(&[a, b, c]: &[Point; 3]) -> f64 {
    0.5 * cross(a, b, c)
}

/// The area that two triangles share, negative if they turn differently.
fn signed_intersection(subject: &[Point; 3], clip: &[Point; 3]) -> f64 {
    let sign = signed_area(subject).signum() * signed_area(clip).signum();
    let mut clip = *clip;
    if signed_area(&clip) < 0.0 {
        clip.swap(1, 2);
    }
    // Sutherland and Hodgman: cut away what lies to the right of each edge. Three cuts of a triangle leave at most 6
    // corners; rounding cannot add more, as each cut adds at most one.
    let mut polygon = Polygon::default();
    subject.iter().for_each(|&corner| polygon.push(corner));
    for edge in 0..3 {
        polygon = polygon.left_of(clip[edge], clip[(edge + 1) % 3]);
    }
    sign * polygon.area()
}

#[derive(Clone, Copy, Default)]
struct Polygon {
    corners: [Point; 12],
    count: usize,
}

impl Polygon {
    fn push(&mut self, corner: Point) {
        if let Some(slot) = self.corners.get_mut(self.count) {
            *slot = corner;
            self.count += 1;
        }
    }

    fn left_of(&self, a: Point, b: Point) -> Self {
        let mut cut = Self::default();
        for i in 0..self.count {
            let (p, q) = (self.corners[i], self.corners[(i + 1) % self.count]);
            let (p_side, q_side) = (cross(a, b, p), cross(a, b, q));
            if p_side >= 0.0 {
                cut.push(p);
            }
            if (p_side > 0.0 && q_side < 0.0) || (p_side < 0.0 && q_side > 0.0) {
                let t = p_side / (p_side - q_side);
                cut.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
            }
        }
        cut
    }

    fn area(&self) -> f64 {
        let corners = &self.corners[..self.count];
        let twice: f64 = corners
            .windows(2)
            .map(|pair| cross(corners[0], pair[0], pair[1]))
            .sum();
        0.5 * twice.abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(boxes: &[[f32; 9]], threshold: f32) -> Vec<i32> {
        let mut kept = vec![-1; boxes.len()];
        let count = poly_nms(boxes.as_flattened(), threshold, &mut kept);
        kept.truncate(count);
        kept
    }

    fn rectangle(x: f32, y: f32, width: f32, height: f32, score: f32) -> [f32; 9] {
        let (r, t) = (x + width, y + height);
        [x, y, r, y, r, t, x, t, score]
    }

    fn iou(a: [f32; 9], b: [f32; 9]) -> f64 {
        Quad::new(&a).iou(&Quad::new(&b))
    }

    #[test]
    fn three_squares_in_a_row_are_all_kept() {
        let boxes = [
            rectangle(0.0, 0.0, 1.0, 1.0, 0.65),
            rectangle(0.5, 0.5, 1.0, 1.0, 0.85),
            rectangle(1.0, 1.0, 1.0, 1.0, 0.35),
        ];
        assert_eq!(kept(&boxes, 0.5), [0, 1, 2]);
        // A seventh of each pair's union is shared.
        assert_eq!(kept(&boxes, 0.14), [1]);
    }

    #[test]
    fn a_suppressed_box_suppresses_nothing() {
        let boxes = [
            rectangle(0.0, 0.0, 4.0, 1.0, 0.9),
            rectangle(1.0, 0.0, 4.0, 1.0, 0.8),
            rectangle(2.0, 0.0, 4.0, 1.0, 0.7),
        ];
        // Neighbours share 3/5, the outer two 2/6.
        assert_eq!(kept(&boxes, 0.5), [0, 2]);
    }

    #[test]
    fn equal_scores_and_nan_scores_do_not_suppress() {
        let square = |score| rectangle(0.0, 0.0, 1.0, 1.0, score);
        assert_eq!(kept(&[square(0.5), square(0.5)], 0.1), [0, 1]);
        assert_eq!(kept(&[square(f32::NAN), square(0.5)], 0.1), [0, 1]);
        assert_eq!(kept(&[square(0.4), square(0.5)], 0.1), [1]);
        assert_eq!(kept(&[], 0.1), [0i32; 0]);
    }

    #[test]
    fn the_threshold_itself_does_not_suppress() {
        let boxes = [
            rectangle(0.0, 0.0, 2.0, 1.0, 0.9),
            rectangle(0.0, 0.0, 1.0, 1.0, 0.8),
        ];
        assert_eq!(kept(&boxes, 0.5), [0, 1]);
        assert_eq!(kept(&boxes, 0.49), [0]);
    }

    #[test]
    fn overlap_does_not_depend_on_how_corners_turn() {
        let square = rectangle(0.0, 0.0, 2.0, 2.0, 0.0);
        let diamond = [1.0, 0.0, 2.0, 1.0, 1.0, 2.0, 0.0, 1.0, 0.0];
        let reversed = [0.0, 1.0, 1.0, 2.0, 2.0, 1.0, 1.0, 0.0, 0.0];
        for other in [diamond, reversed] {
            assert!((iou(square, other) - 0.5).abs() < 1e-12, "{other:?}");
            assert!((iou(other, square) - 0.5).abs() < 1e-12, "{other:?}");
        }
        assert!((iou(diamond, reversed) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_concave_box_overlaps_by_its_own_area() {
        // An arrow head: the triangle (0,0) (4,0) (2,4) with the notch (2,1) in its lower side, area 8 - 2.
        let arrow = [0.0, 0.0, 2.0, 1.0, 4.0, 0.0, 2.0, 4.0, 0.0];
        let frame = rectangle(0.0, 0.0, 4.0, 4.0, 0.0);
        for turn in 0..4 {
            let mut turned = arrow;
            turned[..8].rotate_left(2 * turn);
            assert!(
                (iou(turned, frame) - 6.0 / 16.0).abs() < 1e-12,
                "{turned:?}"
            );
            assert!((iou(turned, arrow) - 1.0).abs() < 1e-12, "{turned:?}");
        }
    }

    #[test]
    fn boxes_without_area_do_not_overlap() {
        let point = rectangle(1.0, 1.0, 0.0, 0.0, 0.5);
        let square = rectangle(0.0, 0.0, 2.0, 2.0, 0.6);
        assert_eq!(iou(point, point), 0.0);
        assert_eq!(iou(point, square), 0.0);
    }
}
