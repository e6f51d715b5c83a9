//! Matrix products by index, in exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::arithmetic::mul;
use super::promotion::promote;
use super::reductions::elements;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, is_float, round};

/// A batch of matrices.
struct Matrices {
    batch: Vec<usize>,
    rows: usize,
    columns: usize,
    elements: Vec<Float>,
}

impl Matrices {
    /// The elements, rounded to `dtype`.
    fn new(tensor: &Tensor, shape: &[i64], dtype: Dtype) -> Self {
        let rounded = |x: Number| match is_float(dtype) {
            true => round(&x.real(), dtype),
            false => x.real(),
        };
        let extents: Vec<usize> = shape.iter().map(|&extent| extent as usize).collect();
        let (batch, last) = extents.split_at(extents.len() - 2);
        Self {
            batch: batch.to_vec(),
            rows: last[0],
            columns: last[1],
            elements: elements(tensor).into_iter().map(rounded).collect(),
        }
    }

    fn transposed(mut self) -> Self {
        let at = |i: usize| self.elements[i % self.rows * self.columns + i / self.rows].clone();
        self.elements = (0..self.elements.len()).map(at).collect();
        std::mem::swap(&mut self.rows, &mut self.columns);
        self
    }

    /// Number of the matrix of a batch, which is repeated over another batch's extents.
    fn matrix(&self, mut number: usize, extents: &[usize]) -> usize {
        let (mut at, mut step) = (0, 1);
        for (d, &extent) in extents.iter().enumerate().rev() {
            let own = (d + self.batch.len()).checked_sub(extents.len());
            let own = own.map_or(1, |d| self.batch[d]);
            at += number % extent % own * step;
            step *= own;
            number /= extent;
        }
        at
    }

    fn at(&self, matrix: usize, row: usize, column: usize) -> &Float {
        &self.elements[(matrix * self.rows + row) * self.columns + column]
    }
}

/// All elements of the products, by row and column.
fn multiply(a: &Matrices, b: &Matrices) -> Vec<Float> {
    let rank = a.batch.len().max(b.batch.len());
    let extent = |batch: &[usize], d: usize| match (d + batch.len()).checked_sub(rank) {
        Some(d) => batch[d],
        None => 1,
    };
    let extents: Vec<usize> = (0..rank)
        .map(|d| match (extent(&a.batch, d), extent(&b.batch, d)) {
            (1, other) => other,
            (own, _) => own,
        })
        .collect();
    let mut results = Vec::new();
    for number in 0..extents.iter().product() {
        let (left, right) = (a.matrix(number, &extents), b.matrix(number, &extents));
        for row in 0..a.rows {
            for column in 0..b.columns {
                let mut sum = Float::new(PRECISION);
                for k in 0..a.columns {
                    sum += Float::with_val(PRECISION, a.at(left, row, k) * b.at(right, k, column));
                }
                results.push(sum);
            }
        }
    }
    results
}

/// The types to which operands and results are rounded on Ascend950.
pub fn types(a: Dtype, b: Dtype, out: Dtype, math: i64) -> (Dtype, Dtype) {
    let is_short = a == b && a != Dtype::F32;
    let operands = match (is_short, math) {
        (true, _) => a,
        (false, 2) => Dtype::F16,
        (false, _) => Dtype::F32,
    };
    match is_short && out == Dtype::F32 {
        true => (operands, Dtype::F32),
        false => (operands, operands),
    }
}

fn tensor(argument: &Argument) -> &Tensor {
    &argument.tensors()[0]
}

pub fn number(argument: &Argument) -> f64 {
    match argument {
        Argument::Int(value) => *value as f64,
        Argument::Float(value) => *value,
        Argument::Scalar(_, value) => f64::from(value.real().to_f32()),
        other => panic!("{other:?} is no number"),
    }
}

