//! The operators of microscaling over vectors: plans them, runs them, and takes their bytes apart.

use half::{bf16, f16};
use hostnpu::kernels::mx::Source;
use hostnpu::numeric::fp4;
use hostnpu::ops::mx::{self, ElementFormat, Recipe};
use hostnpu::ops::{Arg, Call, Role};
use hostnpu::tensor::{Dtype, Element, Layout, View};

/// The byte of outputs before a call, and of the memory around them ever after.
const POISON: u8 = 0xa5;

/// Bytes before and behind an output that must not be written.
const MARGIN: usize = 64;

/// A type that can be quantised, as a number and from one.
pub trait Input: Element + Source {
    /// True if a product that is too small for bf16 counts as zero, as on the device: its arithmetic is bf16 then.
    const SMALL_PRODUCTS_VANISH: bool;
    fn number(self) -> f64;
    fn nearest(value: f64) -> Self;
}

impl Input for f16 {
    const SMALL_PRODUCTS_VANISH: bool = false;
    fn number(self) -> f64 {
        self.to_f64()
    }
    fn nearest(value: f64) -> Self {
        f16::from_f64(value)
    }
}

impl Input for bf16 {
    const SMALL_PRODUCTS_VANISH: bool = true;
    fn number(self) -> f64 {
        self.to_f64()
    }
    fn nearest(value: f64) -> Self {
        bf16::from_f64(value)
    }
}

impl Input for f32 {
    const SMALL_PRODUCTS_VANISH: bool = false;
    fn number(self) -> f64 {
        self.into()
    }
    fn nearest(value: f64) -> Self {
        value as f32
    }
}

/// A view of a vector.
#[derive(Clone, Debug)]
pub struct Tensor<T> {
    pub storage: Vec<T>,
    pub layout: Layout,
}

impl<T: Element> Tensor<T> {
    pub fn contiguous(shape: &[i64], storage: Vec<T>) -> Self {
        Self {
            storage,
            layout: Layout::contiguous(shape),
        }
    }

    pub fn shape(&self) -> &[i64] {
        self.layout.shape()
    }

    /// The elements in row-major order.
    pub fn elements(&self) -> Vec<T> {
        let (strides, offset) = (self.layout.strides(), self.layout.offset());
        let at = |index: Vec<usize>| {
            let steps = index.iter().zip(strides).map(|(&i, s)| i as i64 * s);
            self.storage[(offset + steps.sum::<i64>()) as usize]
        };
        indices(self.shape()).map(at).collect()
    }

    /// The same elements side by side.
    pub fn dense(&self) -> Self {
        Self::contiguous(self.shape(), self.elements())
    }

    /// A view of the same memory whose dimension `i` is dimension `order[i]`.
    pub fn permuted(&self, order: &[usize]) -> Self {
        let pick = |dims: &[i64]| order.iter().map(|&i| dims[i]).collect();
        let (shape, strides) = (self.layout.shape(), self.layout.strides());
        Self {
            storage: self.storage.clone(),
            layout: Layout::new(pick(shape), pick(strides), self.layout.offset()),
        }
    }

    fn arg(&self, name: &'static str) -> Arg {
        let address = self.storage.as_ptr() as usize;
        Arg::new(name, Role::Input, T::DTYPE, self.layout.clone(), address).unwrap()
    }
}

/// All indices of a shape, in row-major order.
pub fn indices(shape: &[i64]) -> impl Iterator<Item = Vec<usize>> {
    let extents: Vec<usize> = shape.iter().map(|&extent| extent as usize).collect();
    (0..extents.iter().product()).map(move |mut number| {
        let mut index = vec![0; extents.len()];
        for (i, extent) in index.iter_mut().zip(&extents).rev() {
            (*i, number) = (number % extent, number / extent);
        }
        index
    })
}

/// Memory for an output, with margins.
struct Memory {
    bytes: Vec<u8>,
}

