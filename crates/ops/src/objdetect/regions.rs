//! Regions of images as grids of a fixed size: the mean or the largest of points between pixels, or of pixels, in each cell; and gradients.

#![forbid(unsafe_code)]

use super::one_nan;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadIndices, Update, Write, kernel, operands};
use hostnpu_tensor::cuts;

/// Points along an axis of a cell, at most.
pub const MOST_POINTS: i64 = 1024;

/// Division of regions into cells, and of cells into points.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Rows and columns of cells.
    pub cells: [usize; 2],
    /// Points along each axis of a cell; 0 for as many as it is pixels long.
    pub points: usize,
    /// The factor of coordinates of regions.
    pub scale: f64,
    /// True if pixels have their centres at halves, and regions may be less than a pixel.
    pub is_aligned: bool,
}

/// The result of the points of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Their mean.
    Mean,
    /// The largest.
    Largest,
}

/// A point along an axis: the pixels on both sides of it, and the distance from the first.
type Between = (usize, usize, f64);

/// The points of a cell along an axis.
struct Points {
    /// Those in the image.
    inside: Vec<Between>,
    /// The number of all.
    count: f64,
}

impl Grid {
    /// The points along an axis of `extent` pixels of each of `cells` cells of the region from `start` to `end`.
    fn points(&self, [start, end]: [f64; 2], cells: usize, extent: usize) -> Vec<Points> {
        let shift = if self.is_aligned { 0.5 } else { 0.0 };
        let start = start * self.scale - shift;
        let length = end * self.scale - shift - start;
        let length = if self.is_aligned {
            length
        } else {
            length.max(1.0)
        };
        let cell = length / cells as f64;
        let count = match self.points {
            0 => cell.ceil().max(0.0),
            points => points as f64,
        };
        let step = cell / count;
        let of_cell = |number: usize| {
            let first = start + number as f64 * cell + 0.5 * step;
            let mut inside = Vec::new();
            // Of a region without length all points are in one place; of one beyond all numbers none is anywhere.
            let (mut least, mut last) = (0.0, count);
            if self.points == 0 {
                least = ((-1.0 - first) / step).floor().max(0.0);
                last = last.min(((extent as f64 - first) / step).ceil() + 1.0);
            }
            let is_known = step.is_finite() && least <= last;
            let number = if is_known { (last - least) as usize } else { 0 };
            let points = (0..number).map(|k| first + (least + k as f64) * step);
            inside.extend(points.filter_map(|point| between(point, extent)));
            Points { inside, count }
        };
        (0..cells).map(of_cell).collect()
    }

    /// The points along both axes of a region of left, upper, right and lower sides.
    fn of(&self, sides: [f64; 4], [height, width]: [usize; 2]) -> [Vec<Points>; 2] {
        let [left, upper, right, lower] = sides;
        let rows = self.points([upper, lower], self.cells[0], height);
        [rows, self.points([left, right], self.cells[1], width)]
    }
}

/// The pixels on both sides of a point; those outside by up to one pixel are on the edge.
fn between(x: f64, extent: usize) -> Option<Between> {
    if !(x >= -1.0 && x <= extent as f64) || extent == 0 {
        return None;
    }
    let x = x.max(0.0);
    let first = x as usize;
    Some(match first + 1 < extent {
        true => (first, first + 1, x - first as f64),
        false => (extent - 1, extent - 1, 0.0),
    })
}

impl Points {
    /// The pixels with the sum of their shares in all points.
    fn shares(&self) -> Vec<(usize, f64)> {
        let first = self.inside.iter().map(|point| point.0).min().unwrap_or(0);
        let end = self.inside.iter().map(|point| point.1 + 1).max();
        let mut shares = vec![0.0; end.unwrap_or(first) - first];
        for &(before, after, part) in &self.inside {
            shares[before - first] += 1.0 - part;
            shares[after - first] += part;
        }
        (first..).zip(shares).collect()
    }
}

/// The image of each region: a number of its own, or the first of five numbers of a region.
pub enum Images {
    /// (n)
    Own(Arg),
    /// With the sides of a region.
    First,
}

/// Numbers of a region, and where its sides begin.
fn numbers(images: &Images) -> (usize, usize) {
    match images {
        Images::Own(_) => (4, 0),
        Images::First => (5, 1),
    }
}

