//! Pads, windows and their gradients, element by element.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::movement::{Array, index, int, ints, tensor};
use crate::argument::Argument;
use crate::arguments::{Arguments, Key};
use crate::number::{Number, PRECISION, decode, encode, part};

/// Exact sums, one for each element of a shape.
struct Sums {
    shape: Vec<i64>,
    sums: Vec<(Float, Float)>,
}

impl Sums {
    fn new(shape: &[i64]) -> Self {
        let zero = (Float::new(PRECISION), Float::new(PRECISION));
        Self {
            shape: shape.to_vec(),
            sums: vec![zero; shape.iter().product::<i64>() as usize],
        }
    }

    fn add(&mut self, index: &[i64], number: &Number) {
        let pairs = self.shape.iter().zip(index);
        let at = pairs.fold(0, |at, (&extent, &i)| {
            assert!((0..extent).contains(&i), "{index:?} of {:?}", self.shape);
            at * extent + i
        });
        let (real, imaginary) = &mut self.sums[at as usize];
        *real += number.real();
        *imaginary += number.imaginary();
    }

    fn bytes(self, dtype: Dtype) -> Vec<u8> {
        let number = |(real, imaginary)| match part(dtype) {
            Some(_) => Number::Complex(real, imaginary),
            None => Number::Real(real),
        };
        let sums = self.sums.into_iter().map(number);
        sums.flat_map(|number| encode(&number, dtype)).collect()
    }
}

/// The number of an element of an argument.
fn numbers(
    arguments: &Arguments,
    at: impl Key<Of = Argument>,
) -> impl Iterator<Item = (Vec<i64>, Number)> {
    let tensor = tensor(arguments, at);
    let (shape, dtype) = (tensor.shape.clone(), tensor.dtype);
    let elements = Array::of(tensor).elements.into_iter().enumerate();
    elements.map(move |(k, bytes)| (index(&shape, k as i64), decode(&bytes, dtype)))
}

/// The element of a dimension at a place of the padded one.
pub type Place = fn(place: i64, extent: i64, low: i64, high: i64) -> i64;

pub fn mirrored(place: i64, extent: i64, low: i64, _: i64) -> i64 {
    let from_first = (place - low).abs();
    (extent - 1) - (extent - 1 - from_first).abs()
}

pub fn nearest(place: i64, extent: i64, low: i64, _: i64) -> i64 {
    (place - low).clamp(0, extent - 1)
}

pub fn around(place: i64, extent: i64, low: i64, high: i64) -> i64 {
    let left: Vec<i64> = (0.max(-low)..extent + high.min(0)).collect();
    left[(place - low.max(0)).rem_euclid(left.len() as i64) as usize]
}

/// The index of the element that stands at an index of the padded tensor.
fn source(place: Place, at: &[i64], shape: &[i64], padding: &[i64]) -> Vec<i64> {
    let mut source = at.to_vec();
    for (k, pair) in padding.chunks(2).enumerate() {
        let axis = shape.len() - 1 - k;
        source[axis] = place(at[axis], shape[axis], pair[0], pair[1]);
    }
    source
}

pub fn padded(arguments: &Arguments, place: Place) -> Vec<Vec<u8>> {
    let (input, out) = (
        Array::of(tensor(arguments, "self")),
        tensor(arguments, "out"),
    );
    let element =
        |at: &[i64]| input.at(&source(place, at, &input.shape, ints(arguments, "padding")));
    vec![Array::filled(&out.shape, element).bytes(out.dtype)]
}

pub fn padded_gradient(arguments: &Arguments, place: Place) -> Vec<Vec<u8>> {
    let out = tensor(arguments, "gradInput");
    let mut sums = Sums::new(&out.shape);
    for (at, number) in numbers(arguments, "gradOutput") {
        sums.add(
            &source(place, &at, &out.shape, ints(arguments, "padding")),
            &number,
        );
    }
    vec![sums.bytes(out.dtype)]
}

/// Argument 0, with argument 2 beside it, as argument 1 says.
pub fn constant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (input, out) = (
        Array::of(tensor(arguments, "self")),
        tensor(arguments, "out"),
    );
    let Argument::Scalar(_, value) = &arguments["value"] else {
        panic!("a number");
    };
    let value = match out.dtype.bits() <= 8 && out.dtype.is_floating() {
        true => vec![0],
        false => encode(value, out.dtype),
    };
    let result = Array::filled(&out.shape, |at| {
        let mut from = at.to_vec();
        for (k, pair) in ints(arguments, "pad").chunks(2).enumerate() {
            from[at.len() - 1 - k] -= pair[0];
        }
        let inside = from
            .iter()
            .zip(&input.shape)
            .all(|(&i, &extent)| (0..extent).contains(&i));
        if inside {
            input.at(&from)
        } else {
            value.clone()
        }
    });
    vec![result.bytes(out.dtype)]
}

/// The element of an image under an element of a window, if it is there.
fn under(
    window: i64,
    element: i64,
    extent: i64,
    [dilation, padding, stride]: [i64; 3],
) -> Option<i64> {
    let at = window * stride - padding + element * dilation;
    (0..extent).contains(&at).then_some(at)
}

