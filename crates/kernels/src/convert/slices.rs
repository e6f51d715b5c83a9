//! A slice of one of the element types.

use half::{bf16, f16};
use hostnpu_numeric::{Bool, Complex};

macro_rules! slices {
    ($($name:ident($element:ty)),+ $(,)?) => {
        /// Elements that a conversion reads.
        #[derive(Clone, Copy, Debug)]
        #[expect(missing_docs, reason = "each variant is named by its element type")]
        pub enum Slice<'a> {
            $($name(&'a [$element]),)+
        }

        /// Elements that a conversion writes.
        #[derive(Debug)]
        #[expect(missing_docs, reason = "each variant is named by its element type")]
        pub enum SliceMut<'a> {
            $($name(&'a mut [$element]),)+
        }

        impl Slice<'_> {
            /// Returns the number of elements.
            pub fn len(&self) -> usize {
                match self {
                    $(Slice::$name(x) => x.len(),)+
                }
            }

            /// Returns whether there is no element.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// Returns `count` elements from `start` on.
            pub(super) fn part(&self, start: usize, count: usize) -> Self {
                match self {
                    $(Slice::$name(x) => Slice::$name(&x[start..start + count]),)+
                }
            }
        }

        impl SliceMut<'_> {
            /// Returns the number of elements.
            pub fn len(&self) -> usize {
                match self {
                    $(SliceMut::$name(x) => x.len(),)+
                }
            }

            /// Returns whether there is no element.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }

        $(
            impl<'a> From<&'a [$element]> for Slice<'a> {
                fn from(elements: &'a [$element]) -> Self {
                    Slice::$name(elements)
                }
            }

            impl<'a> From<&'a mut [$element]> for SliceMut<'a> {
                fn from(elements: &'a mut [$element]) -> Self {
                    SliceMut::$name(elements)
                }
            }
        )+
    };
}

slices! {
    Bool(Bool),
    U8(u8),
    I8(i8),
    U16(u16),
    I16(i16),
    U32(u32),
    I32(i32),
    U64(u64),
    I64(i64),
    F16(f16),
    Bf16(bf16),
    F32(f32),
    F64(f64),
    C32(Complex<f16>),
    C64(Complex<f32>),
    C128(Complex<f64>),
}

impl Slice<'_> {
    /// Returns true if each element is exact in float, and is not one.
    pub(super) fn is_small_float(&self) -> bool {
        matches!(
            self,
            Slice::F16(_) | Slice::Bf16(_) | Slice::C32(_) | Slice::C64(_)
        )
    }
}
