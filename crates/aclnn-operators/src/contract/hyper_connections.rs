//! Contracts of hyper-connections: tokens of one or two axes, whose streams follow.

use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, Output, TensorArg};
use crate::contract::{Dtypes, none_private, on_910, on_all, only_950};
use crate::error::{Error, Reason, Result};
use crate::ops::hyper_connections::pre::{Pre, Residual, pre};
use crate::ops::hyper_connections::pre_gradient::{PreGradient, Spread, pre_gradient};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype::{Bf16, F16, F32};

/// Types of streams on Ascend950.
pub const ON_950: Dtypes = only_950(&[F16, Bf16]);

/// Types of streams on Ascend910B and later ones.
pub const SINCE_910B: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);

/// Refuses other types than FLOAT.
pub fn floats(tensors: &[Option<&TensorArg>]) -> Result<()> {
    for tensor in tensors.iter().flatten() {
        tensor.dtype_in(on_all(&[F32]))?;
        none_private(&[tensor])?;
    }
    Ok(())
}

/// The streams of a call.
pub struct Streams {
    /// Extents of the axes of tokens: one or two.
    pub tokens: Vec<i64>,
    /// Streams of a token.
    pub count: i64,
    /// Elements of a stream.
    pub width: i64,
}

impl Streams {
    /// Streams of `x`, of which there may be none; their number is one of `counts`, their width a multiple of `multiple` up to `most`.
    pub fn of(x: &TensorArg, counts: &[i64], multiple: i64, most: i64) -> Result<Self> {
        x.rank_in(3..=4)?;
        let &[ref tokens @ .., count, width] = x.shape() else {
            return Err(x.shape_refused("tokens, streams, elements"));
        };
        let is_width = (1..=most).contains(&width) && width % multiple == 0;
        if !counts.contains(&count) || !is_width {
            let allowed = format!(
                "tokens of {counts:?} streams of a multiple of {multiple} elements up to {most}"
            );
            return Err(x.shape_refused(allowed));
        }
        Ok(Self {
            tokens: tokens.to_vec(),
            count,
            width,
        })
    }

    /// Refuses a call without tokens.
    pub fn not_empty(self, x: &TensorArg) -> Result<Self> {
        match x.is_empty() {
            true => Err(x.shape_refused("a tensor that is not empty")),
            false => Ok(self),
        }
    }

    /// The tokens, and what follows them.
    pub fn with(&self, rest: &[i64]) -> Vec<i64> {
        [&self.tokens[..], rest].concat()
    }

    /// Refuses another shape than that of tokens and what follows them.
    pub fn are(&self, tensor: Option<&TensorArg>, rest: &[i64]) -> Result<()> {
        match tensor {
            Some(tensor) => tensor.shape_is(&self.with(rest), "tokens and streams of `x`"),
            None => Ok(()),
        }
    }

    /// A tensor with two axes of tokens.
    pub fn in_batches(&self, arg: Arg) -> Result<Arg> {
        match self.tokens.len() {
            1 => arg.viewed(arg.view.layout.with_axis(0)),
            _ => Ok(arg),
        }
    }

    /// Reads a tensor of tokens.
    pub fn read(&self, tensor: &Input) -> Result<Arg> {
        self.in_batches(tensor.read()?)
    }

    /// The same, if it is there.
    pub fn read_if(&self, tensor: Option<&Input>) -> Result<Option<Arg>> {
        tensor.map(|tensor| self.read(tensor)).transpose()
    }

    /// Writes a tensor of tokens.
    pub fn write(&self, tensor: &Output) -> Result<Arg> {
        self.in_batches(tensor.write()?)
    }

    /// The same, if it is there.
    pub fn write_if(&self, tensor: Option<&Output>) -> Result<Option<Arg>> {
        tensor.map(|tensor| self.write(tensor)).transpose()
    }
}

