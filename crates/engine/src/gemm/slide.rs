//! Products of windows that lie side by side, none of which is packed: each image is converted once, with its zeros around it, and tiles read there
//! what lies under their windows.

use std::sync::{Arc, Mutex};

use super::block::Block;
use super::geometry::{Geometry, Matrix};
use super::grid::AXES;
use super::run::{Gemm, Memory, Part, Places};
use crate::grain;
use hostnpu_base::error::Result;
use hostnpu_base::sync::lock;
use hostnpu_kernels::gemm::DEPTH;
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::parallel;
use hostnpu_tensor::scratch::{Scratch, with_alignment};

/// Windows one element apart along every axis, over each of some images. Distances are in elements, or in bytes once the product is planned.
#[derive(Clone, Debug)]
pub struct Slide {
    /// Number of images.
    pub images: i64,
    /// From an image to the next, and from the results of one to those of the next.
    pub image: [i64; 2],
    /// Channels of a group, and from one to the next.
    pub channels: i64,
    /// From a channel to the next.
    pub channel: i64,
    /// The axes, the innermost one last.
    pub axes: [SlideAxis; AXES],
}

/// An axis of images.
#[derive(Clone, Copy, Debug)]
pub struct SlideAxis {
    /// Elements of the image, and from one to the next.
    pub extent: i64,
    /// From an element to the next.
    pub stride: i64,
    /// Place at which the first window begins.
    pub origin: i64,
    /// Windows.
    pub count: i64,
    /// Elements of a window.
    pub taps: i64,
    /// From an element of a window to the next, in elements of the image.
    pub pace: i64,
    /// From a result to the next.
    pub result: i64,
}

impl SlideAxis {
    /// The axis that is lacking.
    pub const NONE: Self = Self {
        extent: 1,
        stride: 0,
        origin: 0,
        count: 1,
        taps: 1,
        pace: 1,
        result: 0,
    };

    /// The elements under all windows.
    fn covered(&self) -> i64 {
        self.count + (self.taps - 1) * self.pace.abs()
    }

    /// The first of them.
    fn first(&self) -> i64 {
        self.origin + ((self.taps - 1) * self.pace).min(0)
    }
}

/// Most bytes of an image with its zeros.
const LARGEST: usize = 32 << 20;

/// A planned [`Slide`].
#[derive(Clone, Debug)]
pub(super) struct Sliding {
    slide: Slide,
    /// Numbers from an element to the next along each axis of an image with its zeros, and from a channel to the next.
    pitches: [usize; AXES],
    plane: usize,
    /// From the first window to behind the last, those over a border between rows included.
    positions: usize,
    /// To each element of a window.
    offsets: Arc<[isize]>,
}

impl Sliding {
    /// Plans windows, unless packing them is better: too many of those side by side are over a border.
    pub fn new(mut slide: Slide, sizes: [usize; 2], number: usize) -> Option<Self> {
        let [outer, middle, inner] = slide.axes.map(|axis| axis.covered() as usize);
        let pitches = [middle * inner, inner, 1];
        let plane = outer * middle * inner;
        let windows: i64 = slide.axes.iter().map(|axis| axis.count).product();
        let last = slide.axes.iter().zip(pitches);
        let last: usize = last
            .map(|(axis, pitch)| (axis.count as usize - 1) * pitch)
            .sum();
        let positions = last + 1;
        let bytes = plane.saturating_mul(slide.channels as usize * number);
        let steps = slide.axes.iter().map(|axis| axis.taps).product::<i64>() * slide.channels;
        if positions > windows as usize * 7 / 5 || bytes > LARGEST || steps == 0 {
            return None;
        }
        let mut offsets = Vec::with_capacity(steps as usize);
        for channel in 0..slide.channels as isize {
            for tap in 0..steps / slide.channels {
                let (mut rest, mut offset) = (tap, channel * plane as isize);
                for (axis, pitch) in slide.axes.iter().zip(pitches).rev() {
                    let at = axis.origin + rest % axis.taps * axis.pace - axis.first();
                    offset += at as isize * pitch as isize;
                    rest /= axis.taps;
                }
                offsets.push(offset);
            }
        }
        let [element, result] = sizes.map(|size| size as i64);
        slide.image = [slide.image[0] * element, slide.image[1] * result];
        slide.channel *= element;
        for axis in &mut slide.axes {
            axis.stride *= element;
            axis.result *= result;
        }
        Some(Self {
            slide,
            pitches,
            plane,
            positions,
            offsets: offsets.into(),
        })
    }

    fn images(&self) -> usize {
        self.slide.images as usize
    }
}

