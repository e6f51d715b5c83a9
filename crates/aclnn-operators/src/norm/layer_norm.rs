//! `aclnnLayerNorm`, `aclnnLayerNormWithImplMode`, `aclnnFastLayerNorm`: rows with mean 0 and variance 1. Source: ops-nn, `norm/layer_norm_v4`.

use crate::ops::rows::{Affine, Norm, Rows, Statistics, Walk, norm};
use crate::prelude::*;

/// The arguments that all forms share.
struct LayerNorm<'a> {
    input: &'a Input,
    normalized_shape: &'a Ints,
    weight: &'a Option<Input>,
    bias: &'a Option<Input>,
    eps: f64,
    out: &'a Output,
    mean: &'a Option<Output>,
    rstd: &'a Option<Output>,
}

impl<'a> LayerNorm<'a> {
    fn new(
        (input, normalized_shape, eps): (&'a Input, &'a Ints, f64),
        [weight, bias]: [&'a Option<Input>; 2],
        (out, [mean, rstd]): (&'a Output, [&'a Option<Output>; 2]),
    ) -> Self {
        Self {
            input,
            normalized_shape,
            weight,
            bias,
            eps,
            out,
            mean,
            rstd,
        }
    }

    fn outputs(&self) -> impl Iterator<Item = &Output> {
        [Some(self.out), self.mean.as_ref(), self.rstd.as_ref()]
            .into_iter()
            .flatten()
    }

    fn parameters(&self) -> impl Iterator<Item = &Input> {
        [self.weight, self.bias].into_iter().flatten()
    }

    /// Refuses shapes that do not fit.
    fn shapes(&self) -> Result<()> {
        let axes = self.normalized_shape.len();
        contract::up_to_rank_8(&[self.input, self.out])?;
        for tensor in self.parameters() {
            tensor.max_rank(8)?;
        }
        for tensor in self.outputs() {
            tensor.max_rank(8)?;
        }
        if !(1..=8).contains(&axes) {
            let (name, got) = (self.normalized_shape.name(), format!("{axes} extents"));
            return Err(Error::value(name, got, "1 to 8 extents"));
        }
        self.input.rank_in(axes..=8)?;
        for tensor in self.parameters() {
            tensor.rank_in(axes..=axes)?;
        }
        if !self.input.shape().ends_with(self.normalized_shape) {
            let (name, got) = (
                self.normalized_shape.name(),
                format!("{:?}", &self.normalized_shape[..]),
            );
            let allowed = format!("the last extents of `input`, {:?}", self.input.shape());
            return Err(Error::value(name, got, allowed));
        }
        for tensor in self.parameters() {
            tensor.shape_is(self.normalized_shape, "`normalizedShape`")?;
        }
        self.out.same_shape(self.input)
    }

    /// Plans it, statistics rounded to `statistics` first.
    fn plan(&self, statistics: Dtype) -> Planned {
        let axes = self.normalized_shape.len();
        let rows = Rows::of(self.input.shape(), axes);
        let wanted = [self.mean.as_ref(), self.rstd.as_ref()];
        if rows.count == 0 {
            let outputs: Vec<&Output> = self.outputs().collect();
            return contract::untouched(self.input, &outputs);
        }
        let shape = contract::statistics_shape(self.input, axes);
        for tensor in wanted.into_iter().flatten() {
            tensor.copies_fit(&shape, "`input`, 1 for what is normalised")?;
        }
        if rows.length == 0 {
            return contract::norm::filled(&[(wanted[0], 0.0), (wanted[1], f64::NAN)]);
        }
        let read = |tensor: &Option<Input>| tensor.as_ref().map(Input::read).transpose();
        let [mean, inverse] = wanted.map(|output| contract::norm::given(output, statistics));
        let epsilon = contract::norm::epsilon(self.eps);
        let terms = vec![(self.input.read()?, 1.0)];
        Ok(norm(Norm {
            affine: vec![Affine::new(
                read(self.weight)?,
                read(self.bias)?,
                Walk::columns(),
            )],
            results: vec![(self.out.write()?, self.input.dtype()?)],
            mean: mean?,
            inverse: inverse?,
            ..Norm::new(rows, terms, Statistics::Layer(epsilon))
        })?)
    }

