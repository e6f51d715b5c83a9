//! Checks that operators that factor matrices share.

use crate::argument::{Input, Output};
use crate::error::Result;
use crate::ops::Call;
use crate::ops::linear_algebra::factors;

/// Plans the orthogonal factors of matrices, square if `is_whole`, and the triangular ones; or, without `orthogonal`, these alone.
pub fn orthogonal_factors(
    self_: &Input,
    is_whole: bool,
    orthogonal: Option<&Output>,
    triangular: &Output,
) -> Result<Call> {
    self_.rank_in(2..=8)?;
    let (batch, matrix) = self_.shape().split_at(self_.rank() - 2);
    let (rows, columns) = (matrix[0], matrix[1]);
    let width = if is_whole { rows } else { rows.min(columns) };
    if let Some(orthogonal) = orthogonal {
        let shape = [batch, &[rows, width]].concat();
        orthogonal.shape_is(&shape, "the orthogonal factor of `self`")?;
    }
    let triangle = [batch, &[width, columns]].concat();
    triangular.shape_is(&triangle, "the triangular factor of `self`")?;
    let (input, triangle) = (self_.read()?, triangular.write()?);
    let orthogonal = orthogonal.map(Output::write).transpose()?;
    let is_empty = |arg: &hostnpu_ops::Arg| arg.view.layout.is_empty();
    if self_.is_empty() && orthogonal.as_ref().is_none_or(is_empty) {
        let all = [input, triangle].into_iter().chain(orthogonal);
        return Ok(Call::nothing(all));
    }
    factors::orthogonal(input, triangle, orthogonal)
}
