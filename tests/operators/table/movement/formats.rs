//! Private formats.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, dense};
use crate::reference::formats::{self, storage};
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::{Accuracy, EMPTY, Holds, OVERLAP, Row, SHAPE, computes};

/// A conversion: the plain format and shape, the private format, the elements of a block.
pub type Formats<'a> = (i32, &'a [i64], i32, i64);

/// A call that converts to the private format, and one that converts back.
pub fn both(dtype: Dtype, (plain, shape, private, block): Formats) -> [Vec<Argument>; 2] {
    let [plain, private] = [plain, private].map(aclFormat::from_raw);
    let stored = storage(plain, shape, private, block);
    let of = |mut argument: Argument, format: aclFormat| {
        argument.tensors_mut()[0].format = format;
        argument
    };
    [
        vec![
            of(patterns(dtype, shape, 3), plain),
            of(write(dtype, &stored), private),
        ],
        vec![
            of(patterns(dtype, &stored, 4), private),
            of(write(dtype, shape), plain),
        ],
    ]
}

/// Every type that Ascend950 converts, with the formats that it converts back.
fn on_950() -> Vec<Vec<Argument>> {
    let mut samples = both(F32, (2, &[32, 16], 29, 8)).to_vec();
    let shape: &[i64] = &[17, 66];
    for (dtype, block) in [
        (I8, 32),
        (U8, 32),
        (F8E4m3fn, 32),
        (F16, 16),
        (Bf16, 16),
        (F4E2m1, 64),
    ] {
        samples.extend(both(dtype, (2, shape, 29, block)));
        samples.extend(both(dtype, (47, &[3, 18, block + 2], 29, block)));
    }
    for (dtype, private, block) in [
        (F32, 50, 16),
        (I32, 51, 32),
        (I8, 50, 16),
        (U8, 51, 32),
        (F4E2m1, 51, 32),
    ] {
        samples.extend(both(dtype, (2, &[2, 5, 40], private, block)));
    }
    for dtype in [F8E4m3fn, F4E1m2, Hifloat8] {
        let block = 256 / dtype.bits() as i64;
        samples.extend(
            both(dtype, (0, &[2, 3, 16, 10], 29, block))
                .into_iter()
                .take(1),
        );
    }
    for (private, block) in [(52, 2), (53, 4)] {
        samples.extend(both(F32, (2, &[33, 7], private, block)).into_iter().skip(1));
    }
    samples.extend(both(I32, (2, &[3, 5, 9], 29, 8)));
    samples.push(vec![patterns(U8, &[5, 7], 1), write(U8, &[5, 7])]);
    samples.extend(both(F16, (2, &[300, 1000], 29, 16)));
    samples
}

/// Filters of convolutions, and the memory that they are stored in: extents, groups, and how many blocks of pixels, of 16 filters and of 16 channels each.
pub fn weights() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: [i64; 4], groups, [pixels, rows]: [i64; 2]| {
        let mut weight = match dtype {
            F16 => patterns(F16, &shape, 6),
            // Of NaN the cast keeps no bits.
            dtype => read(dtype, &shape, &NUMBERS),
        };
        let mut stored = write(F16, &[pixels, rows, 16, 16]);
        for argument in [&mut weight, &mut stored] {
            argument.tensors_mut()[0].format = aclFormat::ACL_FORMAT_NCHW;
        }
        stored.tensors_mut()[0].shown = Some((shape.to_vec(), dense(&shape)));
        vec![weight, Argument::Bool(false), Argument::Int(groups), stored]
    };
    vec![
        call(F16, [20, 17, 3, 4], 1, [24, 2]),
        call(F32, [16, 16, 1, 1], 1, [1, 1]),
        call(F16, [24, 8, 3, 3], 3, [18, 1]),
        call(F32, [40, 1, 2, 2], 40, [12, 1]),
        call(F16, [6, 5, 1, 2], 2, [2, 1]),
    ]
}

pub fn rows() -> Vec<Row> {
    const TYPES: &str =
        "none | 910B: i8 u8 f32 f16 bf16 i32 u32 | 950: i8 u8 f32 f16 bf16 i32 e4m3 e2m1 e1m2 hif8";
    vec![
        Row::new("aclnnNpuFormatCast", on_950)
            .accepts(&[("srcTensor", TYPES), ("dstTensor", TYPES)])
            .computes(computes::own)
            .bits(formats::converted)
            .accuracy(Accuracy::Copied)
            .holds(OVERLAP | SHAPE)
            .except(&[
                ("dtypes srcTensor", "blocks are as large as the type says"),
                (
                    "dtypes dstTensor",
                    "a type other than that of `srcTensor` gives 561103",
                ),
            ]),
        Row::new("aclnnTransMatmulWeight", || {
            let weight = |dtype, shape: &[i64]| vec![patterns(dtype, shape, 5)];
            let mut samples: Vec<_> = [F16, Bf16, I8, U8, F8E4m3fn, Hifloat8]
                .map(|dtype| weight(dtype, &[48, 64]))
                .into();
            samples.push(weight(I8, &[3, 2, 16, 32]));
            samples
        })
        .accepts(&[(
            "mmWeightRef",
            "f16 | 910B 950: + bf16 i8 u8 e4m3 hif8 | 310: + i8",
        )])
        .computes(computes::own)
        .bits(formats::in_its_memory)
        .accuracy(Accuracy::Copied)
        .holds(EMPTY),
        Row::new("aclnnTransConvolutionWeight", weights)
            .accepts(&[
                ("weightIn", "none | 310: f16 f32"),
                ("weightOut", "none | 310: f16"),
            ])
            .computes(computes::own)
            .held_by("drivers::formats::weights_of_convolutions_are_stored_on_310p")
            .accuracy(Accuracy::Copied)
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}