/// The matrices of two tensors, with a vector on the left as a row and one on the right as a column.
fn sides(a: &Tensor, b: &Tensor, dtype: Dtype) -> [Matrices; 2] {
    let of_rank_2 = |tensor: &Tensor, axis: usize| {
        let mut shape = tensor.shape.clone();
        if shape.len() == 1 {
            shape.insert(axis, 1);
        }
        Matrices::new(tensor, &shape, dtype)
    };
    [of_rank_2(a, 0), of_rank_2(b, 1)]
}

fn numbers(results: Vec<Float>) -> Vec<Vec<Number>> {
    vec![results.into_iter().map(Number::Real).collect()]
}

/// The products of two tensors, rounded to `dtype` first.
pub fn multiplied(a: &Tensor, b: &Tensor, dtype: Dtype) -> Vec<Float> {
    let [a, b] = sides(a, b, dtype);
    multiply(&a, &b)
}

/// `a @ b` of the first two arguments, in the types of [`types`].
pub fn product(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [a, b] = [
        tensor(&arguments["self"]),
        tensor(&arguments[["mat2", "vec"]]),
    ];
    let math = arguments.last().map(number).unwrap_or_default() as i64;
    let (operands, _) = types(a.dtype, b.dtype, tensor(&arguments["out"]).dtype, math);
    let [a, b] = sides(a, b, operands);
    numbers(multiply(&a, &b))
}

/// The sum of products of the elements of two vectors; integers modulo 2^64.
pub fn dot(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [a, b] = [tensor(&arguments["self"]), tensor(&arguments["tensor"])];
    let [x, y] = [a, b].map(elements);
    if !is_float(a.dtype) {
        let products = x.iter().zip(&y).map(|(x, y)| x.as_int() * y.as_int());
        return vec![vec![Number::Int(products.sum())]];
    }
    let [a, b] = sides(a, b, a.dtype);
    numbers(multiply(&a, &b))
}

/// The products of each element of one vector and each of another.
pub fn outer(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [a, b] = [tensor(&arguments["self"]), tensor(&arguments["vec2"])];
    let dtype = promote(a.dtype, b.dtype).expect("types that meet");
    let [x, y] = [a, b].map(elements);
    let row = |x: &Number| {
        let product = |y: &Number| mul(&[x.clone(), y.clone()], arguments, dtype);
        y.iter().map(product).collect::<Vec<_>>()
    };
    vec![x.iter().flat_map(row).collect()]
}

/// Operands of a sum with a product.
struct Terms<'a> {
    own: &'a Tensor,
    products: Vec<Float>,
    shape: Vec<i64>,
    beta: f64,
    alpha: f64,
}

impl Terms<'_> {
    fn sums(self) -> Vec<Vec<Number>> {
        let own = elements(self.own);
        let extents = &self.own.shape;
        let skip = self.shape.len() - extents.len();
        let of_self = |mut i: usize| {
            let (mut at, mut step) = (0, 1);
            for (d, &extent) in self.shape.iter().enumerate().rev() {
                let here = i % extent as usize;
                i /= extent as usize;
                if d >= skip {
                    at += here % extents[d - skip] as usize * step;
                    step *= extents[d - skip] as usize;
                }
            }
            own[at].real()
        };
        let results = self.products.iter().enumerate().map(|(i, product)| {
            let mut sum = Float::with_val(PRECISION, 0);
            if self.alpha.abs() > 1.2e-7 {
                sum += Float::with_val(PRECISION, product * self.alpha);
            }
            if self.beta.abs() > 1.2e-7 {
                sum += of_self(i) * self.beta;
            }
            sum
        });
        if is_float(self.own.dtype) {
            return numbers(results.collect());
        }
        let integer = |sum: Float| sum.to_integer().expect("a number").to_i128_wrapping();
        vec![results.map(|sum| Number::Int(integer(sum))).collect()]
    }
}

