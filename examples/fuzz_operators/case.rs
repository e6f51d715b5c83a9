//! One call of an operator, as values that can be written down, changed and made again.

use crate::dtype;
use hostnpu_test_support::Random;

/// The arguments of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The number of the operator.
    pub operator: usize,
    pub arguments: Vec<Argument>,
    /// Tensor number `over` lies in the memory of tensor number `under`, so many bytes behind its start.
    pub alias: Option<Alias>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alias {
    pub over: usize,
    pub under: usize,
    pub distance: usize,
}

/// One argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    Null,
    Tensor(Tensor),
    Tensors(Vec<Tensor>),
    Scalar(Scalar),
    Scalars(Vec<Scalar>),
    Ints(Vec<i64>),
    Floats(Vec<f64>),
    Bools(Vec<bool>),
    Text(String),
    Int(i64),
    Float(f64),
    Bool(bool),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scalar {
    pub dtype: i32,
    pub value: f64,
}

/// A tensor with memory of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    pub dtype: i32,
    pub format: i32,
    pub shape: Vec<i64>,
    pub strides: Vec<i64>,
    pub offset: i64,
    /// The shape of a private format's storage; of another tensor, what its view reaches.
    pub storage: Option<Vec<i64>>,
    pub contents: Contents,
    /// True if its memory begins behind a page without access; otherwise it ends before one.
    pub at_start: bool,
}

/// The numbers that a tensor holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contents {
    pub kind: Kind,
    pub seed: u64,
}

/// Kinds of numbers, with the letters that stand for them in a call's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Small numbers of both signs.
    Normal,
    /// From 0 to 1; integers are 0 or 1.
    Unit,
    /// Small integers that are not negative, as indices.
    Index,
    /// 0, 1, 2, …, as offsets and permutations.
    Rising,
    Zero,
    One,
    /// NaN, infinities, -1, 2^62, and others.
    Wild,
    /// Any bits.
    Bits,
}

pub const KINDS: [(Kind, char); 8] = [
    (Kind::Normal, 'n'),
    (Kind::Unit, 'u'),
    (Kind::Index, 'i'),
    (Kind::Rising, 'r'),
    (Kind::Zero, 'z'),
    (Kind::One, 'o'),
    (Kind::Wild, 'w'),
    (Kind::Bits, 'b'),
];

/// `ACL_FORMAT_ND`.
pub const ND: i32 = 2;

impl Tensor {
    /// A dense tensor.
    pub fn new(dtype: i32, shape: &[i64], kind: Kind) -> Self {
        Self {
            dtype,
            format: ND,
            shape: shape.to_vec(),
            strides: dense(shape),
            offset: 0,
            storage: None,
            contents: Contents { kind, seed: 1 },
            at_start: false,
        }
    }

    /// Takes a shape, dense.
    pub fn reshape(&mut self, shape: &[i64]) {
        self.shape = shape.to_vec();
        self.strides = dense(shape);
        self.offset = 0;
        self.storage = None;
    }

    pub fn numel(&self) -> Option<usize> {
        self.shape
            .iter()
            .try_fold(1_usize, |n, &e| n.checked_mul(usize::try_from(e).ok()?))
    }

    /// The lowest element that the view touches and the one behind the highest, from the start of the storage; of an empty view 0 and 0. None: beyond
    /// what numbers can say.
    pub fn reach(&self) -> Option<(i64, i64)> {
        if self.numel()? == 0 {
            return Some((0, 0));
        }
        let (mut low, mut high) = (self.offset, self.offset.checked_add(1)?);
        for (&extent, &stride) in self.shape.iter().zip(&self.strides) {
            let span = (extent - 1).checked_mul(stride)?;
            let end = if span < 0 { &mut low } else { &mut high };
            *end = end.checked_add(span)?;
        }
        Some((low, high))
    }

    /// Elements of the memory that it needs.
    pub fn elements(&self) -> Option<usize> {
        if let Some(storage) = &self.storage {
            // Behind the offset: an operator looks at the offset and at nothing else of the view.
            let offset = usize::try_from(self.offset).ok()?;
            let mut extents = storage.iter().map(|&extent| usize::try_from(extent).ok());
            let count = extents.try_fold(1_usize, |count, extent| count.checked_mul(extent?))?;
            return count.checked_add(offset);
        }
        let (low, high) = self.reach()?;
        (low >= 0).then_some(high as usize)
    }

