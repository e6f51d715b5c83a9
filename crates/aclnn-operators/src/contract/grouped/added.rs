//! Products that are added to what is there.

use super::sides::{self, Matrices, one_factor};
use super::{Generation, needs_chip};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{InOut, Input};
use crate::contract::combinations::combination;
use crate::error::{Error, Result};
use crate::ops::grouped::{Factor, Grouped, Groups, List, Side, Step, grouped};
use crate::tensor::Dtype::*;

/// `yRef += xᵀ · weight` of each group of rows of both: of `x`, `weight` and the list, `transposeX` and `transposeWeight`, `groupType` and `groupListType`.
pub fn added(
    [x, weight, list]: [&Input; 3],
    y: &InOut,
    [transpose_x, transpose_weight]: [bool; 2],
    [group_type, kind]: [i64; 2],
) -> Planned {
    needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let types = [
        ("x", Some(&**x)),
        ("weight", Some(&**weight)),
        ("groupList", Some(&**list)),
        ("yRef", Some(&**y)),
    ];
    combination(&types, &["f16 bf16|=|i64|f32"])?;
    shapes(
        [x, weight, list],
        y,
        [transpose_x, transpose_weight],
        [group_type, kind],
    )
    .code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let (left, right) = (
        Matrices::new(x, None, false)?,
        Matrices::new(weight, None, false)?,
    );
    let list = list.read()?;
    Ok(grouped(Grouped {
        left: Side::plain(vec![left.left(true)?]),
        right: Side::plain(vec![right.right(false)?]),
        groups: Groups::Steps(list, if kind == 0 { List::Ends } else { List::Sizes }),
        steps: Vec::new(),
        outputs: vec![(y.update()?, matrices(y))],
        is_updated: true,
        finish: None,
    })?)
}

/// Matrices, rows and columns.
fn matrices(y: &InOut) -> [usize; 3] {
    let shape = y.shape();
    let rank = shape.len();
    [
        shape[..rank - 2].iter().product(),
        shape[rank - 2],
        shape[rank - 1],
    ]
    .map(|extent| extent as usize)
}

fn shapes(
    [x, weight, list]: [&Input; 3],
    y: &InOut,
    [transpose_x, transpose_weight]: [bool; 2],
    [group_type, kind]: [i64; 2],
) -> Result<()> {
    sides::one_of("groupType", group_type, &[2])?;
    sides::one_of("groupListType", kind, &[0, 1])?;
    for (name, got, wanted) in [
        ("transposeX", transpose_x, true),
        ("transposeWeight", transpose_weight, false),
    ] {
        if got != wanted {
            return Err(Error::value(name, got, wanted.to_string()));
        }
    }
    for tensor in [x, weight] {
        tensor.rank_in(2..=2)?;
    }
    list.rank_in(1..=1)?;
    let ([k, m], [inner, n]) = (
        [x.shape()[0], x.shape()[1]],
        [weight.shape()[0], weight.shape()[1]],
    );
    if k != inner {
        return Err(weight.shape_refused(format!("{k} rows, as `x`")));
    }
    let groups = list.shape()[0];
    if groups > 1024 {
        return Err(list.shape_refused("up to 1024 groups"));
    }
    y.shape_is(
        &[groups, m, n],
        "groups by columns of `x` by columns of `weight`",
    )
}