/// `beta * self + alpha * a @ b` of `(self, a, b, beta, alpha, ..)`.
fn terms(arguments: &Arguments) -> Terms<'_> {
    let [own, a, b] = [["self", "selfRef"], ["mat1", "batch1"], ["mat2", "batch2"]]
        .map(|names| tensor(&arguments[names]));
    let out = arguments.find("out").map_or(own, tensor);
    let math = number(&arguments["cubeMathType"]) as i64;
    let (operands, _) = types(a.dtype, b.dtype, out.dtype, math);
    let [left, right] = sides(a, b, operands);
    let mut shape: Vec<i64> = left.batch.iter().map(|&extent| extent as i64).collect();
    shape.extend([left.rows as i64, right.columns as i64]);
    Terms {
        own,
        products: multiply(&left, &right),
        shape,
        beta: number(&arguments["beta"]),
        alpha: number(&arguments["alpha"]),
    }
}

pub fn sum(arguments: &Arguments) -> Vec<Vec<Number>> {
    terms(arguments).sums()
}

/// The same with the sum of the products of a batch.
pub fn sum_over_batch(arguments: &Arguments) -> Vec<Vec<Number>> {
    let mut terms = terms(arguments);
    let shape = terms.shape.split_off(1);
    let size = shape.iter().product::<i64>() as usize;
    let mut sums = vec![Float::new(PRECISION); size];
    for (i, product) in terms.products.iter().enumerate() {
        sums[i % size] += product;
    }
    (terms.products, terms.shape) = (sums, shape);
    terms.sums()
}

/// `alpha * A @ B + beta * C` of `(A, B, C, alpha, beta, transA, transB, out, cubeMathType)`.
pub fn general(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [a, b, own, out] = ["A", "B", "C", "out"].map(|at| tensor(&arguments[at]));
    let (operands, _) = types(
        a.dtype,
        b.dtype,
        out.dtype,
        number(&arguments["cubeMathType"]) as i64,
    );
    let [mut left, mut right] = sides(a, b, operands);
    if number(&arguments["transA"]) != 0.0 {
        left = left.transposed();
    }
    if number(&arguments["transB"]) != 0.0 {
        right = right.transposed();
    }
    let terms = Terms {
        own,
        products: multiply(&left, &right),
        shape: out.shape.clone(),
        beta: number(&arguments["beta"]),
        alpha: number(&arguments["alpha"]),
    };
    terms.sums()
}

/// The type of `beta * self + alpha * product` before it is stored.
pub fn type_of_sum(own: Dtype, product: Dtype, beta: f64) -> Option<Dtype> {
    match beta {
        0.0 => Some(product),
        _ => promote(own, product),
    }
}

/// `beta * self + alpha * mat @ vec` of `(self, mat, vec, alpha, beta, out, ..)`; integers modulo 2^64, of BOOL whether any pair is true.
pub fn with_vector(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [own, mat, vec] = ["self", "mat", "vec"].map(|at| tensor(&arguments[at]));
    let both = promote(mat.dtype, vec.dtype).expect("types that meet");
    let [alpha, beta] = ["alpha", "beta"].map(|at| number(&arguments[at]));
    let [left, right] = sides(mat, vec, both);
    let products = multiply(&left, &right);
    if both == Dtype::Bool {
        let own = elements(own);
        let any = |(i, product): (usize, &Float)| {
            let term = alpha != 0.0 && *product > 0;
            Number::from(term || beta != 0.0 && own[i % own.len()].as_int() != 0)
        };
        return vec![products.iter().enumerate().map(any).collect()];
    }
    let terms = Terms {
        own,
        products,
        shape: vec![left.rows as i64],
        beta,
        alpha,
    };
    terms.sums()
}

