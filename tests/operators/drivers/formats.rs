//! Private formats on the chips that convert them, and the functions that say how large a storage is.

use std::ptr;

use hostnpu::abi::acl::types::{aclDataType, aclFormat};
use hostnpu::abi::aclnn::meta::array::aclCreateIntArray;
use hostnpu::tensor::Dtype::{self, *};
use hostnpu_aclnn_operators::conversion::npu_format_cast::aclnnNpuFormatCastCalculateSizeAndFormat;
use hostnpu_aclnn_operators::conversion::trans_convolution_weight::aclnnCalculateConvolutionWeightSize;
use hostnpu_aclnn_operators::conversion::trans_matmul_weight::{
    aclnnCalculateMatmulWeightSize, aclnnCalculateMatmulWeightSizeV2,
};

use super::report;
use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::call::call;
use crate::chips;
use crate::memory::{code, create_tensor};
use crate::reference::formats::{converted, filters, is_private, storage};
use crate::table::formats::{Formats, both, weights};
use crate::table::{entry, is_wanted};

/// Conversions of Ascend910B, with a shape that fills no block.
const PAIRS: [(i32, &[i64], i32); 12] = [
    (2, &[17, 33], 29),
    (47, &[3, 17, 33], 29),
    (0, &[2, 3, 17, 33], 29),
    (30, &[2, 1, 3, 17, 33], 29),
    (0, &[2, 17, 3, 5], 3),
    (1, &[2, 3, 5, 33], 3),
    (0, &[18, 17, 3, 2], 4),
    (16, &[3, 2, 33, 18], 4),
    (30, &[2, 17, 3, 5, 2], 32),
    (27, &[2, 3, 5, 2, 33], 32),
    (30, &[18, 17, 2, 3, 2], 33),
    (31, &[2, 3, 2, 33, 18], 33),
];

/// The status of a size that is asked for, and what was written.
fn size(src: &Tensor, to: i32, additional: i32) -> (i32, Vec<i64>, i32) {
    let handle = create_tensor(src, 0);
    let (mut dims, mut rank, mut format) = (ptr::null_mut(), 0, -7);
    // SAFETY: a live tensor and out pointers; the array is freed as `delete[]` does.
    unsafe {
        let status = aclnnNpuFormatCastCalculateSizeAndFormat(
            ptr::with_exposed_provenance(handle),
            to,
            additional,
            &mut dims,
            &mut rank,
            &mut format,
        );
        if dims.is_null() {
            return (status, Vec::new(), format);
        }
        let shape = std::slice::from_raw_parts(dims, rank as usize).to_vec();
        libc::free(dims.cast());
        (status, shape, format)
    }
}

fn of_format(dtype: Dtype, shape: &[i64], format: i32) -> Tensor {
    let format = aclFormat::from_raw(format);
    let tensor = Tensor::new(dtype, shape, Contents::Poison);
    Tensor { format, ..tensor }
}

/// Holds a conversion in both directions, and what it says of the storage, against the formulas.
const CAST: &str = "aclnnNpuFormatCast";

fn findings(dtype: Dtype, formats: Formats) -> Vec<String> {
    let (plain, shape, private, block) = formats;
    let mut found = Vec::new();
    for arguments in both(dtype, formats) {
        let got = call(entry("aclnnNpuFormatCast"), &arguments);
        if got.as_ref() != Ok(&converted(&Arguments::of(CAST, &arguments))) {
            found.push(format!("{dtype} {formats:?}: {:?}", got.err()));
        }
    }
    let [from, to] = [plain, private].map(aclFormat::from_raw);
    let wanted = storage(from, shape, to, block);
    let got = size(&of_format(dtype, shape, plain), private, -1);
    if got != (0, wanted.clone(), private) {
        found.push(format!(
            "{dtype} {formats:?}: storage {got:?}, not {wanted:?}"
        ));
    }
    let mut stored = of_format(dtype, shape, private);
    let got = size(&stored, plain, -1);
    let matrices = private == 29 && plain != 2;
    let wanted = if matrices {
        (361_001, vec![], -7)
    } else {
        (0, shape.to_vec(), plain)
    };
    if got != wanted {
        found.push(format!("{dtype} {formats:?}: back {got:?}"));
    }
    stored.format = aclFormat::from_raw(54);
    if size(&stored, plain, -1).0 != 361_001 {
        found.push(format!("{dtype}: a format without a conversion"));
    }
    found
}

