//! Lists of tensors of which each is computed by itself, with the tensors at its place in other lists and with scalars.

use super::sets::{FLOATING_BUT_BFLOAT16, INDEX_TYPES, SHORT_SINCE_910B};
use super::{Dtypes, Place, on_all};
use crate::abi::aclnn::phases::Planned;
use crate::abi::failure::Outcome;
use crate::argument::{InOuts, Input, Inputs, Outputs, Scalar, Scalars, TensorArg};
use crate::error::{Error, Result};
use crate::ops::foreach::{ADD_MUL, together};
use crate::ops::pointwise::{self, Operand};
use crate::ops::tables::{Binary, Quaternary, Ternary, Unary};
use crate::ops::{Arg, Call};
use crate::tensor::{Dtype, Layout, Value};

/// The types of floating-point lists.
pub const FLOATS: Dtypes = SHORT_SINCE_910B;

/// The types of lists of numbers.
pub const NUMBERS: Dtypes = FLOATS.and_910b(&[Dtype::I32]);

/// Input list and output list: contracts take `(&x, &out)` or `&x`.
#[derive(Clone, Copy)]
pub enum Lists<'a> {
    /// Two lists.
    Between(&'a Inputs, &'a Outputs),
    /// One list, read and then written.
    In(&'a InOuts),
}

impl<'a> From<(&'a Inputs, &'a Outputs)> for Lists<'a> {
    fn from((x, out): (&'a Inputs, &'a Outputs)) -> Self {
        Self::Between(x, out)
    }
}

impl<'a> From<&'a InOuts> for Lists<'a> {
    fn from(x: &'a InOuts) -> Self {
        Self::In(x)
    }
}

impl<'a> Lists<'a> {
    fn places(self) -> Result<Vec<Place<'a>>> {
        match self {
            Self::Between(x, out) => {
                length_is(out.name(), out.len(), x.len(), x.name())?;
                Ok(x.iter().zip(out.iter()).map(Place::from).collect())
            }
            Self::In(x) => Ok(x.iter().map(Place::from).collect()),
        }
    }
}

/// Refuses a list of another length.
pub fn length_is(name: &'static str, got: usize, wanted: usize, like: &str) -> Result<()> {
    if got == wanted {
        return Ok(());
    }
    let allowed = format!("{wanted} of them, as `{like}` has");
    Err(Error::value(name, format!("a list of {got}"), allowed))
}

/// Plans a call for each member of lists of one type, up to 8 dimensions and no private format, each with those of its shape at its place in `others`. `plan`
/// gets the number of the member, where it is, and the type.
pub fn each<'a>(
    types: Dtypes,
    lists: impl Into<Lists<'a>>,
    others: &[&Inputs],
    plan: &dyn Fn(usize, Place<'a>, Dtype) -> Planned,
) -> Planned {
    each_of(types, lists.into().places()?, others, plan)
}

fn each_of<'a>(
    types: Dtypes,
    places: Vec<Place<'a>>,
    others: &[&Inputs],
    plan: &dyn Fn(usize, Place<'a>, Dtype) -> Planned,
) -> Planned {
    let Some(first) = places.first().map(|place| place.input()) else {
        return Ok(Call::nothing([]));
    };
    for other in others {
        length_is(other.name(), other.len(), places.len(), first.name())?;
    }
    first.dtype_in(types)?;
    for (k, place) in places.iter().enumerate() {
        let input = place.input();
        input.same_dtype(first)?;
        input.max_rank(8)?;
        input.not_private()?;
        place.out().not_private()?;
        for other in others {
            other[k].same_dtype(first)?;
            other[k].same_shape(input)?;
            other[k].not_private()?;
        }
    }
    let dtype = first.dtype()?;
    let calls = places.into_iter().enumerate();
    let calls = calls.map(|(k, place)| plan(k, place, dtype));
    Ok(together(calls.collect::<Outcome<_>>()?))
}

/// As [`each`], with results of the same types and shapes.
pub fn each_alike<'a>(
    types: Dtypes,
    lists: impl Into<Lists<'a>>,
    others: &[&Inputs],
    plan: &dyn Fn(usize, Place<'a>, Dtype) -> Planned,
) -> Planned {
    let places = lists.into().places()?;
    let out_of = |place: &Place<'a>| {
        place.out().same_dtype(place.input())?;
        place.out().same_shape(place.input())
    };
    places.iter().try_for_each(out_of)?;
    each_of(types, places, others, plan)
}

