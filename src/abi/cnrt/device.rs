//! `cnrt.h`: devices.

use std::ffi::{c_char, c_int, c_uint};

use super::boundary::{Documented, Status, context, default_device, refuse, set_device};
use super::enums::cnrtDeviceAttr_t as Attr;
use super::figures;
use super::open_enums::{cnrtDeviceAttr_t, cnrtRet_t};
use super::types::{cnrtDeviceProp_V3, cnrtUUID_t};
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Out, Room, Text};
use crate::abi::pointer::not_null;
use crate::abi::streams;
use crate::device::{
    Device, Ending, LEAST_PRIORITY, Uses, available, current_context, device, devices,
};
use hostnpu_aclnn_macros::entry;

/// Writes the device that the calling thread works on.
#[entry(cnrt)]
fn cnrtGetDevice(p_ordinal: Out<c_int>) -> Outcome {
    let ordinal = p_ordinal;
    ordinal.write(current_context().map_or_else(default_device, |context| context.device().id()));
    Ok(())
}

/// Sets the device that the calling thread works on.
#[entry(cnrt)]
fn cnrtSetDevice(ordinal: c_int) -> Outcome {
    let device = device("ordinal", ordinal).documented(Status::cnrtErrorArgsInvalid)?;
    set_device(device)?;
    Ok(())
}

/// Writes the number of devices.
#[entry(cnrt)]
fn cnrtGetDeviceCount(p_device_num: Out<c_uint>) -> Outcome {
    p_device_num.write(devices().len() as c_uint);
    Ok(())
}

/// Waits for the work of the thread's device, ends its queues, and frees its memory.
#[entry(cnrt, resets = device)]
fn cnrtDeviceReset() -> Outcome {
    let Some(current) = current_context() else {
        return Ok(());
    };
    Ok(streams::reset_device(
        current.device(),
        Uses::All,
        Ending::Finish,
    )?)
}

/// Waits for all work of the thread's device. Gives the first error of a task that no synchronisation has given yet.
#[entry(cnrt, waits = host, needs = device)]
fn cnrtSyncDevice() -> Outcome {
    Ok(context()?.synchronize(None)?)
}

/// Writes a quantity of a device.
#[entry(cnrt)]
fn cnrtDeviceGetAttribute(p_value: Out<c_int>, attr: cnrtDeviceAttr_t, device: c_int) -> Outcome {
    let device = crate::device::device("device", device)?;
    match figures::attribute(attr.raw(), device.id(), device.memory_size()) {
        Some(found) => {
            p_value.write(found);
            Ok(())
        }
        None => refuse(
            "attr",
            attr,
            "a cnrtDeviceAttr_t",
            Status::cnrtErrorNoAttribute,
        ),
    }
}

/// Writes what a device is.
#[entry(cnrt)]
fn cnrtGetDeviceProperties_V3(prop: Out<cnrtDeviceProp_V3>, device: c_int) -> Outcome {
    prop.write(properties(crate::device::device("device", device)?));
    Ok(())
}

fn properties(device: &Device) -> cnrtDeviceProp_V3 {
    let figure = |attr: Attr| {
        figures::attribute(attr as i32, device.id(), device.memory_size()).unwrap_or(0)
    };
    let mut name = [0; 256];
    for (to, &from) in name.iter_mut().zip(figures::NAME.as_bytes()) {
        *to = from as c_char;
    }
    let mut uuid = [0; 16];
    uuid[..7].copy_from_slice(b"hostnpu");
    uuid[15] = device.id() as u8;
    cnrtDeviceProp_V3 {
        name,
        totalMem: figure(Attr::cnrtAttrTotalMemSize),
        maxDim: [
            figure(Attr::cnrtAttrMaxDimX),
            figure(Attr::cnrtAttrMaxDimY),
            figure(Attr::cnrtAttrMaxDimZ),
        ],
        ipuClockRate: figure(Attr::cnrtAttrIpuClockRate),
        memClockRate: figure(Attr::cnrtAttrMemClockRate),
        totalConstMem: figure(Attr::cnrtAttrTotalConstMemorySize),
        major: figure(Attr::cnrtAttrComputeCapabilityMajor),
        minor: figure(Attr::cnrtAttrComputeCapabilityMinor),
        ECCEnabled: figure(Attr::cnrtAttrEccEnable),
        pciBusID: figure(Attr::cnrtAttrPciBusID),
        pciDeviceID: figure(Attr::cnrtAttrPciDeviceID),
        pciDomainID: figure(Attr::cnrtAttrPciDomainID),
        maxL2CacheSize: figure(Attr::cnrtAttrMaxL2CacheSize),
        persistingL2CacheMaxSize: figure(Attr::cnrtAttrMaxPersistingL2CacheSize),
        queuePrioritiesSupported: figure(Attr::cnrtAttrSupportQueuePriorities),
        sparseComputingSupported: figure(Attr::cnrtAttrSparseComputingSupported),
        FP16ComputingSupported: figure(Attr::cnrtAttrFP16ComputingSupported),
        INT4ComputingSupported: figure(Attr::cnrtAttrINT4ComputingSupported),
        INT8ComputingSupported: figure(Attr::cnrtAttrINT8ComputingSupported),
        BF16ComputingSupported: figure(Attr::cnrtAttrBF16ComputingSupported),
        TF32ComputingSupported: figure(Attr::cnrtAttrTF32ComputingSupported),
        maxQueueSize: figure(Attr::cnrtAttrQueueSize),
        maxNotifierSize: figure(Attr::cnrtAttrNotifierSize),
        tinyCoreSupported: figure(Attr::cnrtAttrTinyCoreSupported),
        codecJPEGSupported: 0,
        codecH264Supported: 0,
        codecH265Supported: 0,
        maxClusterCountPerUnionTask: figure(Attr::cnrtAttrMaxClusterCountPerUnionTask),
        clusterCount: figure(Attr::cnrtAttrClusterCount),
        McorePerCluster: figure(Attr::cnrtAttrMcorePerCluster),
        maxQuadrantCount: figure(Attr::cnrtAttrMaxQuadrantCount),
        maxUnionTypePerQuadrant: figure(Attr::cnrtAttrMaxUnionTypePerQuadrant),
        maxClusterPerUnionLimitTask: figure(Attr::cnrtAttrMaxClusterPerUnionLimitTask),
        ISAVersion: figure(Attr::cnrtAttrISAVersion),
        isMultipleTensorProcessor: figure(Attr::cnrtAttrIsMultipleTensorProcessor),
        NramSizePerMcore: figure(Attr::cnrtAttrNramSizePerMcore),
        WramSizePerMcore: figure(Attr::cnrtAttrWramSizePerMcore),
        LmemSizePerMcore: figure(Attr::cnrtAttrLmemSizePerMcore),
        SramSizePerMcore: figure(Attr::cnrtAttrSramSizePerMcore),
        globalMemoryNodeCount: figure(Attr::cnrtAttrGlobalMemoryNodeCount),
        cacheSize: figure(Attr::cnrtAttrMaxL2CacheSize),
        GmemBusWidth: figure(Attr::cnrtAttrGmemBusWidth),
        computeMode: figure(Attr::cnrtAttrComputeMode),
        MDRMemorySize: figure(Attr::cnrtAttrMDRMemorySize),
        availableGlobalMemorySize: i32::try_from(available(device) >> 20).unwrap_or(i32::MAX),
        uuid: cnrtUUID_t { uuid },
        totalGlobalMemSize: device.memory_size() as u64,
        reserved: [0; 30],
    }
}

