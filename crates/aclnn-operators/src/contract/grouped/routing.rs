//! Grouped products whose rows are summed into rows that a tensor names.

use super::finished::Scaled;
use super::{Generation, needs_chip, sides};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg};
use crate::contract::combinations::combination;
use crate::contract::on_950;
use crate::error::Error;
use crate::ops::Call;
use crate::ops::grouped::{Finish, Routing};

/// Parameters of `aclnnGroupedMatmulFinalizeRouting` beside the products.
pub struct FinalizeRouting<'a> {
    /// The products.
    pub of: Scaled<'a>,
    /// The combinations of types on Ascend910B and Ascend950.
    pub tables: [&'static [&'static str]; 2],
    /// Names of `x`, the weight and the output.
    pub names: [&'static str; 3],
    /// Rows that are added.
    pub shared_input: Option<&'a Input>,
    /// The factor of each row.
    pub logit: Option<&'a Input>,
    /// The row of the output for each row.
    pub row_index: Option<&'a Input>,
    /// The type of the output: FLOAT (0).
    pub dtype: i64,
    /// The factor of the rows that are added.
    pub shared_input_weight: f32,
    /// The row of the output of the first of them.
    pub shared_input_offset: i64,
    /// `transposeX`, which has to be false.
    pub transpose_x: bool,
    /// The sums.
    pub out: &'a Output,
}

impl FinalizeRouting<'_> {
    /// Checks all arguments, and plans the products and the sums.
    pub fn planned(self) -> Planned {
        needs_chip(match self.tables[1] {
            [] => &[Generation::Ascend910B],
            _ => &[Generation::Ascend910B, Generation::Ascend950],
        })?;
        let of = &self.of;
        let own = |tensor: Option<&Input>| tensor.map(|tensor| -> &TensorArg { tensor }).cloned();
        let [x_name, w_name, out_name] = self.names;
        let bias = of.assist.first().or(of.bias);
        let inputs = [
            (x_name, own(Some(of.x))),
            (w_name, own(of.weight.first())),
            ("scaleOptional", own(of.weight_scale.first())),
            ("biasOptional", own(bias)),
            ("offsetOptional", own(of.offset)),
            ("pertokenScaleOptional", own(of.x_scale)),
            ("groupListOptional", own(Some(of.group_list))),
            ("sharedInputOptional", own(self.shared_input)),
            ("logitOptional", own(self.logit)),
            ("rowIndexOptional", own(self.row_index)),
        ];
        let mut types: Vec<_> = inputs
            .iter()
            .map(|(name, tensor)| (*name, tensor.as_ref()))
            .collect();
        types.push((out_name, Some(self.out)));
        combination(&types, self.tables[usize::from(on_950())])?;
        sides::one_of("dtype", self.dtype, &[0])?;
        if self.transpose_x {
            let name = match x_name {
                "x" => "transposeX",
                _ => "transposeX1",
            };
            return Err(Error::value(name, "true", "false").into());
        }
        let products = of.products()?;
        let [_, m, n] = products.extents;
        let batch = self.out.shape().first().copied().unwrap_or(0);
        self.out
            .shape_is(&[batch, n], "rows by columns of the products")?;
        let Some(row_index) = self.row_index else {
            return Err(Error::value("rowIndexOptional", "null", "a tensor").into());
        };
        row_index.shape_is(&[m], "a number for each row")?;
        if let Some(logit) = self.logit {
            logit.shape_is(&[m], "a number for each row")?;
        }
        let offset = self.shared_input_offset;
        if let Some(shared) = self.shared_input {
            let rows = shared.shape().first().copied().unwrap_or(0);
            shared.shape_is(&[rows, n], "rows by columns of the products")?;
            if offset < 0 || offset > batch || rows > batch - offset {
                let allowed = format!(
                    "0 to {}: the output has {batch} rows, and `sharedInputOptional` {rows}",
                    (batch - rows).max(0)
                );
                return Err(Error::value("sharedInputOffset", offset, allowed).into());
            }
        }
        if self.out.is_empty() {
            return Ok(Call::nothing([self.out.write()?]));
        }
        let finish = Finish::Routed(Routing {
            row_index: row_index.read()?,
            logit: self.logit.map(|logit| logit.read()).transpose()?,
            shared: self.shared_input.map(|shared| shared.read()).transpose()?,
            shared_weight: self.shared_input_weight.into(),
            shared_offset: offset.max(0) as usize,
            output: self.out.write()?,
        });
        products.planned(finish, None)
    }
}