/// `beta * self + alpha * vec1 @ vec2` of `(self, vec1, vec2, beta, alpha, ..)`, null for 1; of BOOL with *or* and *and*.
pub fn with_outer(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [own, x, y] =
        [["self", "selfRef"], ["vec1"; 2], ["vec2"; 2]].map(|names| tensor(&arguments[names]));
    let factor = |at: &str| match &arguments[at] {
        Argument::Null => 1.0,
        other => number(other),
    };
    let shape = vec![x.shape[0], y.shape[0]];
    let [x, y] = [x, y].map(elements);
    // A factor of 0 multiplies too.
    let alpha = factor("alphaOptional");
    let pairs = x
        .iter()
        .flat_map(|x| y.iter().map(move |y| x.real() * y.real() * alpha));
    let terms = Terms {
        own,
        products: pairs.collect(),
        shape,
        beta: factor("betaOptional"),
        alpha: 1.0,
    };
    let sums = terms.sums();
    match own.dtype == Dtype::Bool {
        true => vec![sums[0].iter().map(|sum| (sum.real() > 0).into()).collect()],
        false => sums,
    }
}

/// The products that an equation of aclnnEinsum names, of `(tensors, equation, output)`.
pub fn einsum(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [a, b] = arguments["tensors"].tensors() else {
        panic!("two tensors")
    };
    if a.shape.len() == 1 {
        let outer = [a, b].map(|tensor| Argument::Tensor(tensor.clone()));
        return self::outer(&Arguments::of("aclnnGer", &outer));
    }
    let compute = if a.dtype == Dtype::F32 {
        Dtype::F32
    } else {
        Dtype::F16
    };
    let mut column = a.shape.clone();
    column.push(1);
    let columns = Matrices::new(a, &column, compute);
    let matrices = Matrices::new(b, &b.shape, compute);
    numbers(multiply(&matrices, &columns))
}

/// `x @ wHigh + wLowScale * (x @ wLow)` of `(x, wHigh, wLow, y, wLowScale, ..)`.
pub fn split(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [x, high, low] = ["x", "wHigh", "wLow"].map(|at| tensor(&arguments[at]));
    let product = |weight: &Tensor| {
        let [x, weight] = sides(x, weight, Dtype::Bf16);
        multiply(&x, &weight)
    };
    let scale = number(&arguments["wLowScale"]);
    let pairs = product(high).into_iter().zip(product(low));
    numbers(pairs.map(|(high, low)| high + low * scale).collect())
}

/// `aclnnAddLora`: `y`, and the products of each row with the matrices that it chooses.
pub fn adapters(arguments: &Arguments) -> Vec<Float> {
    let of = |at: usize| -> Vec<Float> {
        let tensors = arguments[at].tensors();
        let tensor = tensors.iter().flat_map(elements);
        tensor.map(|x| x.real()).collect()
    };
    let int = |at: usize| match arguments[at] {
        Argument::Int(number) => number,
        _ => panic!("a number"),
    };
    let Argument::Float(scale) = arguments["scale"] else {
        panic!("a scale")
    };
    let shape = |at: usize| arguments[at].tensors()[0].shape.clone();
    let (width, length) = (shape(0)[1] as usize, shape(1)[1] as usize);
    let &[_, layers, outer, inner] = &shape(2)[..] else {
        panic!("matrices")
    };
    let (outer, inner) = (outer as usize, inner as usize);
    let [mut y, x, second, chosen, first] = [0, 1, 2, 3, 4].map(of);
    let sum = |a: &[Float], b: &[Float]| {
        let products = a
            .iter()
            .zip(b)
            .map(|(a, b)| Float::with_val(PRECISION, a * b));
        products.fold(Float::with_val(PRECISION, 0), |sum, product| sum + product)
    };
    for (row, chosen) in chosen.iter().enumerate() {
        let Some(adapter) = chosen.to_f64().to_string().parse::<usize>().ok() else {
            continue;
        };
        let matrix = adapter * layers as usize + int(5) as usize;
        let mut kept = x[row * length..][..length].to_vec();
        if !first.is_empty() {
            let rows = first[matrix * inner * length..].chunks(length).take(inner);
            kept = rows.map(|weights| sum(weights, &kept)).collect();
        }
        let count = if int(8) == -1 { outer } else { int(8) as usize };
        for column in 0..count {
            let weights = &second[(matrix * outer + column) * inner..][..inner];
            y[row * width + int(7) as usize + column] += sum(weights, &kept) * scale;
        }
    }
    y
}
