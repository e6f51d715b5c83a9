//! Attention over points of images, in double.

use super::objdetect::{real, shape, stored};
use crate::arguments::Arguments;
use crate::number::Number;

struct Of {
    value: Vec<f64>,
    shapes: Vec<f64>,
    starts: Vec<f64>,
    places: Vec<f64>,
    weights: Vec<f64>,
    keys: usize,
    heads: usize,
    channels: usize,
}

impl Of {
    /// Calls `each` with batch, query, number of the point, its weight, and, of each pixel around it, the offset of its head's channels, its share, and how that changes with x and y.
    fn each(
        &self,
        places: &[usize],
        mut each: impl FnMut(usize, usize, usize, f64, Vec<(usize, [f64; 3])>),
    ) {
        let [bs, queries, heads, levels, points] = [0, 1, 2, 3, 4].map(|k| places[k]);
        let mut number = 0;
        for b in 0..bs {
            for q in 0..queries {
                for h in 0..heads {
                    for l in 0..levels {
                        for _ in 0..points {
                            let (height, width) = (self.shapes[2 * l], self.shapes[2 * l + 1]);
                            let x = self.places[2 * number] * width - 0.5;
                            let y = self.places[2 * number + 1] * height - 0.5;
                            let mut around = Vec::new();
                            for (dy, dx) in [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)] {
                                let (px, py) = (x.floor() + dx, y.floor() + dy);
                                if px < 0.0 || py < 0.0 || px >= width || py >= height {
                                    continue;
                                }
                                let (sx, sy) = (1.0 - (x - px).abs(), 1.0 - (y - py).abs());
                                let key = self.starts[l] + py * width + px;
                                let pixel = (b * self.keys + key as usize) * heads + h;
                                let (tx, ty) = (2.0 * dx - 1.0, 2.0 * dy - 1.0);
                                let shares = [sx * sy, tx * sy * width, ty * sx * height];
                                around.push((pixel * self.channels, shares));
                            }
                            let weight = self.weights[number];
                            each((b * queries + q) * heads + h, number, l, weight, around);
                            number += 1;
                        }
                    }
                }
            }
        }
    }
}

fn of(a: &Arguments) -> Of {
    let value = shape(&a["value"]);
    let [places, weights] = ["location", "attnWeight"].map(|k| real(&a[k]));
    Of {
        value: real(&a["value"]),
        shapes: real(&a["spatialShape"]),
        starts: real(&a["levelStartIndex"]),
        places,
        weights,
        keys: value[1],
        heads: value[2],
        channels: value[3],
    }
}

pub fn forward(a: &Arguments) -> Vec<Vec<Number>> {
    let (of, places) = (of(a), shape(&a["location"]));
    let mut out = vec![0.0; places[0] * places[1] * of.heads * of.channels];
    of.each(&places, |at, _, _, weight, around| {
        for (pixel, [share, ..]) in around {
            for c in 0..of.channels {
                out[at * of.channels + c] += weight * share * of.value[pixel + c];
            }
        }
    });
    vec![stored(out)]
}

pub fn backward(a: &Arguments) -> Vec<Vec<Number>> {
    let (of, places, gradient) = (of(a), shape(&a["location"]), real(&a["gradOutput"]));
    let mut by_value = vec![0.0; of.value.len()];
    let mut by_places = vec![0.0; of.places.len()];
    let mut by_weights = vec![0.0; of.weights.len()];
    of.each(&places, |at, number, _, weight, around| {
        for (pixel, [share, by_x, by_y]) in around {
            for c in 0..of.channels {
                let g = gradient[at * of.channels + c];
                by_value[pixel + c] += weight * share * g;
                by_weights[number] += share * of.value[pixel + c] * g;
                by_places[2 * number] += weight * by_x * of.value[pixel + c] * g;
                by_places[2 * number + 1] += weight * by_y * of.value[pixel + c] * g;
            }
        }
    });
    vec![stored(by_value), stored(by_places), stored(by_weights)]
}
