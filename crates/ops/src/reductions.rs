//! Reductions over axes: tables by computation type, and what is planned with them.

#![forbid(unsafe_code)]

use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::Result;
pub use hostnpu_engine::Reduction;
pub use hostnpu_engine::reduce::Axes;
use hostnpu_engine::reduce::{Pass, reduce};
use hostnpu_engine::{Reducer, pointwise, reducer, reducer_to_two};
use hostnpu_kernels::reduce as folds;
use hostnpu_kernels::reduce::results;
use hostnpu_tensor::{Dtype, Layout, Value};

/// True if some element is not 0.
const ANY_TRUE: Reducer = reducer::<folds::AnyTrue, u8>(results::states).bools();

/// Sums. Floating-point numbers are rounded once, integers wrap, BOOL is whether some element is true.
pub static SUM: Reduction = Reduction::new(
    "sum",
    &[
        reducer::<folds::SumF32, _>(results::states),
        reducer::<folds::SumF64, _>(results::wide),
        reducer::<folds::SumI32, _>(results::states),
        reducer::<folds::SumI64, _>(results::states),
        reducer::<folds::SumC64, _>(results::complex),
        reducer::<folds::SumC128, _>(results::wide_complex),
        ANY_TRUE,
    ],
);

/// Sums in which NaN counts as 0.
pub static NAN_SUM: Reduction = Reduction::new(
    "sum without NaN",
    &[
        reducer::<folds::NanSumF32, _>(results::states),
        reducer::<folds::SumI32, _>(results::states),
        reducer::<folds::SumI64, _>(results::states),
        ANY_TRUE,
    ],
);

/// Means. A sum of integers wraps, and is divided toward zero.
pub static MEAN: Reduction = Reduction::new(
    "mean",
    &[
        reducer::<folds::SumF32, _>(results::mean),
        reducer::<folds::SumF64, _>(results::wide_mean),
        reducer::<folds::SumI32, _>(results::mean_i32),
        reducer::<folds::SumI64, _>(results::mean_i64),
        reducer::<folds::SumC64, _>(results::complex_mean),
        reducer::<folds::SumC128, _>(results::wide_complex_mean),
    ],
);

/// Products. Floating-point numbers are rounded once, integers wrap.
pub static PRODUCT: Reduction = Reduction::new(
    "product",
    &[
        reducer::<folds::ProductF32, _>(results::states),
        reducer::<folds::ProductF64, _>(results::wide),
        reducer::<folds::ProductI32, _>(results::states),
        reducer::<folds::ProductI64, _>(results::states),
        reducer::<folds::ProductC64, _>(results::complex),
        reducer::<folds::ProductC128, _>(results::wide_complex),
        reducer::<folds::AllTrue, u8>(results::states).bools(),
    ],
);

/// The largest element. NaN wins; 0 is larger than -0.
pub static MAX: Reduction = Reduction::new(
    "maximum",
    &[
        reducer::<folds::MaxF32, _>(results::float_of_key),
        reducer::<folds::MaxF64, _>(results::double_of_key),
        reducer::<folds::MaxI32, _>(results::states),
        reducer::<folds::MaxI64, _>(results::states),
    ],
);

/// The smallest element. NaN wins; -0 is smaller than 0.
pub static MIN: Reduction = Reduction::new(
    "minimum",
    &[
        reducer::<folds::MinF32, _>(results::float_of_key),
        reducer::<folds::MinF64, _>(results::double_of_key),
        reducer::<folds::MinI32, _>(results::states),
        reducer::<folds::MinI64, _>(results::states),
    ],
);

/// The largest element, then the number of the first one of that size. The first NaN wins.
pub static LARGEST: Reduction = Reduction::new(
    "maximum with index",
    &[
        reducer_to_two::<folds::LargestF32, _, _>(results::value_and_index),
        reducer_to_two::<folds::LargestF64, _, _>(results::value_and_index),
        reducer_to_two::<folds::LargestI32, _, _>(results::value_and_index),
        reducer_to_two::<folds::LargestI64, _, _>(results::value_and_index),
    ],
);

