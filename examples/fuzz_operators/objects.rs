//! The objects of one call: tensors in guarded memory, scalars, arrays, text.

use std::ffi::CString;

use hostnpu_aclnn_operators::entry::Value;

use crate::case::{Argument, Case, Scalar, Tensor};
use crate::dtype;
use crate::library::{Library, Word};
use crate::memory::{Guarded, PATTERN, Pool};

/// Most bytes of a tensor whose call is run; of a larger one only the first phase is called.
const LARGEST: usize = 20 << 20;

/// Most elements of such a tensor.
const MOST_ELEMENTS: usize = 1 << 21;

/// A tensor with its memory.
pub struct Placed {
    /// The number of its parameter.
    pub parameter: usize,
    pub tensor: Tensor,
    /// The tensor in whose memory it lies.
    pub home: usize,
    /// Bytes before it in that memory, from its start.
    pub distance: usize,
    pub bytes: usize,
}

/// Objects of one call.
pub struct Objects {
    pub placed: Vec<Placed>,
    /// None of a tensor that lies in the memory of another one.
    pub memories: Vec<Option<Guarded>>,
    pub values: Vec<Value>,
    /// True if memory of all tensors exists.
    pub is_runnable: bool,
    destroy: Vec<(unsafe extern "C" fn(usize) -> i32, usize)>,
    texts: Vec<CString>,
}

/// Operators that lay a tensor in blocks into its memory or that of another one, which has to have room for them by the vendor's contract.
pub const GROWING: [&str; 2] = ["aclnnTransMatmulWeight", "aclnnTransConvolutionWeight"];

/// Bytes in which the tensors of a call have room in blocks of the first two dimensions or of the last two, if it can be run.
fn in_blocks(case: &Case) -> Option<usize> {
    let room = |(_, tensor): (usize, &Tensor)| {
        let rank = tensor.shape.len();
        let blocks = |is_blocked: &dyn Fn(usize) -> bool| {
            let mut extents = tensor.shape.iter().enumerate();
            // An element of 4 bytes, and a block for each of up to 16 groups.
            extents.try_fold(64_usize, |room, (axis, &extent)| {
                let extent = usize::try_from(extent).ok()?;
                room.checked_mul(if is_blocked(axis) {
                    extent.next_multiple_of(32)
                } else {
                    extent
                })
            })
        };
        Some(blocks(&|axis| axis < 2)?.max(blocks(&|axis| axis + 2 >= rank)?))
    };
    let rooms: Option<Vec<usize>> = case.tensors().into_iter().map(room).collect();
    rooms?.into_iter().max().filter(|&room| room <= LARGEST)
}

/// Bytes of a tensor's storage, if it can be run.
fn bytes_of(tensor: &Tensor) -> Option<usize> {
    let bytes = dtype::bytes(tensor.dtype, tensor.elements()?)?;
    let fits = bytes <= LARGEST && tensor.numel()? <= MOST_ELEMENTS;
    (fits && dtype::bits(tensor.dtype) > 0).then_some(bytes)
}

impl Objects {
    /// Makes the objects of a call; None if memory is short. Outputs hold `pattern`.
    pub fn new(case: &Case, library: &Library, pool: &mut Pool, pattern: u8) -> Option<Self> {
        let tensors = case.tensors();
        let sizes: Vec<_> = tensors.iter().map(|(_, tensor)| bytes_of(tensor)).collect();
        let mut objects = Self {
            placed: Vec::new(),
            memories: Vec::new(),
            values: Vec::new(),
            is_runnable: sizes.iter().all(Option::is_some),
            destroy: Vec::new(),
            texts: Vec::new(),
        };
        let size = |at: usize| sizes[at].unwrap_or(0);
        let mut blocks = 0;
        if GROWING.contains(&library.operators[case.operator].name) {
            blocks = in_blocks(case).unwrap_or(0);
            objects.is_runnable &= blocks > 0;
        }
        for (at, &(parameter, tensor)) in tensors.iter().enumerate() {
            let alias = case
                .alias
                .filter(|alias| alias.over == at && alias.under != at);
            let (home, distance) =
                alias.map_or((at, 0), |alias| (alias.under, alias.distance.min(LARGEST)));
            let mut room = size(at).max(blocks);
            if let Some(alias) = case
                .alias
                .filter(|alias| alias.under == at && alias.over != at)
            {
                room = room.max(alias.distance.min(LARGEST) + size(alias.over));
            }
            objects.memories.push(match alias {
                Some(_) => None,
                None => Some(pool.take(room, tensor.at_start)?),
            });
            objects.placed.push(Placed {
                parameter,
                tensor: tensor.clone(),
                home,
                distance,
                bytes: size(at),
            });
        }
        let operator = &library.operators[case.operator];
        for at in 0..objects.placed.len() {
            let reads = operator.parameters[objects.placed[at].parameter].reads;
            objects.fill(at, reads, pattern);
        }
        let mut next = 0;
        for (argument, parameter) in case.arguments.iter().zip(&operator.parameters) {
            let value = objects.value(argument, parameter.word, library, &mut next);
            objects.values.push(value);
        }
        Some(objects)
    }