/// The image, and the element of it, that stands at an index of columns.
fn image(at: &[i64], shape: &[i64], arguments: &Arguments) -> Option<Vec<i64>> {
    let [kernel, dilation, padding, stride] =
        ["kernelSize", "dilation", "padding", "stride"].map(|name| ints(arguments, name));
    let [.., height, width] = *shape else {
        panic!("images");
    };
    let [column, window] = at[at.len() - 2..] else {
        panic!("columns");
    };
    let across = (width + 2 * padding[1] - dilation[1] * (kernel[1] - 1) - 1) / stride[1] + 1;
    let rule = |k: usize| [dilation[k], padding[k], stride[k]];
    let (down, right) = (column / kernel[1] % kernel[0], column % kernel[1]);
    let row = under(window / across, down, height, rule(0))?;
    let place = under(window % across, right, width, rule(1))?;
    let mut index = at[..at.len() - 2].to_vec();
    index.extend([column / (kernel[0] * kernel[1]), row, place]);
    Some(index)
}

pub fn columns(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (input, out) = (
        Array::of(tensor(arguments, "self")),
        tensor(arguments, "out"),
    );
    let dtype = tensor(arguments, "self").dtype;
    let zero = vec![0; tensor(arguments, "self").size()];
    let result = Array::filled(&out.shape, |at| {
        let from = image(at, &input.shape, arguments);
        from.map_or(zero.clone(), |from| input.at(&from))
    });
    vec![result.converted(dtype, out.dtype).bytes(out.dtype)]
}

pub fn sums_of_columns(arguments: &Arguments) -> Vec<Vec<u8>> {
    let out = tensor(arguments, "out");
    let mut sums = Sums::new(&out.shape);
    for (at, number) in numbers(arguments, "gradOutput") {
        if let Some(to) = image(&at, &out.shape, arguments) {
            sums.add(&to, &number);
        }
    }
    vec![sums.bytes(out.dtype)]
}

pub fn sums_of_windows(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (axis, step) = (int(arguments, "dim") as usize, int(arguments, "step"));
    let out = tensor(arguments, "gradIn");
    let mut sums = Sums::new(&out.shape);
    for (mut at, number) in numbers(arguments, "gradOut") {
        let element = at.pop().unwrap();
        at[axis] = at[axis] * step + element;
        sums.add(&at, &number);
    }
    vec![sums.bytes(out.dtype)]
}

/// Rows of indices, and sums of rows of values.
pub fn coalesced(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (indices, values) = (
        tensor(arguments, "newIndicesOut"),
        tensor(arguments, "newValuesOut"),
    );
    let mut rows = Array::of(indices);
    let given = Array::of(tensor(arguments, "indices"));
    let targets: Vec<i64> = numbers(arguments, "uniqueIndices")
        .map(|(_, number)| number.as_int() as i64)
        .collect();
    let width = indices.shape[1] as usize;
    for (e, &row) in targets.iter().enumerate() {
        if (0..indices.shape[0]).contains(&row) {
            for k in 0..width {
                rows.elements[row as usize * width + k] = given.elements[e * width + k].clone();
            }
        }
    }
    let mut sums = Sums::new(&values.shape);
    for (at, number) in numbers(arguments, "newValuesOut") {
        sums.add(&at, &number);
    }
    for (mut at, number) in numbers(arguments, "values") {
        at[0] = targets[at[0] as usize];
        if (0..values.shape[0]).contains(&at[0]) {
            sums.add(&at, &number);
        }
    }
    vec![rows.bytes(indices.dtype), sums.bytes(values.dtype)]
}

/// The points of a grid under affine maps.
pub fn affine_grid(arguments: &Arguments) -> Vec<Vec<u8>> {
    let theta: Vec<(Vec<i64>, Number)> = numbers(arguments, "theta").collect();
    let (size, out) = (ints(arguments, "size"), tensor(arguments, "out"));
    let Argument::Bool(align) = arguments["alignCorners"] else {
        panic!("whether corners are aligned");
    };
    let coordinate = |index: i64, extent: i64| {
        let of = |number: i64| Float::with_val(PRECISION, number);
        match align {
            _ if extent == 1 => of(0),
            true => of(2 * index) / (extent - 1) - 1_u32,
            false => of(2 * index + 1) / extent - 1_u32,
        }
    };
    let mut sums = Sums::new(&out.shape);
    let points: i64 = out.shape.iter().product();
    for number in 0..points {
        let at = index(&out.shape, number);
        for (entry, value) in &theta {
            if entry[0] != at[0] || entry[1] != at[at.len() - 1] {
                continue;
            }
            // Along the last dimension of the grid first; behind the coordinates 1.
            let k = entry[2] as usize;
            let axis = (at.len() - 2).checked_sub(k).filter(|&axis| axis > 0);
            let point = axis.map_or(Float::with_val(PRECISION, 1), |axis| {
                coordinate(at[axis], size[axis + 1])
            });
            sums.add(&at, &Number::Real(point * value.real()));
        }
    }
    vec![sums.bytes(out.dtype)]
}

pub fn chunks(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (number, out) = (int(arguments, "numChunks"), tensor(arguments, "out"));
    let mut rows: Vec<Vec<u8>> = vec![Vec::new(); number as usize];
    for tensor in arguments["tensors"].tensors() {
        if tensor.shape.contains(&0) {
            continue;
        }
        let array = Array::of(tensor).converted(tensor.dtype, out.dtype);
        let rest = tensor.shape[1..].iter().product::<i64>();
        let per_chunk = (tensor.shape[0] + number - 1) / number;
        for (k, row) in rows.iter_mut().enumerate() {
            for at in k as i64 * per_chunk * rest..(k as i64 + 1) * per_chunk * rest {
                let zero = vec![0; out.size()];
                row.extend(array.elements.get(at as usize).unwrap_or(&zero));
            }
        }
    }
    vec![rows.concat()]
}
