//! Places to which elements go, index by index. Elements are bytes: nothing is computed.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Tensor};
use crate::arguments::{Arguments, Key};
use crate::number::{decode, encode};

/// Elements in row-major order of a shape.
pub struct Array {
    pub shape: Vec<i64>,
    pub elements: Vec<Vec<u8>>,
}

impl Array {
    /// The elements of a tensor before the call.
    pub fn of(tensor: &Tensor) -> Self {
        let bytes = tensor.elements();
        let elements = match tensor.size() {
            // Two elements a byte, the first in the low bits.
            0 => bytes
                .iter()
                .flat_map(|byte| [vec![byte & 15], vec![byte >> 4]])
                .take(tensor.numel())
                .collect(),
            size => bytes.chunks(size).map(<[u8]>::to_vec).collect(),
        };
        Self {
            shape: tensor.shape.clone(),
            elements,
        }
    }

    /// The elements that `element` gives for each index of a shape.
    pub fn filled(shape: &[i64], mut element: impl FnMut(&[i64]) -> Vec<u8>) -> Self {
        let count = shape.iter().product::<i64>();
        let elements = (0..count).map(|number| element(&index(shape, number)));
        Self {
            shape: shape.to_vec(),
            elements: elements.collect(),
        }
    }

    pub fn at(&self, index: &[i64]) -> Vec<u8> {
        self.elements[number(&self.shape, index)].clone()
    }

    /// The same elements in another shape.
    pub fn reshaped(self, shape: &[i64]) -> Self {
        assert_eq!(shape.iter().product::<i64>(), self.elements.len() as i64);
        Self {
            shape: shape.to_vec(),
            ..self
        }
    }

    /// The elements converted from one type to another.
    pub fn converted(mut self, from: Dtype, to: Dtype) -> Self {
        if from != to {
            for element in &mut self.elements {
                *element = encode(&decode(element, from), to);
            }
        }
        self
    }

    /// The bytes of an output that holds them.
    pub fn bytes(self, dtype: Dtype) -> Vec<u8> {
        if dtype.bits() >= 8 {
            return self.elements.concat();
        }
        let halves: Vec<u8> = self.elements.concat();
        halves
            .chunks(2)
            .map(|pair| pair[0] | pair.get(1).map_or(0, |high| high << 4))
            .collect()
    }
}

/// The index of an element by its number.
pub fn index(shape: &[i64], mut number: i64) -> Vec<i64> {
    let mut index = vec![0; shape.len()];
    for (at, &extent) in index.iter_mut().zip(shape).rev() {
        (*at, number) = (number % extent, number / extent);
    }
    index
}

fn number(shape: &[i64], index: &[i64]) -> usize {
    assert_eq!(shape.len(), index.len());
    let number = shape.iter().zip(index).fold(0, |number, (&extent, &at)| {
        assert!((0..extent).contains(&at), "{index:?} of {shape:?}");
        number * extent + at
    });
    number as usize
}

pub fn tensor(arguments: &Arguments, at: impl Key<Of = Argument>) -> &Tensor {
    &arguments[at].tensors()[0]
}

pub fn ints(arguments: &Arguments, at: impl Key<Of = Argument>) -> &[i64] {
    match &arguments[at] {
        Argument::Ints(numbers) => numbers,
        other => panic!("{other:?} is no array"),
    }
}

pub fn int(arguments: &Arguments, at: impl Key<Of = Argument>) -> i64 {
    match arguments[at] {
        Argument::Int(number) => number,
        ref other => panic!("{other:?} is no number"),
    }
}

/// The output whose element at an index is that of the first argument where `from` says.
fn taken(arguments: &Arguments, from: impl Fn(&[i64]) -> Vec<i64>) -> Vec<Vec<u8>> {
    let source = Array::of(tensor(arguments, ["self", "x"]));
    let target = tensor(arguments, "out");
    let result = Array::filled(&target.shape, |index| source.at(&from(index)));
    vec![result.bytes(target.dtype)]
}

fn axis(dim: i64, rank: usize) -> usize {
    dim.rem_euclid(rank as i64) as usize
}