    /// The contract of the first two forms.
    fn usual(&self, impl_mode: i32) -> Planned {
        self.input.dtype_in(SHORT_FLOATING)?;
        for tensor in self.parameters() {
            tensor.dtype_in(SHORT_FLOATING)?;
            tensor.dtype_of_or_in(self.input, contract::norm::FLOAT)?;
        }
        if let (Some(weight), Some(bias)) = (self.weight, self.bias) {
            bias.same_dtype(weight)?;
        }
        for tensor in self.outputs() {
            tensor.dtype_in(SHORT_FLOATING)?;
        }
        self.shapes()?;
        if contract::on_950() {
            for tensor in [self.mean, self.rstd].into_iter().flatten() {
                if !tensor.is_empty() {
                    tensor.has_statistics_of(self.input, self.normalized_shape.len())?;
                }
            }
        }
        if !(0..=2).contains(&impl_mode) {
            return Err(Error::value("implMode", impl_mode, "0, 1 or 2").into());
        }
        if impl_mode == 2 {
            for tensor in std::iter::once(self.input).chain(self.parameters()) {
                tensor.dtype_is(F16)?;
            }
        }
        let parameter = self.parameters().next().unwrap_or(self.input).dtype()?;
        self.plan(if contract::on_950() { F32 } else { parameter })
    }
}

/// Normalises `input` over its last dimensions, which are `normalizedShape`, to mean 0 and variance 1, multiplies by the weights and adds the biases.
/// The result is rounded to the type of `input`, then cast.
#[aclnn]
fn aclnnLayerNorm(
    input: Input,
    normalized_shape: Ints,
    weight_optional: Option<Input>,
    bias_optional: Option<Input>,
    eps: f64,
    out: Output,
    mean_out_optional: Option<Output>,
    rstd_out_optional: Option<Output>,
) -> Planned {
    LayerNorm::new(
        (&input, &normalized_shape, eps),
        [&weight_optional, &bias_optional],
        (&out, [&mean_out_optional, &rstd_out_optional]),
    )
    .usual(0)
}

/// As `aclnnLayerNorm`. All three modes give the same: everything is computed in DOUBLE.
#[aclnn]
fn aclnnLayerNormWithImplMode(
    input: Input,
    normalized_shape: Ints,
    weight_optional: Option<Input>,
    bias_optional: Option<Input>,
    eps: f64,
    out: Output,
    mean_out_optional: Option<Output>,
    rstd_out_optional: Option<Output>,
    impl_mode: i32,
) -> Planned {
    LayerNorm::new(
        (&input, &normalized_shape, eps),
        [&weight_optional, &bias_optional],
        (&out, [&mean_out_optional, &rstd_out_optional]),
    )
    .usual(impl_mode)
}

/// As `aclnnLayerNorm`, but `out` has the type of `input`, and weights and biases have any one type.
#[aclnn]
fn aclnnFastLayerNorm(
    input: Input,
    normalized_shape: Ints,
    weight_optional: Option<Input>,
    bias_optional: Option<Input>,
    eps: f64,
    out: Output,
    mean_out_optional: Option<Output>,
    rstd_out_optional: Option<Output>,
) -> Planned {
    let all = LayerNorm::new(
        (&input, &normalized_shape, eps),
        [&weight_optional, &bias_optional],
        (&out, [&mean_out_optional, &rstd_out_optional]),
    );
    input.dtype_in(SHORT_EVERYWHERE)?;
    for tensor in all.parameters() {
        tensor.dtype_in(SHORT_EVERYWHERE)?;
    }
    if let (Some(weight), Some(bias)) = (&weight_optional, &bias_optional) {
        bias.same_dtype(weight)?;
    }
    for tensor in all.outputs() {
        tensor.dtype_in(SHORT_EVERYWHERE)?;
    }
    all.shapes()?;
    out.same_dtype(&input).code(ACLNN_ERR_INNER_NULLPTR)?;
    all.plan(F32)
}