#[test]
fn ascend910b_converts_twelve_pairs_of_formats() {
    if !is_wanted("aclnnNpuFormatCast") {
        return;
    }
    let name = "drivers::formats::ascend910b_converts_twelve_pairs_of_formats";
    if !chips::is("Ascend910B1", name) {
        return;
    }
    let mut found = Vec::new();
    for (plain, shape, private) in PAIRS {
        for dtype in [I8, U8, F32, F16, Bf16, I32, U32] {
            let block = 256 / dtype.bits() as i64;
            found.extend(findings(dtype, (plain, shape, private, block)));
        }
        // Blocks of FLOAT16 for numbers of four bytes.
        let wide = (plain, shape, private, 16);
        for arguments in both(F32, wide) {
            if call(entry("aclnnNpuFormatCast"), &arguments)
                != Ok(converted(&Arguments::of(CAST, &arguments)))
            {
                found.push(format!("{wide:?}"));
            }
        }
    }
    let nothing = of_format(F16, &[0, 16], 2);
    let refused = size(&nothing, 29, -1).0;
    if refused != 361_001 {
        found.push(format!("a tensor without elements: {refused}"));
    }
    let [mut call_of_one, _] = both(F16, (2, &[16, 16], 29, 16));
    call_of_one[0].tensors_mut()[0].format = aclFormat::from_raw(16);
    if call(entry("aclnnNpuFormatCast"), &call_of_one)
        .unwrap_err()
        .code
        != 161_002
    {
        found.push("HWCN to FRACTAL_NZ".into());
    }
    report(found);
}

