//! Products of rows that are quantised first.

#![forbid(unsafe_code)]

use crate::grouped::{Coded, Factor, Grouped, Step, grouped};
use crate::quant::{Apply, By, DynamicQuant, Given, Range, RoundMode, dynamic_quant, given};
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_base::error::Result;
use hostnpu_tensor::Dtype;

/// Scale of the rows.
pub enum RowScale {
    /// The largest magnitude of a row over 127; results are multiplied by it.
    OfRange,
    /// Given numbers: one, or one for each row.
    Given {
        /// The numbers.
        scale: Arg,
        /// True if results are multiplied by them.
        counts: bool,
    },
}

/// Rows that are quantised to INT8.
pub struct QuantisedRows {
    /// The rows.
    pub x: Arg,
    /// A factor for each column, before the scale.
    pub smooth: Option<Arg>,
    /// The scale.
    pub scale: RowScale,
    /// Rows and columns.
    pub extents: [usize; 2],
}

/// Plans `product` of the codes of the rows as its left side, which has no tensor yet; scales of rows are its last step.
pub fn quantised_rows_product(of: QuantisedRows, product: Grouped) -> Result<Call> {
    let [rows, columns] = of.extents;
    let shape = [rows as i64, columns as i64];
    let mut all = Sequence::default();
    let x = all.add(of.x);
    let smooth = of.smooth.map(|smooth| all.add(smooth));
    let given_scale = match of.scale {
        RowScale::OfRange => None,
        RowScale::Given { scale, counts } => Some((all.add(scale), counts)),
    };
    let mut product = product.in_sequence(&mut all);
    let codes = all.temporary(Dtype::I8, &shape)?;
    let by_row = |factor: Factor, count: usize| match count {
        1 if rows != 1 => factor,
        _ => factor.by_row(1, 1),
    };
    match given_scale {
        None => {
            let scale = all.temporary(Dtype::F32, &shape[..1])?;
            all.then(dynamic_quant(DynamicQuant {
                x,
                smooth_scales: smooth,
                group_index: None,
                range: Range::Row,
                dst_type_max: 0.0,
                y: codes.clone(),
                scale: scale.clone(),
                offset: None,
            })?)?;
            let scale = Factor::new(vec![scale.with_role(Role::Input)]);
            product.steps.push(Step::Times(by_row(scale, rows)));
        }
        Some((scale, counts)) => {
            let by = |factor, axis, how| By { factor, axis, how };
            let mut factors: Vec<By> = smooth
                .map(|smooth| by(smooth, 1, Apply::Multiply))
                .into_iter()
                .collect();
            factors.push(by(scale.clone(), 0, Apply::Divide));
            all.then(given(Given {
                x,
                by: factors,
                group_index: None,
                y: codes.clone(),
                mode: RoundMode::Rint,
                is_packed: false,
            })?)?;
            if counts {
                let count = scale.view.numel().unwrap_or(0);
                let scale = Factor::new(vec![scale]);
                product.steps.push(Step::Times(by_row(scale, count)));
            }
        }
    }
    let codes = codes.with_role(Role::Input);
    product.left.tensors = vec![Coded::strided(codes, [1, rows, columns])?];
    all.then(grouped(product)?)?;
    Ok(all.finish_reading_first())
}

/// Numbers between two products.
pub struct Hidden {
    /// Their type.
    pub dtype: Dtype,
    /// Rows and columns.
    pub extents: [usize; 2],
    /// A product whose results, in DOUBLE, those of the first product are multiplied by behind its steps.
    pub factor: Option<Grouped>,
}

/// Plans a product whose results, rounded to the type of what is hidden, are the left side of a second product. The first one has no output yet, the second one no left side.
pub fn two_products(first: Grouped, hidden: Hidden, second: Grouped) -> Result<Call> {
    let [rows, columns] = hidden.extents;
    let shape = [rows as i64, columns as i64];
    let extents = [1, rows, columns];
    let mut all = Sequence::default();
    let mut first = first.in_sequence(&mut all);
    let factor = hidden.factor.map(|factor| factor.in_sequence(&mut all));
    let mut second = second.in_sequence(&mut all);
    if let Some(mut factor) = factor {
        let numbers = all.temporary(Dtype::F64, &shape)?;
        factor.outputs = vec![(numbers.clone(), extents)];
        all.then(grouped(factor)?)?;
        let numbers = Factor::new(vec![numbers.with_role(Role::Input)]);
        first
            .steps
            .push(Step::Times(numbers.by_row(1, columns).by_column(1, 1)));
    }
    let between = all.temporary(hidden.dtype, &shape)?;
    first.outputs = vec![(between.clone(), extents)];
    all.then(grouped(first)?)?;
    let between = between.with_role(Role::Input);
    second.left.tensors = vec![Coded::strided(between, extents)?];
    all.then(grouped(second)?)?;
    Ok(all.finish_reading_first())
}
