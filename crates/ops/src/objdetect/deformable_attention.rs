//! Attention over points of several images that each query chooses: their numbers, between pixels, in a weighted sum; and its gradients.

#![forbid(unsafe_code)]

use super::one_nan;
use super::samples::Point;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_tensor::cuts;

/// Operands of attention.
pub struct Inputs {
    /// The pixels of all images, (batches, pixels, heads, channels).
    pub value: Arg,
    /// Rows and columns of each image, (images, 2).
    pub shapes: Arg,
    /// The first pixel of each image.
    pub starts: Arg,
    /// Points as parts of width and height, (batches, queries, heads, images, points, 2).
    pub places: Arg,
    /// Their weights.
    pub weights: Arg,
}

/// Extents of operands.
#[derive(Clone, Copy)]
struct Extents {
    batches: usize,
    pixels: usize,
    heads: usize,
    channels: usize,
    queries: usize,
    images: usize,
    points: usize,
}

operands! {
    struct Sources => SourcesAt {
        value: Read<f32>,
        shapes: Read<i64>,
        starts: Read<i64>,
        places: Read<f32>,
        weights: Read<f32>,
    }
}

impl Inputs {
    fn extents(&self) -> Result<Extents> {
        let [batches, pixels, heads, channels] = self.value.extents()?;
        let [_, queries, _, images, points, _] = self.places.extents()?;
        let of = Extents {
            batches,
            pixels,
            heads,
            channels,
            queries,
            images,
            points,
        };
        let chosen = batches * queries * of.chosen();
        self.places.require_numel(2 * chosen)?;
        self.weights.require_numel(chosen)?;
        self.shapes.require_numel(2 * images)?;
        self.starts.require_numel(images)?;
        Ok(of)
    }

    fn sources(self) -> Sources {
        Sources {
            value: self.value.into(),
            shapes: self.shapes.into(),
            starts: self.starts.into(),
            places: self.places.into(),
            weights: self.weights.into(),
        }
    }
}

/// An image: its first pixel, and its rows and columns.
type Image = (usize, [usize; 2]);

impl Extents {
    /// Points of a query.
    fn chosen(&self) -> usize {
        self.heads * self.images * self.points
    }

    /// Numbers of a pixel, or of a query.
    fn width(&self) -> usize {
        self.heads * self.channels
    }

    fn cost(&self) -> usize {
        let points = self
            .batches
            .saturating_mul(self.queries)
            .saturating_mul(self.chosen());
        points.saturating_mul(64 + 16 * self.channels)
    }

    /// The images, all of whose pixels are there.
    fn images(&self, at: &SourcesAt) -> Result<Vec<Image>> {
        let image = |k: usize| {
            let [start, height, width] = [at.starts[k], at.shapes[2 * k], at.shapes[2 * k + 1]];
            let natural = |x: i64| usize::try_from(x).ok();
            let (first, shape) = (natural(start)?, [natural(height)?, natural(width)?]);
            let end = shape[0].checked_mul(shape[1])?.checked_add(first)?;
            (end <= self.pixels).then_some((first, shape))
        };
        let image = |k: usize| {
            image(k).ok_or_else(|| {
                let [start, height, width] = [at.starts[k], at.shapes[2 * k], at.shapes[2 * k + 1]];
                let got = format!("image {k} of {height} by {width} pixels from pixel {start} on");
                let allowed = format!("images within the {} pixels of `value`", self.pixels);
                Error::value("spatialShape", got, allowed)
            })
        };
        (0..self.images).map(image).collect()
    }

    /// Calls `each` for the points of a query with their number, the point and the first channel of the image's first pixel.
    fn for_each(
        &self,
        at: &SourcesAt,
        images: &[Image],
        (batch, query): (usize, usize),
        mut each: impl FnMut(usize, usize, usize, Point, [usize; 2]),
    ) {
        let first = (batch * self.queries + query) * self.chosen();
        for own in 0..self.chosen() {
            let (head, image) = (
                own / self.points / self.images,
                own / self.points % self.images,
            );
            let (start, shape) = images[image];
            let point = [1, 0].map(|k| f64::from(at.places[2 * (first + own) + k]));
            let point = [0, 1].map(|k| point[k] * shape[k] as f64 - 0.5);
            let base = (batch * self.pixels + start) * self.width() + head * self.channels;
            each(first + own, head, base, Point::new(point, shape), shape);
        }
    }
}

operands! {
    struct Attend => AttendAt {
        of: Sources,
        out: Write<f64>,
    }
}