impl Gemm {
    /// Bytes of memory: the left panels of a group, an image, and sums.
    fn sliding_sizes(&self, sliding: &Sliding) -> [usize; 3] {
        let Geometry { m, k, .. } = self.geometry;
        let image = sliding.plane * sliding.slide.channels as usize + self.columns;
        let numbers = [
            m.next_multiple_of(self.rows) * k,
            image,
            m.min(grain::PRODUCT_ROWS) * self.strip(),
        ];
        numbers.map(|numbers| with_alignment(numbers * self.kind.size()))
    }

    fn strip(&self) -> usize {
        (grain::PRODUCT_WINDOWS / self.columns).max(1) * self.columns
    }

    /// Images that are taken at the same time, each by a thread; one, if all threads share it.
    fn at_a_time(&self, sliding: &Sliding) -> usize {
        let units = self.geometry.matrices() * sliding.images();
        match units >= 2 * parallel::threads() {
            true => parallel::threads(),
            false => 1,
        }
    }

    /// Bytes of workspace.
    pub fn sliding_bytes(&self, sliding: &Sliding) -> usize {
        let [left, image, sums] = self.sliding_sizes(sliding);
        let left = left * self.geometry.matrices();
        left + image * self.at_a_time(sliding) + sums * parallel::threads()
    }

    /// Computes all groups and images.
    pub fn slide(
        &self,
        sliding: &Sliding,
        geometry: &Geometry,
        operands: &[Region],
        scratch: &Scratch,
    ) -> Result<()> {
        let [left_bytes, image_bytes, sums_bytes] = self.sliding_sizes(sliding);
        let groups = geometry.matrices();
        let take = |bytes| scratch.take(bytes);
        let left = take(left_bytes * groups)?;
        let left_of = |group: usize| Memory {
            left: left.after(group * (left_bytes / 64 * 64)),
            right: Region::EMPTY,
            sums: Region::EMPTY,
        };
        let at_a_time = self.at_a_time(sliding);
        let images = (0..at_a_time).map(|_| take(image_bytes));
        let images = Mutex::new(images.collect::<Result<Vec<_>>>()?);
        let sums = (0..parallel::threads()).map(|_| take(sums_bytes));
        let sums = Mutex::new(sums.collect::<Result<Vec<_>>>()?);
        let places = |group: usize| Places::of(geometry, operands, group);
        let is_large = self.products().saturating_mul(groups) > grain::SMALL_PRODUCT;
        let each = |is_shared: bool, pieces: usize, work: &(dyn Fn(usize) + Sync)| match is_shared {
            true => parallel::for_each_piece(pieces, work),
            false => (0..pieces).for_each(work),
        };
        let part = Part {
            at: [0; 3],
            rows: geometry.m,
            columns: 0,
            depth: geometry.k,
        };
        // Panels of a piece.
        const PANELS: usize = 16;
        let panels = geometry.m.div_ceil(self.rows);
        let (across, blocks) = (panels.div_ceil(PANELS), geometry.k.div_ceil(DEPTH));
        each(is_large, groups * blocks * across, &|piece| {
            let (group, piece) = (piece / (blocks * across), piece % (blocks * across));
            let (block, first) = (piece / across, piece % across * PANELS);
            let steps = geometry.left.grid.as_ref();
            let depth = DEPTH.min(geometry.k - block * DEPTH);
            let steps = steps.map(|grid| grid.steps(block * DEPTH, depth));
            for panel in first..panels.min(first + PANELS) {
                let at = (true, panel, block, steps.as_deref().unwrap_or_default());
                self.pack(geometry, places(group), &part, left_of(group), at);
            }
        });
        let by_image = at_a_time > 1;
        let rows = geometry.m.div_ceil(grain::PRODUCT_ROWS);
        each(is_large && by_image, groups * sliding.images(), &|unit| {
            let (group, number) = (unit / sliding.images(), unit % sliding.images());
            let image = take_from(&images);
            let mut places = places(group);
            let [from, to] = sliding
                .slide
                .image
                .map(|step| step as isize * number as isize);
            places.right = places.right.moved(from);
            places.output = places.output.moved(to);
            let channels = sliding.slide.channels as usize;
            let is_shared = is_large && !by_image;
            each(is_shared, channels, &|channel| {
                self.fill(sliding, places.right, image, channel);
            });
            // Lanes behind the last window are read, and not used.
            let end = image.after(channels * sliding.plane * self.kind.size());
            end.clear(self.columns * self.kind.size());
            let strips = sliding.positions.div_ceil(self.strip());
            each(is_shared, strips * rows, &|piece| {
                let own = take_from(&sums);
                let memory = Memory {
                    right: image,
                    sums: own,
                    ..left_of(group)
                };
                let at = [
                    piece % rows * grain::PRODUCT_ROWS,
                    piece / rows * self.strip(),
                ];
                // Each piece writes results of its own.
                self.slide_piece(sliding, geometry, places, memory, at);
                lock(&sums).push(own);
            });
            lock(&images).push(image);
        });
        Ok(())
    }