/// Answers of Ascend950: the source, `dstFormat`, `additionalDtype`, then the status, the block and the format.
type Said = (Dtype, &'static [i64], i32, i32, Result<(i64, i32), i32>);

const SAID: [Said; 22] = [
    (I8, &[17, 33], 29, -1, Ok((32, 29))),
    (F16, &[17, 33], 29, 1, Ok((16, 29))),
    (F32, &[17, 33], 29, -1, Ok((8, 29))),
    (F4E2m1, &[17, 66], 29, 40, Ok((64, 29))),
    (F4E1m2, &[17, 66], 29, -1, Ok((64, 29))),
    (F4E2m1, &[17, 66], 29, 36, Ok((32, 51))),
    (I32, &[17, 33], 29, 1, Ok((16, 50))),
    (I32, &[17, 33], 29, 27, Ok((16, 50))),
    (I32, &[17, 33], 29, 2, Ok((32, 51))),
    (F32, &[17, 33], 29, 27, Ok((16, 50))),
    (F32, &[17, 33], 29, 36, Ok((32, 51))),
    (F32, &[17, 33], 29, 34, Ok((16, 50))),
    (I32, &[17, 33], 29, -1, Err(161_002)),
    (I32, &[17, 33], 29, 36, Err(161_002)),
    (F32, &[17, 33], 29, 2, Err(161_002)),
    (F16, &[1, 33], 29, -1, Err(161_002)),
    (F16, &[0, 33], 29, -1, Err(161_002)),
    (F16, &[33], 29, -1, Err(161_002)),
    (F64, &[17, 33], 29, -1, Err(161_002)),
    (F16, &[17, 33], 29, 99, Err(161_002)),
    (F32, &[2, 2, 17, 33], 29, 1, Err(161_002)),
    (F16, &[17, 33], 2, -1, Err(361_001)),
];

#[test]
fn ascend950_says_the_block_and_the_format() {
    let mut found = Vec::new();
    for (dtype, shape, to, additional, wanted) in SAID {
        let got = size(&of_format(dtype, shape, 2), to, additional);
        let wanted = match wanted {
            Ok((block, format)) => {
                let [nd, private] = [2, format].map(aclFormat::from_raw);
                (0, storage(nd, shape, private, block), format)
            }
            Err(status) => (status, vec![], -7),
        };
        if got != wanted {
            found.push(format!(
                "{dtype} {shape:?} {additional}: {got:?}, not {wanted:?}"
            ));
        }
    }
    report(found);
}

#[test]
fn ascend950_refuses_what_it_does_not_convert() {
    type Change = fn(&mut Tensor, &mut Tensor);
    let changes: [(&str, i32, Change); 7] = [
        ("a storage of another shape", 561_103, |_, to| {
            to.shape[1] += 1
        }),
        ("another type", 561_103, |_, to| to.dtype = I8),
        ("a format without blocks", 561_103, |_, to| {
            to.format = aclFormat::ACL_FORMAT_NHWC
        }),
        ("images", 161_002, |from, _| {
            from.format = aclFormat::ACL_FORMAT_NCHW
        }),
        ("filters", 561_103, |_, to| {
            to.format = aclFormat::ACL_FORMAT_FRACTAL_Z
        }),
        ("a strided source", 161_002, |from, _| {
            from.strides = vec![1, 32]
        }),
        ("a type of the other chip", 161_002, |from, to| {
            (from.dtype, to.dtype) = (U32, U32)
        }),
    ];
    let mut found = Vec::new();
    for (what, code, change) in changes {
        let [mut arguments, _] = both(F16, (2, &[32, 32], 29, 16));
        let [Argument::Tensor(from), Argument::Tensor(to)] = &mut arguments[..] else {
            panic!("two tensors")
        };
        change(from, to);
        let result = call(entry("aclnnNpuFormatCast"), &arguments);
        if !matches!(&result, Err(refusal) if refusal.code == code) {
            found.push(format!("{what}: {result:?}"));
        }
    }
    // Back: a type for which the device has no kernel, and another storage than the view's.
    let [_, mut back] = both(Hifloat8, (2, &[32, 32], 29, 32));
    let status = |arguments: &[Argument]| call(entry("aclnnNpuFormatCast"), arguments);
    if status(&back).unwrap_err().code != 161_002 {
        found.push("HIFLOAT8 back".into());
    }
    for argument in &mut back {
        argument.set_dtype(I8);
    }
    assert_eq!(status(&back), Ok(converted(&Arguments::of(CAST, &back))));
    back[1].tensors_mut()[0].shape = vec![33, 32];
    if status(&back).unwrap_err().code != 161_002 {
        found.push("a view with more rows than are stored".into());
    }
    assert!(is_private(back[0].tensors()[0].format));
    report(found);
}

#[test]
fn the_size_of_a_weight_is_that_of_its_blocks() {
    let size = |shape: &[i64], dtype: Option<aclDataType>| {
        let mut size = 77;
        // SAFETY: an array with its length, an out pointer.
        let status = unsafe {
            let shape = aclCreateIntArray(shape.as_ptr(), shape.len() as u64);
            match dtype {
                None => aclnnCalculateMatmulWeightSize(shape, &mut size),
                Some(dtype) => aclnnCalculateMatmulWeightSizeV2(shape, dtype, &mut size),
            }
        };
        (status, size)
    };
    let (f16, i8) = (Some(code(F16)), Some(code(I8)));
    assert_eq!(size(&[17, 33], None), (0, 32 * 48));
    assert_eq!(size(&[17, 33], f16), (0, 32 * 48));
    assert_eq!(size(&[17, 33], i8), (0, 32 * 64));
    assert_eq!(size(&[5, 3, 17, 33], i8), (0, 15 * 32 * 64));
    assert_eq!(size(&[3, 17, 33], None), (0, 3 * 32 * 48));
    assert_eq!(size(&[0, 33], None), (0, 0));
    for (shape, dtype) in [
        (&[1, 1, 1, 1, 1, 17, 33][..], None),
        (&[17][..], i8),
        (&[0, 33][..], i8),
        (&[-1, 33][..], None),
        (&[1 << 40, 1 << 40][..], i8),
    ] {
        assert_eq!(size(shape, dtype), (161_002, 77), "{shape:?}");
    }
    // SAFETY: null is refused.
    unsafe {
        let mut size = 0;
        assert_eq!(
            aclnnCalculateMatmulWeightSize(ptr::null(), &mut size),
            161_001
        );
        let shape = aclCreateIntArray([16_i64, 16].as_ptr(), 2);
        assert_eq!(
            aclnnCalculateMatmulWeightSize(shape, ptr::null_mut()),
            161_001
        );
    }
}

#[test]
fn weights_of_convolutions_are_stored_on_310p() {
    if !is_wanted("aclnnTransConvolutionWeight") {
        return;
    }
    let size = |shape: &[i64], transposed: bool, groups: i64, dtype: Dtype| {
        let mut size = 77;
        // SAFETY: an array with its length, an out pointer.
        let status = unsafe {
            let shape = aclCreateIntArray(shape.as_ptr(), shape.len() as u64);
            aclnnCalculateConvolutionWeightSize(shape, transposed, groups, code(dtype), &mut size)
        };
        (status, size)
    };
    let name = "drivers::formats::weights_of_convolutions_are_stored_on_310p";
    if !chips::is("Ascend310P3", name) {
        // No other chip has it.
        assert_eq!(size(&[16, 16, 3, 3], false, 1, F16), (161_002, 77));
        return;
    }
    for sample in weights() {
        let weight = &sample[0].tensors()[0];
        let Argument::Int(groups) = sample[2] else {
            panic!("groups")
        };
        let elements = sample[3].tensors()[0].numel() as u64;
        assert_eq!(size(&weight.shape, false, groups, F16), (0, elements));
        let got = call(entry("aclnnTransConvolutionWeight"), &sample);
        assert!(
            got == Ok(filters(&Arguments::of(
                "aclnnTransConvolutionWeight",
                &sample
            ))),
            "{:?} {groups}: {:?}",
            weight.shape,
            got.err()
        );
    }
    assert_eq!(size(&[16, 0, 3, 3], false, 1, F16), (0, 0));
    for (shape, transposed, groups, dtype) in [
        (&[16, 16, 3][..], false, 1, F16),
        (&[16, 16, 3, 3][..], true, 1, F16),
        (&[16, 16, 3, 3][..], false, 0, F16),
        (&[16, 16, 3, 3][..], false, 3, F16),
        (&[16, 16, 3, 3][..], false, 1, F32),
        (&[16, -1, 3, 3][..], false, 1, F16),
        (&[1 << 40, 1 << 40, 3, 3][..], false, 1, F16),
    ] {
        let got = size(shape, transposed, groups, dtype);
        assert_eq!(got, (161_002, 77), "{shape:?} {transposed} {groups}");
    }
}
