//! Pooling of 64 channels of square images of FLOAT, called by the descriptions of the operators.

use hostnpu::abi::acl::types::{aclDataType, aclFormat};
use hostnpu::abi::aclnn::meta::array::aclCreateIntArray;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, EntryPoint, Value};

use super::device::{Memory, Tensor, enqueue, synchronise};
use super::limits::Traffic;
use super::workloads::{Measured, TEN, Workload, size};

const CHANNELS: usize = 64;

/// One operator, with windows without padding.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Without `aclnn`.
    pub operator: &'static str,
    pub images: usize,
    /// Rows and columns of an image.
    pub extent: usize,
    pub kernel: usize,
    pub stride: usize,
}

impl Case {
    fn entry(&self) -> &'static EntryPoint {
        let wanted = |entry: &&&EntryPoint| entry.name.strip_prefix("aclnn") == Some(self.operator);
        let entry = ENTRY_POINTS.iter().find(wanted);
        entry.unwrap_or_else(|| panic!("there is no aclnn{}", self.operator))
    }

    fn windows(&self) -> usize {
        (self.extent - self.kernel) / self.stride + 1
    }

    /// Rows and columns of a tensor, by its name.
    fn extent_of(&self, name: &str) -> usize {
        match name {
            "out" | "indices" | "gradOutput" => self.windows(),
            _ => self.extent,
        }
    }

    /// An array, by its name.
    fn array(&self, name: &str) -> Value {
        let number = match name {
            "kernelSize" => self.kernel,
            "stride" | "strides" => self.stride,
            "dilation" => 1,
            _ => 0,
        };
        let numbers = [number as i64; 2];
        // SAFETY: an array with its length; kept for ever.
        let array = unsafe { aclCreateIntArray(numbers.as_ptr(), 2) };
        Value::Pointer(array.expose_provenance())
    }

    /// The memory of a tensor: places are those of the first elements of windows.
    fn memory(&self, name: &str, count: usize) -> (Memory, aclDataType) {
        if name != "indices" {
            let values = TEN.values(count).collect::<Vec<f32>>();
            return (Memory::holding(&values), aclDataType::ACL_FLOAT);
        }
        let windows = self.windows();
        let place = |k: usize| {
            let (row, column) = (k / windows % windows, k % windows);
            ((row * self.extent + column) * self.stride) as i32
        };
        let places: Vec<i32> = (0..count).map(place).collect();
        (Memory::holding(&places), aclDataType::ACL_INT32)
    }
}

impl Measured for Case {
    fn name(&self) -> String {
        let Self {
            operator,
            images,
            extent,
            kernel,
            stride,
        } = self;
        let elements = size(images * CHANNELS * extent * extent);
        format!(
            "{operator} f32 windows of {kernel}, {stride} apart, over {extent} x {extent}, {elements}"
        )
    }

    fn build(&self) -> Workload {
        let entry = self.entry();
        let (mut held, mut arguments, mut moved) = (Vec::new(), Vec::new(), 0);
        for parameter in entry.parameters {
            arguments.push(match parameter.word {
                "Ints" | "Option<Ints>" => self.array(parameter.name),
                "bool" => Value::Bool(false),
                "i64" | "i8" => Value::Int(0),
                _ => {
                    let extent = self.extent_of(parameter.name);
                    let shape = [self.images, CHANNELS, extent, extent];
                    let count = shape.iter().product();
                    let (memory, dtype) = self.memory(parameter.name, count);
                    let shape = shape.map(|extent| extent as i64);
                    let tensor =
                        Tensor::in_format(&memory, dtype, aclFormat::ACL_FORMAT_NCHW, &shape);
                    let handle = tensor.handle() as usize;
                    held.push((memory, tensor));
                    moved += 4 * count;
                    Value::Pointer(handle)
                }
            });
        }
        let call = move || {
            let _keep = &held;
            enqueue(
                |size, executor| (entry.first_phase)(&arguments, size, executor),
                entry.second_phase,
            );
            synchronise();
        };
        let elements = self.images * CHANNELS * self.extent * self.extent;
        let traffic = Traffic::Copy(moved / 2);
        Workload::new(self.name(), elements, traffic, Box::new(call))
    }
}
