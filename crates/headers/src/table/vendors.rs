//! Headers of the driver, CNRT, MLU-OPS, HCCL, mstx and the bounds-checked functions of C.

use super::{HEADER, Header};

pub(super) const HEADERS: &[Header] = &[
    Header {
        path: "cn_api.h",
        sources: &["cndrv/enums.rs", "cndrv/types.rs", "cndrv/functions.rs"],
        system: &["stdint.h"],
        preamble: Some("cn_api_preamble.h"),
        ..HEADER
    },
    Header {
        path: "cnrt.h",
        sources: &[
            "cnrt/flags.rs",
            "cnrt/enums.rs",
            "cnrt/types.rs",
            "cnrt/device.rs",
            "cnrt/memory.rs",
            "cnrt/queue.rs",
            "cnrt/notifier.rs",
            "cnrt/cast.rs",
            "cnrt/error.rs",
        ],
        system: &["stdbool.h", "stdint.h", "stddef.h"],
        preamble: Some("cnrt_preamble.h"),
        trailer: Some("cnrt_trailer.h"),
        ..HEADER
    },
    Header {
        path: "driver/ascend_hal.h",
        sources: &["acl/experiment/driver.rs"],
        system: &["stdint.h"],
        ..HEADER
    },
    Header {
        path: "experiment/msprof/toolchain/prof_api.h",
        sources: &["acl/experiment/prof_types.rs", "acl/experiment/prof_api.rs"],
        system: &["stddef.h", "stdint.h"],
        ..HEADER
    },
    Header {
        path: "experiment/runtime/runtime/rt.h",
        sources: &[
            "acl/experiment/runtime_types.rs",
            "acl/experiment/runtime.rs",
            "acl/experiment/compiled.rs",
        ],
        system: &["stdint.h"],
        ..HEADER
    },
    Header {
        path: "hccl/hccl.h",
        sources: &[
            "hccl/reductions.rs",
            "hccl/exchanges.rs",
            "hccl/messages.rs",
        ],
        includes: &["hccl/hccl_types.h", "hccl/hccl_comm.h", "acl/acl.h"],
        ..HEADER
    },
    Header {
        path: "hccl/hccl_comm.h",
        sources: &[
            "hccl/communicators.rs",
            "hccl/clusters.rs",
            "hccl/settings.rs",
            "hccl/groups.rs",
            "hccl/windows.rs",
        ],
        system: &["stdbool.h", "stddef.h", "stdint.h"],
        includes: &["hccl/hccl_types.h", "acl/acl.h"],
        trailer: Some("hccl_comm_trailer.h"),
        ..HEADER
    },
    Header {
        path: "hccl/hccl_types.h",
        sources: &["hccl/flags.rs", "hccl/enums.rs", "hccl/types.rs"],
        system: &["stdint.h"],
        constants: Some("uint32_t"),
        ..HEADER
    },
    Header {
        path: "mlu_op.h",
        sources: &[
            "mluop/enums.rs",
            "mluop/types.rs",
            "mluop/handle.rs",
            "mluop/tensor.rs",
            "mluop/fixed_point.rs",
            "mluop/group.rs",
            "mluop/tensor_set.rs",
            "mluop/seq_data.rs",
            "mluop/operators.rs",
        ],
        system: &["stddef.h", "stdint.h"],
        includes: &["cn_api.h", "cnrt.h"],
        preamble: Some("mlu_op_preamble.h"),
        snake_case_arguments: true,
        ..HEADER
    },
    Header {
        path: "mspti/mspti.h",
        sources: &["acl/experiment/mspti_types.rs", "acl/experiment/mspti.rs"],
        system: &["stdbool.h", "stddef.h", "stdint.h"],
        constants: Some("int"),
        ..HEADER
    },
    Header {
        path: "mstx/ms_tools_ext.h",
        sources: &[
            "acl/prof/mstx.rs",
            "acl/prof/mstx_memory.rs",
            "acl/prof/injection.rs",
        ],
        system: &["stddef.h", "stdint.h"],
        includes: &["acl/acl_base_rt.h"],
        preamble: Some("ms_tools_ext_preamble.h"),
        trailer: Some("ms_tools_ext_trailer.h"),
        ..HEADER
    },
    Header {
        path: "profiling/aprof_pub.h",
        sources: &["acl/experiment/models.rs"],
        system: &["stdint.h"],
        ..HEADER
    },
    Header {
        path: "securec.h",
        system: &[
            "errno.h", "stdarg.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h",
        ],
        preamble: Some("securec.h"),
        ..HEADER
    },
];
