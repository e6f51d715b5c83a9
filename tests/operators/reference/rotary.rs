//! Rotary positions by their definitions, one element after the other.

use rug::Float;

use super::rows::{boolean, float, floats, int, tensor};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

/// For each element of a rotated row: the element that is multiplied by the cosine, the one that is multiplied by the sine, and the sign of that.
pub fn partners(mode: i64, width: usize) -> Vec<(usize, usize, f64)> {
    let half = width / 2;
    let of = |p: usize| match mode {
        0 if p < half => (p, p + half, -1.0),
        0 => (p, p - half, 1.0),
        1 if p.is_multiple_of(2) => (p, p + 1, -1.0),
        1 => (p, p - 1, 1.0),
        2 => {
            let quarter = width / 4;
            match p / quarter % 2 {
                0 => (p, p + quarter, -1.0),
                _ => (p, p - quarter, 1.0),
            }
        }
        _ if p < half => (2 * p, 2 * p + 1, -1.0),
        _ => (2 * (p - half) + 1, 2 * (p - half), 1.0),
    };
    (0..width).map(of).collect()
}

/// A row rotated.
pub fn turned(mode: i64, x: &[Float], cos: &[Float], sin: &[Float]) -> Vec<Float> {
    let partners = partners(mode, x.len()).into_iter().enumerate();
    let each = partners.map(|(p, (own, other, sign))| {
        &x[own] * cos[p].clone() + sign * (&x[other] * sin[p].clone())
    });
    each.collect()
}

/// The gradient by the row, of that by a rotated row.
pub fn turned_back(mode: i64, dy: &[Float], cos: &[Float], sin: &[Float]) -> Vec<Float> {
    let mut dx = vec![float(0.0); dy.len()];
    for (p, (own, other, sign)) in partners(mode, dy.len()).into_iter().enumerate() {
        dx[own] += &dy[p] * cos[p].clone();
        dx[other] += sign * (&dy[p] * sin[p].clone());
    }
    dx
}

/// A tensor as rows: its extents but the last, and the numbers.
struct RowsOf {
    extents: Vec<usize>,
    width: usize,
    numbers: Vec<Float>,
}

impl RowsOf {
    fn new(argument: &Argument) -> Self {
        let shape = &tensor(argument).shape;
        let (width, extents) = shape.split_last().expect("a row");
        Self {
            extents: extents.iter().map(|&extent| extent as usize).collect(),
            width: *width as usize,
            numbers: floats(argument),
        }
    }

    fn count(&self) -> usize {
        self.extents.iter().product()
    }

    /// The number of the row that broadcasts to row `number` of another tensor.
    fn number_for(&self, extents: &[usize], number: usize) -> usize {
        let (mut rest, mut found, mut step) = (number, 0, 1);
        for (&own, &of) in self.extents.iter().zip(extents).rev() {
            let index = rest % of;
            rest /= of;
            found += if own == 1 { 0 } else { index * step };
            step *= own;
        }
        found
    }

    fn row(&self, number: usize) -> &[Float] {
        &self.numbers[number * self.width..][..self.width]
    }
}

fn numbers(of: Vec<Float>) -> Vec<Number> {
    of.into_iter().map(Number::Real).collect()
}

/// The rows of a tensor with some columns rotated.
fn rotated(
    x: &Argument,
    [cos, sin]: [&Argument; 2],
    mode: i64,
    first: usize,
    is_gradient: bool,
) -> Vec<Number> {
    let [x, cos, sin] = [x, cos, sin].map(RowsOf::new);
    let mut results = Vec::new();
    for number in 0..x.count() {
        let mut row = x.row(number).to_vec();
        let at = cos.number_for(&x.extents, number);
        let columns = first..first + cos.width;
        let part = row[columns.clone()].to_vec();
        let turn = if is_gradient { turned_back } else { turned };
        let part = turn(mode, &part, cos.row(at), sin.row(at));
        row.splice(columns, part);
        results.extend(row);
    }
    numbers(results)
}

/// `x`, `cos`, `sin`, `mode`.
pub fn embedding(arguments: &Arguments) -> Vec<Vec<Number>> {
    let angles = [&arguments["cos"], &arguments["sin"]];
    vec![rotated(
        &arguments["x"],
        angles,
        int(&arguments["mode"]),
        0,
        false,
    )]
}

/// `x`, `cos`, `sin`, `mode`, `rotate`.
pub fn by_matrix(arguments: &Arguments) -> Vec<Vec<Number>> {
    if arguments["rotate"].tensors().is_empty() {
        return embedding(arguments);
    }
    let [x, cos, sin, matrix] = ["x", "cos", "sin", "rotate"].map(|at| RowsOf::new(&arguments[at]));
    let mut results = Vec::new();
    for number in 0..x.count() {
        let (row, at) = (x.row(number), cos.number_for(&x.extents, number));
        for column in 0..x.width {
            let products = (0..x.width).map(|k| &row[k] * matrix.row(k)[column].clone());
            let product = products.fold(float(0.0), |sum, product| sum + product);
            let (cos, sin) = (&cos.row(at)[column], &sin.row(at)[column]);
            results.push(row[column].clone() * cos + product * sin);
        }
    }
    vec![numbers(results)]
}

