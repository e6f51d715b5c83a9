//! `cn_api.h`: what a program may ask the driver about versions, devices and contexts. Nothing here is sized by the answers.

use std::ffi::{c_char, c_int};
use std::sync::Arc;

use super::boundary::guard;
use super::enums::KernelClass as Class;
use super::handles::{CNcontext, CNdev, CNqueue};
use super::open_enums::{CNctxConfigParamType, CNdevice_attribute, CNresult, KernelClass};
use super::types::CNctxConfigParam;
use crate::abi::cnrt::boundary as cnrt;
use crate::abi::cnrt::enums::cnrtDeviceAttr_t as Attr;
use crate::abi::cnrt::error::write_version;
use crate::abi::cnrt::figures::{DRIVER_VERSION, NAME, attribute};
use crate::abi::failure::Outcome;
use crate::abi::pointer::{not_null, out};
use crate::abi::shown::called;
use crate::abi::streams;
use crate::device::{
    Context, Device, current_context, devices, primary_context, set_current_context,
};
use crate::error::{Error, Reason, Result};

fn device(arg: &'static str, number: CNdev) -> Result<&'static Arc<Device>> {
    crate::device::device(arg, i32::try_from(number).unwrap_or(i32::MAX))
}

/// A quantity of a device that always exists.
fn figure(device: &Device, attr: Attr) -> c_int {
    attribute(attr as i32, device.id(), device.memory_size()).unwrap_or(0)
}

fn key(context: &Arc<Context>) -> Result<CNcontext> {
    Ok(streams::context_handle(context)? as CNcontext)
}

/// Writes the version of the driver's interface.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cnGetLibVersion(
    major: *mut c_int,
    minor: *mut c_int,
    patch: *mut c_int,
) -> CNresult {
    let call = called!("cnGetLibVersion", major, minor, patch);
    // SAFETY: out pointers, by the contract of `crate::abi`.
    guard(call, || unsafe {
        write_version(DRIVER_VERSION, major, minor, patch)
    })
}

/// Writes the version of the driver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cnGetDriverVersion(
    major: *mut c_int,
    minor: *mut c_int,
    patch: *mut c_int,
) -> CNresult {
    let call = called!("cnGetDriverVersion", major, minor, patch);
    // SAFETY: out pointers, by the contract of `crate::abi`.
    guard(call, || unsafe {
        write_version(DRIVER_VERSION, major, minor, patch)
    })
}

/// Writes the calling thread's context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cnCtxGetCurrent(context: *mut CNcontext) -> CNresult {
    let call = called!("cnCtxGetCurrent", context);
    guard(call, || {
        // SAFETY: an out pointer, by the contract of `crate::abi`.
        let target = unsafe { out("context", context)? };
        let current: Arc<Context> = cnrt::context()?;
        target.write(key(&current)?);
        Ok(())
    })
}

/// Writes the device of the calling thread's context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cnCtxGetDevice(dev: *mut CNdev) -> CNresult {
    let call = called!("cnCtxGetDevice", dev);
    guard(call, || {
        // SAFETY: an out pointer, by the contract of `crate::abi`.
        let target = unsafe { out("dev", dev)? };
        target.write(cnrt::context()?.device().id() as CNdev);
        Ok(())
    })
}

/// Writes the context that all threads of a device share; makes it if there is none. The thread's own context stays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cnSharedContextAcquire(context: *mut CNcontext, dev: CNdev) -> CNresult {
    let call = called!("cnSharedContextAcquire", context, dev);
    guard(call, || {
        // SAFETY: an out pointer, by the contract of `crate::abi`.
        let target = unsafe { out("context", context)? };
        let own = current_context();
        let shared = cnrt::set_device(device("dev", dev)?)?;
        if own.is_some() {
            set_current_context(own.as_ref());
        }
        target.write(key(&shared)?);
        Ok(())
    })
}

/// Writes a quantity of a device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cnDeviceGetAttribute(
    value: *mut c_int,
    attrib: CNdevice_attribute,
    dev: CNdev,
) -> CNresult {
    let call = called!("cnDeviceGetAttribute", value, attrib, dev);
    guard(call, || {
        // SAFETY: an out pointer, by the contract of `crate::abi`.
        let value = unsafe { out("value", value)? };
        let device = device("dev", dev)?;
        let known = match attrib {
            // Memory is what the host gives: no mapping of its own.
            CNdevice_attribute::CN_DEVICE_ATTRIBUTE_LINEAR_MAPPING_SUPPORTED
            | CNdevice_attribute::CN_DEVICE_ATTRIBUTE_LINEAR_RECOMMEND_GRANULARITY => Some(0),
            other => attribute(other.raw(), device.id(), device.memory_size()),
        };
        let refused = || Error::value("attrib", attrib, "a CNdevice_attribute");
        value.write(known.ok_or_else(refused)?);
        Ok(())
    })
}