/// The image of a region; refuses one that is not there.
fn image_of(name: &'static str, number: f64, region: usize, images: usize) -> Result<usize> {
    let whole = number.floor();
    match whole >= 0.0 && whole < images as f64 {
        true => Ok(whole as usize),
        false => {
            let got = format!("image {number} for region {region}");
            Err(Error::value(name, got, format!("0 to below {images}")))
        }
    }
}

fn sides_of(regions: &[f64], region: usize, (width, first): (usize, usize)) -> [f64; 4] {
    [0, 1, 2, 3].map(|side| regions[region * width + first + side])
}

operands! {
    struct Pool => PoolAt {
        images: Read<f32>,
        regions: Read<f64>,
        numbers: Option<Read<f64>>,
        out: Write<f64>,
    }
}

/// Plans the cells of regions of images (n, c, h, w), (regions, c, rows, columns).
pub fn pool(
    grid: Grid,
    of: Of,
    images: Arg,
    regions: Arg,
    chosen: Images,
    out: Arg,
) -> Result<Call> {
    let [count, channels, height, width] = images.extents()?;
    let widths = numbers(&chosen);
    let number = regions.view.numel().unwrap_or(0) / widths.0;
    let cells = grid.cells[0].saturating_mul(grid.cells[1]);
    out.require_numel(number.saturating_mul(channels).saturating_mul(cells))?;
    let (own, name) = match chosen {
        Images::Own(arg) => {
            arg.require_numel(number)?;
            let name = arg.name;
            (Some(arg), name)
        }
        Images::First => (None, regions.name),
    };
    let cost = out.view.numel().unwrap_or(0).saturating_mul(128);
    let operands = Pool {
        images: images.into(),
        regions: regions.into(),
        numbers: own.map(Read::from),
        out: out.into(),
    };
    kernel(operands, cost, move |at: PoolAt| {
        let shape = [height, width];
        let parts = cuts::chunks(at.out, channels * cells);
        cuts::try_for_each_part(parts, |region, out| {
            let image = match at.numbers {
                Some(numbers) => numbers[region],
                None => at.regions[region * widths.0],
            };
            let image = image_of(name, image, region, count)?;
            let [rows, columns] = grid.of(sides_of(at.regions, region, widths), shape);
            let shares: [Vec<Vec<(usize, f64)>>; 2] =
                [&rows, &columns].map(|axis| axis.iter().map(Points::shares).collect());
            for (channel, out) in out.chunks_mut(cells).enumerate() {
                let plane = (image * channels + channel) * height * width;
                let plane = &at.images[plane..][..height * width];
                for (k, out) in out.iter_mut().enumerate() {
                    let (row, column) = (k / grid.cells[1], k % grid.cells[1]);
                    *out = one_nan(match of {
                        Of::Mean => {
                            let count = rows[row].count * columns[column].count;
                            let axes = [&*shares[0][row], &*shares[1][column]];
                            sum(plane, width, axes) / count.max(1.0)
                        }
                        Of::Largest => largest(plane, width, [&rows[row], &columns[column]]),
                    });
                }
            }
            Ok(())
        })
    })
}

/// The sum of the pixels of a plane, each times its shares in rows and columns.
fn sum(plane: &[f32], width: usize, [rows, columns]: [&[(usize, f64)]; 2]) -> f64 {
    let mut sum = 0.0;
    for &(row, share) in rows {
        let row = &plane[row * width..];
        let of_row = columns
            .iter()
            .map(|&(column, part)| part * f64::from(row[column]));
        sum += share * of_row.sum::<f64>();
    }
    sum
}

/// The largest number of the points; those outside of the image are 0.
fn largest(plane: &[f32], width: usize, [rows, columns]: [&Points; 2]) -> f64 {
    let mut most: Option<f64> = None;
    for &(above, below, down) in &rows.inside {
        for &(left, right, along) in &columns.inside {
            let of = |row: usize| {
                let [a, b] = [left, right].map(|column| f64::from(plane[row * width + column]));
                a * (1.0 - along) + b * along
            };
            let point = of(above) * (1.0 - down) + of(below) * down;
            most = Some(most.map_or(point, |most| if point > most { point } else { most }));
        }
    }
    let all = [rows, columns]
        .iter()
        .all(|axis| axis.inside.len() as f64 == axis.count);
    let most = most.unwrap_or(0.0);
    if all { most } else { most.max(0.0) }
}

operands! {
    struct Spread => SpreadAt {
        gradient: Read<f32>,
        regions: Read<f64>,
        out: Write<f64>,
    }
}

