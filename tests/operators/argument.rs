//! Arguments of a call, as values: a driver changes one and calls again.

use std::cell::RefCell;
use std::collections::HashMap;

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;

use crate::number::{Number, encode, is_known};

/// One argument.
#[derive(Clone, Debug)]
pub enum Argument {
    Tensor(Tensor),
    Tensors(Vec<Tensor>),
    Scalar(Dtype, Number),
    Scalars(Vec<(Dtype, Number)>),
    Ints(Vec<i64>),
    Floats(Vec<f32>),
    Bools(Vec<bool>),
    Text(&'static str),
    Int(i64),
    Float(f64),
    Bool(bool),
    DataType(Dtype),
    Null,
}

/// A tensor: a view of memory of its own.
#[derive(Clone, Debug)]
pub struct Tensor {
    pub dtype: Dtype,
    pub format: aclFormat,
    pub shape: Vec<i64>,
    pub strides: Vec<i64>,
    pub offset: i64,
    /// Elements in row-major order of the view.
    pub contents: Contents,
    /// The shape and the strides that the tensor shows, where the others are those of a private format's storage.
    pub shown: Option<(Vec<i64>, Vec<i64>)>,
}

/// Contents of a tensor before the call, for whatever type and shape it has.
#[derive(Clone, Debug)]
pub enum Contents {
    /// These numbers, again and again, converted to the type; of types of 8 bits or fewer that are no integers, these codes.
    Numbers(Vec<f64>),
    /// Bit patterns spread over the whole type, from this seed.
    Patterns(u64),
    /// Floating-point numbers from a seed, of which one in so many is NaN and one infinite, of both signs.
    Specials(u64, u64),
    /// Every bit pattern of 16 bits, in order.
    EveryPattern,
    /// These bytes, again and again.
    Bytes(Vec<u8>),
    /// Bytes that no call writes: the tensor is an output.
    Poison,
}

impl Contents {
    /// The contents of input number `number`: others than those of the inputs before it at the same place.
    pub fn of_input(&self, number: usize) -> Self {
        match self {
            Self::Numbers(numbers) => Self::Numbers(numbers[number % numbers.len()..].to_vec()),
            Self::Patterns(seed) => Self::Patterns(seed + number as u64),
            Self::Specials(seed, share) => Self::Specials(seed + number as u64, *share),
            other => other.clone(),
        }
    }
}

/// The byte of outputs before a call, and of the memory around every tensor always.
pub const POISON: u8 = 0xa5;

impl Tensor {
    /// A contiguous tensor.
    pub fn new(dtype: Dtype, shape: &[i64], contents: Contents) -> Self {
        Self {
            dtype,
            format: aclFormat::ACL_FORMAT_ND,
            strides: dense(shape),
            shape: shape.to_vec(),
            offset: 0,
            contents,
            shown: None,
        }
    }

    /// The same tensor in another shape, contiguous.
    pub fn reshaped(&self, shape: &[i64]) -> Self {
        Self {
            strides: dense(shape),
            shape: shape.to_vec(),
            offset: 0,
            shown: None,
            ..self.clone()
        }
    }

    pub fn numel(&self) -> usize {
        self.shape.iter().product::<i64>().max(0) as usize
    }

    /// Bytes of one element. Packed elements are no concern of the drivers that lay out memory.
    pub fn size(&self) -> usize {
        self.dtype.bits() / 8
    }

    /// The elements from the lowest that the view touches to behind the highest, counted from the offset.
    pub fn reach(&self) -> (i64, i64) {
        let (mut low, mut high) = (0, 1);
        for (&extent, &stride) in self.shape.iter().zip(&self.strides) {
            let span = (extent - 1) * stride;
            *if span < 0 { &mut low } else { &mut high } += span;
        }
        (low, high)
    }

    /// Places of all elements, counted from the first, in row-major order.
    pub fn places(&self) -> Vec<i64> {
        places(&self.shape, &self.strides)
    }

    /// The view as runs of neighbours: where each begins, counted from the first element, and how many elements each has.
    pub fn runs(&self) -> (Vec<i64>, usize) {
        let mut length = 1;
        let mut outer = self.shape.len();
        while outer > 0 && (self.shape[outer - 1] == 1 || self.strides[outer - 1] == length) {
            outer -= 1;
            length *= self.shape[outer];
        }
        let starts = places(&self.shape[..outer], &self.strides[..outer]);
        (starts, length as usize)
    }