/// `dy`, `cos`, `sin`, `x`, `mode`.
pub fn gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let mode = int(&arguments["mode"]);
    let angles = [&arguments["cos"], &arguments["sin"]];
    let dx = rotated(&arguments["dy"], angles, mode, 0, true);
    let [dy, cos] = ["dy", "cos"].map(|at| RowsOf::new(&arguments[at]));
    if arguments["xOptional"].tensors().is_empty() {
        return vec![
            dx,
            vec![Number::Unjudged; cos.numbers.len()],
            vec![Number::Unjudged; cos.numbers.len()],
        ];
    }
    let x = RowsOf::new(&arguments["xOptional"]);
    let mut sums = [0, 1].map(|_| vec![float(0.0); cos.numbers.len()]);
    for number in 0..dy.count() {
        let at = cos.number_for(&dy.extents, number) * cos.width;
        for (p, (own, other, sign)) in partners(mode, cos.width).into_iter().enumerate() {
            let (dy, x) = (&dy.row(number)[p], x.row(number));
            sums[0][at + p] += dy * x[own].clone();
            sums[1][at + p] += sign * (dy * x[other].clone());
        }
    }
    let [dcos, dsin] = sums.map(numbers);
    vec![dx, dcos, dsin]
}

/// `queryRef`, `keyRef`, `cos`, `sin`, `layout`, `rotaryMode`.
pub fn in_place(arguments: &Arguments) -> Vec<Vec<Number>> {
    let mode = match arguments.get(5) {
        Some(Argument::Text("interleave")) => 1,
        Some(Argument::Text("quarter")) => 2,
        _ => 0,
    };
    let angles = [&arguments["cos"], &arguments["sin"]];
    let both = ["queryRef", "keyRef"].map(|at| rotated(&arguments[at], angles, mode, 0, false));
    both.into()
}

/// `x`, `cos`, `sin`.
pub fn interleaved(arguments: &Arguments) -> Vec<Vec<Number>> {
    let angles = [&arguments["cos"], &arguments["sin"]];
    vec![rotated(&arguments["x"], angles, 3, 0, false)]
}

fn partial(arguments: &Arguments, is_gradient: bool) -> Vec<Vec<Number>> {
    let angles = [&arguments["cos"], &arguments["sin"]];
    let first = match &arguments["partialSlice"] {
        Argument::Ints(slice) if slice[0] == slice[1] => {
            return vec![numbers(floats(&arguments[["dyRef", "xRef"]]))];
        }
        Argument::Ints(slice) => slice[0] as usize,
        _ => 0,
    };
    vec![rotated(
        &arguments[["dyRef", "xRef"]],
        angles,
        1,
        first,
        is_gradient,
    )]
}

/// `xRef`, `cos`, `sin`, `rotaryMode`, `partialSlice`.
pub fn partial_forward(arguments: &Arguments) -> Vec<Vec<Number>> {
    partial(arguments, false)
}

/// `dyRef`, `cos`, `sin`, `rotaryMode`, `partialSlice`.
pub fn partial_gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    partial(arguments, true)
}

/// The row of positions that a pair takes.
fn row_of_pair(sections: &[i64], takes_turns: bool, pair: usize) -> usize {
    let pair = pair as i64;
    if sections.iter().all(|&count| count == 0) {
        return 0;
    }
    if takes_turns {
        for row in [1, 2] {
            let mut at = row;
            while at < 3 * sections[1] {
                if at == pair {
                    return row as usize;
                }
                at += 3;
            }
        }
        return 0;
    }
    let mut names = Vec::new();
    for (row, &count) in sections.iter().enumerate() {
        names.extend((0..count).map(|_| row));
    }
    names[pair as usize]
}

/// `positions`, `queryIn`, `keyIn`, `cosSinCache`, `mropeSection`, `headSize`, `isNeoxStyle`, and `cacheMode` where it is a number.
pub fn by_position(arguments: &Arguments) -> Vec<Vec<Number>> {
    let positions: Vec<usize> = floats(&arguments["positions"])
        .iter()
        .map(|position| position.to_f64() as usize)
        .collect();
    let table = RowsOf::new(&arguments["cosSinCache"]);
    let (tokens, half) = (
        tensor(&arguments["queryIn"]).shape[0] as usize,
        table.width / 2,
    );
    let sections = match &arguments["mropeSection"] {
        Argument::Ints(sections) => sections.clone(),
        _ => Vec::new(),
    };
    let head = int(&arguments["headSize"]) as usize;
    let is_neox = boolean(&arguments["isNeoxStyle"]);
    let takes_turns = matches!(arguments[["cacheMode", "queryOut"]], Argument::Int(1));
    let mode = if is_neox { 0 } else { 1 };
    let rotate = |argument: &Argument| {
        let x = RowsOf::new(argument);
        let mut results = Vec::new();
        for token in 0..tokens {
            let pair_of = |p: usize| if is_neox { p % half } else { p / 2 };
            let angle = |p: usize, shift: usize| {
                let pair = pair_of(p);
                let row = row_of_pair(&sections, takes_turns, pair);
                table.row(positions[row * tokens + token])[shift + pair].clone()
            };
            let cos: Vec<Float> = (0..table.width).map(|p| angle(p, 0)).collect();
            let sin: Vec<Float> = (0..table.width).map(|p| angle(p, half)).collect();
            for row in x.row(token).chunks(head) {
                results.extend(turned(mode, &row[..table.width], &cos, &sin));
                results.extend(row[table.width..].iter().cloned());
            }
        }
        numbers(results)
    };
    vec![rotate(&arguments["queryIn"]), rotate(&arguments["keyIn"])]
}
