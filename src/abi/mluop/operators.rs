//! `mlu_op.h`: operators.
//!
//! | operator         | input                                              | output                       | strided |
//! |------------------|----------------------------------------------------|------------------------------|---------|
//! | `mluOpLgamma`    | HALF, FLOAT                                        | as the input                 | yes     |
//! | `mluOpAbs`       | HALF, FLOAT, INT32, BFLOAT16; COMPLEX_FLOAT        | as the input; COMPLEX: FLOAT | yes     |
//! | `mluOpLogspace`  | none                                               | HALF, FLOAT, INT32           | no      |
//! | `mluOpPolyNms`   | FLOAT \[n, 9\]                                     | INT32 \[n\]                  | no      |
//!
//! Every violation is BAD_PARAM, in the order of the checks below, except where one says NOT_SUPPORTED. The output may
//! be the input. An input may repeat elements (stride 0); an output may not.

use std::ffi::c_void;

use super::descriptor::{Descriptor, descriptor};
use super::handle::{check, launch};
use super::open_enums::{mluOpDataType_t, mluOpStatus_t, mluOpTensorLayout_t};
use super::types::{mluOpHandle_t, mluOpTensorDescriptor_t};
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Later, Out};
use crate::abi::pointer::not_null;
use crate::error::{Error, Reason, Result};
use crate::ops::{self, Arg, Role};
use crate::tensor::{Dtype, Layout};
use hostnpu_aclnn_macros::entry;

fn arg(
    name: &'static str,
    role: Role,
    dtype: Dtype,
    layout: Layout,
    data: *const c_void,
) -> Result<Arg> {
    Arg::new(name, role, dtype, layout, data.addr())
}

fn refuse_dtype(arg: &'static str, got: mluOpDataType_t, allowed: impl Into<String>) -> Error {
    Error::dtype(arg, got, allowed)
}

/// Input and output of an operator that works element by element, checked as the vendor does; nothing if empty.
fn unary(
    (x_desc, x): (mluOpTensorDescriptor_t, *const c_void),
    (y_desc, y): (mluOpTensorDescriptor_t, *mut c_void),
    dtypes: impl FnOnce(&Descriptor, &Descriptor) -> Result<(Dtype, Dtype)>,
) -> Result<Option<(Arg, Arg)>> {
    let (from, to) = (descriptor("x_desc", x_desc)?, descriptor("y_desc", y_desc)?);
    let (read, written) = dtypes(&from, &to)?;
    if from.shape.is_empty() {
        return Err(Error::rank("x_desc", 0, "1 or more"));
    }
    if from.shape != to.shape {
        return Err(Error::shape(
            "y_desc",
            &to.shape,
            format!("{:?} (that of `x_desc`)", from.shape),
        ));
    }
    if from.shape.contains(&0) {
        return Ok(None);
    }
    let (from, to) = (from.view(), to.view());
    let flat = is_dense(&from) && same_strides(&from, &to);
    if from.rank() > 8 && !flat {
        let allowed = "8 or fewer for tensors with gaps or different strides";
        return Err(Error::rank("x_desc", from.rank(), allowed));
    }
    not_null("x", x)?;
    not_null("y", y)?;
    let (x, y) = (
        arg("x", Role::Input, read, from, x)?,
        arg("y", Role::Output, written, to, y)?,
    );
    // Before anything is planned: descriptors may have extents below zero, or more elements than there are addresses.
    x.check_memory()?;
    y.check_memory()?;
    Ok(Some((x, y)))
}

fn same_strides(a: &Layout, b: &Layout) -> bool {
    let strides = a.strides().iter().zip(b.strides()).zip(a.shape());
    strides
        .into_iter()
        .all(|((a, b), &extent)| extent == 1 || a == b)
}

/// Returns true if some order of the dimensions makes the tensor contiguous.
fn is_dense(layout: &Layout) -> bool {
    let axes = layout.strides().iter().zip(layout.shape());
    let mut axes: Vec<(i64, i64)> = axes
        .filter(|&(_, &extent)| extent != 1)
        .map(|(&stride, &extent)| (stride, extent))
        .collect();
    axes.sort_unstable();
    let mut expected = 1_i64;
    axes.into_iter().all(|(stride, extent)| {
        let fits = stride == expected;
        expected = expected.saturating_mul(extent);
        fits
    })
}