/// Plans the gradient by images of the means of [`pool`], of regions of five numbers; planes are computed beside each other, the regions of one in their order.
pub fn pool_gradient(grid: Grid, gradient: Arg, regions: Arg, out: Arg) -> Result<Call> {
    let [count, channels, height, width] = out.extents()?;
    let number = regions.view.numel().unwrap_or(0) / 5;
    let cells = grid.cells[0].saturating_mul(grid.cells[1]);
    gradient.require_numel(number.saturating_mul(channels).saturating_mul(cells))?;
    let cost = gradient.view.numel().unwrap_or(0).saturating_mul(128);
    let name = regions.name;
    let operands = Spread {
        gradient: gradient.into(),
        regions: regions.into(),
        out: out.into(),
    };
    kernel(operands, cost, move |at: SpreadAt| {
        let shape = [height, width];
        let mut all = Vec::with_capacity(number);
        for region in 0..number {
            let image = image_of(name, at.regions[5 * region], region, count)?;
            let axes = grid.of(sides_of(at.regions, region, (5, 1)), shape);
            let of_cells = |points: &Points| (points.shares(), points.count);
            let axes = axes.map(|axis| axis.iter().map(of_cells).collect::<Vec<_>>());
            all.push((image, axes));
        }
        cuts::for_each_part(cuts::chunks(at.out, height * width), |plane, out| {
            out.fill(0.0);
            let (image, channel) = (plane / channels, plane % channels);
            let own = all.iter().enumerate().filter(|(_, of)| of.0 == image);
            for (region, (_, [rows, columns])) in own {
                let gradient = &at.gradient[(region * channels + channel) * cells..][..cells];
                for (k, &gradient) in gradient.iter().enumerate() {
                    let (row, column) = (k / grid.cells[1], k % grid.cells[1]);
                    let ((rows, down), (columns, along)) = (&rows[row], &columns[column]);
                    let factor = f64::from(gradient) / (down * along).max(1.0);
                    for &(row, share) in rows {
                        let out = &mut out[row * width..];
                        for &(column, part) in columns {
                            out[column] += factor * share * part;
                        }
                    }
                }
            }
            out.iter_mut().for_each(|x| *x = one_nan(*x));
        });
        Ok(())
    })
}

operands! {
    struct Largest => LargestAt {
        images: Read<f32>,
        regions: Read<f64>,
        out: Write<f32>,
        places: Write<i32>,
    }
}

/// Plans the largest pixel of each cell of regions of five numbers, and its place in the plane, -1 for a cell without pixels. Coordinates are multiplied by `scales`, of rows and of columns.
pub fn largest_pixels(
    images: Arg,
    regions: Arg,
    cells: [usize; 2],
    scales: [f64; 2],
    [out, places]: [Arg; 2],
) -> Result<Call> {
    let [count, channels, height, width] = images.extents()?;
    let number = regions.view.numel().unwrap_or(0) / 5;
    let area = cells[0].saturating_mul(cells[1]);
    for arg in [&out, &places] {
        arg.require_numel(number.saturating_mul(channels).saturating_mul(area))?;
    }
    let cost = out.view.numel().unwrap_or(0).saturating_mul(128);
    let name = regions.name;
    let operands = Largest {
        images: images.into(),
        regions: regions.into(),
        out: out.into(),
        places: places.into(),
    };
    kernel(operands, cost, move |at: LargestAt| {
        let size = channels * area;
        let parts = (cuts::chunks(at.out, size), cuts::chunks(at.places, size));
        cuts::try_for_each_part(parts, |region, (out, places)| {
            let image = image_of(name, at.regions[5 * region], region, count)?;
            let sides = sides_of(at.regions, region, (5, 1));
            let axis = |k: usize, extent: usize| {
                let start = sides[1 - k] * scales[k];
                let length = (sides[3 - k] + 1.0) * scales[k] - start;
                let size = length / cells[k] as f64;
                let clipped = |x: f64| x.clamp(0.0, extent as f64) as usize;
                let of_cell = |number: usize| {
                    let first = number as f64 * size + start;
                    let last = (number as f64 + 1.0) * size + start;
                    clipped(first.floor())..clipped(last.ceil())
                };
                let cells: Vec<_> = (0..cells[k]).map(of_cell).collect();
                (length > 0.0).then_some(cells)
            };
            let (Some(rows), Some(columns)) = (axis(0, height), axis(1, width)) else {
                out.fill(0.0);
                places.fill(-1);
                return Ok(());
            };
            let pixels = out.iter_mut().zip(places).enumerate();
            for (k, (out, place)) in pixels {
                let plane = (image * channels + k / area) * height * width;
                let plane = &at.images[plane..][..height * width];
                let (row, column) = (k % area / cells[1], k % cells[1]);
                (*out, *place) = (0.0, -1);
                for row in rows[row].clone() {
                    for column in columns[column].clone() {
                        let pixel = row * width + column;
                        if *place < 0 || plane[pixel] > *out {
                            (*out, *place) = (plane[pixel], pixel as i32);
                        }
                    }
                }
                if out.is_nan() {
                    *out = f32::NAN;
                }
            }
            Ok(())
        })
    })
}

