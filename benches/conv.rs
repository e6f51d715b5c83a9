//! Convolutions of aclnn, beside the rate of fused multiply-adds that the processor reaches in its registers in the same run.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use hostnpu::abi::acl::types::{aclDataType, aclFormat};
use hostnpu::abi::aclnn::meta::array::{aclCreateBoolArray, aclCreateIntArray};
use hostnpu::kernels::gemm::Kind;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, Value};
use support::device::{self, Memory, Tensor, enqueue, set_mode, synchronise};
use support::machine;
use support::rates::{best, peak};

/// A convolution of square images by square windows.
#[derive(Clone, Copy, Debug)]
struct Case {
    batch: i64,
    channels: [i64; 2],
    extent: i64,
    window: i64,
    stride: i64,
    groups: i64,
}

const fn case(batch: i64, channels: [i64; 2], extent: i64, window: i64, stride: i64) -> Case {
    Case {
        batch,
        channels,
        extent,
        window,
        stride,
        groups: 1,
    }
}

const CASES: [Case; 7] = [
    case(8, [64, 64], 56, 3, 1),
    case(8, [64, 64], 56, 3, 2),
    case(8, [256, 64], 56, 1, 1),
    case(8, [3, 64], 224, 7, 2),
    case(8, [512, 512], 7, 3, 1),
    case(1, [64, 64], 56, 3, 1),
    Case {
        groups: 64,
        ..case(8, [64, 64], 56, 3, 1)
    },
];

impl Case {
    fn padding(&self) -> i64 {
        self.window / 2
    }

    /// Shapes of the image, the weight and the output.
    fn shapes(&self) -> [[i64; 4]; 3] {
        let [inner, outer] = self.channels;
        let results = (self.extent + 2 * self.padding() - self.window) / self.stride + 1;
        [
            [self.batch, inner, self.extent, self.extent],
            [outer, inner / self.groups, self.window, self.window],
            [self.batch, outer, results, results],
        ]
    }

    fn products(&self) -> f64 {
        let [_, weight, output] = self.shapes();
        (output.iter().product::<i64>() * weight[1..].iter().product::<i64>()) as f64
    }

    /// Seconds of the convolution, or of its gradients by input and weight.
    fn time(&self, gradients: bool) -> f64 {
        let [x, w, y] = self.shapes();
        let tensors = [x, w, y, x, w].map(|shape| {
            let count = shape.iter().product::<i64>() as usize;
            let memory = Memory::holding(&vec![0.01_f32; count]);
            let (dtype, format) = (aclDataType::ACL_FLOAT, aclFormat::ACL_FORMAT_NCHW);
            let tensor = Tensor::in_format(&memory, dtype, format, &shape);
            (memory, tensor)
        });
        let [x, w, y, by_x, by_w] = tensors
            .each_ref()
            .map(|(_, tensor)| Value::Pointer(tensor.handle().expose_provenance()));
        let array = |number: i64| {
            // SAFETY: an array with its length. It lives as long as the program.
            let array = unsafe { aclCreateIntArray([number; 2].as_ptr(), 2) };
            Value::Pointer(array.expose_provenance())
        };
        let (stride, padding) = (array(self.stride), array(self.padding()));
        let (dilation, appended, groups) = (array(1), array(0), Value::Int(self.groups));
        let transposed = Value::Bool(false);
        let (name, arguments) = match gradients {
            false => {
                let bias = Value::Pointer(0);
                let windows = [stride, padding, dilation, transposed, appended, groups];
                let mut arguments = vec![x, w, bias];
                arguments.extend(windows);
                arguments.extend([y, Value::Int(0)]);
                ("aclnnConvolution", arguments)
            }
            true => {
                // SAFETY: as above.
                let mask = unsafe { aclCreateBoolArray([true, true, false].as_ptr(), 3) };
                let mask = Value::Pointer(mask.expose_provenance());
                let windows = [
                    array(1),
                    stride,
                    padding,
                    dilation,
                    transposed,
                    appended,
                    groups,
                ];
                let mut arguments = vec![y, x, w];
                arguments.extend(windows);
                arguments.extend([mask, Value::Int(0), by_x, by_w, Value::Pointer(0)]);
                ("aclnnConvolutionBackward", arguments)
            }
        };
        let entry = ENTRY_POINTS.iter().find(|entry| entry.name == name);
        let entry = entry.expect("an operator");
        best(|| {
            enqueue(
                |size, executor| (entry.first_phase)(&arguments, size, executor),
                entry.second_phase,
            );
            synchronise();
        })
    }
}

fn main() {
    device::open();
    let threads = machine::threads();
    println!("{}, {threads} threads", machine::describe());
    for (mode, kind) in [
        (c"high_precision", Kind::Exact),
        (c"high_performance", Kind::Single),
    ] {
        set_mode(mode);
        let peak = peak(kind) * threads as f64;
        println!(
            "{mode:?}: multiply-adds of {threads} threads: {:.1} G/s",
            peak / 1e9
        );
        for case in CASES {
            for (gradients, times) in [(false, 1.0), (true, 2.0)] {
                let time = case.time(gradients);
                let rate = times * case.products() / time;
                let what = if gradients { "gradients" } else { "forward" };
                println!(
                    "{case:?}, {what}: {:.3} ms, {:.1} G/s, {:.2} of the rate above",
                    time * 1e3,
                    rate / 1e9,
                    rate / peak
                );
            }
        }
    }
}