/// The smallest element, then the number of the first one of that size. The first NaN wins.
pub static SMALLEST: Reduction = Reduction::new(
    "minimum with index",
    &[
        reducer_to_two::<folds::SmallestF32, _, _>(results::value_and_index),
        reducer_to_two::<folds::SmallestF64, _, _>(results::value_and_index),
        reducer_to_two::<folds::SmallestI32, _, _>(results::value_and_index),
        reducer_to_two::<folds::SmallestI64, _, _>(results::value_and_index),
    ],
);

/// True if some element is not 0.
pub static ANY: Reduction = Reduction::new("any", &[ANY_TRUE]);

/// True if no element is 0.
pub static ALL: Reduction = Reduction::new(
    "all",
    &[reducer::<folds::AllTrue, u8>(results::states).bools()],
);

/// Logarithms of sums.
pub static LOG_SUM: Reduction = Reduction::new(
    "logarithm of the sum",
    &[reducer::<folds::SumF32, _>(results::log)],
);

/// Sums of squares.
pub static SQUARES: Reduction = Reduction::new(
    "sum of squares",
    &[reducer::<folds::SquareSum, _>(results::states)],
);

/// The number that exponentials are counted from: the largest element, or 0.
static ORIGIN: Reduction = Reduction::new(
    "largest",
    &[reducer::<folds::MaxF32, _>(results::finite_of_key)],
);

/// Logarithms of sums of exponentials.
static LOG_SUM_EXP: Reduction = Reduction::new(
    "logarithm of exponentials",
    &[reducer::<folds::ExponentialSum, _>(results::log_sum)],
);

/// Variances about the means of an earlier pass.
pub static VARIANCE: Reduction = Reduction::new(
    "variance",
    &[reducer::<folds::SquareSumAbout, _>(results::variance)],
);

/// Standard deviations, likewise.
pub static DEVIATION: Reduction = Reduction::new(
    "standard deviation",
    &[reducer::<folds::SquareSumAbout, _>(results::deviation)],
);

/// Reciprocals of standard deviations, likewise, the number added to the variance.
pub static INVERSE_DEVIATION: Reduction = Reduction::new(
    "inverse deviation",
    &[reducer::<folds::SquareSumAbout, _>(
        results::inverse_deviation,
    )],
);

/// One of the norms that are sums or extremes of floats.
macro_rules! norms {
    ($($table:ident = $fold:ident, $finish:ident;)+) => {$(
        static $table: Reduction =
            Reduction::new(stringify!($fold), &[reducer::<folds::$fold, _>(results::$finish)]);
    )+};
}

norms! {
    NORM_0 = CountNonZero, states;
    NORM_1 = MagnitudeSum, states;
    NORM_2 = SquareSum, square_root;
    NORM_3 = ThirdPowerSum, cube_root;
    NORM_P = PowerSum, root;
    NORM_MAX = LargestMagnitude, float_of_key;
    NORM_MIN = SmallestMagnitude, float_of_key;
}

/// Plans `output = table(input)` over `axes`, in the computation type `compute`.
pub fn one(
    table: &'static Reduction,
    compute: Dtype,
    input: Arg,
    axes: Axes,
    output: Arg,
) -> Result<Call> {
    reduce([Pass::new(table, output)], compute, input, axes)
}

/// Plans the smallest and the largest element.
pub fn extremes(input: Arg, axes: Axes, least: Arg, most: Arg) -> Result<Call> {
    let dtype = input.view.dtype;
    reduce(
        [Pass::new(&MIN, least), Pass::new(&MAX, most)],
        dtype,
        input,
        axes,
    )
}

/// Plans the values and the numbers along `axis` of what `table` finds.
pub fn with_index(
    table: &'static Reduction,
    input: Arg,
    axis: Axes,
    values: Arg,
    indices: Arg,
) -> Result<Call> {
    let dtype = input.view.dtype;
    reduce(
        [Pass::new(table, values).and_second(indices)],
        dtype,
        input,
        axis,
    )
}

