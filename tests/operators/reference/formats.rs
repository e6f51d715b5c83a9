//! Places of elements in private formats, by the formulas of the formats.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;

use super::movement::{Array, tensor};
use crate::argument::Argument;
use crate::arguments::Arguments;

/// FRACTAL_NZ with blocks of 32 bytes, and of 16, 32, 2 and 4 elements.
const MATRICES: [i32; 5] = [29, 50, 51, 52, 53];

/// True if a format is stored in blocks: those of matrices, NC1HWC0, FRACTAL_Z, NDC1HWC0 and FRACTAL_Z_3D.
pub fn is_private(format: aclFormat) -> bool {
    MATRICES.contains(&format.raw()) || [3, 4, 32, 33].contains(&format.raw())
}

/// The dimensions of a plain format of images, in their order.
fn letters(plain: aclFormat) -> &'static str {
    match plain.raw() {
        0 => "nchw",
        1 => "nhwc",
        16 => "hwcn",
        27 => "ndhwc",
        30 => "ncdhw",
        31 => "dhwcn",
        other => panic!("no images in format {other}"),
    }
}

fn blocks(count: i64, size: i64) -> i64 {
    (count + size - 1) / size
}

/// The number of each letter in a shape or an index; 1 or 0 where the format has none.
fn of_letter(plain: aclFormat, numbers: &[i64], missing: i64) -> impl Fn(char) -> i64 {
    let letters = letters(plain);
    move |letter| letters.find(letter).map_or(missing, |at| numbers[at])
}

/// The dimensions of the storage of a plain tensor, with blocks of `c0` elements.
pub fn storage(plain: aclFormat, shape: &[i64], private: aclFormat, c0: i64) -> Vec<i64> {
    if MATRICES.contains(&private.raw()) {
        let [leading @ .., rows, columns] = shape else {
            panic!("a matrix")
        };
        let mut storage = leading.to_vec();
        storage.extend([blocks(*columns, c0), blocks(*rows, 16), 16, c0]);
        return storage;
    }
    let of = of_letter(plain, shape, 1);
    let [n, c, d, h, w] = ['n', 'c', 'd', 'h', 'w'].map(of);
    let c1 = blocks(c, c0);
    match private.raw() {
        3 => vec![n, c1, h, w, c0],
        32 => vec![n, d, c1, h, w, c0],
        _ => vec![d * c1 * h * w, blocks(n, 16), 16, c0],
    }
}

/// The number of the stored element for an index of the plain tensor.
fn place(plain: aclFormat, shape: &[i64], private: aclFormat, c0: i64, index: &[i64]) -> i64 {
    if MATRICES.contains(&private.raw()) {
        let rank = shape.len();
        let (rows, columns) = (shape[rank - 2], shape[rank - 1]);
        let (i, j) = (index[rank - 2], index[rank - 1]);
        let batch = (0..rank - 2).fold(0, |number, k| number * shape[k] + index[k]);
        let column = blocks(rows, 16) * 16 * c0;
        let matrix = blocks(columns, c0) * column;
        return batch * matrix + (j / c0) * column + (i / 16) * 16 * c0 + (i % 16) * c0 + j % c0;
    }
    let extents = ['n', 'c', 'd', 'h', 'w'].map(of_letter(plain, shape, 1));
    let [n, c, d, h, w] = ['n', 'c', 'd', 'h', 'w'].map(of_letter(plain, index, 0));
    let [count, channels, depth, height, width] = extents;
    let c1 = blocks(channels, c0);
    match private.raw() {
        3 | 32 => ((((n * depth + d) * c1 + c / c0) * height + h) * width + w) * c0 + c % c0,
        _ => {
            let pixel = ((d * c1 + c / c0) * height + h) * width + w;
            ((pixel * blocks(count, 16) + n / 16) * 16 + n % 16) * c0 + c % c0
        }
    }
}

