//! Samples and checks of several operators: private formats.

use crate::argument::{Argument, dense};
use crate::reference::formats::storage;
use crate::table::samples::{NUMBERS, patterns, read, write};
use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

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
