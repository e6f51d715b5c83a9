//! Operators with known results. The first result of a job is held against the C library's functions in double precision; all
//! later ones of the process, whatever thread and floating-point environment they ran in, have to have the same bits.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::allocations;
use crate::c::*;
use crate::floating;
use hostnpu_test_support::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    Sin,
    Lgamma,
    MluLgamma,
}

/// An operator on one of a few inputs, dense or with a stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Job {
    pub operator: Operator,
    input: usize,
    stride: usize,
}

const LENGTHS: [usize; 6] = [1, 8, 1000, 4097, 65_536, 300_001];
const INPUTS: usize = 24;

impl Job {
    pub fn random(random: &mut Random) -> Self {
        let operator = random.one_of(&[Operator::Sin, Operator::Sin, Operator::Lgamma]);
        Self {
            operator,
            input: random.below(INPUTS),
            stride: 1 + random.below(2),
        }
    }

    /// One of MLU-OPS, on dense memory.
    pub fn random_mlu(random: &mut Random) -> Self {
        Self {
            operator: Operator::MluLgamma,
            input: random.below(INPUTS),
            stride: 1,
        }
    }

    pub fn len(self) -> usize {
        LENGTHS[self.input % LENGTHS.len()]
    }

    /// The memory of the input: its elements, and others between them where there is a stride.
    pub fn memory(self) -> Vec<f32> {
        let mut random = Random::new(self.input as u64);
        (0..self.len() * self.stride)
            .map(|_| match self.input / LENGTHS.len() {
                // Moderate, any finite, small and subnormal, near the poles and zeros of lgamma.
                0 => (random.next() as i32 as f32) * 5e-8,
                1 => f32::from_bits(random.next() as u32 & 0xBFFF_FFFF),
                2 => f32::from_bits(random.next() as u32 & 0x81FF_FFFF),
                _ => (random.below(64) as f32 - 40.0) * 0.25,
            })
            .collect()
    }

    fn function(self) -> fn(f64) -> f64 {
        unsafe extern "C" {
            fn lgamma_r(x: f64, sign: *mut i32) -> f64;
        }
        match self.operator {
            Operator::Sin => f64::sin,
            Operator::Lgamma | Operator::MluLgamma => |x| {
                let mut sign = 0;
                // SAFETY: the sign goes to a local variable.
                unsafe { lgamma_r(x, &raw mut sign) }
            },
        }
    }

    /// Holds a result against the reference, or against the first result of this job.
    pub fn check(self, result: &[f32]) {
        static FIRST: Mutex<Option<HashMap<Job, Arc<Vec<f32>>>>> = Mutex::new(None);
        let first = {
            let mut table = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
            table.get_or_insert_default().get(&self).cloned()
        };
        let Some(first) = first else {
            self.check_values(result);
            let mut table = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
            let copy = Arc::new(result.to_vec());
            if table.get_or_insert_default().insert(self, copy).is_none() {
                allocations::exempt(size_of_val(result));
            }
            return;
        };
        let differs = |(a, b): (&f32, &f32)| a.to_bits() != b.to_bits();
        if let Some(at) = first.iter().zip(result).position(differs) {
            let x = self.memory()[at * self.stride];
            finding(&format!(
                "{self:?}: element {at} of {x:e} is {:e}, and was {:e}",
                result[at], first[at]
            ));
        }
    }

    /// Within one unit in the last place of the reference rounded to single precision.
    fn check_values(self, result: &[f32]) {
        let function = self.function();
        for (at, (x, &y)) in self
            .memory()
            .iter()
            .step_by(self.stride)
            .zip(result)
            .enumerate()
        {
            let expected = function(f64::from(*x)) as f32;
            let close = y == expected
                || y == expected.next_up()
                || y == expected.next_down()
                || (y.is_nan() && expected.is_nan());
            if !close {
                finding(&format!(
                    "{self:?}: element {at} of {x:e} is {y:e} instead of {expected:e}"
                ));
            }
        }
    }
}