/// Queues y = ln|Γ(x)|, correctly rounded; +inf at zero, negative integers and both infinities.
#[entry(mluop)]
fn mluOpLgamma(
    handle: mluOpHandle_t,
    x_desc: mluOpTensorDescriptor_t,
    x: *const c_void,
    y_desc: mluOpTensorDescriptor_t,
    y: *mut c_void,
) -> Outcome {
    check(handle)?;
    let dtypes = |x: &Descriptor, y: &Descriptor| {
        if x.dtype != y.dtype {
            return Err(refuse_dtype(
                "y_desc",
                y.dtype,
                format!("{} (that of `x_desc`)", x.dtype),
            ));
        }
        if x.shape.len() != y.shape.len() {
            let allowed = format!("{} (that of `x_desc`)", x.shape.len());
            return Err(Error::rank("y_desc", y.shape.len(), allowed));
        }
        match x.element() {
            Some(dtype @ (Dtype::F16 | Dtype::F32)) => Ok((dtype, dtype)),
            _ => Err(refuse_dtype(
                "x_desc",
                x.dtype,
                "MLUOP_DTYPE_HALF or MLUOP_DTYPE_FLOAT",
            )),
        }
    };
    match unary((x_desc, x), (y_desc, y), dtypes)? {
        Some((x, y)) => Ok(launch(handle, ops::lgamma::lgamma(x, y)?)?),
        None => Ok(()),
    }
}

/// Queues y = |x|; for complex numbers the modulus.
#[entry(mluop)]
fn mluOpAbs(
    handle: mluOpHandle_t,
    x_desc: mluOpTensorDescriptor_t,
    x: *const c_void,
    y_desc: mluOpTensorDescriptor_t,
    y: *mut c_void,
) -> Outcome {
    check(handle)?;
    let dtypes = |x: &Descriptor, y: &Descriptor| {
        let complex = x.dtype == mluOpDataType_t::MLUOP_DTYPE_COMPLEX_FLOAT;
        let wanted = if complex {
            mluOpDataType_t::MLUOP_DTYPE_FLOAT
        } else {
            x.dtype
        };
        if y.dtype != wanted {
            return Err(refuse_dtype(
                "y_desc",
                y.dtype,
                format!("{wanted} (for `x_desc`)"),
            ));
        }
        if x.shape.len() != y.shape.len() {
            let allowed = format!("{} (that of `x_desc`)", x.shape.len());
            return Err(Error::rank("y_desc", y.shape.len(), allowed));
        }
        match (x.element(), y.element()) {
            (Some(from), Some(to)) => Ok((from, to)),
            _ => Err(refuse_dtype(
                "x_desc",
                x.dtype,
                "HALF, FLOAT, INT32, BFLOAT16 or COMPLEX_FLOAT",
            )),
        }
    };
    match unary((x_desc, x), (y_desc, y), dtypes)? {
        Some((x, y)) => Ok(launch(handle, ops::abs::abs(x, y)?)?),
        None => Ok(()),
    }
}

/// Queues res[i] = base^e for steps exponents e from start to end, evenly spaced; the elements are written one behind
/// the other, whatever the strides of res_desc.
#[entry(mluop)]
fn mluOpLogspace(
    handle: mluOpHandle_t,
    start: f32,
    end: f32,
    steps: i64,
    base: f32,
    res_desc: mluOpTensorDescriptor_t,
    res: *mut c_void,
) -> Outcome {
    check(handle)?;
    let desc = descriptor("res_desc", res_desc)?;
    if steps < 0 {
        return Err(Error::value("steps", steps, "0 or more").into());
    }
    if steps > desc.count {
        let allowed = format!("{} (the elements of `res_desc`) or fewer", desc.count);
        return Err(Error::value("steps", steps, allowed).into());
    }
    let Some(dtype @ (Dtype::F32 | Dtype::F16 | Dtype::I32)) = desc.element() else {
        let allowed = "MLUOP_DTYPE_FLOAT, MLUOP_DTYPE_HALF or MLUOP_DTYPE_INT32";
        return Err(refuse_dtype("res_desc", desc.dtype, allowed).into());
    };
    if steps == 0 {
        return Ok(());
    }
    not_null("res", res)?;
    let res = arg(
        "res",
        Role::Output,
        dtype,
        Layout::contiguous(&[steps]),
        res,
    )?;
    let rounding = match dtype {
        Dtype::F16 => ops::logspace::ExponentRounding::EveryOperation,
        _ => ops::logspace::ExponentRounding::Never,
    };
    Ok(launch(
        handle,
        ops::logspace::logspace(start, end, base, rounding, res)?,
    )?)
}

