//! Numbers of an image between its pixels.

#![forbid(unsafe_code)]

/// The four pixels around a point, by their numbers in rows of the image, each with its share; those outside are `None`.
pub type Corners = [Option<(usize, f64)>; 4];

/// Neighbours of a coordinate, left and right or above and below: both pixels, if they are in an axis of `extent`, and the distance from the first.
fn around(x: f64, extent: usize) -> ([Option<usize>; 2], f64) {
    // A NaN, and what is far outside, has no pixels.
    if !(x > -1.0 && x < extent as f64) {
        return ([None; 2], 0.0);
    }
    let first = x.floor();
    let inside = |at: f64| (at >= 0.0 && at < extent as f64).then_some(at as usize);
    ([inside(first), inside(first + 1.0)], x - first)
}

/// A point of an image of `height` rows of `width` pixels, whose first pixel has its centre at 0.
pub struct Point {
    rows: [Option<usize>; 2],
    columns: [Option<usize>; 2],
    /// The distances from the pixel above and on the left.
    pub part: [f64; 2],
    width: usize,
}

impl Point {
    /// The point at these coordinates; outside of the image all is 0.
    pub fn new([y, x]: [f64; 2], [height, width]: [usize; 2]) -> Self {
        let ((rows, down), (columns, right)) = (around(y, height), around(x, width));
        Self {
            rows,
            columns,
            part: [down, right],
            width,
        }
    }

    /// The pixels above left, above right, below left and below right.
    pub fn pixels(&self) -> [Option<usize>; 4] {
        let at =
            |row: usize, column: usize| Some(self.rows[row]? * self.width + self.columns[column]?);
        [at(0, 0), at(0, 1), at(1, 0), at(1, 1)]
    }

    /// The pixels with their shares.
    pub fn corners(&self) -> Corners {
        let [down, right] = self.part;
        let (up, left) = (1.0 - down, 1.0 - right);
        let shares = [up * left, up * right, down * left, down * right];
        let pixels = self.pixels();
        [0, 1, 2, 3].map(|k| Some((pixels[k]?, shares[k])))
    }
}
