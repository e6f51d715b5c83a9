//! Samples and checks of several operators: the largest elements of windows at equal distances, with their places, and the gradient.

use crate::argument::Argument;
use crate::table::samples::{patterns, read, write};
use crate::table::shared::pooling::{NUMBERS, PLACES, SPECIAL, in_format, ints};
use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;

/// Input, size, stride, padding, dilation, whether the last window may end behind the padding, and the shape of results.
pub type Call<'a> = (Argument, [&'a [i64]; 4], bool, &'a [i64]);

pub fn with_places(
    (input, [size, stride, padding, dilation], ceil, out): Call,
    to: Dtype,
) -> Vec<Argument> {
    let dtype = input.dtype().expect("a type");
    vec![
        input,
        ints(size),
        ints(stride),
        ints(padding),
        ints(dilation),
        Argument::Bool(ceil),
        write(dtype, out),
        write(to, out),
    ]
}

/// Overlapping windows, windows side by side, a window behind the padding that is left out and one that is not, dilation, NHWC, NaN, several threads.
pub fn images() -> Vec<Vec<Argument>> {
    use Dtype::{Bf16, F16, F32, I32, I64};
    let one: &[i64] = &[1];
    let calls: Vec<(Call, Dtype)> = vec![
        (
            (
                read(F32, &[2, 3, 7, 6], &NUMBERS),
                [&[3], &[2], one, one],
                false,
                &[2, 3, 4, 3],
            ),
            I32,
        ),
        (
            (
                patterns(F16, &[3, 5, 8], 3),
                [&[2, 3], &[], &[0, 1], one],
                true,
                &[3, 3, 3],
            ),
            I64,
        ),
        (
            (
                read(Bf16, &[0, 2, 4, 4], &[]),
                [&[2], &[2], &[0], one],
                false,
                &[0, 2, 2, 2],
            ),
            I32,
        ),
        (
            (
                patterns(F32, &[1, 2, 9, 40], 5),
                [&[3, 2], &[1, 3], &[1, 1], &[2, 4]],
                false,
                &[1, 2, 7, 13],
            ),
            I64,
        ),
        (
            (
                patterns(F32, &[17, 30, 34], 7),
                [&[3], one, one, one],
                false,
                &[17, 30, 34],
            ),
            I32,
        ),
        (
            (
                read(Bf16, &[2, 1, 6, 19], &SPECIAL),
                [&[2, 4], &[2, 5], &[1, 2], one],
                true,
                &[2, 1, 4, 5],
            ),
            I32,
        ),
    ];
    let mut samples: Vec<_> = calls
        .into_iter()
        .map(|(call, to)| with_places(call, to))
        .collect();
    let input = patterns(F32, &[2, 7, 20, 3], 9);
    let call = (input, [&[3][..], &[2], one, one], false, &[2, 4, 10, 3][..]);
    samples.push(in_format(
        with_places(call, I64),
        aclFormat::ACL_FORMAT_NHWC,
    ));
    samples
}

pub fn volumes() -> Vec<Vec<Argument>> {
    use Dtype::{Bf16, F16, F32, I32, I64};
    let one: &[i64] = &[1];
    let mut samples = vec![
        with_places(
            (
                read(F32, &[1, 2, 4, 5, 6], &NUMBERS),
                [&[2, 3, 2], &[2, 1, 2], &[0, 1, 1], one],
                false,
                &[1, 2, 2, 5, 4],
            ),
            I32,
        ),
        with_places(
            (
                patterns(F16, &[2, 5, 3, 7], 3),
                [&[3, 2, 2], &[], &[1, 1, 0], one],
                true,
                &[2, 2, 2, 4],
            ),
            I64,
        ),
        with_places(
            (
                read(Bf16, &[0, 1, 4, 4, 4], &[]),
                [&[2], &[2], &[0], one],
                false,
                &[0, 1, 2, 2, 2],
            ),
            I32,
        ),
        with_places(
            (
                patterns(F32, &[1, 1, 7, 6, 20], 5),
                [&[2, 2, 3], &[1, 2, 1], &[1, 0, 1], &[3, 1, 2]],
                false,
                &[1, 1, 6, 3, 18],
            ),
            I32,
        ),
    ];
    let input = patterns(F32, &[2, 3, 4, 5, 2], 9);
    let call = (
        input,
        [&[2, 2, 2][..], &[1], &[0], one],
        false,
        &[2, 2, 3, 4, 2][..],
    );
    samples.push(in_format(
        with_places(call, I32),
        aclFormat::ACL_FORMAT_NDHWC,
    ));
    // The formats that Ascend950 knows.
    samples[1] = in_format(samples[1].clone(), aclFormat::ACL_FORMAT_NCHW);
    samples
}

/// The gradients of calls, for places that no window need have: what is read becomes what is written.
pub fn backward(forward: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    let turn = |sample: Vec<Argument>| {
        let (input, out) = (&sample[0].tensors()[0], &sample[6].tensors()[0]);
        let to = sample[7].dtype().expect("a type");
        let mut turned = vec![
            read(out.dtype, &out.shape, &NUMBERS),
            read(input.dtype, &input.shape, &NUMBERS),
            read(to, &out.shape, &PLACES),
        ];
        turned.extend_from_slice(&sample[1..6]);
        turned.push(write(input.dtype, &input.shape));
        in_format(turned, input.format)
    };
    forward.into_iter().map(turn).collect()
}

pub const FLOATS: &str = "none | 910B 950: f32 f16 bf16";