/// Boxes of polygon suppression: how many; [n, 9].
fn boxes(desc: &Descriptor) -> Result<usize> {
    match desc.shape[..] {
        [count, 9] if count >= 0 => Ok(count as usize),
        _ => Err(Reason::Shape {
            arg: "boxes_desc",
            got: desc.shape.to_vec(),
            allowed: "[n, 9]: four corners and a score".into(),
        }
        .into()),
    }
}

/// Writes the bytes of workspace that mluOpPolyNms asks for.
#[entry(mluop)]
fn mluOpGetPolyNmsWorkspaceSize(
    handle: mluOpHandle_t,
    boxes_desc: mluOpTensorDescriptor_t,
    size: Later<Out<usize>>,
) -> Outcome {
    check(handle)?;
    let desc = descriptor("boxes_desc", boxes_desc)?;
    let size = size.get()?;
    let count = boxes(&desc)?;
    size.write(
        count
            .saturating_mul(4)
            .saturating_mul(count.div_ceil(32).saturating_add(2)),
    );
    Ok(())
}

/// Queues the suppression of boxes that a better one overlaps: the indices of those that stay, and their number.
#[entry(mluop)]
fn mluOpPolyNms(
    handle: mluOpHandle_t,
    boxes_desc: mluOpTensorDescriptor_t,
    boxes: *const c_void,
    iou_threshold: f32,
    workspace: *mut c_void,
    workspace_size: usize,
    output_desc: mluOpTensorDescriptor_t,
    output: *mut c_void,
    output_size: *mut c_void,
) -> Outcome {
    check(handle)?;
    let input = descriptor("boxes_desc", boxes_desc)?;
    let kept = descriptor("output_desc", output_desc)?;
    not_null("output_size", output_size)?;
    if input.element() != Some(Dtype::F32) {
        return Err(refuse_dtype("boxes_desc", input.dtype, "MLUOP_DTYPE_FLOAT").into());
    }
    if kept.element() != Some(Dtype::I32) {
        return Err(refuse_dtype("output_desc", kept.dtype, "MLUOP_DTYPE_INT32").into());
    }
    if input.layout != mluOpTensorLayout_t::MLUOP_LAYOUT_ARRAY {
        return Err(Error::value("boxes_desc", input.layout, "layout MLUOP_LAYOUT_ARRAY").into());
    }
    let count = self::boxes(&input)?;
    if kept.shape[..] != [count as i64] {
        let (got, allowed) = (kept.shape.to_vec(), format!("[{count}], one for each box"));
        return Err(Error::shape("output_desc", &got, allowed).into());
    }
    if !input.view().is_contiguous() || !kept.view().is_contiguous() {
        let text = "`boxes_desc` and `output_desc` must be contiguous".into();
        return Err(Reason::NotSupported(text).into());
    }
    let number = arg(
        "output_size",
        Role::Output,
        Dtype::I32,
        Layout::contiguous(&[1]),
        output_size,
    )?;
    if count > 0 {
        not_null("boxes", boxes)?;
        not_null("output", output)?;
        if workspace_size > 0 {
            not_null("workspace", workspace)?;
        }
        if count
            .saturating_mul(10)
            .saturating_add(2 * count.div_ceil(32))
            > 98304
        {
            let text = format!("`boxes_desc` has {count} boxes; the device has room for some 9770");
            return Err(Reason::NotSupported(text).into());
        }
    }
    let boxes = arg("boxes", Role::Input, Dtype::F32, input.view(), boxes)?;
    let kept = arg("output", Role::Output, Dtype::I32, kept.view(), output)?;
    Ok(launch(
        handle,
        ops::poly_nms::poly_nms(boxes, iou_threshold, kept, number)?,
    )?)
}