/// Arguments of `aclnnMhcPre` and its second version, under their documented names.
pub struct MhcPre<'a> {
    /// `x`
    pub x: &'a Input,
    /// `phi`
    pub phi: &'a Input,
    /// `alpha`
    pub alpha: &'a Input,
    /// `bias`
    pub bias: &'a Input,
    /// `gammaOptional`
    pub gamma: Option<&'a Input>,
    /// `normEps`
    pub norm_eps: f64,
    /// `hcEps`
    pub hc_eps: f64,
    /// `hIn`
    pub h_in: &'a Output,
    /// `hPost`
    pub h_post: &'a Output,
    /// `hRes`
    pub h_res: Option<&'a Output>,
    /// `invRmsOptional`
    pub inv_rms: Option<&'a Output>,
    /// `hMixOptional`
    pub h_mix: Option<&'a Output>,
    /// `hPreOptional`
    pub h_pre: Option<&'a Output>,
}

impl MhcPre<'_> {
    /// Checks and plans the projections.
    pub fn plan(self) -> Result<Call> {
        self.x.dtype_in(ON_950)?;
        self.h_in.same_dtype(self.x)?;
        let inputs: [Option<&TensorArg>; 4] = [
            Some(self.phi),
            Some(self.alpha),
            Some(self.bias),
            self.gamma.map(|gamma| &**gamma),
        ];
        floats(&inputs)?;
        let outputs = [self.h_res, self.inv_rms, self.h_mix, self.h_pre];
        for output in outputs.into_iter().flatten().chain([self.h_post]) {
            floats(&[Some(output)])?;
        }
        none_private(&[self.x, self.h_in])?;
        let streams = Streams::of(self.x, &[4, 6, 8], 16, 16384)?.not_empty(self.x)?;
        let n = streams.count;
        let results = match *self.alpha.shape() {
            [3] => n * n + 2 * n,
            [2] => 2 * n,
            _ => return Err(self.alpha.shape_refused("[2] or [3]")),
        };
        let reason = "streams of `x`, by `alpha`";
        self.phi.shape_is(&[results, n * streams.width], reason)?;
        self.bias.shape_is(&[results], reason)?;
        if let Some(gamma) = self.gamma {
            gamma.shape_is(&[n, streams.width], "streams of `x`")?;
        }
        streams.are(Some(self.h_in), &[streams.width])?;
        streams.are(Some(self.h_post), &[n])?;
        let residual = match (self.h_res, results > 2 * n) {
            (None, true) => return Err(Reason::Null { arg: "hRes" }.into()),
            (None, false) => Residual::Zeros(None),
            (Some(h_res), has_matrix) => {
                streams.are(Some(h_res), &[n, n])?;
                match has_matrix {
                    true => Residual::Raw(streams.write(h_res)?),
                    false => Residual::Zeros(Some(streams.write(h_res)?)),
                }
            }
        };
        let kept = [self.inv_rms, self.h_mix, self.h_pre];
        if !kept.iter().flatten().count().is_multiple_of(3) {
            let allowed = "all of `invRmsOptional`, `hMixOptional` and `hPreOptional`, or none";
            return Err(Error::value("invRmsOptional", "some of them", allowed));
        }
        if let Some(inv_rms) = self.inv_rms {
            streams.are(Some(inv_rms), &[])?;
        }
        if let Some(h_mix) = self.h_mix {
            streams.are(Some(h_mix), &[results])?;
        }
        if let Some(h_pre) = self.h_pre {
            streams.are(Some(h_pre), &[n])?;
        }
        pre(Pre {
            x: streams.read(self.x)?,
            weight: self.phi.read()?,
            alpha: self.alpha.read()?,
            bias: self.bias.read()?,
            gamma: self.gamma.map(Input::read).transpose()?,
            norm_eps: self.norm_eps,
            eps: self.hc_eps,
            input: streams.write(self.h_in)?,
            spread: streams.write(self.h_post)?,
            residual,
            shares: streams.write_if(self.h_pre)?,
            mixed: streams.write_if(self.h_mix)?,
            inverse: streams.write_if(self.inv_rms)?,
        })
    }
}

