//! Regions of images as grids, point by point, in double.

use super::objdetect::{boolean, float, int, real, shape, stored};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

/// A number between the pixels of a plane, and the pixels with their shares.
fn between(y: f64, x: f64, height: usize, width: usize) -> Vec<(usize, f64)> {
    let (h, w) = (height as f64, width as f64);
    if y < -1.0 || y > h || x < -1.0 || x > w {
        return Vec::new();
    }
    let axis = |at: f64, extent: usize| {
        let at = at.max(0.0);
        let low = (at.floor() as usize).min(extent - 1);
        let high = (low + 1).min(extent - 1);
        let part = if at.floor() as usize >= extent - 1 {
            0.0
        } else {
            at - low as f64
        };
        [(low, 1.0 - part), (high, part)]
    };
    let mut found = Vec::new();
    for (row, p) in axis(y, height) {
        for (column, q) in axis(x, width) {
            found.push((row * width + column, p * q));
        }
    }
    found
}

/// The points of each cell of a region: for each cell the pixels around its points.
fn points(
    sides: &[f64],
    cells: [usize; 2],
    scale: f64,
    ratio: i64,
    aligned: bool,
    [height, width]: [usize; 2],
) -> Vec<Vec<Vec<(usize, f64)>>> {
    let shift = if aligned { 0.5 } else { 0.0 };
    let [left, top, right, bottom] = [0, 1, 2, 3].map(|k| sides[k] * scale - shift);
    let (mut w, mut h) = (right - left, bottom - top);
    if !aligned {
        (w, h) = (w.max(1.0), h.max(1.0));
    }
    let (bin_h, bin_w) = (h / cells[0] as f64, w / cells[1] as f64);
    let counts = [bin_h, bin_w].map(|bin| if ratio > 0 { ratio } else { bin.ceil() as i64 });
    let mut all = Vec::new();
    for ph in 0..cells[0] {
        for pw in 0..cells[1] {
            let mut cell = Vec::new();
            for iy in 0..counts[0] {
                for ix in 0..counts[1] {
                    let y = top + ph as f64 * bin_h + (iy as f64 + 0.5) * bin_h / counts[0] as f64;
                    let x = left + pw as f64 * bin_w + (ix as f64 + 0.5) * bin_w / counts[1] as f64;
                    cell.push(between(y, x, height, width));
                }
            }
            all.push(cell);
        }
    }
    all
}

fn pooled(
    images: &Argument,
    regions: Vec<(usize, Vec<f64>)>,
    of: impl Fn(&[f64]) -> Vec<Vec<Vec<(usize, f64)>>>,
    is_largest: bool,
) -> Vec<Vec<Number>> {
    let (x, extents) = (real(images), shape(images));
    let (channels, area) = (extents[1], extents[2] * extents[3]);
    let mut out = Vec::new();
    for (image, sides) in regions {
        for channel in 0..channels {
            let plane = &x[(image * channels + channel) * area..][..area];
            for cell in of(&sides) {
                // A sum of nothing is -0 to the compiler's library.
                let of = |point: &Vec<(usize, f64)>| {
                    0.0 + point.iter().map(|&(k, p)| plane[k] * p).sum::<f64>()
                };
                let values: Vec<f64> = cell.iter().map(of).collect();
                out.push(match is_largest {
                    true => values.iter().copied().reduce(f64::max).unwrap_or(0.0),
                    false => (0.0 + values.iter().sum::<f64>()) / values.len().max(1) as f64,
                });
            }
        }
    }
    vec![stored(out)]
}

pub fn roi_align(a: &Arguments) -> Vec<Vec<Number>> {
    let extents = shape(&a["self"]);
    let images = real(&a["batchIndices"]).into_iter().map(|x| x as usize);
    let regions = images
        .zip(real(&a["rois"]).chunks(4).map(<[f64]>::to_vec))
        .collect();
    let cells = [
        int(&a["outputHeight"]) as usize,
        int(&a["outputWidth"]) as usize,
    ];
    let of = |sides: &[f64]| {
        points(
            sides,
            cells,
            float(&a["spatialScale"]),
            int(&a["samplingRatio"]),
            false,
            [extents[2], extents[3]],
        )
    };
    pooled(
        &a["self"],
        regions,
        of,
        matches!(a["mode"], Argument::Text("max")),
    )
}

fn with_images(regions: &Argument) -> Vec<(usize, Vec<f64>)> {
    let of = |region: &[f64]| (region[0].floor() as usize, region[1..].to_vec());
    real(regions).chunks(5).map(of).collect()
}