operands! {
    struct Returned => ReturnedAt {
        gradient: Read<f32>,
        regions: Read<f64>,
        places: Read<i32>,
        out: Update<f64>,
    }
}

/// Plans the gradient by images of [`largest_pixels`], added to what `out` has: that of each cell to the pixel in `places`. Places outside of the plane are left out.
pub fn returned(gradient: Arg, regions: Arg, places: Arg, out: Arg) -> Result<Call> {
    let [count, channels, height, width] = out.extents()?;
    let [number, _, rows, columns] = gradient.extents()?;
    let area = rows * columns;
    regions.require_numel(5 * number)?;
    places.require_numel(number * channels * area)?;
    let cost = gradient.view.numel().unwrap_or(0).saturating_mul(32);
    let name = regions.name;
    let operands = Returned {
        gradient: gradient.into(),
        regions: regions.into(),
        places: places.into(),
        out: out.into(),
    };
    kernel(operands, cost, move |at: ReturnedAt| {
        let image = |region: usize| image_of(name, at.regions[5 * region], region, count);
        let images: Vec<usize> = (0..number).map(image).collect::<Result<_>>()?;
        cuts::for_each_part(cuts::chunks(at.out, height * width), |plane, out| {
            let (image, channel) = (plane / channels, plane % channels);
            for region in (0..number).filter(|&region| images[region] == image) {
                let own =
                    (region * channels + channel) * area..(region * channels + channel + 1) * area;
                let gradients = at.gradient[own.clone()].iter();
                for (&gradient, &place) in gradients.zip(&at.places[own]) {
                    let place = usize::try_from(place).ok();
                    if let Some(to) = place.and_then(|place| out.get_mut(place)) {
                        *to += f64::from(gradient);
                    }
                }
            }
            out.iter_mut().for_each(|x| *x = one_nan(*x));
        });
        Ok(())
    })
}

operands! {
    struct Three => ThreeAt {
        gradient: Read<f32>,
        neighbours: ReadIndices<i64>,
        weights: Read<f32>,
        out: Write<f64>,
    }
}

/// Plans the gradient by points of what is interpolated of three each: that of (batches, channels, n) is added, times each of three weights, to the points that `neighbours` (batches, n, 3) names, (batches, channels, m).
pub fn three_interpolated(
    gradient: Arg,
    neighbours: Arg,
    weights: Arg,
    out: Arg,
    [batches, channels, count, points]: [usize; 4],
) -> Result<Call> {
    gradient.require_numel(batches * channels * count)?;
    neighbours.require_numel(batches * count * 3)?;
    weights.require_numel(batches * count * 3)?;
    out.require_numel(batches * channels * points)?;
    let cost = gradient.view.numel().unwrap_or(0).saturating_mul(64);
    let name = neighbours.name;
    let operands = Three {
        gradient: gradient.into(),
        neighbours: neighbours.into(),
        weights: weights.into(),
        out: out.into(),
    };
    kernel(operands, cost, move |at: ThreeAt| {
        if let Some((k, place)) = at.neighbours.outside(points) {
            let at = [k / 3 / count, k / 3 % count, k % 3];
            return Err(Error::index(name, &at, place, points as i64, false));
        }
        cuts::for_each_part(cuts::chunks(at.out, points), |row, out| {
            out.fill(0.0);
            let batch = row / channels;
            let gradient = &at.gradient[row * count..][..count];
            for (k, &gradient) in gradient.iter().enumerate() {
                for own in 3 * (batch * count + k)..3 * (batch * count + k) + 3 {
                    if let Some(point) = at.neighbours.position(own, points) {
                        out[point] += f64::from(gradient) * f64::from(at.weights[own]);
                    }
                }
            }
            out.iter_mut().for_each(|x| *x = one_nan(*x));
        });
        Ok(())
    })
}