/// Plans the sums, (batches, queries, heads * channels).
pub fn attention(of: Inputs, out: Arg) -> Result<Call> {
    let extents = of.extents()?;
    let width = extents.width();
    out.require_numel(extents.batches * extents.queries * width)?;
    let operands = Attend {
        of: of.sources(),
        out: out.into(),
    };
    kernel(operands, extents.cost(), move |at: AttendAt| {
        let images = extents.images(&at.of)?;
        cuts::for_each_part(cuts::chunks(at.out, width), |number, out| {
            let query = (number / extents.queries, number % extents.queries);
            out.fill(0.0);
            extents.for_each(&at.of, &images, query, |number, head, base, point, _| {
                let weight = f64::from(at.of.weights[number]);
                let out = &mut out[head * extents.channels..][..extents.channels];
                for (pixel, share) in point.corners().into_iter().flatten() {
                    let value = &at.of.value[base + pixel * width..][..out.len()];
                    let factor = weight * share;
                    for (out, &value) in out.iter_mut().zip(value) {
                        *out += factor * f64::from(value);
                    }
                }
            });
            out.iter_mut().for_each(|x| *x = one_nan(*x));
        });
        Ok(())
    })
}

/// Gradients of attention.
pub struct Gradients {
    /// By `value`.
    pub by_value: Arg,
    /// By `places`.
    pub by_places: Arg,
    /// By `weights`.
    pub by_weights: Arg,
}

operands! {
    struct Spread => SpreadAt {
        of: Sources,
        gradient: Read<f32>,
        by_value: Write<f64>,
        by_places: Write<f64>,
        by_weights: Write<f64>,
    }
}

/// Plans the gradients of [`attention`] from that of its result. Batches are computed beside each other, the points of one in their order.
pub fn gradients(of: Inputs, gradient: Arg, out: Gradients) -> Result<Call> {
    let extents = of.extents()?;
    let width = extents.width();
    gradient.require_numel(extents.batches * extents.queries * width)?;
    let chosen = extents.queries * extents.chosen();
    let pixels = extents.pixels * width;
    out.by_value.require_numel(extents.batches * pixels)?;
    out.by_places.require_numel(extents.batches * chosen * 2)?;
    out.by_weights.require_numel(extents.batches * chosen)?;
    let operands = Spread {
        of: of.sources(),
        gradient: gradient.into(),
        by_value: out.by_value.into(),
        by_places: out.by_places.into(),
        by_weights: out.by_weights.into(),
    };
    kernel(
        operands,
        extents.cost().saturating_mul(2),
        move |at: SpreadAt| {
            let images = extents.images(&at.of)?;
            let parts = (
                cuts::chunks(at.by_value, pixels),
                cuts::chunks(at.by_places, 2 * chosen),
                cuts::chunks(at.by_weights, chosen),
            );
            cuts::for_each_part(parts, |batch, (by_value, by_places, by_weights)| {
                by_value.fill(0.0);
                let before = batch * chosen;
                for query in 0..extents.queries {
                    let gradient =
                        &at.gradient[(batch * extents.queries + query) * width..][..width];
                    extents.for_each(
                        &at.of,
                        &images,
                        (batch, query),
                        |number, head, base, point, shape| {
                            let gradient = &gradient[head * extents.channels..][..extents.channels];
                            let weight = f64::from(at.of.weights[number]);
                            // The sum of the gradient with each of the four pixels.
                            let sums = point.pixels().map(|pixel| {
                                let value = pixel.map(|pixel| &at.of.value[base + pixel * width..]);
                                let value = value.into_iter().flatten().zip(gradient);
                                value.fold(0.0, |sum, (&a, &b)| sum + f64::from(a) * f64::from(b))
                            });
                            for (pixel, share) in point.corners().into_iter().flatten() {
                                let to = &mut by_value[base - batch * pixels + pixel * width..];
                                let factor = weight * share;
                                for (to, &gradient) in to.iter_mut().zip(gradient) {
                                    *to += factor * f64::from(gradient);
                                }
                            }
                            let [down, right] = point.part;
                            let [a, b, c, d] = sums;
                            let across = (1.0 - down) * (b - a) + down * (d - c);
                            let along = (1.0 - right) * (c - a) + right * (d - b);
                            let whole = (1.0 - down) * ((1.0 - right) * a + right * b)
                                + down * ((1.0 - right) * c + right * d);
                            let own = number - before;
                            by_places[2 * own] = one_nan(weight * across * shape[1] as f64);
                            by_places[2 * own + 1] = one_nan(weight * along * shape[0] as f64);
                            by_weights[own] = one_nan(whole);
                        },
                    );
                }
                by_value.iter_mut().for_each(|x| *x = one_nan(*x));
            });
            Ok(())
        },
    )
}