/// Writes the name of a device, cut off to what len characters and their end leave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cnDeviceGetName(name: *mut c_char, len: c_int, dev: CNdev) -> CNresult {
    let call = called!("cnDeviceGetName", name, len, dev);
    guard(call, || {
        not_null("name", name)?;
        let room = usize::try_from(len).ok().and_then(|len| len.checked_sub(1));
        let room = room.ok_or_else(|| Error::value("len", len, "1 or more"))?;
        device("dev", dev)?;
        let count = NAME.len().min(room);
        // SAFETY: the program offers `len` characters, which the text and its end do not pass.
        unsafe {
            name.copy_from_nonoverlapping(NAME.as_ptr().cast(), count);
            name.add(count).write(0);
        }
        Ok(())
    })
}

/// Writes the context of a queue.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cnQueueGetContext(queue: CNqueue, context: *mut CNcontext) -> CNresult {
    let call = called!("cnQueueGetContext", queue, context);
    guard(call, || {
        let number = cnrt::queue("queue", queue)?.context();
        // SAFETY: an out pointer, by the contract of `crate::abi`.
        let target = unsafe { out("context", context)? };
        let shared = devices()
            .iter()
            .filter_map(|device| primary_context(device));
        let found = shared
            .chain(current_context())
            .find(|context| context.number() == number)
            .ok_or(Reason::OtherContext { arg: "queue" })?;
        target.write(key(&found)?);
        Ok(())
    })
}

/// Writes how many tasks of a class run at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cnGetCtxMaxParallelUnionTasks(
    context: CNcontext,
    kernel_class: KernelClass,
    count: *mut c_int,
) -> CNresult {
    let call = called!(
        "cnGetCtxMaxParallelUnionTasks",
        context,
        kernel_class,
        count
    );
    guard(call, || {
        let context = streams::context_by_handle("context", context.addr())?;
        // SAFETY: an out pointer, by the contract of `crate::abi`.
        let count = unsafe { out("count", count)? };
        let clusters = figure(context.device(), Attr::cnrtAttrClusterCount);
        let cores = clusters * figure(context.device(), Attr::cnrtAttrMcorePerCluster);
        let classes = [
            (Class::CN_KERNEL_CLASS_BLOCK, cores),
            (Class::CN_KERNEL_CLASS_UNION, clusters),
            (Class::CN_KERNEL_CLASS_UNION2, clusters / 2),
            (Class::CN_KERNEL_CLASS_UNION4, clusters / 4),
            (Class::CN_KERNEL_CLASS_UNION8, clusters / 8),
            (Class::CN_KERNEL_CLASS_UNION16, clusters / 16),
        ];
        let found = classes.iter().find(|&&(class, _)| kernel_class == class);
        let &(_, tasks) = found.ok_or_else(|| {
            Error::value(
                "kernelClass",
                kernel_class,
                "a KernelClass other than CN_KERNEL_CLASS_NONE",
            )
        })?;
        count.write(tasks);
        Ok(())
    })
}

fn configuration(
    context: CNcontext,
    question: CNctxConfigParamType,
    answer: *mut CNctxConfigParam,
) -> Outcome {
    let context = streams::context_by_handle("context", context.addr())?;
    // SAFETY: an out pointer, by the contract of `crate::abi`.
    let target = unsafe { out("param", answer)? };
    let clusters = figure(context.device(), Attr::cnrtAttrClusterCount) as u64;
    // All eight bytes are written, whichever member is asked for.
    let mut answer = CNctxConfigParam { visibleCluster: 0 };
    match question {
        CNctxConfigParamType::CN_CTX_CONFIG_VISIBLE_CLUSTER => {
            answer.visibleCluster = (1 << clusters) - 1;
        }
        CNctxConfigParamType::CN_CTX_CONFIG_VISIBLE_CLUSTER_NUM => {
            answer.visibleClusterNumber = clusters;
        }
        CNctxConfigParamType::CN_CTX_CONFIG_UNION_LIMIT => {
            answer.unionLimit = KernelClass::CN_KERNEL_CLASS_UNION8;
        }
        other => {
            return Err(Error::value("type", other, "a CNctxConfigParamType").into());
        }
    }
    target.write(answer);
    Ok(())
}

/// Writes what a thread's context may use: all clusters, and tasks over all of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cnGetCtxConfigParam_pt(
    context: CNcontext,
    type_: CNctxConfigParamType,
    param: *mut CNctxConfigParam,
) -> CNresult {
    let call = called!("cnGetCtxConfigParam_pt", context, type_, param);
    guard(call, || configuration(context, type_, param))
}

/// Writes what a process's context may use, as cnGetCtxConfigParam_pt.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cnGetCtxConfigParam_pp(
    context: CNcontext,
    type_: CNctxConfigParamType,
    param: *mut CNctxConfigParam,
) -> CNresult {
    let call = called!("cnGetCtxConfigParam_pp", context, type_, param);
    guard(call, || configuration(context, type_, param))
}