/// The contract of a function of each element.
pub fn unary<'a>(table: &'static Unary, types: Dtypes, lists: impl Into<Lists<'a>>) -> Planned {
    each_alike(types, lists, &[], &|_, place, dtype| {
        place.unary(table, dtype, &[])
    })
}

/// Second operand of the members of a list.
#[derive(Clone, Copy)]
pub enum Second<'a> {
    /// The members of another list.
    Tensors(&'a Inputs),
    /// One number for all.
    Scalar(&'a Scalar),
    /// A number for each.
    Scalars(&'a Scalars),
    /// One number for all, in a tensor.
    Element(&'a Input),
    /// A number for each, in a tensor.
    Elements(&'a Input),
}

impl<'a> Second<'a> {
    /// The lists whose members have the shapes of those that they meet.
    fn lists(&self) -> Vec<&'a Inputs> {
        match self {
            Self::Tensors(tensors) => vec![tensors],
            _ => Vec::new(),
        }
    }

    /// Returns what meets member `k` of `count` of type `dtype`, and the computation type.
    fn of(&self, k: usize, count: usize, dtype: Dtype) -> Result<(Operand, Dtype)> {
        let operand = match *self {
            Self::Tensors(tensors) => return Ok((tensors[k].read()?.into(), dtype)),
            Self::Scalar(scalar) => number(scalar, dtype)?.into(),
            Self::Scalars(scalars) => {
                length_is(scalars.name(), scalars.len(), count, "x")?;
                number(&scalars[k], dtype)?.into()
            }
            Self::Element(tensor) => element(tensor, 0, 1, dtype)?.into(),
            Self::Elements(tensor) => element(tensor, k, count, dtype)?.into(),
        };
        Ok((operand, beside_scalar(dtype)))
    }
}

/// The computation type of elements and a FLOAT: what is rounded once from DOUBLE is right in 16 bits.
fn beside_scalar(dtype: Dtype) -> Dtype {
    match dtype {
        Dtype::F16 | Dtype::Bf16 => Dtype::F64,
        dtype => dtype,
    }
}

/// The types of scalars that go with elements of a type.
fn scalars_of(dtype: Dtype) -> Dtypes {
    match dtype.is_floating() {
        true => FLOATING_BUT_BFLOAT16,
        false => INDEX_TYPES.or(on_all(&[dtype])),
    }
}

/// Returns a scalar as it meets elements: a FLOAT, or an integer of their type.
fn number(scalar: &Scalar, dtype: Dtype) -> Result<Value> {
    scalar.dtype_in(scalars_of(dtype))?;
    scalar.in_type(if dtype.is_floating() {
        Dtype::F32
    } else {
        dtype
    })
}

/// Returns element `k` of a tensor of `count` as an operand of rank 0. Tensors may have BFLOAT16 beside floating-point lists.
fn element(tensor: &Input, k: usize, count: usize, dtype: Dtype) -> Result<Arg> {
    let more = match dtype.is_floating() {
        true => on_all(&[]).and_910b(&[Dtype::Bf16]),
        false => on_all(&[]),
    };
    tensor.dtype_in(scalars_of(dtype).or(more))?;
    one_of(tensor, k, count)
}

/// As `element`, of any type.
pub fn one_of(tensor: &Input, k: usize, count: usize) -> Result<Arg> {
    if tensor.numel() != count {
        return Err(tensor.shape_refused(format!("{count} elements")));
    }
    tensor.not_private()?;
    let (mut rest, mut place) = (k as i64, tensor.layout().offset());
    let axes = tensor.shape().iter().zip(tensor.layout().strides()).rev();
    for (&extent, &stride) in axes {
        place += rest % extent * stride;
        rest /= extent;
    }
    tensor.read()?.viewed(Layout::new(
        [].into_iter().collect(),
        [].into_iter().collect(),
        place,
    ))
}

/// The number of members.
fn count(lists: Lists) -> usize {
    match lists {
        Lists::Between(x, _) => x.len(),
        Lists::In(x) => x.len(),
    }
}

/// The contract of a function of each element and what meets it.
pub fn binary<'a>(
    table: &'static Binary,
    types: Dtypes,
    lists: impl Into<Lists<'a>>,
    second: Second,
) -> Planned {
    let lists = lists.into();
    each_alike(types, lists, &second.lists(), &|k, place, dtype| {
        let (operand, compute) = second.of(k, count(lists), dtype)?;
        place.binary(table, compute, operand)
    })
}

/// The contract of a function of a scalar and each element.
pub fn binary_after<'a>(
    table: &'static Binary,
    types: Dtypes,
    lists: impl Into<Lists<'a>>,
    first: &Scalar,
) -> Planned {
    each_alike(types, lists, &[], &|_, place, dtype| {
        place.binary_after(table, beside_scalar(dtype), number(first, dtype)?)
    })
}

/// A sum or a difference in a computation type: of the first operand and the second one times the value.
type Sum = fn(Dtype, Operand, Operand, Value, Arg) -> Result<Call>;

/// The contract of `x1 + alpha * x2` and `x1 - alpha * x2`.
pub fn sum<'a>(
    plan: Sum,
    types: Dtypes,
    lists: impl Into<Lists<'a>>,
    x2: &Inputs,
    alpha: &Scalar,
) -> Planned {
    each_alike(types, lists, &[x2], &|k, place, dtype| {
        let alpha = number(alpha, dtype)?;
        let other = x2[k].read()?.into();
        let (input, out) = place.operands()?;
        Ok(plan(dtype, input, other, alpha, out)?)
    })
}