/// Tensors along an axis; `new`: it is one that they do not have.
fn joined(arguments: &Arguments, new: bool) -> Vec<Vec<u8>> {
    let (tensors, out) = (arguments["tensors"].tensors(), tensor(arguments, "out"));
    let axis = axis(int(arguments, "dim"), out.shape.len());
    let meeting = tensors
        .iter()
        .map(|tensor| tensor.dtype)
        .reduce(|a, b| crate::reference::promotion::promote(a, b).unwrap())
        .unwrap();
    let arrays: Vec<Array> = tensors
        .iter()
        .filter(|tensor| !tensor.shape.contains(&0))
        .map(|tensor| {
            let mut shape = tensor.shape.clone();
            if new {
                shape.insert(axis, 1);
            }
            let array = Array::of(tensor).converted(tensor.dtype, meeting);
            array.converted(meeting, out.dtype).reshaped(&shape)
        })
        .collect();
    let result = Array::filled(&out.shape, |index| {
        let mut index = index.to_vec();
        let mut found = arrays.iter();
        loop {
            let array = found.next().unwrap();
            if index[axis] < array.shape[axis] {
                return array.at(&index);
            }
            index[axis] -= array.shape[axis];
        }
    });
    vec![result.bytes(out.dtype)]
}

pub fn concatenated(arguments: &Arguments) -> Vec<Vec<u8>> {
    joined(arguments, false)
}

pub fn stacked(arguments: &Arguments) -> Vec<Vec<u8>> {
    joined(arguments, true)
}

/// Pieces of the first argument along the axis that argument 2 says, as long as the outputs are; more outputs stay as they are.
pub fn split(arguments: &Arguments) -> Vec<Vec<u8>> {
    let source = Array::of(tensor(arguments, "self"));
    let from = tensor(arguments, "self").dtype;
    let axis = axis(int(arguments, "dim"), source.shape.len());
    let mut start = 0;
    let outputs = arguments["out"].tensors().iter().map(|out| {
        if start >= source.shape[axis] {
            return Array::of(out).bytes(out.dtype);
        }
        let piece = Array::filled(&out.shape, |index| {
            let mut index = index.to_vec();
            index[axis] += start;
            source.at(&index)
        });
        start += out.shape[axis];
        piece.converted(from, out.dtype).bytes(out.dtype)
    });
    outputs.collect()
}

/// A slice of one dimension: argument 1, from argument 2, steps of argument 4.
pub fn slice(arguments: &Arguments) -> Vec<Vec<u8>> {
    let shape = &tensor(arguments, "self").shape;
    let [dim, start, step] = ["dim", "start", "step"].map(|at| int(arguments, at));
    let axis = axis(dim, shape.len());
    sliced(arguments, &[(axis, start, step)])
}

/// Slices of the dimensions of argument 3, from argument 1, steps of argument 4.
pub fn slices(arguments: &Arguments) -> Vec<Vec<u8>> {
    let rank = tensor(arguments, "self").shape.len();
    let [starts, axes, steps] = ["starts", "axes", "steps"].map(|at| ints(arguments, at));
    let all = (0..axes.len()).map(|k| (axis(axes[k], rank), starts[k], steps[k]));
    sliced(arguments, &all.collect::<Vec<_>>())
}

fn sliced(arguments: &Arguments, slices: &[(usize, i64, i64)]) -> Vec<Vec<u8>> {
    let shape = &tensor(arguments, "self").shape;
    taken(arguments, |index| {
        let mut index = index.to_vec();
        for &(axis, start, step) in slices {
            let start = if start < 0 {
                start + shape[axis]
            } else {
                start
            };
            index[axis] = start.max(0) + index[axis] * step;
        }
        index
    })
}

pub fn permuted(arguments: &Arguments) -> Vec<Vec<u8>> {
    let dims = ints(arguments, "dims");
    taken(arguments, |index| {
        let mut from = vec![0; index.len()];
        for (k, &dim) in dims.iter().enumerate() {
            from[axis(dim, index.len())] = index[k];
        }
        from
    })
}

/// The same elements in the shape of the last argument.
pub fn same_order(arguments: &Arguments) -> Vec<Vec<u8>> {
    vec![Array::of(tensor(arguments, "self")).bytes(tensor(arguments, "self").dtype)]
}

/// The element of each index, in the dimensions that the first argument has, wrapped to its extents.
pub fn repeated(arguments: &Arguments) -> Vec<Vec<u8>> {
    let shape = &tensor(arguments, "self").shape;
    taken(arguments, |index| {
        let own = &index[index.len() - shape.len()..];
        own.iter()
            .zip(shape)
            .map(|(at, extent)| at % extent)
            .collect()
    })
}

pub fn flipped(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (shape, dims) = (&tensor(arguments, "self").shape, ints(arguments, "dims"));
    taken(arguments, |index| {
        let mut from = index.to_vec();
        for &dim in dims {
            if !shape.is_empty() {
                let axis = axis(dim, shape.len());
                from[axis] = shape[axis] - 1 - from[axis];
            }
        }
        from
    })
}

