//! Tensors of C in memory of their own, with margins around them.

use std::ptr;

use hostnpu::abi::acl::types::aclDataType;
use hostnpu::abi::aclnn::meta::tensor::aclCreateTensor;
use hostnpu::tensor::Dtype;

use crate::argument::{Contents, POISON, Tensor};
use crate::guarded::Guarded;
use crate::reference::formats::is_private;

/// Elements of memory before and behind each tensor.
const MARGIN: usize = 64;

/// Bytes that lie around a tensor, to be compared.
static POISONED: [u8; 4096] = [POISON; 4096];

/// Memory of a tensor, aligned for any type.
pub struct Memory {
    pub words: Guarded,
    /// Bytes before the view's base address. Negative where the view has an offset and memory begins with its first element.
    pub start: i64,
    pub tensor: Tensor,
    pub handle: usize,
    pub written: bool,
    /// True if the memory holds the contents of the tensor, and margins: memory that no call should read or write has not, which saves most of the time.
    is_filled: bool,
}

impl Memory {
    pub fn new(tensor: &Tensor, written: bool, is_filled: bool) -> Self {
        let size = tensor.size().max(1);
        let possible = tensor.shape.iter().all(|&extent| extent >= 0)
            && tensor
                .shape
                .iter()
                .try_fold(1_i64, |n, &e| n.checked_mul(e))
                .is_some_and(|n| n < 1 << 28);
        let empty = tensor.shape.contains(&0);
        let (low, high) = if possible && !empty {
            tensor.reach()
        } else {
            (0, 1)
        };
        let elements = (high - low) as usize + 2 * MARGIN + tensor.offset as usize;
        let start = (MARGIN as i64 - low) as usize * size;
        let bytes = ((elements * size).div_ceil(16) + 1) * 16;
        let used = match tensor.dtype.bits() < 8 {
            true => start..bytes,
            false => {
                let at = |place: i64| start.wrapping_add_signed(place as isize * size as isize);
                at(tensor.offset + low)..at(tensor.offset + high)
            }
        };
        let (words, left_out) = match is_filled {
            true => Guarded::new(bytes, used),
            false => Guarded::unfilled(bytes, used),
        };
        let mut memory = Self {
            words,
            start: start as i64 - left_out as i64,
            tensor: tensor.clone(),
            handle: 0,
            written,
            is_filled,
        };
        // Of poison the memory is full.
        let is_poison = matches!(tensor.contents, Contents::Poison);
        if possible && !empty && is_filled && !is_poison {
            let elements = tensor.elements();
            if tensor.dtype.bits() < 8 {
                let start = memory.start as usize;
                memory.bytes_mut()[start..start + elements.len()].copy_from_slice(&elements);
            } else {
                let (starts, length) = memory.runs();
                let bytes = memory.bytes_mut();
                for (start, run) in starts.into_iter().zip(elements.chunks(length)) {
                    bytes[start..start + length].copy_from_slice(run);
                }
            }
        }
        memory
    }

    /// The first bytes of runs of neighbouring elements, and the length of each.
    fn runs(&self) -> (Vec<usize>, usize) {
        let size = self.tensor.size() as i64;
        let first = self.start + self.tensor.offset * size;
        let (starts, length) = self.tensor.runs();
        let start = |place: i64| (first + place * size) as usize;
        let starts = starts.into_iter().map(start).collect();
        (starts, length * size as usize)
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.words
    }

    pub fn bytes(&self) -> &[u8] {
        &self.words
    }

    pub fn elements(&self) -> Vec<u8> {
        if self.tensor.shape.contains(&0) {
            return Vec::new();
        }
        let size = self.tensor.size();
        if size == 0 {
            let count = self.tensor.dtype.bytes(self.tensor.numel()).unwrap();
            let start = self.start as usize;
            return self.bytes()[start..start + count].to_vec();
        }
        let bytes = self.bytes();
        let (starts, length) = self.runs();
        let mut elements = Vec::with_capacity(starts.len() * length);
        for start in starts {
            elements.extend_from_slice(&bytes[start..start + length]);
        }
        elements
    }