pub fn roi_align_v2(a: &Arguments) -> Vec<Vec<Number>> {
    let extents = shape(&a["self"]);
    let cells = [
        int(&a["pooledHeight"]) as usize,
        int(&a["pooledWidth"]) as usize,
    ];
    let image = [extents[2], extents[3]];
    let of = |sides: &[f64]| {
        points(
            sides,
            cells,
            float(&a["spatialScale"]),
            int(&a["samplingRatio"]),
            boolean(&a["aligned"]),
            image,
        )
    };
    pooled(&a["self"], with_images(&a["boxes"]), of, false)
}

pub fn roi_align_v2_backward(a: &Arguments) -> Vec<Vec<Number>> {
    let Argument::Ints(extents) = &a["inputShape"] else {
        panic!("extents")
    };
    let [n, c, h, w] = [0, 1, 2, 3].map(|k| extents[k] as usize);
    let cells = [
        int(&a["pooledHeight"]) as usize,
        int(&a["pooledWidth"]) as usize,
    ];
    let gradient = real(&a["gradOutput"]);
    let mut out = vec![0.0; n * c * h * w];
    let mut at = 0;
    for (image, sides) in with_images(&a["boxes"]) {
        for channel in 0..c {
            for cell in points(
                &sides,
                cells,
                float(&a["spatialScale"]),
                int(&a["samplingRatio"]),
                boolean(&a["aligned"]),
                [h, w],
            ) {
                let count = cell.len().max(1) as f64;
                for (k, share) in cell.into_iter().flatten() {
                    out[(image * c + channel) * h * w + k] += gradient[at] * share / count;
                }
                at += 1;
            }
        }
    }
    vec![stored(out)]
}

pub fn roi_pooling(a: &Arguments) -> Vec<Vec<Number>> {
    let (x, extents) = (real(&a["x"]), shape(&a["x"]));
    let [_, c, h, w] = [0, 1, 2, 3].map(|k| extents[k]);
    let (ph, pw) = (int(&a["pooledH"]) as usize, int(&a["pooledW"]) as usize);
    let (sh, sw) = (float(&a["spatialScaleH"]), float(&a["spatialScaleW"]));
    let (mut values, mut places) = (Vec::new(), Vec::new());
    for (image, s) in with_images(&a["rois"]) {
        let (x1, y1, x2, y2) = (s[0] * sw, s[1] * sh, (s[2] + 1.0) * sw, (s[3] + 1.0) * sh);
        for channel in 0..c {
            for i in 0..ph {
                for j in 0..pw {
                    let (dh, dw) = ((y2 - y1) / ph as f64, (x2 - x1) / pw as f64);
                    let (mut best, mut place) = (0.0, -1);
                    for row in 0..h {
                        for column in 0..w {
                            let is_in = |at: usize, start: f64, size: f64, k: usize| {
                                let low = (k as f64 * size + start).floor();
                                let high = ((k + 1) as f64 * size + start).ceil();
                                at as f64 >= low && (at as f64) < high
                            };
                            if y2 <= y1
                                || x2 <= x1
                                || !is_in(row, y1, dh, i)
                                || !is_in(column, x1, dw, j)
                            {
                                continue;
                            }
                            let value = x[((image * c + channel) * h + row) * w + column];
                            if place < 0 || value > best {
                                (best, place) = (value, (row * w + column) as i64);
                            }
                        }
                    }
                    values.push(best);
                    places.push(Number::Int(place.into()));
                }
            }
        }
    }
    vec![stored(values), places]
}

pub fn roi_pooling_grad(a: &Arguments) -> Vec<Vec<Number>> {
    let (gradient, mut out, places) = (
        real(&a["gradOutput"]),
        real(&a["gradInputRef"]),
        real(&a["argmax"]),
    );
    let (extents, cells) = (shape(&a["gradInputRef"]), shape(&a["gradOutput"]));
    let area = extents[2] * extents[3];
    let own = cells[2] * cells[3];
    for (region, (image, _)) in with_images(&a["rois"]).into_iter().enumerate() {
        for k in 0..extents[1] * own {
            let at = region * extents[1] * own + k;
            if places[at] >= 0.0 && places[at] < area as f64 {
                out[(image * extents[1] + k / own) * area + places[at] as usize] += gradient[at];
            }
        }
    }
    vec![stored(out)]
}

pub fn three(a: &Arguments) -> Vec<Vec<Number>> {
    let (gradient, neighbours, weights) = (real(&a["gradX"]), real(&a["idx"]), real(&a["weight"]));
    let extents = shape(&a["gradX"]);
    let [b, c, n] = [0, 1, 2].map(|k| extents[k]);
    let m = int(&a["m"]) as usize;
    let mut out = vec![0.0; b * c * m];
    for batch in 0..b {
        for channel in 0..c {
            for k in 0..n {
                for i in 0..3 {
                    let at = (batch * n + k) * 3 + i;
                    let to = (batch * c + channel) * m + neighbours[at] as usize;
                    out[to] += gradient[(batch * c + channel) * n + k] * weights[at];
                }
            }
        }
    }
    vec![stored(out)]
}