/// The contract of `x1 + sign * alpha * x2`; `alpha` is a tensor.
pub fn sum_by_tensor<'a>(
    sign: i8,
    types: Dtypes,
    lists: impl Into<Lists<'a>>,
    x2: &Inputs,
    alpha: &Input,
) -> Planned {
    let alpha = Second::Element(alpha);
    each_alike(types, lists, &[x2], &|k, place, dtype| {
        let (alpha, compute) = alpha.of(k, 1, dtype)?;
        let (input, out) = place.operands()?;
        let sign = Value::new(sign).into();
        let inputs = [input, sign, x2[k].read()?.into(), alpha];
        Ok(pointwise::apply(&ADD_MUL, compute, &[], inputs, [out])?)
    })
}

/// The contract of a function of elements at one place of three lists with a value, which is a parameter of the first table and an operand, the second, of
/// the other.
pub fn weighted<'a>(
    (table, by): (&'static Ternary, &'static Quaternary),
    types: Dtypes,
    lists: impl Into<Lists<'a>>,
    [x2, x3]: [&Inputs; 2],
    value: Second,
) -> Planned {
    let lists = lists.into();
    each_alike(types, lists, &[x2, x3], &|k, place, dtype| {
        if let Second::Scalar(value) = value {
            let value = number(value, dtype)?;
            return place.ternary(table, dtype, &[value], x2[k].read()?, x3[k].read()?);
        }
        let (value, compute) = value.of(k, count(lists), dtype)?;
        let (input, out) = place.operands()?;
        let others = [x2, x3].map(|list| list[k].read());
        let [second, third] = others;
        let inputs = [input, value, second?.into(), third?.into()];
        Ok(pointwise::apply(by, compute, &[], inputs, [out])?)
    })
}

/// The contract of a function of elements at one place of two lists, and what meets them.
pub fn ternary<'a>(
    table: &'static Ternary,
    types: Dtypes,
    lists: impl Into<Lists<'a>>,
    x2: &Inputs,
    third: Second,
) -> Planned {
    let lists = lists.into();
    let others: Vec<&Inputs> = [x2].into_iter().chain(third.lists()).collect();
    each_alike(types, lists, &others, &|k, place, dtype| {
        let (third, compute) = third.of(k, count(lists), dtype)?;
        place.ternary(table, compute, &[], x2[k].read()?, third)
    })
}

/// Refuses a tensor of another number of elements than one.
pub fn one_element(tensor: &TensorArg) -> Result<()> {
    match tensor.numel() {
        1 => Ok(()),
        _ => Err(tensor.shape_refused("one element")),
    }
}