/// `aclnnNpuFormatCast`: tensors have the dimensions of their storage.
pub fn converted(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (from, to) = (
        tensor(arguments, "srcTensor"),
        tensor(arguments, "dstTensor"),
    );
    let source = Array::of(from);
    let elements = if is_private(to.format) {
        let c0 = *to.shape.last().unwrap();
        let zero = vec![0; from.size().max(1)];
        let mut stored = Array::filled(&to.shape, |_| zero.clone());
        let mut next = source.elements.iter();
        Array::filled(&from.shape, |index| {
            let at = place(from.format, &from.shape, to.format, c0, index);
            stored.elements[at as usize].clone_from(next.next().unwrap());
            Vec::new()
        });
        stored
    } else if is_private(from.format) {
        let c0 = *from.shape.last().unwrap();
        Array::filled(&to.shape, |index| {
            let at = place(to.format, &to.shape, from.format, c0, index);
            source.elements[at as usize].clone()
        })
    } else {
        source
    };
    vec![elements.bytes(to.dtype)]
}

/// `aclnnTransMatmulWeight`, of matrices that fill their blocks.
pub fn in_its_memory(arguments: &Arguments) -> Vec<Vec<u8>> {
    let weight = tensor(arguments, "mmWeightRef");
    let nz = aclFormat::ACL_FORMAT_FRACTAL_NZ;
    let storage = storage(weight.format, &weight.shape, nz, 32 / weight.size() as i64);
    let mut stored = weight.reshaped(&storage);
    stored.format = nz;
    converted(&Arguments::of(
        "aclnnNpuFormatCast",
        &[arguments["mmWeightRef"].clone(), Argument::Tensor(stored)],
    ))
}

/// `aclnnTransConvolutionWeight` of `(weightIn, transposed, groups, weightOut)`: FRACTAL_Z, where groups stand together on a diagonal until their channels and their filters fill blocks.
pub fn filters(arguments: &Arguments) -> Vec<Vec<u8>> {
    let from = tensor(arguments, 0);
    let Argument::Int(groups) = arguments["groups"] else {
        panic!("groups")
    };
    let source = Array::of(from).converted(from.dtype, Dtype::F16);
    let &[count, channels, height, width] = &from.shape[..] else {
        panic!("filters")
    };
    let count = count / groups;
    // The first number of groups that fills blocks of both.
    let fills = |together: &i64| together * channels % 16 == 0 && together * count % 16 == 0;
    let together = (1..groups).find(fills).unwrap_or(groups);
    let [columns, rows] = [channels, count].map(|of| blocks(together * of, 16));
    let mut stored = vec![vec![0; 2]; tensor(arguments, 3).numel()];
    for (number, element) in source.elements.into_iter().enumerate() {
        let index = super::movement::index(&from.shape, number as i64);
        let &[filter, channel, h, w] = &index[..] else {
            panic!("filters")
        };
        let (group, filter) = (filter / count, filter % count);
        let column = group % together * channels + channel;
        let row = group % together * count + filter;
        let pixel = ((group / together * columns + column / 16) * height + h) * width + w;
        let place = (pixel * rows * 16 + row) * 16 + column % 16;
        stored[place as usize] = element;
    }
    vec![stored.concat()]
}

/// `aclnnWeightQuantPreprocess`: FRACTAL_NZ in blocks of 32 of the transposed matrices, and copies of the rest.
pub fn prepared_weight(arguments: &Arguments) -> Vec<Vec<u8>> {
    let weight = tensor(arguments, "weight");
    let ([leading @ .., inner, columns], bytes) = (&weight.shape[..], weight.elements()) else {
        panic!("a matrix")
    };
    let [inner, columns] = [*inner as usize, *columns as usize];
    let matrices = leading.iter().product::<i64>() as usize;
    let padded = columns.next_multiple_of(16);
    let mut codes = vec![0; matrices * inner * padded];
    for matrix in 0..matrices {
        for column in 0..columns {
            for k in 0..inner {
                // Packed codes lie as they do in memory: all inner elements of a column together.
                let from = (matrix * columns + column) * inner + k;
                let to = matrix * inner * padded + (k / 32 * padded + column) * 32 + k % 32;
                codes[to] = bytes[from / 2] >> (from % 2 * 4) & 15;
            }
        }
    }
    let stored = codes.chunks(2).map(|pair| pair[0] | pair[1] << 4).collect();
    let mut outputs = vec![stored, tensor(arguments, "weightScale").elements()];
    if let Some(bias) = arguments["biasOptional"].tensors().first() {
        outputs.push(bias.elements());
    }
    outputs
}