    /// Converts a channel of an image, with its zeros.
    fn fill(&self, sliding: &Sliding, from: Region, image: Region, channel: usize) {
        let size = self.kind.size();
        let [outer, middle, inner] = sliding.slide.axes;
        // `from` is where the first window begins.
        let from = from.moved(sliding.slide.channel as isize * channel as isize);
        let row_length = inner.covered() as usize;
        let to = image.after(channel * sliding.plane * size);
        let skipped = (-inner.first()).clamp(0, inner.covered()) as usize;
        let end = (inner.extent - inner.first()).clamp(skipped as i64, inner.covered()) as usize;
        let zeros = |at: Region, count: usize| at.clear(count * size);
        for row in 0..(outer.covered() * middle.covered()) as usize {
            let place = |axis: &SlideAxis, at: usize| axis.first() + at as i64;
            let rows = middle.covered() as usize;
            let (z, y) = (place(&outer, row / rows), place(&middle, row % rows));
            let to = to.after(row * row_length * size);
            let is_inside = (0..outer.extent).contains(&z) && (0..middle.extent).contains(&y);
            if !is_inside {
                zeros(to, row_length);
                continue;
            }
            let way = (z - outer.origin) * outer.stride
                + (y - middle.origin) * middle.stride
                + (inner.first() + skipped as i64 - inner.origin) * inner.stride;
            zeros(to, skipped);
            zeros(to.after(end * size), row_length - end);
            let (from, to) = (from.moved(way as isize), to.after(skipped * size));
            self.right
                .convert_run(from, inner.stride as isize, end - skipped, to, size);
        }
    }

    /// Multiplies the windows of a strip, and makes results of the sums.
    fn slide_piece(
        &self,
        sliding: &Sliding,
        geometry: &Geometry,
        places: Places,
        memory: Memory,
        [row, first]: [usize; 2],
    ) {
        let (size, pitch) = (self.kind.size(), self.strip());
        let rows = grain::PRODUCT_ROWS.min(geometry.m - row);
        let count = pitch.min(sliding.positions - first);
        let lanes = geometry.m.next_multiple_of(self.rows);
        for (block, offsets) in sliding.offsets.chunks(DEPTH).enumerate() {
            let left = (block * DEPTH * lanes + row * offsets.len()) * size;
            let block = Block {
                kind: self.kind,
                depth: offsets.len(),
                left: (memory.left.after(left), self.rows),
                rows,
                right: (memory.right.after(first * size), self.columns),
                panels: count.div_ceil(self.columns),
                offsets: Some(offsets),
                sums: (memory.sums, pitch),
                adds: block > 0,
            };
            block.multiply();
        }
        let [outer, middle, inner] = sliding.slide.axes;
        let [plane, line, _] = sliding.pitches;
        let mut at = [first / plane, first % plane / line];
        loop {
            let start = at[0] * plane + at[1] * line;
            if start >= first + count || at[0] >= outer.count as usize {
                break;
            }
            let [low, high] = [
                start.max(first),
                (start + inner.count as usize).min(first + count),
            ];
            if at[1] < middle.count as usize && low < high {
                let way = at[0] as isize * outer.result as isize
                    + at[1] as isize * middle.result as isize
                    + (low - start) as isize * inner.result as isize;
                for own in 0..rows {
                    let row_of = |matrix: &Matrix| (row + own) as isize * matrix.rows;
                    let output = places.output.moved(row_of(&geometry.output) + way);
                    let addend = geometry.addend.as_ref();
                    let addend = addend.map(|matrix| (places.addend.moved(row_of(matrix)), 0));
                    let sums = memory.sums.after((own * pitch + low - first) * size);
                    let place = (output, inner.result as isize);
                    self.finish.row(sums, high - low, place, addend);
                }
            }
            at[1] += 1;
            if at[1] * line >= plane {
                at = [at[0] + 1, 0];
            }
        }
    }
}

/// Takes memory of which there is a piece for each thread.
fn take_from<'a>(free: &Mutex<Vec<Region<'a>>>) -> Region<'a> {
    match lock(free).pop() {
        Some(memory) => memory,
        None => unreachable!("there are no more pieces at the same time than threads"),
    }
}
