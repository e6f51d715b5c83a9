//! Gradients of heads that were normalised, joined and rotated.

#![forbid(unsafe_code)]

use super::norm_rope_concat::{
    Angles, HeadNorm, NormRopeConcat, Way, known, parts, require_extents, views,
};
use super::rotate::RowBoxes;
use super::rows::MAX_WIDTH;
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{
    Read, ReadFloatsView, Temporary, WriteFloats, WriteFloatsView, kernel, operands,
};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_tensor::cuts;

operands! {
    struct Gradients => GradientsAt {
        sin: Option<ReadFloatsView<2>>,
        cos: Option<ReadFloatsView<2>>,
        parts: Vec<Gradient>,
    }
}

operands! {
    struct Gradient => GradientAt {
        dy: ReadFloatsView<4>,
        x: Option<ReadFloatsView<4>>,
        weight: Option<Read<f64>>,
        mean: Option<ReadFloatsView<4>>,
        rstd: Option<ReadFloatsView<4>>,
        dx: WriteFloatsView<4>,
        sums: Temporary<f64>,
        dweight: Option<WriteFloats>,
        dbias: Option<WriteFloats>,
    }
}

/// Plans the gradients: computed in DOUBLE, rounded once. Statistics are those that the forward call has written.
pub fn norm_rope_concat_backward(of: NormRopeConcat) -> Result<Call> {
    let mut all = Sequence::default();
    let of = known(&mut all, of, true);
    let angles = of.sin_and_cos.clone();
    let (mut placed, mut ways, mut cost) = (Vec::new(), Vec::new(), 0);
    for (source, dy, way) in parts(of)? {
        let shape = dy.extents::<4>()?;
        let [sequences, tokens, heads, width] = shape;
        let Some(dx) = source.dx else {
            continue;
        };
        require_extents(Some(&dx), shape)?;
        let is_normed = way.norm != HeadNorm::None;
        let of_norm = |arg: Option<Arg>| arg.filter(|_| is_normed);
        let (x, mean, rstd) = (
            of_norm(source.x),
            of_norm(source.mean),
            of_norm(source.rstd),
        );
        if is_normed && (x.is_none() || mean.is_none() || rstd.is_none()) {
            let allowed = "rows and their statistics, for rows that were normalised";
            return Err(Error::value(
                dx.name,
                "the gradient of rows that are not given",
                allowed,
            ));
        }
        require_extents(x.as_ref(), shape)?;
        for statistics in [&mean, &rstd] {
            require_extents(statistics.as_ref(), [sequences, tokens, heads, 1])?;
        }
        let weight = of_norm(source.weight);
        for columns in [&weight, &source.dweight, &source.dbias]
            .into_iter()
            .flatten()
        {
            columns.require_numel(width)?;
        }
        let sums = match source.dweight.is_some() || source.dbias.is_some() {
            true => 2 * width * RowBoxes::new(shape).count(),
            false => 0,
        };
        cost += 16 * sequences * tokens * heads * width;
        let floats = |arg: Option<Arg>| {
            arg.map(|arg| {
                let dtype = arg.view.dtype;
                WriteFloats::of(arg, dtype)
            })
        };
        placed.push(Gradient {
            dy: ReadFloatsView::of(dy)?,
            x: x.map(ReadFloatsView::of).transpose()?,
            weight: weight.map(Read::from),
            mean: mean.map(ReadFloatsView::of).transpose()?,
            rstd: rstd.map(ReadFloatsView::of).transpose()?,
            dx: WriteFloatsView::as_it_lies(dx)?,
            sums: Temporary::of(sums),
            dweight: floats(source.dweight),
            dbias: floats(source.dbias),
        });
        ways.push(way);
    }
    let (sin, cos) = views(angles)?;
    let operands = Gradients {
        sin,
        cos,
        parts: placed,
    };
    let call = kernel(operands, cost, move |at: GradientsAt| {
        let table = at.sin.zip(at.cos);
        for (part, way) in at.parts.into_iter().zip(&ways) {
            way.run_back(part, &table);
        }
        Ok(())
    })?;
    all.then(call)?;
    Ok(all.finish())
}

impl Way {
    fn run_back(&self, part: GradientAt<'_>, table: &Angles<'_>) {
        let GradientAt {
            dy,
            x,
            weight,
            mean,
            rstd,
            dx,
            sums,
            dweight,
            dbias,
        } = part;
        let width = dx.shape()[3];
        let boxes = RowBoxes::new(dx.shape());
        let has_sums = !sums.is_empty();
        sums.fill(0.0);
        let of_pieces = has_sums.then(|| cuts::chunks(&mut *sums, 2 * width.max(1)));
        cuts::for_each_part(
            (dx.boxes(boxes.size()), of_pieces),
            |piece, (mut dx, mut sums)| {
                let mut memory = [[0.0; MAX_WIDTH]; 4];
                let [g, own, cos, sin] = memory.each_mut().map(|row| &mut row[..width]);
                let first = boxes.first(piece);
                let [_, tokens, heads, _] = dx.shape();
                for (token, head) in
                    (0..tokens).flat_map(|token| (0..heads).map(move |head| (token, head)))
                {
                    let index = [first[0], first[1] + token, first[2] + head];
                    dy.load(index, 0, g);
                    if self.angles(index[1], table, cos, sin) {
                        self.mode.rotate_back(g, cos, sin, own);
                        g.copy_from_slice(own);
                    }
                    if let (Some(x), Some(mean), Some(rstd)) = (&x, &mean, &rstd) {
                        let (mut center, mut factor) = ([0.0], [0.0]);
                        mean.load(index, 0, &mut center);
                        rstd.load(index, 0, &mut factor);
                        x.load(index, 0, own);
                        own.iter_mut()
                            .for_each(|x| *x = (*x - center[0]) * factor[0]);
                        if let Some(sums) = &mut sums {
                            let (by_weight, by_bias) = sums.split_at_mut(width);
                            for k in 0..width {
                                by_weight[k] += g[k] * own[k];
                                by_bias[k] += g[k];
                            }
                        }
                        if let Some(weight) = weight {
                            g.iter_mut()
                                .zip(weight)
                                .for_each(|(g, &weight)| *g *= weight);
                        }
                        let count = width as f64;
                        let average = g.iter().sum::<f64>() / count;
                        let products = g.iter().zip(&*own).fold(0.0, |sum, (g, x)| sum + g * x);
                        let product = products / count;
                        for (g, x) in g.iter_mut().zip(&*own) {
                            *g = factor[0] * (*g - average - x * product);
                        }
                    }
                    one_nan(g);
                    dx.row([0, token, head]).store(0, g);
                }
            },
        );
        if !has_sums {
            return;
        }
        let mut total = [[0.0; MAX_WIDTH]; 2];
        for piece in sums.chunks(2 * width.max(1)) {
            let (by_weight, by_bias) = piece.split_at(width);
            for k in 0..width {
                total[0][k] += by_weight[k];
                total[1][k] += by_bias[k];
            }
        }
        for (out, total) in [dweight, dbias].into_iter().zip(&mut total) {
            if let Some(mut out) = out {
                one_nan(&mut total[..width]);
                out.store(0, &total[..width]);
            }
        }
    }
}