/// The device memory and descriptors of a job of aclnn.
pub struct Prepared {
    pub job: Job,
    input: usize,
    output: usize,
    tensors: [usize; 2],
    workspaces: RefCell<Vec<usize>>,
}

impl Prepared {
    /// Copies the input. Device memory that cannot be had is `None`.
    pub fn new(job: Job) -> Option<Self> {
        let memory = job.memory();
        let (mut input, mut output) = (0, 0);
        // SAFETY: local variables; host memory of its length.
        unsafe {
            if !fair(
                "aclrtMalloc",
                aclrtMalloc(&raw mut input, size_of_val(&*memory), HUGE_FIRST),
            ) {
                return None;
            }
            if !fair(
                "aclrtMalloc",
                aclrtMalloc(&raw mut output, job.len() * 4, HUGE_FIRST),
            ) {
                ok("aclrtFree", aclrtFree(input));
                return None;
            }
            let bytes = size_of_val(&*memory);
            ok(
                "aclrtMemcpy",
                aclrtMemcpy(input, bytes, memory.as_ptr().addr(), bytes, HOST_TO_DEVICE),
            );
        }
        let tensors = [
            tensor(input, job.len(), job.stride),
            tensor(output, job.len(), 1),
        ];
        Some(Self {
            job,
            input,
            output,
            tensors,
            workspaces: RefCell::default(),
        })
    }

    /// Both phases; the status of the first that is refused. The caller's floating-point environment is `environment`.
    pub fn submit(&self, stream: usize, environment: usize) -> i32 {
        let (mut size, mut executor) = (0, 0);
        let [input, output] = self.tensors;
        let (first, second): (
            unsafe extern "C" fn(_, _, _, _) -> _,
            unsafe extern "C" fn(_, _, _, _) -> _,
        ) = match self.job.operator {
            Operator::Sin => (aclnnSinGetWorkspaceSize, aclnnSin),
            _ => (aclnnLgammaGetWorkspaceSize, aclnnLgamma),
        };
        let status = floating::call(environment, || {
            // SAFETY: live tensors on live memory; local variables.
            unsafe { first(input, output, &raw mut size, &raw mut executor) }
        });
        if status != 0 {
            return status;
        }
        let mut workspace = 0;
        if size > 0 {
            // SAFETY: a local variable.
            let status = unsafe { aclrtMalloc(&raw mut workspace, size as usize, HUGE_FIRST) };
            ok("aclrtMalloc of a workspace", status);
        }
        // SAFETY: the executor was created above.
        let status = floating::call(environment, || unsafe {
            second(workspace, size, executor, stream)
        });
        // Free once the stream has done its work, as the operands are.
        self.workspaces.borrow_mut().push(workspace);
        status
    }

    /// The result, once the stream was synchronised.
    pub fn check(&self) {
        let mut result = vec![0_f32; self.job.len()];
        let bytes = size_of_val(&*result);
        // SAFETY: memory of its length.
        let status = unsafe {
            aclrtMemcpy(
                result.as_mut_ptr().addr(),
                bytes,
                self.output,
                bytes,
                DEVICE_TO_HOST,
            )
        };
        ok("aclrtMemcpy", status);
        self.job.check(&result);
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        // SAFETY: created in `new`, and not destroyed since.
        unsafe {
            for tensor in self.tensors {
                ok("aclDestroyTensor", aclDestroyTensor(tensor));
            }
            let operands = [self.input, self.output];
            for &address in operands.iter().chain(self.workspaces.get_mut().iter()) {
                if address != 0 {
                    ok("aclrtFree", aclrtFree(address));
                }
            }
        }
    }
}

fn tensor(address: usize, len: usize, stride: usize) -> usize {
    let (shape, stride, storage) = (len as i64, stride as i64, (len * stride) as i64);
    // SAFETY: arrays of one element.
    let tensor = unsafe {
        aclCreateTensor(
            &raw const shape,
            1,
            FLOAT,
            &raw const stride,
            0,
            FORMAT_ND,
            &raw const storage,
            1,
            address,
        )
    };
    created("aclCreateTensor", 0, tensor)
}
