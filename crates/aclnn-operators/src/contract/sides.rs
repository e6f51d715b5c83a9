//! Sides of products as programs pass them: plain or transposed, in FRACTAL_NZ, with eight numbers of four bits in a word.

use super::formats;
use crate::argument::{Input, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::grouped::{Coded, Factor};
use crate::ops::{Arg, Role};
use crate::tensor::{Dtype, Layout, contiguous_strides};

/// A side of a product: a matrix, or a batch of them.
pub struct Matrices<'a> {
    tensor: &'a Input,
    /// The type of its numbers.
    pub dtype: Dtype,
    /// Its shape in numbers.
    pub shape: Vec<i64>,
    /// True if its last two dimensions are those of a transposed dense tensor.
    pub is_turned: bool,
    is_blocked: bool,
    /// Numbers in an element, if it holds more than one.
    packed: Option<i64>,
}

/// Returns true if the last two dimensions are those of a transposed dense tensor.
pub fn is_turned(tensor: &TensorArg) -> bool {
    let (layout, rank) = (tensor.layout(), tensor.rank());
    if rank < 2 || layout.is_contiguous() {
        return false;
    }
    let mut axes: Vec<usize> = (0..rank).collect();
    axes.swap(rank - 2, rank - 1);
    layout.permuted(&axes).is_contiguous()
}

impl<'a> Matrices<'a> {
    /// A tensor of rank 2 or more whose words hold eight numbers of `words` each, if that is a type; stored in FRACTAL_NZ if its format says so, or if `is_blocked`.
    pub fn new(tensor: &'a Input, words: Option<Dtype>, is_blocked: bool) -> Result<Self> {
        let words = words.filter(|_| tensor.dtype().is_ok_and(|own| own.bits() == 32));
        Self::packed(tensor, words, is_blocked)
    }

    /// As [`Matrices::new`], where elements hold as many numbers of a type as fit, if that is given.
    pub fn packed(tensor: &'a Input, numbers: Option<Dtype>, is_blocked: bool) -> Result<Self> {
        tensor.rank_in(2..=6)?;
        let is_turned = is_turned(tensor);
        let mut shape = tensor.shape().to_vec();
        let own = tensor.dtype()?;
        let dtype = numbers.unwrap_or(own);
        let packed = numbers.map(|dtype| (own.bits() / dtype.bits()) as i64);
        if let Some(numbers) = packed {
            let last = shape.len() - 1 - usize::from(is_turned);
            shape[last] = shape[last].saturating_mul(numbers);
        }
        let is_blocked = is_blocked || formats::is_nz(tensor.format());
        if (dtype.bits() < 8 || is_blocked) && !is_turned {
            tensor.contiguous()?;
        }
        Ok(Self {
            tensor,
            dtype,
            shape,
            is_turned,
            is_blocked,
            packed,
        })
    }

    /// A tensor that shows the dimensions of its storage in FRACTAL_NZ: matrices of this shape, of `words` or its own type.
    pub fn of_storage(tensor: &'a Input, words: Option<Dtype>, shape: &[i64]) -> Result<Self> {
        tensor.contiguous()?;
        let own = tensor.dtype()?;
        let words = words.filter(|_| own.bits() == 32);
        Ok(Self {
            tensor,
            dtype: words.unwrap_or(own),
            shape: shape.to_vec(),
            is_turned: false,
            is_blocked: true,
            packed: words.map(|dtype| (own.bits() / dtype.bits()) as i64),
        })
    }

    /// Shows matrices of columns by rows as their transposes; refuses those that are not stored in FRACTAL_NZ.
    pub fn turn(&mut self) -> Result<()> {
        if !self.is_blocked {
            return Err(Error::value(
                self.name(),
                "ND",
                "FRACTAL_NZ for a weight that is stored transposed",
            ));
        }
        if let [.., rows, columns] = &mut self.shape[..] {
            std::mem::swap(rows, columns);
        }
        self.is_turned = !self.is_turned;
        Ok(())
    }

    /// Returns true if it is stored in FRACTAL_NZ.
    pub fn is_blocked(&self) -> bool {
        self.is_blocked
    }

