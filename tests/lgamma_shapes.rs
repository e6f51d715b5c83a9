//! mluOpLgamma over the shapes of its design, through the MLU-OPS entry point, by the acceptance measure with the thresholds of the
//! design; and more than 2^31 elements.
//!
//! The two largest shapes and the long vector are a run of their own:
//!
//! ```text
//! cargo test --release --test lgamma_shapes -- --ignored --nocapture
//! ```

use std::ffi::c_void;
use std::ptr;

use half::f16;
use hostnpu::abi::cnrt::handles::cnrtQueue_t;
use hostnpu::abi::cnrt::{memory, queue};
use hostnpu::abi::mluop::handle::{mluOpCreate, mluOpDestroy, mluOpSetQueue};
use hostnpu::abi::mluop::open_enums::{mluOpDataType_t, mluOpTensorLayout_t};
use hostnpu::abi::mluop::operators::mluOpLgamma;
use hostnpu::abi::mluop::tensor::{
    mluOpCreateTensorDescriptor, mluOpDestroyTensorDescriptor, mluOpSetTensorDescriptorEx_v2,
};
use hostnpu::abi::mluop::types::{mluOpHandle_t, mluOpTensorDescriptor_t};
use rayon::prelude::*;

use hostnpu_test_support::acceptance;
use hostnpu_test_support::inputs;

/// Bounds of diff1 and diff2 by the design, in both types.
const DESIGN: f64 = 3e-3;

unsafe extern "C" {
    /// The C library's: the baseline in double.
    fn lgamma_r(x: f64, sign: *mut i32) -> f64;
}

fn exact(x: f64) -> f64 {
    let mut sign = 0;
    // SAFETY: a plain C function; `sign` outlives the call.
    unsafe { lgamma_r(x, &mut sign) }
}

/// From a float to an element, and from an element to a double.
type Conversions<T> = (fn(f32) -> T, fn(T) -> f64);

/// A handle on a queue of its own.
struct EntryPoint {
    handle: mluOpHandle_t,
    queue: cnrtQueue_t,
}

impl EntryPoint {
    fn open() -> Self {
        let (mut handle, mut own_queue) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: both are out pointers to variables that outlive the calls.
        unsafe {
            assert_eq!(queue::cnrtQueueCreate(&raw mut own_queue).raw(), 0);
            assert_eq!(mluOpCreate(&raw mut handle).raw(), 0);
        }
        // SAFETY: handles, which are not followed.
        assert_eq!(unsafe { mluOpSetQueue(handle, own_queue) }.raw(), 0);
        Self {
            handle,
            queue: own_queue,
        }
    }

    fn finish(&self) {
        // SAFETY: a handle, which is not followed.
        assert_eq!(unsafe { queue::cnrtQueueSync(self.queue) }.raw(), 0);
    }
}

impl Drop for EntryPoint {
    fn drop(&mut self) {
        // SAFETY: handles, which are not followed.
        assert_eq!(unsafe { mluOpDestroy(self.handle) }.raw(), 0);
        // SAFETY: a handle, which is not followed.
        assert_eq!(unsafe { queue::cnrtQueueDestroy(self.queue) }.raw(), 0);
    }
}

fn descriptor(dtype: mluOpDataType_t, shape: &[i64], strides: &[i64]) -> mluOpTensorDescriptor_t {
    let mut desc = ptr::null_mut();
    let layout = mluOpTensorLayout_t::MLUOP_LAYOUT_ARRAY;
    let rank = shape.len() as i32;
    // SAFETY: an out pointer to a variable, and arrays of `rank` numbers.
    unsafe {
        assert_eq!(mluOpCreateTensorDescriptor(&raw mut desc).raw(), 0);
        let (sizes, steps) = (shape.as_ptr(), strides.as_ptr());
        let status = mluOpSetTensorDescriptorEx_v2(desc, layout, dtype, rank, sizes, steps);
        assert_eq!(status.raw(), 0);
    }
    desc
}

fn contiguous(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis] * shape[axis];
    }
    strides
}

/// Device memory of `count` elements.
fn device<T>(count: usize) -> *mut T {
    let mut address = ptr::null_mut();
    // SAFETY: an out pointer to a variable.
    let status = unsafe { memory::cnrtMalloc(&raw mut address, count * size_of::<T>()) };
    assert_eq!(status.raw(), 0);
    address.cast()
}

fn free<T>(address: *mut T) {
    // SAFETY: nothing uses it any more.
    assert_eq!(unsafe { memory::cnrtFree(address.cast()) }.raw(), 0);
}

