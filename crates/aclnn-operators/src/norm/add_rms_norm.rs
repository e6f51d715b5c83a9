//! `aclnnAddRmsNorm`: `aclnnRmsNorm` of a sum. Source: ops-nn, `norm/add_rms_norm`.

use crate::device::soc::{Generation, generation};
use crate::ops::rows::{Affine, Norm, Rows, Statistics, Walk, norm};
use crate::prelude::*;

/// The arguments of both operators, under their documented names.
pub(super) struct Sum {
    pub x1: Input,
    pub x2: Input,
    pub gamma: Input,
    pub beta: Option<Input>,
    pub epsilon: f64,
    pub y_out: Output,
    pub rstd_out: Option<Output>,
    pub x_out: Option<Output>,
}

/// Computes `aclnnRmsNorm` of `x1 + x2`, which `xOut` gets. Without `rstdOut`, and then without `xOut`, only the last dimension is normalised, in FLOAT16 and BFLOAT16.
#[aclnn]
fn aclnnAddRmsNorm(
    x1: Input,
    x2: Input,
    gamma: Input,
    epsilon: f64,
    y_out: Output,
    rstd_out: Option<Output>,
    x_out: Option<Output>,
) -> Planned {
    Sum {
        x1,
        x2,
        gamma,
        beta: None,
        epsilon,
        y_out,
        rstd_out,
        x_out,
    }
    .planned()
}

impl Sum {
    pub fn planned(self) -> Planned {
        let Self {
            x1,
            x2,
            gamma,
            beta,
            epsilon,
            y_out,
            rstd_out,
            x_out,
        } = self;
        if rstd_out.is_some() && x_out.is_none() {
            return Err(Reason::Null { arg: "xOut" }.into());
        }
        let on_310 = generation() == Generation::Other;
        let types = match (rstd_out.is_some(), on_310) {
            (true, true) => FLOAT_AND_FLOAT16,
            (true, false) => SHORT_EVERYWHERE,
            (false, true) => on_all(&[F16]),
            (false, false) => HALVES,
        };
        for tensor in [&x1, &x2, &gamma] {
            tensor.dtype_in(types)?;
        }
        x2.same_dtype(&x1)?;
        gamma.same_dtype(&x1)?;
        if let Some(beta) = &beta {
            beta.same_dtype(&x1)?;
        }
        y_out.same_dtype(&x1)?;
        if let Some(sum) = &x_out {
            sum.same_dtype(&x1)?;
        }
        if let Some(rstd) = &rstd_out {
            rstd.dtype_is(F32)?;
        }
        for tensor in [&x1, &x2, &gamma] {
            tensor.rank_in(1..=8)?;
        }
        x2.same_shape(&x1)?;
        y_out.same_shape(&x1)?;
        if let Some(rstd) = &rstd_out {
            rstd.max_rank(8)?;
        }
        if let Some(sum) = &x_out {
            sum.same_shape(&x1)?;
        }
        if rstd_out.is_none() {
            gamma.max_rank(2)?;
        }
        if let Some(beta) = &beta {
            beta.same_shape(&gamma)?;
        }
        let outputs = [Some(&y_out), rstd_out.as_ref(), x_out.as_ref()];
        if x1.is_empty() || gamma.is_empty() {
            let outputs: Vec<&Output> = outputs.into_iter().flatten().collect();
            return contract::untouched(&x1, &outputs);
        }
        let axes = rules(&x1, &gamma, rstd_out.as_ref(), epsilon).code(ACLNN_ERR_INNER_NULLPTR)?;
        let terms = vec![(x1.read()?, 1.0), (x2.read()?, 1.0)];
        let beta = beta.map(|beta| beta.read()).transpose()?;
        let statistics = Statistics::Rms(contract::norm::epsilon(epsilon));
        let dtype = x1.dtype()?;
        Ok(norm(Norm {
            affine: vec![Affine::new(Some(gamma.read()?), beta, Walk::columns())],
            results: vec![(y_out.write()?, dtype)],
            sum: contract::norm::given(x_out.as_ref(), dtype)?,
            inverse: contract::norm::given(rstd_out.as_ref(), F32)?,
            ..Norm::new(Rows::of(x1.shape(), axes), terms, statistics)
        })?)
    }
}

/// Refuses what the kernel does; returns the number of dimensions that are normalised.
fn rules(x: &Input, gamma: &Input, rstd: Option<&Output>, epsilon: f64) -> Result<usize> {
    let axes = match rstd {
        Some(rstd) => {
            gamma.ends_shape_of(x)?;
            rstd.has_statistics_of(x, gamma.rank())?;
            gamma.rank()
        }
        None => {
            let columns = x.shape().last().copied().unwrap_or(1);
            gamma.shape_is(&[1, columns], "one row of `x1`")?;
            1
        }
    };
    contract::rms::not_below_0("epsilon", epsilon)?;
    Ok(axes)
}
