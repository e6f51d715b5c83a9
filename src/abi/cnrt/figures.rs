//! Nominal figures of the simulated device: those of an MLU590, whose architecture number (592) removes the
//! limits that MLU-OPS has on older parts. Programs size their work by them; nothing here is sized by them.

use super::enums::cnrtDeviceAttr_t as Attr;

/// Name of the device.
pub const NAME: &str = "MLU590-hostnpu";
/// Architecture number.
pub const ARCHITECTURE: i32 = 592;
/// PCI address: domain, bus and device.
pub const PCI: (i32, i32, i32) = (0, 0x0f, 0);

/// Version of the driver interface.
pub const DRIVER_VERSION: [i32; 3] = [2, 15, 5];

/// The quantity by its number, if the device has it. `memory_size` is the device's memory in bytes, `device` its number.
pub fn attribute(attr: i32, device: i32, memory_size: usize) -> Option<i32> {
    let megabytes = i32::try_from(memory_size >> 20).unwrap_or(i32::MAX);
    let is = |attribute: Attr| attr == attribute as i32;
    let table = [
        (Attr::cnrtAttrComputeCapabilityMajor, 5),
        (Attr::cnrtAttrComputeCapabilityMinor, 0),
        (Attr::cnrtAttrSparseComputingSupported, 0),
        (Attr::cnrtAttrFP16ComputingSupported, 1),
        (Attr::cnrtAttrINT4ComputingSupported, 0),
        (Attr::cnrtAttrINT8ComputingSupported, 1),
        (Attr::cnrtAttrBF16ComputingSupported, 1),
        (Attr::cnrtAttrTF32ComputingSupported, 0),
        (Attr::cnrtAttrComputeMode, 0),
        (Attr::cnrtAttrQueueSize, crate::device::MAX_STREAMS as i32),
        (Attr::cnrtAttrNotifierSize, 65535),
        (Attr::cnrtAttrSupportQueuePriorities, 1),
        (Attr::cnrtAttrTinyCoreSupported, 0),
        (Attr::cnrtAttrMaxDimX, 65535),
        (Attr::cnrtAttrMaxDimY, 65535),
        (Attr::cnrtAttrMaxDimZ, 65535),
        (Attr::cnrtAttrMaxClusterCountPerUnionTask, 8),
        (Attr::cnrtAttrClusterCount, 8),
        (Attr::cnrtAttrMcorePerCluster, 4),
        (Attr::cnrtAttrMaxQuadrantCount, 1),
        (Attr::cnrtAttrMaxUnionTypePerQuadrant, 8),
        (Attr::cnrtAttrMaxClusterPerUnionLimitTask, 8),
        (Attr::cnrtAttrISAVersion, ARCHITECTURE),
        (Attr::cnrtAttrIsMultipleTensorProcessor, 1),
        (Attr::cnrtAttrMaxL2CacheSize, 48 << 20),
        (Attr::cnrtAttrNramSizePerMcore, 512 << 10),
        (Attr::cnrtAttrWramSizePerMcore, 512 << 10),
        (Attr::cnrtAttrTotalConstMemorySize, megabytes),
        (Attr::cnrtAttrLmemSizePerMcore, 1 << 20),
        (Attr::cnrtAttrSramSizePerMcore, 2 << 20),
        (Attr::cnrtAttrGlobalMemoryNodeCount, 1),
        (Attr::cnrtAttrMaxPersistingL2CacheSize, 24 << 20),
        (Attr::cnrtAttrAvailableGlobalMemorySize, megabytes),
        (Attr::cnrtAttrEccEnable, 0),
        (Attr::cnrtAttrIpuClockRate, 1_000_000),
        (Attr::cnrtAttrMemClockRate, 1_000_000),
        (Attr::cnrtAttrGmemBusWidth, 1024),
        (Attr::cnrtAttrTotalMemSize, megabytes),
        (Attr::cnrtAttrPciBusID, PCI.1 + device),
        (Attr::cnrtAttrPciDeviceID, PCI.2),
        (Attr::cnrtAttrPciDomainID, PCI.0),
        (Attr::cnrtAttrMDRMemorySize, 0),
    ];
    table
        .into_iter()
        .find(|&(attribute, _)| is(attribute))
        .map(|(_, value)| value)
}

/// The PCI address of a device as text.
pub fn pci_bus_id(device: i32) -> String {
    format!("{:04x}:{:02x}:{:02x}.0", PCI.0, PCI.1 + device, PCI.2)
}