/// The setting under which a device remembers its flag.
const FLAG: &str = "cnrt flag";

/// Writes how threads wait for the thread's device, as it was set.
#[entry(cnrt)]
fn cnrtGetDeviceFlag(p_flags: Out<u32>) -> Outcome {
    p_flags.write(context()?.device().settings().get(FLAG, 0).unwrap_or(0) as u32);
    Ok(())
}

/// Sets how threads wait for the thread's device. Remembered only: a thread that waits here helps to compute.
#[entry(cnrt)]
fn cnrtSetDeviceFlag(flags: u32) -> Outcome {
    if flags > 3 {
        return refuse(
            "flags",
            flags,
            "a cnrtDeviceFlags_t, 0 to 3",
            Status::cnrtErrorArgsInvalid,
        );
    }
    context()?.device().settings().set(FLAG, 0, flags.into());
    Ok(())
}

/// Writes the PCI address of a device as text, such as 0000:0f:00.0.
#[entry(cnrt)]
fn cnrtDeviceGetPCIBusId(
    #[length(len)] pci_bus_id: Room<'_, c_char>,
    len: c_int,
    device: c_int,
) -> Outcome {
    not_null("pciBusId", pci_bus_id)?;
    let device = crate::device::device("device", device)?;
    let id = figures::pci_bus_id(device.id());
    if usize::try_from(len).unwrap_or(0) <= id.len() {
        let allowed = format!("{} or more", id.len() + 1);
        return refuse("len", len, allowed, Status::cnrtErrorArgsInvalid);
    }
    pci_bus_id.write_text(id.as_bytes());
    Ok(())
}

/// Writes the device that has a PCI address.
#[entry(cnrt)]
fn cnrtDeviceGetByPCIBusId(device: Out<c_int>, pci_bus_id: Text) -> Outcome {
    let id = pci_bus_id.to_string_lossy();
    let found = devices().iter().find(|device| {
        let own = figures::pci_bus_id(device.id());
        // The domain may be left out.
        own.eq_ignore_ascii_case(&id) || own[5..].eq_ignore_ascii_case(&id)
    });
    match found {
        Some(found) => {
            device.write(found.id());
            Ok(())
        }
        None => refuse(
            "pciBusId",
            id,
            "the address of a device",
            Status::cnrtErrorDeviceInvalid,
        ),
    }
}

/// Writes the range of priorities of queues; a smaller number is more urgent.
#[entry(cnrt)]
fn cnrtDeviceGetQueuePriorityRange(
    least_priority: Out<c_int>,
    greatest_priority: Out<c_int>,
) -> Outcome {
    least_priority.write(LEAST_PRIORITY as c_int);
    greatest_priority.write(0);
    Ok(())
}

/// Writes whether a device may read the memory of another. All can: they share one memory.
#[entry(cnrt)]
fn cnrtGetPeerAccessibility(can_peer: Out<c_uint>, device: c_int, peer_device: c_int) -> Outcome {
    known(device, peer_device)?;
    can_peer.write(c_uint::from(device != peer_device));
    Ok(())
}

/// Refuses device numbers outside the visible ones.
pub(super) fn known(device: c_int, peer_device: c_int) -> Outcome {
    crate::device::device("device", device)?;
    crate::device::device("peerDevice", peer_device)?;
    Ok(())
}