/// Codes of eight bits whose products are added to what is there.
pub struct Quantised<'a> {
    /// Inner elements by rows, of groups also the turned view of that, and inner elements by columns.
    pub x: [&'a Input; 2],
    /// The scales of both.
    pub scales: [Option<&'a Input>; 2],
    /// Names of these four.
    pub names: [&'static str; 4],
    /// The groups of inner elements, and whether the list has their sizes; one group without it.
    pub list: Option<(&'a Input, i64)>,
    /// Tensor that products are added to.
    pub y: &'a InOut,
}

const SCALED: &[&str] = &["e5m2 e4m3|e5m2 e4m3|e8m0|e8m0|f32", "hif8|hif8|f32|f32|f32"];

impl Quantised<'_> {
    /// Checks all arguments, and plans the products and the sums.
    pub fn planned(self) -> Planned {
        needs_chip(&[Generation::Ascend950])?;
        let [x1, x2] = self.x;
        let [scale1, scale2] = self.scales;
        let mut types = vec![(self.names[0], Some(&**x1)), (self.names[1], Some(&**x2))];
        types.extend([
            (self.names[2], scale1.map(|scale| &**scale)),
            (self.names[3], scale2.map(|scale| &**scale)),
            ("yRef", Some(&**self.y)),
        ]);
        combination(&types, SCALED)?;
        for tensor in [x1, x2] {
            tensor.rank_in(2..=2)?;
        }
        let ([rows, columns], [inner, n]) = (
            [x1.shape()[0], x1.shape()[1]],
            [x2.shape()[0], x2.shape()[1]],
        );
        // Groups take a turned view, of rows by inner elements, too.
        let is_view = self.list.is_some() && columns == inner;
        let is_view = is_view && (rows != inner || sides::is_turned(x1));
        let (k, m) = if is_view {
            (columns, rows)
        } else {
            (rows, columns)
        };
        if k != inner {
            return Err(x2
                .shape_refused(format!("{k} rows, as `{}`", self.names[0]))
                .into());
        }
        let mut groups = 1;
        if let Some((list, kind)) = self.list {
            sides::type_of(list, &[I64])?;
            list.rank_in(1..=1)?;
            sides::one_of("groupListType", kind, &[0, 1])?;
            groups = list.shape()[0];
            if groups > 1024 {
                return Err(list.shape_refused("up to 1024 groups").into());
            }
            self.y
                .shape_is(&[groups, m, n], "groups by rows by columns")?;
        } else {
            self.y.shape_is(&[m, n], "rows by columns")?;
        }
        let (left, right) = (
            Matrices::new(x1, None, false)?,
            Matrices::new(x2, None, false)?,
        );
        let mut left = Side::plain(vec![left.left(!is_view)?]);
        let mut right = Side::plain(vec![right.right(false)?]);
        let mut steps = Vec::new();
        let (Some(scale1), Some(scale2)) = (scale1, scale2) else {
            return Err(Error::value(self.names[2], "null", "a tensor").into());
        };
        if scale1.dtype()? == F8E8m0 {
            left.scales = vec![self.powers(scale1, [groups, k, m], true)?];
            right.scales = vec![self.powers(scale2, [groups, k, n], false)?];
        } else {
            for (scale, columns) in [(scale1, None), (scale2, Some(n))] {
                let factor = one_factor(scale)?;
                steps.push(Step::Times(match scale.shape() {
                    &[own] | &[own, 1] if own == groups => factor.by_group(1),
                    &[own, width]
                        if own == groups && Some(width) == columns && self.list.is_some() =>
                    {
                        factor.by_group(n as usize).by_column(1, 1)
                    }
                    _ => {
                        return Err(scale
                            .shape_refused(format!(
                                "[{groups}], or a number for each column behind that"
                            ))
                            .into());
                    }
                }));
            }
        }
        if self.y.is_empty() {
            return Ok(crate::ops::Call::nothing([self.y.update()?]));
        }
        let y = self.y.update()?;
        let (groups, y) = match self.list {
            Some((list, kind)) => (
                Groups::Steps(
                    list.read()?,
                    if kind == 0 { List::Ends } else { List::Sizes },
                ),
                y,
            ),
            None => (
                Groups::Known(crate::contract::quant_matmul::products(
                    [&[], &[]],
                    &[],
                    [m, k, n],
                )),
                y,
            ),
        };
        Ok(grouped(Grouped {
            left,
            right,
            groups,
            steps,
            outputs: vec![(y, matrices(self.y))],
            is_updated: true,
            finish: None,
        })?)
    }

    /// Powers of two of 32 inner elements, in pairs, of rows or of columns.
    fn powers(
        &self,
        tensor: &Input,
        [groups, k, lanes]: [i64; 3],
        is_left: bool,
    ) -> Result<Factor> {
        let pairs = match self.list {
            Some(_) => k / 64 + groups,
            None => (k + 63) / 64,
        };
        tensor.shape_is(&[pairs, lanes, 2], "pairs of blocks of 32 inner elements")?;
        let wide = 2 * lanes as usize;
        let factor = one_factor(tensor)?.by_pairs(32, wide, 1);
        let factor = if is_left {
            factor.by_row(1, 2)
        } else {
            factor.by_column(1, 2)
        };
        Ok(match self.list {
            Some(_) => factor.following_groups(64, wide),
            None => factor,
        })
    }
}
