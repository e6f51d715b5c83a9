//! `cn_api.h`: what a program may ask the driver about versions, devices and contexts. Nothing here is sized by the answers.

use std::ffi::{c_char, c_int};
use std::sync::Arc;

use super::enums::KernelClass as Class;
use super::handles::{CNcontext, CNdev, CNqueue};
use super::open_enums::{CNctxConfigParamType, CNdevice_attribute, CNresult, KernelClass};
use super::types::CNctxConfigParam;
use crate::abi::cnrt::boundary as cnrt;
use crate::abi::cnrt::enums::cnrtDeviceAttr_t as Attr;
use crate::abi::cnrt::error::write_version;
use crate::abi::cnrt::figures::{DRIVER_VERSION, NAME, attribute};
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Later, Out, Room};
use crate::abi::pointer::not_null;
use crate::abi::streams;
use crate::device::{
    Context, Device, current_context, devices, primary_context, set_current_context,
};
use crate::error::{Error, Reason, Result};
use hostnpu_aclnn_macros::entry;

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
#[entry(cndrv)]
fn cnGetLibVersion(major: Out<c_int>, minor: Out<c_int>, patch: Out<c_int>) -> Outcome {
    write_version(DRIVER_VERSION, [major, minor, patch]);
    Ok(())
}

/// Writes the version of the driver.
#[entry(cndrv)]
fn cnGetDriverVersion(major: Out<c_int>, minor: Out<c_int>, patch: Out<c_int>) -> Outcome {
    write_version(DRIVER_VERSION, [major, minor, patch]);
    Ok(())
}

/// Writes the calling thread's context.
#[entry(cndrv)]
fn cnCtxGetCurrent(context: Out<CNcontext>) -> Outcome {
    let current: Arc<Context> = cnrt::context()?;
    context.write(key(&current)?);
    Ok(())
}

/// Writes the device of the calling thread's context.
#[entry(cndrv)]
fn cnCtxGetDevice(dev: Out<CNdev>) -> Outcome {
    dev.write(cnrt::context()?.device().id() as CNdev);
    Ok(())
}

/// Writes the context that all threads of a device share; makes it if there is none. The thread's own context stays.
#[entry(cndrv)]
fn cnSharedContextAcquire(context: Out<CNcontext>, dev: CNdev) -> Outcome {
    let own = current_context();
    let shared = cnrt::set_device(device("dev", dev)?)?;
    if own.is_some() {
        set_current_context(own.as_ref());
    }
    context.write(key(&shared)?);
    Ok(())
}

/// Writes a quantity of a device.
#[entry(cndrv)]
fn cnDeviceGetAttribute(value: Out<c_int>, attrib: CNdevice_attribute, dev: CNdev) -> Outcome {
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
}

/// Writes the name of a device, cut off to what len characters and their end leave.
#[entry(cndrv)]
fn cnDeviceGetName(#[length(len)] name: Room<'_, c_char>, len: c_int, dev: CNdev) -> Outcome {
    not_null("name", name)?;
    let room = usize::try_from(len).ok().and_then(|len| len.checked_sub(1));
    room.ok_or_else(|| Error::value("len", len, "1 or more"))?;
    device("dev", dev)?;
    name.write_text(NAME.as_ref());
    Ok(())
}

/// Writes the context of a queue.
#[entry(cndrv)]
fn cnQueueGetContext(queue: CNqueue, context: Later<Out<CNcontext>>) -> Outcome {
    let number = cnrt::queue("queue", queue)?.context();
    let target = context.get()?;
    let shared = devices()
        .iter()
        .filter_map(|device| primary_context(device));
    let found = shared
        .chain(current_context())
        .find(|context| context.number() == number)
        .ok_or(Reason::OtherContext { arg: "queue" })?;
    target.write(key(&found)?);
    Ok(())
}

/// Writes how many tasks of a class run at a time.
#[entry(cndrv)]
fn cnGetCtxMaxParallelUnionTasks(
    context: CNcontext,
    kernel_class: KernelClass,
    count: Later<Out<c_int>>,
) -> Outcome {
    let context = streams::context_by_handle("context", context.addr())?;
    let count = count.get()?;
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
}

fn configuration(
    context: CNcontext,
    question: CNctxConfigParamType,
    answer: Later<Out<CNctxConfigParam>>,
) -> Outcome {
    let context = streams::context_by_handle("context", context.addr())?;
    let target = answer.get()?;
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
#[entry(cndrv)]
fn cnGetCtxConfigParam_pt(
    context: CNcontext,
    type_: CNctxConfigParamType,
    param: Later<Out<CNctxConfigParam>>,
) -> Outcome {
    configuration(context, type_, param)
}

/// Writes what a process's context may use, as cnGetCtxConfigParam_pt.
#[entry(cndrv)]
fn cnGetCtxConfigParam_pp(
    context: CNcontext,
    type_: CNctxConfigParamType,
    param: Later<Out<CNctxConfigParam>>,
) -> Outcome {
    configuration(context, type_, param)
}
