//! Calls that pooling refuses, and the reasons.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::{call, prepare};
use crate::table::entry;
use crate::table::samples::{read, write};
use crate::table::shared::pooling::{NUMBERS, in_format, ints};

/// The message of a call that is refused under a code.
fn refused(name: &str, code: i32, arguments: &Arguments) -> String {
    let refusal = prepare(entry(name), arguments).run().unwrap_err();
    assert_eq!(refusal.code, code, "{name}: {refusal:?}");
    refusal.message
}

/// Images of 4 × 5 with windows at equal distances.
fn windows(sizes: [&[i64]; 4], out: &[i64]) -> Vec<Argument> {
    let [size, stride, padding, dilation] = sizes.map(ints);
    vec![
        read(Dtype::F32, &[2, 4, 5], &NUMBERS),
        size,
        stride,
        padding,
        dilation,
        Argument::Bool(false),
        write(Dtype::F32, out),
        write(Dtype::I32, out),
    ]
}

#[test]
fn windows_that_cannot_be_are_refused_by_their_argument() {
    let out: &[i64] = &[2, 2, 2];
    let one: &[i64] = &[1];
    for (sizes, out, wanted) in [
        ([&[2, 2, 2][..], &[2], &[0], one], out, "`kernelSize`"),
        ([&[], &[2], &[0], one], out, "`kernelSize`"),
        ([&[0], &[2], &[0], one], out, "`kernelSize`"),
        ([&[2], &[2, 2, 2], &[0], one], out, "`stride`"),
        ([&[2], &[0], &[0], one], out, "`stride`"),
        ([&[2], &[2], &[], one], out, "`padding`"),
        ([&[2], &[2], &[-1], one], out, "`padding`"),
        ([&[3, 2], &[2], &[1, 2], one], out, "half of `kernelSize`"),
        ([&[2], &[2], &[0], &[0]], out, "`dilation`"),
        ([&[2], &[i64::MAX], &[0], one], out, "`stride`"),
        ([&[2], &[2], &[0], one], &[2, 2, 3], "`out`"),
        ([&[5], &[2], &[0], one], out, "`self`"),
        // No window has an element in the image.
        ([&[2], &[1], &[1], &[5]], &[2, 1, 2], "`self`"),
    ] {
        let message = refused(
            "aclnnMaxPool2dWithIndices",
            161_002,
            &Arguments::new(entry("aclnnMaxPool2dWithIndices"), &windows(sizes, out)),
        );
        assert!(message.contains(wanted), "{sizes:?}: {message}");
    }
    let mut empty = windows([&[2], &[2], &[0], one], out);
    empty[0] = read(Dtype::F32, &[0, 4, 5], &NUMBERS);
    let message = refused(
        "aclnnMaxPool2dWithIndices",
        161_002,
        &Arguments::new(entry("aclnnMaxPool2dWithIndices"), &empty),
    );
    assert!(message.contains("but for the batch"), "{message}");
}

#[test]
fn places_outside_their_plane_are_errors_of_the_stream_that_write_nothing() {
    let gradient = |place: f64| {
        vec![
            read(Dtype::F32, &[1, 1, 2], &[1.0]),
            read(Dtype::F32, &[1, 4, 4], &[1.0]),
            read(Dtype::I64, &[1, 1, 2], &[0.0, place]),
            write(Dtype::F32, &[1, 4, 4]),
        ]
    };
    let name = "aclnnAdaptiveMaxPool2dBackward";
    for place in [-1.0, 16.0] {
        let mut call = prepare(entry(name), &gradient(place));
        let message = call.run().unwrap_err().message;
        assert!(message.contains("`indices`"), "{message}");
        assert!(message.contains("0 to 15"), "{message}");
        let poison = crate::argument::POISON;
        assert!(call.outputs()[0].iter().all(|&byte| byte == poison));
    }
    call(entry(name), &gradient(15.0)).unwrap();
}

#[test]
fn averages_of_images_have_formats_and_kinds_of_computation() {
    let sample = |format, math| {
        let sample = vec![
            read(Dtype::F32, &[2, 4, 4], &NUMBERS),
            ints(&[2]),
            ints(&[]),
            ints(&[0]),
            Argument::Bool(false),
            Argument::Bool(true),
            Argument::Int(0),
            Argument::Int(math),
            write(Dtype::F32, &[2, 2, 2]),
        ];
        in_format(sample, format)
    };
    let ncl = aclFormat::ACL_FORMAT_NCL;
    let message = refused(
        "aclnnAvgPool2d",
        161_002,
        &Arguments::new(
            entry("aclnnAvgPool2d"),
            &sample(aclFormat::ACL_FORMAT_ND, 1),
        ),
    );
    assert!(
        message.contains("`self`") && message.contains("NCL"),
        "{message}"
    );
    let message = refused(
        "aclnnAvgPool2d",
        161_002,
        &Arguments::new(entry("aclnnAvgPool2d"), &sample(ncl, 5)),
    );
    assert!(message.contains("`cubeMathType`"), "{message}");
    for math in 0..5 {
        call(entry("aclnnAvgPool2d"), &sample(ncl, math)).unwrap();
    }
}

#[test]
fn paddings_of_four_sides_fit_the_window() {
    let sample = |pads: &[i64], auto: i64| {
        vec![
            read(Dtype::F32, &[1, 4, 4], &NUMBERS),
            ints(&[3]),
            ints(&[1]),
            Argument::Int(auto),
            ints(pads),
            ints(&[1]),
            Argument::Int(0),
            write(Dtype::F32, &[1, 4, 4]),
        ]
    };
    for (pads, auto, wanted) in [
        (&[1, 1, 1][..], 0, "`pads`"),
        (&[2, 1, 2, 1], 0, "`pads`"),
        (&[-1, 1, 1, 1], 0, "`pads`"),
        (&[1], 1, "`autoPad`"),
        (&[0, 1, 1, 1], 0, "`out`"),
    ] {
        let message = refused(
            "aclnnMaxPool",
            161_002,
            &Arguments::new(entry("aclnnMaxPool"), &sample(pads, auto)),
        );
        assert!(message.contains(wanted), "{pads:?}: {message}");
    }
    call(entry("aclnnMaxPool"), &sample(&[2, 0, 0, 2], 0)).unwrap();
}