/// Plans the numbers along `axis` of what `table` finds.
pub fn index(table: &'static Reduction, input: Arg, axis: Axes, indices: Arg) -> Result<Call> {
    let dtype = input.view.dtype;
    reduce([Pass::second(table, indices)], dtype, input, axis)
}

/// Plans logarithms of sums of exponentials, computed in FLOAT with results in double.
pub fn log_sum_exp(input: Arg, axes: Axes, output: Arg) -> Result<Call> {
    let passes = [Pass::unwritten(&ORIGIN), Pass::new(&LOG_SUM_EXP, output)];
    reduce(passes, Dtype::F32, input, axes)
}

/// Plans a function of the variances, divided by `degrees`, in the computation type `compute`; `mean` gets the means, if there is one.
pub fn about_mean(
    table: &'static Reduction,
    (degrees, number): (f64, f64),
    compute: Dtype,
    (input, axes): (Arg, Axes),
    output: Arg,
    mean: Option<Arg>,
) -> Result<Call> {
    let first = match mean {
        Some(mean) => Pass::new(&MEAN, mean),
        None => Pass::unwritten(&MEAN),
    };
    let second = Pass::new(table, output)
        .with_degrees(degrees)
        .with_number(number);
    reduce([first, second], compute, input, axes)
}

/// Plans `value` for every element of `output`, and the means of `input` in the computation type `compute`, or `value` again where it is empty.
pub fn fill_beside_mean(
    value: f64,
    compute: Dtype,
    (input, axes): (Arg, Axes),
    output: Arg,
    mean: Arg,
) -> Result<Call> {
    let mut all = Sequence::default();
    let (input, output, mean) = (all.add(input), all.add(output), all.add(mean));
    all.then(pointwise::fill(Value::new(value), output)?)?;
    all.then(match input.view.layout.is_empty() {
        true => pointwise::fill(Value::new(value), mean)?,
        false => one(&MEAN, compute, input, axes, mean)?,
    })?;
    Ok(all.finish())
}

/// Plans sums of elements and of their squares, computed in FLOAT with results in double.
pub fn sums_and_squares(input: Arg, axes: Axes, sums: Arg, squares: Arg) -> Result<Call> {
    let passes = [Pass::new(&SUM, sums), Pass::new(&SQUARES, squares)];
    reduce(passes, Dtype::F32, input, axes)
}

/// Plans the norm of order `p` over `axes`, in the computation type `compute`.
pub fn norm(p: f64, compute: Dtype, input: Arg, axes: Axes, output: Arg) -> Result<Call> {
    let table = match p {
        0.0 => &NORM_0,
        1.0 => &NORM_1,
        2.0 => &NORM_2,
        3.0 => &NORM_3,
        f64::INFINITY => &NORM_MAX,
        f64::NEG_INFINITY => &NORM_MIN,
        _ => &NORM_P,
    };
    reduce(
        [Pass::new(table, output).with_number(p)],
        compute,
        input,
        axes,
    )
}

/// Plans the sum of the diagonal of a matrix, in the type of the output.
pub fn trace(input: Arg, output: Arg) -> Result<Call> {
    let layout = &input.view.layout;
    let length = layout.shape().iter().copied().min().unwrap_or(0);
    let step = layout
        .strides()
        .iter()
        .fold(0_i64, |sum, &stride| sum.wrapping_add(stride));
    let diagonal = Layout::new(
        [length].into_iter().collect(),
        [step].into_iter().collect(),
        layout.offset(),
    );
    let (dtype, address) = (input.view.dtype, input.view.address);
    let diagonal = Arg::new(input.name, input.role, dtype, diagonal, address)?;
    let compute = output.view.dtype;
    one(&SUM, compute, diagonal, Axes::one(0), output)
}