/// Runs the operator over random numbers of -10 to 50 and holds every four million results to the thresholds; `own` is
/// what correct rounding gives.
fn accept<T: Copy + Send + Sync>(
    shape: &[i64],
    dtype: mluOpDataType_t,
    (from_f32, to_f64): Conversions<T>,
    own: f64,
) {
    let count = shape.iter().product::<i64>() as usize;
    let mut random = inputs::Random(count as u64);
    let input: Vec<T> = (0..count)
        .map(|_| from_f32(random.bits() as f32 / u32::MAX as f32 * 60.0 - 10.0))
        .collect();
    let (x, y) = (device::<T>(count), device::<T>(count));
    let desc = descriptor(dtype, shape, &contiguous(shape));
    let entry_point = EntryPoint::open();
    // SAFETY: `x` and `y` have `count` elements each, and no other code uses them until the queue is synchronised.
    let output = unsafe {
        x.copy_from_nonoverlapping(input.as_ptr(), count);
        let status = mluOpLgamma(
            entry_point.handle,
            desc,
            x.cast_const().cast::<c_void>(),
            desc,
            y.cast(),
        );
        assert_eq!(status.raw(), 0, "{shape:?}");
        entry_point.finish();
        std::slice::from_raw_parts(y, count)
    };
    for (piece, (input, output)) in input
        .chunks(1 << 22)
        .zip(output.chunks(1 << 22))
        .enumerate()
    {
        let baseline: Vec<f64> = input.par_iter().map(|&x| exact(to_f64(x))).collect();
        let output: Vec<f64> = output.par_iter().map(|&y| to_f64(y)).collect();
        let what = format!("{shape:?}, piece {piece}");
        acceptance::assert_accepted(&what, &output, &baseline, DESIGN.min(own));
    }
    // SAFETY: handles, which are not followed.
    assert_eq!(unsafe { mluOpDestroyTensorDescriptor(desc) }.raw(), 0);
    free(x);
    free(y);
}

fn accept_float(shape: &[i64]) {
    let dtype = mluOpDataType_t::MLUOP_DTYPE_FLOAT;
    accept::<f32>(shape, dtype, (|x| x, f64::from), 6e-8);
}

fn accept_half(shape: &[i64]) {
    let dtype = mluOpDataType_t::MLUOP_DTYPE_HALF;
    accept::<f16>(shape, dtype, (f16::from_f32, f16::to_f64), 4.9e-4);
}

#[test]
fn float_shapes_of_the_design_are_accepted() {
    for shape in [
        &[128, 748, 80][..],
        &[8, 65536, 10],
        &[273_600, 4],
        &[8, 32768, 1],
        &[1_179_648],
    ] {
        accept_float(shape);
    }
}

#[test]
fn half_shapes_of_the_design_are_accepted() {
    for shape in [&[18, 48000][..], &[10, 65536, 1], &[7020, 1000]] {
        accept_half(shape);
    }
}

#[test]
#[ignore = "long run: the two largest shapes of the design; cargo test --release --test lgamma_shapes -- --ignored"]
fn the_largest_half_shapes_of_the_design_are_accepted() {
    accept_half(&[16_646_144]);
    accept_half(&[57_145_500]);
}

#[test]
#[ignore = "long run: needs 5 GB of memory; cargo test --release --test lgamma_shapes -- --ignored"]
fn more_than_two_to_the_31_elements_are_computed() {
    let count = (1_i64 << 31) + 1000;
    // One number, read by every element.
    let x = device::<f16>(1);
    let y = device::<f16>(count as usize);
    let dtype = mluOpDataType_t::MLUOP_DTYPE_HALF;
    let from = descriptor(dtype, &[count], &[0]);
    let to = descriptor(dtype, &[count], &[1]);
    let entry_point = EntryPoint::open();
    // SAFETY: the memory is ours and large enough.
    let output = unsafe {
        x.write(f16::from_f32(0.5));
        let status = mluOpLgamma(
            entry_point.handle,
            from,
            x.cast_const().cast::<c_void>(),
            to,
            y.cast(),
        );
        assert_eq!(status.raw(), 0);
        entry_point.finish();
        std::slice::from_raw_parts(y, count as usize)
    };
    let expected = f16::from_f64(exact(0.5)).to_bits();
    let wrong = output
        .par_iter()
        .position_first(|y| y.to_bits() != expected);
    assert_eq!(wrong, None);
    // SAFETY: handles, which are not followed.
    assert_eq!(unsafe { mluOpDestroyTensorDescriptor(from) }.raw(), 0);
    // SAFETY: handles, which are not followed.
    assert_eq!(unsafe { mluOpDestroyTensorDescriptor(to) }.raw(), 0);
    free(x);
    free(y);
}