    /// Writes the contents of an input, or the pattern of an output.
    fn fill(&mut self, at: usize, reads: bool, pattern: u8) {
        let Placed {
            tensor,
            home,
            distance,
            bytes,
            ..
        } = &self.placed[at];
        let Some(memory) = &mut self.memories[*home] else {
            return;
        };
        if !self.is_runnable || (!reads && pattern == PATTERN) {
            return;
        }
        let start = memory.range().start + distance;
        let target = &mut memory.whole_mut()[start..start + bytes];
        let width = dtype::bits(tensor.dtype) / 8;
        if tensor.is_dense() || tensor.storage.is_some() || width == 0 {
            match reads {
                true => tensor.contents.fill(tensor.dtype, target),
                false => target.fill(pattern),
            }
            return;
        }
        let places = tensor.places();
        let mut elements = vec![pattern; places.len() * width];
        if reads {
            tensor.contents.fill(tensor.dtype, &mut elements);
        }
        for (place, element) in places.iter().zip(elements.chunks_exact(width)) {
            let start = *place as usize * width;
            if let Some(target) = target.get_mut(start..start + width) {
                target.copy_from_slice(element);
            }
        }
    }

    fn value(
        &mut self,
        argument: &Argument,
        word: Word,
        library: &Library,
        next: &mut usize,
    ) -> Value {
        let f = &library.functions;
        // SAFETY: for all within, arrays with their lengths.
        unsafe {
            let (destroy, handle) = match argument {
                Argument::Null => return Value::Pointer(0),
                Argument::Int(value) => {
                    return Value::Int(match word {
                        Word::Int(low, high) => (*value).clamp(low, high),
                        _ => (*value).clamp(i32::MIN.into(), i32::MAX.into()),
                    });
                }
                Argument::Float(value) => return Value::Float(*value),
                Argument::Bool(value) => return Value::Bool(*value),
                Argument::Text(text) => {
                    let text: Vec<u8> = text.bytes().filter(|&byte| byte != 0).collect();
                    self.texts.push(CString::new(text).unwrap_or_default());
                    let last = self
                        .texts
                        .last()
                        .map_or(0, |text| text.as_ptr().expose_provenance());
                    return Value::Pointer(last);
                }
                Argument::Tensor(_) => {
                    *next += 1;
                    return Value::Pointer(self.tensor(*next - 1, library));
                }
                Argument::Tensors(tensors) => {
                    let handles: Vec<_> = tensors
                        .iter()
                        .map(|_| {
                            *next += 1;
                            self.tensor(*next - 1, library)
                        })
                        .collect();
                    (
                        f.aclDestroyTensorList,
                        (f.aclCreateTensorList)(handles.as_ptr(), handles.len() as u64),
                    )
                }
                Argument::Scalar(scalar) => return Value::Pointer(self.scalar(scalar, library)),
                Argument::Scalars(scalars) => {
                    let handles: Vec<_> = scalars
                        .iter()
                        .map(|scalar| self.scalar(scalar, library))
                        .collect();
                    (
                        f.aclDestroyScalarList,
                        (f.aclCreateScalarList)(handles.as_ptr(), handles.len() as u64),
                    )
                }
                Argument::Ints(v) => (
                    f.aclDestroyIntArray,
                    (f.aclCreateIntArray)(v.as_ptr(), v.len() as u64),
                ),
                Argument::Floats(v) => {
                    let v: Vec<f32> = v.iter().map(|&value| value as f32).collect();
                    (
                        f.aclDestroyFloatArray,
                        (f.aclCreateFloatArray)(v.as_ptr(), v.len() as u64),
                    )
                }
                Argument::Bools(v) => (
                    f.aclDestroyBoolArray,
                    (f.aclCreateBoolArray)(v.as_ptr(), v.len() as u64),
                ),
            };
            // A list destroys its members, whose own destruction is then refused: no harm.
            self.destroy.push((destroy, handle));
            Value::Pointer(handle)
        }
    }

    fn tensor(&mut self, at: usize, library: &Library) -> usize {
        let placed = &self.placed[at];
        let tensor = &placed.tensor;
        let base = self.memories[placed.home]
            .as_ref()
            .map_or(0, Guarded::address);
        let own = [tensor.elements().map_or(0, |count| count as i64)];
        let storage = tensor.storage.as_deref().unwrap_or(&own);
        // SAFETY: arrays with their lengths.
        let handle = unsafe {
            (library.functions.aclCreateTensor)(
                tensor.shape.as_ptr(),
                tensor.shape.len() as u64,
                tensor.dtype,
                tensor.strides.as_ptr(),
                tensor.offset,
                tensor.format,
                storage.as_ptr(),
                storage.len() as u64,
                base + placed.distance,
            )
        };
        self.destroy
            .push((library.functions.aclDestroyTensor, handle));
        handle
    }

    fn scalar(&mut self, scalar: &Scalar, library: &Library) -> usize {
        let mut bytes = [0; 16];
        dtype::encode(scalar.dtype, scalar.value, &mut bytes);
        // SAFETY: a value of any type.
        let handle =
            unsafe { (library.functions.aclCreateScalar)(bytes.as_ptr().cast(), scalar.dtype) };
        self.destroy
            .push((library.functions.aclDestroyScalar, handle));
        handle
    }

    /// All memory as it is.
    pub fn snapshot(&self) -> Vec<Vec<u8>> {
        let whole = |memory: &Option<Guarded>| {
            memory
                .as_ref()
                .map_or_else(Vec::new, |memory| memory.whole().to_vec())
        };
        self.memories.iter().map(whole).collect()
    }

    /// Destroys the objects and gives the memory back.
    pub fn finish(self, pool: &mut Pool) {
        for (destroy, handle) in self.destroy.into_iter().rev() {
            // SAFETY: any handle may be passed.
            unsafe { destroy(handle) };
        }
        self.memories
            .into_iter()
            .flatten()
            .for_each(|memory| pool.give_back(memory));
    }
}