pub fn rolled(arguments: &Arguments) -> Vec<Vec<u8>> {
    let shape = &tensor(arguments, "x").shape;
    let (shifts, dims) = (ints(arguments, "shifts"), ints(arguments, "dims"));
    if dims.is_empty() {
        let count = shape.iter().product::<i64>();
        return taken(arguments, |at| {
            let number = number(shape, at) as i64 - shifts[0].rem_euclid(count);
            index(shape, number.rem_euclid(count))
        });
    }
    taken(arguments, |index| {
        let mut from = index.to_vec();
        for (&dim, shift) in dims.iter().zip(shifts) {
            let axis = axis(dim, shape.len());
            from[axis] = (from[axis] - shift).rem_euclid(shape[axis]);
        }
        from
    })
}

fn triangle(arguments: &Arguments, keep: fn(i64, i64) -> bool) -> Vec<Vec<u8>> {
    let source = Array::of(tensor(arguments, ["self", "selfRef"]));
    let (diagonal, size) = (
        int(arguments, "diagonal"),
        tensor(arguments, ["self", "selfRef"]).size(),
    );
    let result = Array::filled(&source.shape, |index| {
        let [row, column] = index[index.len() - 2..] else {
            panic!("matrices");
        };
        match keep(column - row, diagonal) {
            true => source.at(index),
            false => vec![0; size],
        }
    });
    vec![result.bytes(tensor(arguments, ["self", "selfRef"]).dtype)]
}

pub fn upper(arguments: &Arguments) -> Vec<Vec<u8>> {
    triangle(arguments, |distance, diagonal| distance >= diagonal)
}

pub fn lower(arguments: &Arguments) -> Vec<Vec<u8>> {
    triangle(arguments, |distance, diagonal| distance <= diagonal)
}

pub fn eye(arguments: &Arguments) -> Vec<Vec<u8>> {
    let out = tensor(arguments, "out");
    let result = Array::filled(&out.shape, |index| {
        encode(&(index[0] == index[1]).into(), Dtype::I8)
    });
    vec![result.converted(Dtype::I8, out.dtype).bytes(out.dtype)]
}

/// The part of a dimension that an entry of `tf.strided_slice` leaves: the elements that a walk meets, or a new dimension, or one element.
enum Left {
    New,
    One(i64),
    Walk(Vec<i64>),
}

pub fn strided_slice(arguments: &Arguments) -> Vec<Vec<u8>> {
    let shape = &tensor(arguments, "self").shape;
    let [begin, end, strides] = ["begin", "end", "strides"].map(|at| ints(arguments, at));
    let bit = |mask: &str, k: usize| int(arguments, mask) >> k & 1 == 1;
    let (entries, mut left, mut axis) = (strides.len(), Vec::new(), 0);
    let real = |k: &usize| !bit("ellipsisMask", *k) && !bit("newAxisMask", *k);
    for k in 0..entries {
        if bit("ellipsisMask", k) {
            let behind = (k + 1..entries).filter(real).count();
            while axis + behind < shape.len() {
                left.push(Left::Walk((0..shape[axis]).collect()));
                axis += 1;
            }
            continue;
        }
        if bit("newAxisMask", k) {
            left.push(Left::New);
            continue;
        }
        let extent = shape[axis];
        let place = |index: i64| if index < 0 { index + extent } else { index };
        if bit("shrinkAxisMask", k) {
            left.push(Left::One(place(begin[k])));
        } else {
            let stride = strides[k];
            let (first, last) = if stride > 0 {
                (0, extent)
            } else {
                (extent - 1, -1)
            };
            let mut at = if bit("beginMask", k) {
                first
            } else {
                place(begin[k])
            };
            let stop = if bit("endMask", k) {
                last
            } else {
                place(end[k])
            };
            // Elements before the first one of the walk are cut off.
            at = if stride > 0 {
                at.max(0)
            } else {
                at.min(extent - 1)
            };
            let mut walk = Vec::new();
            while (0..extent).contains(&at) && (if stride > 0 { at < stop } else { at > stop }) {
                walk.push(at);
                at += stride;
            }
            left.push(Left::Walk(walk));
        }
        axis += 1;
    }
    left.extend(
        shape[axis..]
            .iter()
            .map(|&extent| Left::Walk((0..extent).collect())),
    );
    taken(arguments, |index| {
        let mut index = index.iter();
        let mut from = Vec::new();
        for one in &left {
            match one {
                Left::New => assert_eq!(index.next(), Some(&0)),
                Left::One(at) => from.push(*at),
                Left::Walk(walk) => from.push(walk[*index.next().unwrap() as usize]),
            }
        }
        from
    })
}