    /// Its documented name.
    pub fn name(&self) -> &'static str {
        self.tensor.name()
    }

    /// Rows and columns.
    pub fn last_two(&self) -> [i64; 2] {
        let rank = self.shape.len();
        [self.shape[rank - 2], self.shape[rank - 1]]
    }

    /// The dimensions before rows and columns.
    pub fn batch(&self) -> &[i64] {
        &self.shape[..self.shape.len() - 2]
    }

    /// A right side, of steps by columns, or of columns by steps if `is_transposed`.
    pub fn right(&self, is_transposed: bool) -> Result<Coded> {
        self.side(!is_transposed)
    }

    /// A left side, of rows by steps, or of steps by rows if `is_transposed`.
    pub fn left(&self, is_transposed: bool) -> Result<Coded> {
        self.side(is_transposed)
    }

    /// A left side of one matrix: all dimensions before the last one are rows.
    pub fn rows(&self) -> Result<Coded> {
        let (&steps, rows) = self.shape.split_last().unwrap_or((&1, &[]));
        let extents = [1, rows.iter().product(), steps].map(|extent: i64| extent as usize);
        Coded::strided(self.numbers()?, extents)
    }

    /// Lanes are the last dimension, or the one before it.
    fn side(&self, lanes_last: bool) -> Result<Coded> {
        let rank = self.shape.len();
        let matrices: i64 = self.batch().iter().product();
        let [rows, columns] = self.last_two();
        let (lanes, steps) = if lanes_last {
            (columns, rows)
        } else {
            (rows, columns)
        };
        if self.is_blocked {
            let extents = [matrices, lanes, steps].map(|extent| extent as usize);
            // What is stored last is cut: the columns, or the rows of a transposed tensor.
            let cuts_steps = lanes_last == self.is_turned;
            let block = self.block();
            let (cut, other) = if cuts_steps {
                (steps, lanes)
            } else {
                (lanes, steps)
            };
            let numbers = (cut + block - 1) / block * block * ((other + 15) / 16 * 16) * matrices;
            let arg = self.stored(numbers)?;
            return Coded::blocked(arg, block as usize, extents, cuts_steps);
        }
        let arg = self.numbers()?;
        let mut axes: Vec<usize> = (0..rank).collect();
        if lanes_last {
            axes.swap(rank - 2, rank - 1);
        }
        let layout = arg.view.layout.permuted(&axes);
        let extents = [matrices, lanes, steps].map(|extent| extent as usize);
        Coded::strided(arg.viewed(layout)?, extents)
    }

    /// Numbers of a block of FRACTAL_NZ: the last extent of the storage or, if that has the dimensions of the view, 32 bytes.
    fn block(&self) -> i64 {
        let storage = self.tensor.storage();
        let scale = self.packed.unwrap_or(1);
        match storage.last() {
            Some(&last) if storage.len() == self.shape.len() + 2 && last > 0 => {
                last.saturating_mul(scale)
            }
            _ => formats::stated(self.tensor.format()).unwrap_or(formats::block_of(self.dtype)),
        }
    }

    /// The storage, of so many numbers.
    fn stored(&self, numbers: i64) -> Result<Arg> {
        let own = numbers / self.packed.unwrap_or(1);
        let storage = self.tensor.storage();
        let count = |shape: &[i64]| {
            shape
                .iter()
                .fold(1_i64, |n, &extent| n.saturating_mul(extent))
        };
        // A storage of the view's dimensions may be larger, never smaller: blocks are read whole. One dimension may count the elements of the
        // view, as in the vendor's examples, in memory that is known to hold the blocks.
        let is_counted = |elements| elements == count(self.tensor.shape());
        let is_wrong = match storage {
            [elements] if is_counted(*elements) && self.tensor.is_allocated() => false,
            _ if storage.len() > self.shape.len() => count(storage) != own,
            _ => count(storage) < own,
        };
        if is_wrong {
            return Err(Reason::Shape {
                arg: self.name(),
                got: storage.to_vec(),
                allowed: format!("a storage of {own} elements in blocks"),
            }
            .into());
        }
        let arg = self.tensor.read_stored_as(&[own])?;
        self.with_numbers(arg.clone(), Layout::contiguous(&[numbers]), 0)
    }

    /// The tensor, its words as numbers.
    fn numbers(&self) -> Result<Arg> {
        let arg = self.tensor.read()?;
        let Some(numbers) = self.packed else {
            return Ok(arg);
        };
        let rank = self.shape.len();
        let mut strides = contiguous_strides(&self.shape);
        if self.is_turned {
            let mut turned = self.shape.clone();
            turned.swap(rank - 2, rank - 1);
            strides = contiguous_strides(&turned);
            strides.swap(rank - 2, rank - 1);
        }
        let offset = arg.view.layout.offset();
        let layout = Layout::new(self.shape[..].into(), strides, 0);
        self.with_numbers(arg, layout, offset * numbers)
    }

    fn with_numbers(&self, arg: Arg, layout: Layout, offset: i64) -> Result<Arg> {
        let Some(numbers) = self.packed else {
            return Ok(arg);
        };
        let offset = offset.max(arg.view.layout.offset() * numbers);
        let layout = Layout::new(layout.shape().into(), layout.strides().into(), offset);
        Arg::new(arg.name, Role::Input, self.dtype, layout, arg.view.address)
    }
}

/// The numbers of tensors beside a product.
pub fn factor(tensors: &[Input]) -> Result<Factor> {
    let all: Result<_> = tensors.iter().map(Input::read).collect();
    Ok(Factor::new(all?))
}

/// The numbers of one tensor.
pub fn one_factor(tensor: &Input) -> Result<Factor> {
    Ok(Factor::new(vec![tensor.read()?]))
}

/// Refuses another value than those of a list.
pub fn one_of(name: &'static str, got: i64, allowed: &[i64]) -> Result<()> {
    if allowed.contains(&got) {
        return Ok(());
    }
    let names: Vec<String> = allowed.iter().map(ToString::to_string).collect();
    Err(Error::value(name, got, names.join(", ")))
}

/// Refuses a type that is none of these.
pub fn type_of(tensor: &TensorArg, allowed: &[Dtype]) -> Result<()> {
    let own = tensor.dtype()?;
    if allowed.contains(&own) {
        return Ok(());
    }
    let names: Vec<&str> = allowed.iter().map(|dtype| dtype.name()).collect();
    let allowed = match names.is_empty() {
        true => "null, with the types of the other arguments".into(),
        false => format!(
            "{}, with the types of the other arguments",
            names.join(", ")
        ),
    };
    Err(Error::dtype(tensor.name(), own, allowed))
}

/// Refuses a tensor that must be null.
pub fn absent(tensors: &[(&'static str, bool)], with: &str) -> Result<()> {
    match tensors.iter().find(|(_, is_given)| *is_given) {
        Some(&(name, _)) => Err(Error::value(name, "a tensor", format!("null {with}"))),
        None => Ok(()),
    }
}