    /// The bytes of its elements in row-major order.
    pub fn elements(&self) -> Vec<u8> {
        let count = self.dtype.bytes(self.numel()).unwrap();
        match &self.contents {
            Contents::Poison => vec![POISON; count],
            Contents::Bytes(bytes) => bytes.iter().copied().cycle().take(count).collect(),
            Contents::Numbers(codes) if !is_known(self.dtype) && !codes.is_empty() => {
                let code = |i: usize| codes[i % codes.len()] as u8;
                match self.dtype.bits() {
                    4 => (0..count)
                        .map(|i| code(2 * i) & 15 | code(2 * i + 1) << 4)
                        .collect(),
                    _ => (0..count).map(code).collect(),
                }
            }
            Contents::Numbers(numbers) => {
                let mut period = Vec::with_capacity(count.min(numbers.len() * 16));
                for &number in numbers.iter().take(self.numel()) {
                    match self.dtype {
                        Dtype::F64 => period.extend_from_slice(&number.to_le_bytes()),
                        Dtype::F32 => period.extend_from_slice(&(number as f32).to_le_bytes()),
                        dtype => extend_by(&mut period, number, dtype),
                    }
                }
                let mut bytes = period.repeat(count.div_ceil(period.len().max(1)));
                bytes.truncate(count);
                bytes
            }
            Contents::EveryPattern => (0..self.numel())
                .flat_map(|i| (i as u16).to_le_bytes())
                .collect(),
            Contents::Specials(seed, share) => {
                let mut words = words(*seed);
                let parts = self.numel() * if self.dtype.is_complex() { 2 } else { 1 };
                let mut bytes = Vec::with_capacity(count);
                for _ in 0..parts {
                    special(self.dtype, *share, words(), &mut bytes);
                }
                bytes
            }
            Contents::Patterns(seed) => {
                let mut next = words(*seed);
                let mut bytes = vec![0; count.next_multiple_of(8)];
                for word in bytes.chunks_exact_mut(8) {
                    word.copy_from_slice(&next().to_le_bytes());
                }
                bytes.truncate(count);
                if self.dtype == Dtype::Bool {
                    bytes.iter_mut().for_each(|byte| *byte &= 1);
                }
                bytes
            }
        }
    }
}

thread_local! {
    /// Bytes of numbers in types: tensors have the same ones again and again, and rounding them takes longer than most calls.
    static ENCODED: RefCell<HashMap<(Dtype, u64), Vec<u8>>> = RefCell::default();
}

/// Appends the bytes of a number in a type.
fn extend_by(bytes: &mut Vec<u8>, number: f64, dtype: Dtype) {
    ENCODED.with_borrow_mut(|known| {
        let new = || encode(&Number::from(number), dtype);
        bytes.extend_from_slice(known.entry((dtype, number.to_bits())).or_insert_with(new));
    });
}

/// Random words, steps of splitmix64.
fn words(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Appends the bytes of a floating-point number, of its part if the type is complex, that a random word stands for: one in `share` is NaN, one infinite.
fn special(dtype: Dtype, share: u64, word: u64, to: &mut Vec<u8>) {
    let (exponent, fraction) = match dtype {
        Dtype::F16 | Dtype::Complex32 => (5, 10),
        Dtype::Bf16 => (8, 7),
        Dtype::F32 | Dtype::Complex64 => (8, 23),
        Dtype::F64 | Dtype::Complex128 => (11, 52),
        other => panic!("{other} has no NaN here"),
    };
    let infinity = ((1_u64 << exponent) - 1) << fraction;
    let magnitude = match (word >> 8) % share {
        0 => infinity | 1 << (fraction - 1),
        1 => infinity,
        // From 1/4 up to 2.
        _ => {
            let power = (1 << (exponent - 1)) - 3 + (word >> 40) % 3;
            power << fraction | word & ((1 << fraction) - 1)
        }
    };
    let bits = magnitude | (word >> 63) << (exponent + fraction);
    to.extend_from_slice(&bits.to_le_bytes()[..(1 + exponent + fraction) / 8]);
}

/// Places of all elements of such a view, counted from the first, in row-major order.
fn places(shape: &[i64], strides: &[i64]) -> Vec<i64> {
    let mut places = vec![0];
    for (&extent, &stride) in shape.iter().zip(strides) {
        let mut wider = Vec::with_capacity(places.len() * extent.max(0) as usize);
        for place in places {
            wider.extend((0..extent).map(|i| place + i * stride));
        }
        places = wider;
    }
    places
}

/// Strides of a dense row-major tensor.
pub fn dense(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1_i64; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i].wrapping_mul(shape[i].max(1));
    }
    strides
}

impl Argument {
    /// Its tensors: itself, or the members of a list.
    pub fn tensors(&self) -> &[Tensor] {
        match self {
            Self::Tensor(tensor) => std::slice::from_ref(tensor),
            Self::Tensors(tensors) => tensors,
            _ => &[],
        }
    }

    pub fn tensors_mut(&mut self) -> &mut [Tensor] {
        match self {
            Self::Tensor(tensor) => std::slice::from_mut(tensor),
            Self::Tensors(tensors) => tensors,
            _ => &mut [],
        }
    }

    /// Its element type, of a list that of the first member.
    pub fn dtype(&self) -> Option<Dtype> {
        match self {
            Self::Scalar(dtype, _) | Self::DataType(dtype) => Some(*dtype),
            Self::Scalars(scalars) => scalars.first().map(|scalar| scalar.0),
            _ => self.tensors().first().map(|tensor| tensor.dtype),
        }
    }

    /// The same argument of another element type.
    pub fn set_dtype(&mut self, new: Dtype) {
        match self {
            Self::Scalar(dtype, _) | Self::DataType(dtype) => *dtype = new,
            Self::Scalars(scalars) => scalars.iter_mut().for_each(|scalar| scalar.0 = new),
            _ => self
                .tensors_mut()
                .iter_mut()
                .for_each(|tensor| tensor.dtype = new),
        }
    }
}
