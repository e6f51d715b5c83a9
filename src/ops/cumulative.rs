//! Running products along one dimension.
//!
//! Elements are copied to the workspace, in DOUBLE if they are floating-point numbers, computed there, and copied to the output, which rounds
//! them once.

use super::engine::pointwise;
use super::{Arg, Call, Plan, Role};
use crate::error::{Error, Result};
use crate::kernels::arith::cumprod;
use crate::tensor::scratch::{Scratch, with_alignment};
use crate::tensor::{Dtype, Layout, parallel};

/// Plans the product of each element of `operand` and all before it along dimension `axis`, in place. Integers wrap.
///
/// FLOAT, FLOAT16, BFLOAT16, DOUBLE and integers of 8 to 64 bits; a tensor of rank 0 stays as it is.
pub fn product_in_place(operand: Arg, axis: usize) -> Result<Call> {
    let shape = operand.view.layout.shape();
    let count = operand.view.numel().unwrap_or(0);
    let Some(&length) = shape.get(axis).filter(|_| count > 0) else {
        return Ok(Call::nothing([operand]));
    };
    let dtype = operand.view.dtype;
    let inner = shape[axis + 1..].iter().product::<i64>() as usize;
    let rows = match dtype {
        Dtype::F32 | Dtype::F16 | Dtype::Bf16 => Rows::F64(cumprod::f64),
        Dtype::F64 => Rows::F64(cumprod::f64_wide),
        Dtype::I8 => Rows::I8(cumprod::i8),
        Dtype::U8 => Rows::U8(cumprod::u8),
        Dtype::I16 => Rows::I16(cumprod::i16),
        Dtype::U16 => Rows::U16(cumprod::u16),
        Dtype::I32 => Rows::I32(cumprod::i32),
        Dtype::U32 => Rows::U32(cumprod::u32),
        Dtype::I64 => Rows::I64(cumprod::i64),
        Dtype::U64 => Rows::U64(cumprod::u64),
        _ => return Err(Error::dtype(operand.name, dtype, "real numbers")),
    };
    let held = if dtype.is_floating() {
        Dtype::F64
    } else {
        dtype
    };
    // Given an address when it runs.
    let products = |role| Arg::new("workspace", role, held, Layout::contiguous(shape), 0);
    let input = operand.clone().with_role(Role::Input);
    let output = operand.clone().with_role(Role::Output);
    let plan = Products {
        load: pointwise::copy(input, products(Role::Output)?)?,
        store: pointwise::copy(products(Role::Input)?, output)?,
        rows,
        slab: length as usize * inner,
        inner,
        count,
        bytes: count.saturating_mul(held.bits() / 8),
    };
    Ok(Call::new(plan, [operand.with_role(Role::InOut)]))
}

struct Products {
    load: Call,
    store: Call,
    rows: Rows,
    /// Elements that the products run through together.
    slab: usize,
    inner: usize,
    count: usize,
    bytes: usize,
}

macro_rules! rows {
    ($($kind:ident: $t:ty),+) => {
        /// What computes a slab, by the type of its elements.
        #[derive(Clone, Copy)]
        enum Rows {
            $($kind(fn(&mut [$t], usize)),)+
        }

        impl Products {
            /// Computes slab number `slab` of the workspace.
            ///
            /// # Safety
            /// `memory` is aligned memory of all elements, of which this slab is the caller's.
            unsafe fn compute(&self, memory: usize, slab: usize) {
                match self.rows {
                    $(Rows::$kind(kernel) => {
                        let start = (memory as *mut $t).wrapping_add(slab * self.slab);
                        // SAFETY: the caller's promise.
                        kernel(unsafe { std::slice::from_raw_parts_mut(start, self.slab) }, self.inner);
                    })+
                }
            }
        }
    };
}
rows!(F64: f64, I8: i8, U8: u8, I16: i16, U16: u16, I32: i32, U32: u32, I64: i64, U64: u64);

impl Plan for Products {
    fn workspace_size(&self) -> usize {
        with_alignment(self.bytes)
    }

    fn cost(&self) -> usize {
        self.bytes.saturating_mul(4)
    }

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let mut scratch = Scratch::new(workspace);
        let memory = scratch.take(self.bytes)?.addr();
        let operand = addresses[0];
        // SAFETY: the caller's promise for the operand; the scratch memory is as large as its layout says.
        unsafe { self.load.run(&[operand, memory], &mut [])? };
        parallel::for_each_piece(self.count / self.slab, |slab| {
            // SAFETY: slabs are disjoint pieces of the scratch memory.
            unsafe { self.compute(memory, slab) };
        });
        // SAFETY: as above.
        unsafe { self.store.run(&[memory, operand], &mut []) }
    }
}