impl Memory {
    fn new(bytes: usize) -> Self {
        Self {
            bytes: vec![POISON; bytes + 2 * MARGIN],
        }
    }

    fn arg(&mut self, name: &'static str, dtype: Dtype, layout: Layout) -> Arg {
        let address = self.bytes.as_mut_ptr() as usize + MARGIN;
        Arg::new(name, Role::Output, dtype, layout, address).unwrap()
    }

    fn into_bytes(mut self) -> Vec<u8> {
        let inside = MARGIN..self.bytes.len() - MARGIN;
        let margins = self.bytes[..MARGIN].iter().chain(&self.bytes[inside.end..]);
        assert!(
            margins.into_iter().all(|&byte| byte == POISON),
            "written outside the output"
        );
        self.bytes.drain(inside).collect()
    }
}

fn run(call: hostnpu::error::Result<Call>) {
    let call = call.unwrap_or_else(|error| panic!("{error}"));
    // Operands with strides are made dense there.
    let mut workspace = vec![POISON; call.plan().workspace_size()];
    // SAFETY: each operand lies inside a vector that outlives the call.
    unsafe { call.run(&call.addresses(), &mut workspace) }
        .unwrap_or_else(|error| panic!("{error}"));
}

/// The type of elements of a format.
fn dtype(format: ElementFormat) -> Dtype {
    match format {
        ElementFormat::E5M2 => Dtype::F8E5m2,
        ElementFormat::E4M3FN => Dtype::F8E4m3fn,
        ElementFormat::E2M1 => Dtype::F4E2m1,
        ElementFormat::E1M2 => Dtype::F4E1m2,
    }
}

/// A quantised tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantised {
    pub format: ElementFormat,
    pub shape: Vec<i64>,
    pub axis: usize,
    pub block: usize,
    /// As they lie in memory, row-major.
    pub elements: Vec<u8>,
    /// As they lie in memory, row-major.
    pub scales: Vec<u8>,
}

impl Quantised {
    /// The code of each element, row-major.
    pub fn codes(&self) -> Vec<u8> {
        match self.format.parameters().bits() {
            4 => {
                let pair = |&byte: &u8| <[u8; 2]>::from(fp4::unpack(byte));
                self.elements.iter().flat_map(pair).collect()
            }
            _ => self.elements.clone(),
        }
    }

    /// The scale byte of each element, row-major.
    pub fn scale_of_each(&self) -> Vec<u8> {
        let shape = mx::scale_shape(&self.shape, self.axis, self.block);
        let byte = |mut index: Vec<usize>| {
            let block = index[self.axis] / self.block;
            index[self.axis] = block / 2;
            index.push(block % 2);
            self.scales[flat(&shape, &index)]
        };
        indices(&self.shape).map(byte).collect()
    }

    /// The bytes that belong to no block.
    pub fn padding(&self) -> Vec<u8> {
        let blocks = (self.shape[self.axis] as usize).div_ceil(self.block);
        let shape = mx::scale_shape(&self.shape, self.axis, self.block);
        indices(&shape)
            .zip(&self.scales)
            .filter(|(index, _)| 2 * index[self.axis] + index[self.shape.len()] >= blocks)
            .map(|(_, &byte)| byte)
            .collect()
    }

    /// The numbers that elements stand for, row-major.
    pub fn values(&self) -> Vec<f64> {
        let parameters = self.format.parameters();
        let value = |(code, byte): (u8, u8)| {
            let scale = 2f64.powi(i32::from(byte) - 127);
            f64::from(parameters.decode(code)) * if byte == 255 { f64::NAN } else { scale }
        };
        self.codes()
            .into_iter()
            .zip(self.scale_of_each())
            .map(value)
            .collect()
    }
}

/// The position of an index in a row-major array.
fn flat(shape: &[i64], index: &[usize]) -> usize {
    let dims = shape.iter().zip(index);
    dims.fold(0, |flat, (&extent, &i)| flat * extent as usize + i)
}