    /// True if it claims memory, or asks for work, that a program cannot have: what a call plans for it takes as long. Sizes beyond all numbers are
    /// refused at once.
    pub fn is_beyond_memory(&self) -> bool {
        let most =
            |count: Option<usize>| count.is_some_and(|count| (1 << 28..1 << 60).contains(&count));
        most(self.elements()) || most(self.numel())
    }

    /// True if the view is dense and row-major from the start of its storage.
    pub fn is_dense(&self) -> bool {
        self.offset == 0 && self.strides == dense(&self.shape)
    }

    /// Places of all elements from the start of the storage, in row-major order. Only for views whose reach is known.
    pub fn places(&self) -> Vec<i64> {
        if self.shape.contains(&0) {
            return Vec::new();
        }
        let mut places = vec![self.offset];
        for (&extent, &stride) in self.shape.iter().zip(&self.strides) {
            let mut wider = Vec::with_capacity(places.len() * extent.max(0) as usize);
            for place in places {
                wider.extend((0..extent).map(|i| place + i * stride));
            }
            places = wider;
        }
        places
    }
}

impl Contents {
    /// Writes the numbers as elements of a type.
    pub fn fill(self, dtype: i32, bytes: &mut [u8]) {
        let mut random = Random::new(self.seed);
        let width = dtype::bits(dtype) / 8;
        // Numbers repeat after a prime number of elements: what is large is filled fast.
        let period = if self.kind == Kind::Rising {
            bytes.len()
        } else {
            bytes.len().min(1009 * width.max(1))
        };
        let (pattern, rest) = bytes.split_at_mut(period);
        if self.kind == Kind::Bits || width == 0 {
            for byte in pattern.iter_mut() {
                *byte = random.next() as u8;
                // A BOOL of another byte than 0 and 1 is no value of C.
                if dtype == dtype::BOOL {
                    *byte &= 1;
                }
            }
        } else {
            let mut element = [0; 16];
            for (at, place) in pattern.chunks_exact_mut(width).enumerate() {
                let number = self.number(dtype, at, &mut random);
                dtype::encode(dtype, number, &mut element);
                place.copy_from_slice(&element[..width]);
            }
        }
        for part in rest.chunks_mut(period.max(1)) {
            part.copy_from_slice(&pattern[..part.len()]);
        }
    }

    fn number(self, dtype: i32, at: usize, random: &mut Random) -> f64 {
        let part = |random: &mut Random| random.below(1 << 20) as f64 / f64::from(1 << 20);
        match self.kind {
            Kind::Normal if dtype::is_integer(dtype) => random.below(9) as f64 - 4.0,
            Kind::Normal => 4.0 * part(random) - 2.0,
            Kind::Unit if dtype::is_integer(dtype) => random.below(2) as f64,
            Kind::Unit => part(random),
            Kind::Index => random.below(2) as f64,
            Kind::Rising => at as f64,
            Kind::Zero | Kind::Bits => 0.0,
            Kind::One => 1.0,
            Kind::Wild => {
                let wild = [
                    f64::NAN,
                    f64::INFINITY,
                    f64::NEG_INFINITY,
                    -1.0,
                    0.0,
                    -0.0,
                    1e-45,
                    65504.0,
                    3e38,
                    -3e38,
                    4611686018427387904.0,
                    -9223372036854775808.0,
                    9223372036854775807.0,
                    2147483648.0,
                    255.0,
                    1.0,
                    2.0,
                ];
                random.one_of(&wild)
            }
        }
    }
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
}

impl Case {
    /// The most work of a call, roughly: some operators go through one tensor for each element of another.
    pub fn work(&self) -> usize {
        let tensors = self.tensors();
        let mut sizes: Vec<usize> = tensors
            .iter()
            .filter_map(|(_, tensor)| tensor.numel())
            .collect();
        sizes.sort_unstable();
        sizes
            .iter()
            .rev()
            .take(2)
            .fold(1, |work, &size| work.saturating_mul(size))
    }

    /// All tensors, with the numbers of their arguments, in the order in which `alias` counts them.
    pub fn tensors(&self) -> Vec<(usize, &Tensor)> {
        let all = self.arguments.iter().enumerate();
        all.flat_map(|(at, argument)| argument.tensors().iter().map(move |tensor| (at, tensor)))
            .collect()
    }
}
