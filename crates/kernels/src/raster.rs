//! Triangles on a screen: which one is nearest at the middle of each pixel.

use std::ops::Range;

/// Steps in a depth of 1: faces whose depths are in one step are equally near.
const STEPS: f64 = (1 << 18) as f64;

/// A triangle on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// Columns and rows of its corners, and their depths.
    corners: [[f64; 3]; 3],
    /// Fourth coordinates of the corners, by which nearer ones count for more.
    w: [f64; 3],
    area: f64,
}

/// The nearest face at a pixel.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    depth: f64,
    /// Its number and the weights of its corners, if there is one.
    pub face: Option<(usize, [f64; 3])>,
}

impl Nearest {
    /// No face.
    pub const NONE: Self = Self {
        depth: f64::INFINITY,
        face: None,
    };
}

impl Face {
    /// The face of three corners (x, y, z, w) on a screen of so many columns and rows; none if its corners are on a line or nowhere.
    pub fn new(corners: [[f64; 4]; 3], [width, height]: [usize; 2]) -> Option<Self> {
        let on_screen = |[x, y, z, w]: [f64; 4]| {
            let place =
                |x: f64, extent: usize| (x / w * 0.5 + 0.5) * extent.saturating_sub(1) as f64 + 0.5;
            // The factor is a number of FLOAT.
            let depth = z / w * f64::from(0.49999_f32) + 0.5;
            [place(x, width), place(y, height), depth]
        };
        let w = corners.map(|corner| corner[3]);
        let corners = corners.map(on_screen);
        let [a, b, c] = corners;
        let area = (c[0] - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (c[1] - a[1]);
        (area != 0.0 && area.is_finite()).then_some(Self { corners, w, area })
    }

    /// The pixels along an axis that its corners are around.
    fn span(&self, axis: usize, extent: usize) -> Range<usize> {
        let all = self.corners.map(|corner| corner[axis]);
        let low = all.iter().copied().fold(f64::INFINITY, f64::min).max(0.0);
        let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let high = high.min(extent as f64 - 1.0);
        // Nothing where it is outside.
        match low <= high {
            true => low as usize..high as usize + 1,
            false => 0..0,
        }
    }

    /// The rows of a screen of so many that it may reach.
    pub fn rows(&self, height: usize) -> Range<usize> {
        self.span(1, height)
    }

    /// Puts face number `number` where it is nearer than what is there in a row of the screen. Faces come in the order of their numbers, so that of equally near ones the first stays.
    pub fn draw(&self, number: usize, row: usize, pixels: &mut [Nearest]) {
        let [a, b, c] = self.corners;
        let y = row as f64 + 0.5;
        for column in self.span(0, pixels.len()) {
            let x = column as f64 + 0.5;
            let second = ((y - a[1]) * (c[0] - a[0]) - (x - a[0]) * (c[1] - a[1])) / self.area;
            let third = ((x - a[0]) * (b[1] - a[1]) - (y - a[1]) * (b[0] - a[0])) / self.area;
            let shares = [1.0 - second - third, second, third];
            // Of a number that is none, neither is true.
            if !shares.iter().all(|&share| share >= 0.0) {
                continue;
            }
            let depth = shares[0] * a[2] + shares[1] * b[2] + shares[2] * c[2];
            let depth = (depth * STEPS).trunc();
            if depth < pixels[column].depth {
                let parts = [0, 1, 2].map(|k| shares[k] / self.w[k]);
                let all = parts[0] + parts[1] + parts[2];
                let face = Some((number, parts.map(|part| part / all)));
                pixels[column] = Nearest { depth, face };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A face of four by four pixels at one depth, left and above of its long side.
    fn corner(z: f64) -> Face {
        let at = |x: f64, y: f64| [x, y, z, 1.0];
        Face::new([at(-1.0, -1.0), at(3.0, -1.0), at(-1.0, 3.0)], [5, 5]).unwrap()
    }

    #[test]
    fn the_nearest_face_is_drawn_and_of_equal_ones_the_first() {
        let mut row = [Nearest::NONE; 5];
        for (number, z) in [0.5, 0.25, 0.25].into_iter().enumerate() {
            assert_eq!(corner(z).rows(5), 0..5);
            corner(z).draw(number, 1, &mut row);
        }
        assert!(row.iter().all(|pixel| pixel.face.unwrap().0 == 1));
        let (_, weights) = row[2].face.unwrap();
        assert_eq!(weights, [0.625, 0.25, 0.125]);
    }

    #[test]
    fn a_line_is_no_face() {
        let at = |x: f64| [x, x, 0.0, 1.0];
        assert!(Face::new([at(0.0), at(0.5), at(1.0)], [5, 5]).is_none());
        assert!(Face::new([at(0.0), at(f64::NAN), at(1.0)], [5, 5]).is_none());
    }
}