/// The source of the shares of the result in streams.
#[derive(Clone, Copy)]
pub enum Post<'a> {
    /// `hPost`
    Kept(&'a Input),
    /// `bias`
    Bias(&'a Input),
}

/// Arguments of the gradients of projections that both forms have, under their documented names.
pub struct MhcPreBackward<'a> {
    /// `x`
    pub x: &'a Input,
    /// `phi`
    pub phi: &'a Input,
    /// `alpha`
    pub alpha: &'a Input,
    /// `gradHIn`
    pub grad_h_in: &'a Input,
    /// `gradHPost`
    pub grad_h_post: &'a Input,
    /// `gradHRes`
    pub grad_h_res: &'a Input,
    /// `invRms`
    pub inv_rms: &'a Input,
    /// `hMix`
    pub h_mix: &'a Input,
    /// `hPre`
    pub h_pre: &'a Input,
    /// `hPost` or `bias`
    pub h_post: Post<'a>,
    /// `gamma`
    pub gamma: Option<&'a Input>,
    /// `gradXPostOptional`
    pub grad_x_post: Option<&'a Input>,
    /// `normOut` and `sumOut`
    pub steps: Option<[&'a Input; 2]>,
    /// `hcEps`
    pub hc_eps: f64,
    /// `gradX`
    pub grad_x: &'a Output,
    /// `gradPhi`
    pub grad_phi: &'a Output,
    /// `gradAlpha`
    pub grad_alpha: &'a Output,
    /// `gradBias`
    pub grad_bias: &'a Output,
    /// `gradGamma`
    pub grad_gamma: Option<&'a Output>,
}

impl MhcPreBackward<'_> {
    /// Refuses types other than `types` of streams and FLOAT.
    pub fn types(&self, types: Dtypes) -> Result<()> {
        self.x.dtype_in(types)?;
        self.grad_h_in.same_dtype(self.x)?;
        self.grad_x.same_dtype(self.x)?;
        if let Some(more) = self.grad_x_post {
            more.same_dtype(self.x)?;
        }
        none_private(&[self.x, self.grad_h_in, self.grad_x])?;
        let (Post::Kept(post) | Post::Bias(post)) = self.h_post;
        let inputs = [
            self.phi,
            self.alpha,
            self.grad_h_post,
            self.grad_h_res,
            self.inv_rms,
            self.h_mix,
            self.h_pre,
            post,
        ];
        let steps = self.steps.iter().flatten().copied();
        for tensor in inputs.into_iter().chain(self.gamma).chain(steps) {
            floats(&[Some(tensor)])?;
        }
        let outputs = [self.grad_phi, self.grad_alpha, self.grad_bias];
        for tensor in outputs.into_iter().chain(self.grad_gamma) {
            floats(&[Some(tensor)])?;
        }
        Ok(())
    }

    /// Checks shapes and plans the gradients. The matrix of a token has two axes, or one if `is_flat` and it shows that, and its norm none, or one.
    pub fn plan(self, streams: &Streams, is_flat: bool) -> Result<Call> {
        let (n, width) = (streams.count, streams.width);
        let results = n * n + 2 * n;
        let is_row = is_flat && self.grad_h_res.rank() == streams.tokens.len() + 1;
        let matrix = if is_row { vec![n * n] } else { vec![n, n] };
        let one = if is_flat { vec![1] } else { vec![] };
        let reason = "streams of `x`";
        self.phi.shape_is(&[results, n * width], reason)?;
        self.alpha.shape_is(&[3], "a factor of each kind")?;
        streams.are(Some(self.grad_h_in), &[width])?;
        streams.are(Some(self.grad_h_post), &[n])?;
        streams.are(Some(self.grad_h_res), &matrix)?;
        streams.are(Some(self.inv_rms), &one)?;
        streams.are(Some(self.h_mix), &[results])?;
        streams.are(Some(self.h_pre), &[n])?;
        let spread = match self.h_post {
            Post::Kept(post) => {
                streams.are(Some(post), &[n])?;
                Spread::Kept(streams.read(post)?)
            }
            Post::Bias(bias) => {
                bias.shape_is(&[results], reason)?;
                Spread::Bias(bias.read()?)
            }
        };
        if let Some(gamma) = self.gamma {
            gamma.shape_is(&[n, width], reason)?;
        }
        if let Some(more) = self.grad_x_post {
            more.same_shape(self.x)?;
        }
        self.grad_x.same_shape(self.x)?;
        self.grad_phi.same_shape(self.phi)?;
        self.grad_alpha.same_shape(self.alpha)?;
        self.grad_bias.shape_is(&[results], reason)?;
        let by_gamma = match (self.gamma, self.grad_gamma) {
            (Some(gamma), Some(by_gamma)) => {
                by_gamma.same_shape(gamma)?;
                Some(by_gamma.write()?)
            }
            (Some(_), None) => return Err(Reason::Null { arg: "gradGamma" }.into()),
            _ => None,
        };
        let steps = match self.steps {
            Some([matrices, sums]) => {
                let steps = sums.shape().first().copied().unwrap_or(0);
                let of_tokens = [&[steps][..], &streams.tokens].concat();
                let reason = "steps, tokens and streams of `x`";
                sums.shape_is(&[&of_tokens[..], &[n]].concat(), reason)?;
                matrices.shape_is(&[&of_tokens[..], &[n, n]].concat(), reason)?;
                let in_batches = |tensor: &Input| {
                    let arg = tensor.read()?;
                    match streams.tokens.len() {
                        1 => arg.viewed(arg.view.layout.with_axis(1)),
                        _ => Ok(arg),
                    }
                };
                Some([in_batches(matrices)?, in_batches(sums)?])
            }
            None => None,
        };
        let by_residual = streams.read(self.grad_h_res)?;
        let inverse = streams.read(self.inv_rms)?;
        pre_gradient(PreGradient {
            x: streams.read(self.x)?,
            weight: self.phi.read()?,
            alpha: self.alpha.read()?,
            gamma: self.gamma.map(Input::read).transpose()?,
            by_input: streams.read(self.grad_h_in)?,
            by_spread: streams.read(self.grad_h_post)?,
            by_residual: match is_row {
                true => by_residual.viewed(by_residual.view.layout.split(2, n, n))?,
                false => by_residual,
            },
            steps,
            inverse: match is_flat {
                true => inverse.viewed(inverse.view.layout.picked(2, 0))?,
                false => inverse,
            },
            mixed: streams.read(self.h_mix)?,
            shares: streams.read(self.h_pre)?,
            spread,
            more: streams.read_if(self.grad_x_post)?,
            eps: self.hc_eps,
            by_x: streams.write(self.grad_x)?,
            by_weight: self.grad_phi.write()?,
            by_alpha: self.grad_alpha.write()?,
            by_bias: self.grad_bias.write()?,
            by_gamma,
        })
    }
}

/// The steps that are kept of matrices of `count` rows and columns, in a tensor of any shape: (steps, batches, tokens, …) with rows of 8 elements.
pub fn flat_steps(arg: Arg, shape: &[i64]) -> Result<Arg> {
    let wanted: i64 = shape.iter().product();
    let own = arg.view.layout.shape();
    if own.iter().product::<i64>() != wanted {
        let allowed = format!("{wanted} elements");
        return Err(Error::shape(arg.name, own, allowed));
    }
    match arg.view.layout.reshaped(shape) {
        Some(layout) => arg.viewed(layout),
        None => {
            let got = format!("strides {:?}", arg.view.layout.strides());
            Err(Error::value(arg.name, got, "elements one after another"))
        }
    }
}

/// Shapes that tiling refuses.
pub fn tiling<T>(result: Result<T>) -> Outcome<T> {
    result.code(ACLNN_ERR_INNER_TILING_ERROR)
}