/// Outputs along one axis.
struct Outputs {
    elements: Memory,
    scales: Memory,
    layouts: [Layout; 2],
    empty: Quantised,
}

impl Outputs {
    fn new(recipe: Recipe, shape: &[i64], axis: usize) -> Self {
        let numel = |shape: &[i64]| shape.iter().product::<i64>() as usize;
        let scales = mx::scale_shape(shape, axis, recipe.block);
        Self {
            elements: Memory::new(recipe.format.bytes(numel(shape))),
            scales: Memory::new(numel(&scales)),
            layouts: [Layout::contiguous(shape), Layout::contiguous(&scales)],
            empty: Quantised {
                format: recipe.format,
                shape: shape.to_vec(),
                axis,
                block: recipe.block,
                elements: Vec::new(),
                scales: Vec::new(),
            },
        }
    }

    fn args(&mut self) -> mx::Output {
        let [elements, scales] = self.layouts.clone();
        mx::Output {
            elements: self.elements.arg("y", dtype(self.empty.format), elements),
            scales: self.scales.arg("mxscale", Dtype::F8E8m0, scales),
        }
    }

    fn quantised(self) -> Quantised {
        Quantised {
            elements: self.elements.into_bytes(),
            scales: self.scales.into_bytes(),
            ..self.empty
        }
    }
}

/// `x` along `axis`.
pub fn quantise<T: Input>(recipe: Recipe, x: &Tensor<T>, axis: usize) -> Quantised {
    let mut outputs = Outputs::new(recipe, x.shape(), axis);
    run(mx::quantise(recipe, x.arg("x"), axis, outputs.args()));
    outputs.quantised()
}

/// `x` along the last axis, and along the one before.
pub fn quantise_on_both_axes<T: Input>(recipe: Recipe, x: &Tensor<T>) -> [Quantised; 2] {
    let rank = x.shape().len();
    let mut outputs = [1, 2].map(|i| Outputs::new(recipe, x.shape(), rank - i));
    let [first, second] = outputs.each_mut().map(Outputs::args);
    run(mx::quantise_on_both_axes(recipe, x.arg("x"), first, second));
    outputs.map(Outputs::quantised)
}

/// As [`quantise`] with elements of eight bits, stored at the places that `layout` says.
pub fn quantise_to<T: Input>(
    recipe: Recipe,
    x: &Tensor<T>,
    axis: usize,
    layout: Layout,
) -> Quantised {
    let mut outputs = Outputs::new(recipe, x.shape(), axis);
    let highest = layout.reach().map_or(0, |reach| reach.highest + 1);
    outputs.elements = Memory::new(highest as usize);
    outputs.layouts[0] = layout.clone();
    run(mx::quantise(recipe, x.arg("x"), axis, outputs.args()));
    let mut quantised = outputs.quantised();
    let elements = Tensor {
        storage: quantised.elements,
        layout,
    };
    quantised.elements = elements.elements();
    quantised
}

/// The numbers that a tensor stands for which was quantised along its last axis in blocks of 32.
pub fn dequantise(quantised: &Quantised) -> Tensor<f32> {
    let mut restored = vec![f32::NAN; quantised.codes().len()];
    let view = |address: *const u8, dtype, shape: &[i64]| {
        View::new("x", dtype, Layout::contiguous(shape), address as usize).unwrap()
    };
    let shape = quantised.shape.as_slice();
    let arg = Arg::of_view;
    let scales = mx::scale_shape(shape, quantised.axis, quantised.block);
    run(mx::dequantise(
        arg(
            "x",
            Role::Input,
            view(quantised.elements.as_ptr(), dtype(quantised.format), shape),
        ),
        arg(
            "mxscale",
            Role::Input,
            view(quantised.scales.as_ptr(), Dtype::F8E8m0, &scales),
        ),
        arg(
            "y",
            Role::Output,
            view(restored.as_mut_ptr().cast(), Dtype::F32, shape),
        ),
    ));
    Tensor::contiguous(shape, restored)
}