    /// Panics if a byte outside the view has changed.
    pub fn assert_margins(&self, name: &str) {
        if !self.is_filled || self.tensor.dtype.bits() < 8 || self.tensor.shape.contains(&0) {
            return;
        }
        let (starts, length) = self.runs();
        // Compared as wholes: byte by byte, it would take longer than the calls.
        let is_poison = |bytes: &[u8]| {
            let mut parts = bytes.chunks(POISONED.len());
            parts.all(|part| part == &POISONED[..part.len()])
        };
        let is_unchanged = match starts[..] {
            [start] => {
                let (before, rest) = self.bytes().split_at(start);
                is_poison(before) && is_poison(&rest[length..])
            }
            _ => {
                let mut outside = self.bytes().to_vec();
                for start in starts {
                    outside[start..start + length].fill(POISON);
                }
                is_poison(&outside)
            }
        };
        assert!(
            is_unchanged,
            "{name} wrote outside a tensor of shape {:?}, strides {:?}",
            self.tensor.shape, self.tensor.strides
        );
    }

    pub fn create(&mut self) -> usize {
        let base = self.words.as_mut_ptr().expose_provenance();
        let base = base.wrapping_add_signed(self.start as isize);
        self.handle = create_tensor(&self.tensor, base);
        self.handle
    }
}

/// Shape, strides and storage of a tensor, as C describes it. One of a private format has the dimensions of its storage, or the number of elements that are shown if its memory
/// has one dimension; another one a storage that any view fits.
pub fn described(tensor: &Tensor) -> [Vec<i64>; 3] {
    let storage = match (is_private(tensor.format), &tensor.shown) {
        (true, Some((shown, _))) if tensor.shape.len() == 1 => vec![shown.iter().product()],
        (true, _) => tensor.shape.clone(),
        (false, _) => vec![1_i64 << 40],
    };
    let own = (tensor.shape.clone(), tensor.strides.clone());
    let (shape, strides) = tensor.shown.clone().unwrap_or(own);
    [shape, strides, storage]
}

/// Creates a tensor.
pub fn create_tensor(tensor: &Tensor, address: usize) -> usize {
    let [shape, strides, storage] = described(tensor);
    // SAFETY: arrays with their lengths.
    let handle = unsafe {
        aclCreateTensor(
            shape.as_ptr(),
            shape.len() as u64,
            code(tensor.dtype),
            strides.as_ptr(),
            tensor.offset,
            tensor.format,
            storage.as_ptr(),
            storage.len() as u64,
            ptr::with_exposed_provenance_mut(address),
        )
    };
    assert!(!handle.is_null());
    handle.expose_provenance()
}

/// The C code of a type.
pub fn code(dtype: Dtype) -> aclDataType {
    aclDataType::from_raw(match dtype {
        Dtype::F32 => 0,
        Dtype::F16 => 1,
        Dtype::I8 => 2,
        Dtype::I32 => 3,
        Dtype::U8 => 4,
        Dtype::I16 => 6,
        Dtype::U16 => 7,
        Dtype::U32 => 8,
        Dtype::I64 => 9,
        Dtype::U64 => 10,
        Dtype::F64 => 11,
        Dtype::Bool => 12,
        Dtype::Complex64 => 16,
        Dtype::Complex128 => 17,
        Dtype::Bf16 => 27,
        Dtype::I4 => 29,
        Dtype::U1 => 30,
        Dtype::Complex32 => 33,
        Dtype::Hifloat8 => 34,
        Dtype::F8E5m2 => 35,
        Dtype::F8E4m3fn => 36,
        Dtype::F8E8m0 => 37,
        Dtype::F6E3m2 => 38,
        Dtype::F6E2m3 => 39,
        Dtype::F4E2m1 => 40,
        Dtype::F4E1m2 => 41,
    })
}
