//! Headers of AscendCL and what all operators of aclnn share.

use super::{HEADER, Header};

pub(super) const HEADERS: &[Header] = &[
    Header {
        path: "acl/acl.h",
        includes: &["acl_rt.h", "acl_op.h", "acl_mdl.h"],
        ..HEADER
    },
    Header {
        path: "acl/acl_base.h",
        includes: &[
            "acl_base_rt.h",
            "acl_base_mdl.h",
            "error_codes/rt_error_codes.h",
            "error_codes/ge_error_codes.h",
        ],
        ..HEADER
    },
    Header {
        path: "acl/acl_base_mdl.h",
        sources: &[
            "acl/base_mdl/types.rs",
            "acl/base_mdl/getters.rs",
            "acl/base_mdl/setters.rs",
        ],
        system: &["stddef.h", "stdint.h"],
        preamble: Some("acl_base_mdl_preamble.h"),
        includes: &["acl_base_rt.h"],
        ..HEADER
    },
    Header {
        path: "acl/acl_base_rt.h",
        sources: &[
            "acl/base_rt/status.rs",
            "acl/base_rt/enums.rs",
            "acl/base_rt/types.rs",
            "acl/base_rt/functions.rs",
        ],
        system: &["stdbool.h", "stddef.h", "stdint.h"],
        preamble: Some("acl_base_rt_preamble.h"),
        constants: Some("int"),
        trailer: Some("acl_base_rt_trailer.h"),
        ..HEADER
    },
    Header {
        path: "acl/acl_dump.h",
        sources: &[
            "acl/dump/flags.rs",
            "acl/dump/enums.rs",
            "acl/dump/types.rs",
            "acl/dump/callback.rs",
            "acl/dump/arguments.rs",
            "acl/dump/exception.rs",
        ],
        system: &["stddef.h", "stdint.h"],
        includes: &["acl_base.h"],
        preamble: Some("acl_dump_preamble.h"),
        trailer: Some("acl_dump_trailer.h"),
        ..HEADER
    },
    Header {
        path: "acl/acl_mdl.h",
        sources: &["acl/mdl/flags.rs", "acl/mdl/dump.rs"],
        includes: &["acl_base.h", "acl_rt.h"],
        ..HEADER
    },
    Header {
        path: "acl/acl_op.h",
        sources: &["acl/op/enums.rs", "acl/op/types.rs", "acl/op/attributes.rs"],
        includes: &["acl_base.h", "acl_dump.h", "acl_rt.h"],
        ..HEADER
    },
    Header {
        path: "acl/acl_op_compiler.h",
        sources: &[
            "acl/op_compiler/enums.rs",
            "acl/op_compiler/functions.rs",
            "../../crates/aclnn-operators/src/by_name/execute.rs",
        ],
        includes: &["acl_base.h", "acl_base_mdl.h", "acl_op.h"],
        ..HEADER
    },
    Header {
        path: "acl/acl_prof.h",
        sources: &[
            "acl/prof/flags.rs",
            "acl/prof/enums.rs",
            "acl/prof/types.rs",
            "acl/prof/config.rs",
            "acl/prof/session.rs",
            "acl/prof/step.rs",
            "acl/prof/stamp.rs",
            "acl/prof/subscription.rs",
            "acl/prof/record.rs",
        ],
        system: &["stddef.h", "stdint.h"],
        includes: &["acl_base.h"],
        ..HEADER
    },
    Header {
        path: "acl/acl_rt.h",
        sources: &[
            "acl/rt/flags.rs",
            "acl/rt/enums.rs",
            "acl/rt/types.rs",
            "acl/rt/memory_types.rs",
            "acl/rt/task_types.rs",
            "acl/rt/init.rs",
            "acl/rt/version.rs",
            "acl/rt/device.rs",
            "acl/rt/device_numbers.rs",
            "acl/rt/peers.rs",
            "acl/rt/limits.rs",
            "acl/rt/context.rs",
            "acl/rt/options.rs",
            "acl/rt/stream.rs",
            "acl/rt/stream_config.rs",
            "acl/rt/stream_limits.rs",
            "acl/rt/event.rs",
            "acl/rt/ipc_event.rs",
            "acl/rt/notify.rs",
            "acl/rt/ipc_notify.rs",
            "acl/rt/count_notify.rs",
            "acl/rt/memory.rs",
            "acl/rt/memory_queries.rs",
            "acl/rt/host_memory.rs",
            "acl/rt/virtual_memory.rs",
            "acl/rt/mapped_memory.rs",
            "acl/rt/shareable.rs",
            "acl/rt/ipc_memory.rs",
            "acl/rt/copy.rs",
            "acl/rt/copy_batch.rs",
            "acl/rt/copy_indirect.rs",
            "acl/rt/reduce.rs",
            "acl/rt/random.rs",
            "acl/rt/model_capture.rs",
            "acl/rt/model_condition.rs",
            "acl/rt/model_build.rs",
            "acl/rt/label.rs",
            "acl/rt/model_run.rs",
            "acl/rt/model_report.rs",
            "acl/rt/model_tasks.rs",
            "acl/rt/kernel.rs",
            "acl/rt/callback.rs",
            "acl/rt/cache.rs",
            "acl/rt/recovery.rs",
            "acl/rt/exception.rs",
            "acl/rt/error.rs",
        ],
        system: &["stdbool.h", "stddef.h", "stdint.h"],
        includes: &["acl_base.h", "acl_rt_allocator.h"],
        trailer: Some("acl_rt_trailer.h"),
        ..HEADER
    },
    Header {
        path: "acl/acl_rt_allocator.h",
        sources: &["acl/rt_allocator/types.rs", "acl/rt_allocator/functions.rs"],
        system: &["stddef.h"],
        includes: &["acl_base.h"],
        ..HEADER
    },
    Header {
        path: "acl/acl_rt_memory_soma.h",
        sources: &[
            "acl/rt_memory_soma/enums.rs",
            "acl/rt_memory_soma/types.rs",
            "acl/rt_memory_soma/functions.rs",
        ],
        system: &["stddef.h"],
        includes: &["acl_base.h", "acl_rt.h"],
        ..HEADER
    },
    Header {
        path: "acl/acl_tdt.h",
        sources: &[
            "acl/tdt/enums.rs",
            "acl/tdt/types.rs",
            "acl/tdt/items.rs",
            "acl/tdt/channels.rs",
        ],
        system: &["stddef.h", "stdint.h"],
        includes: &["acl_base.h"],
        ..HEADER
    },
    Header {
        path: "acl/acl_tdt_queue.h",
        sources: &[
            "acl/tdt_queue/flags.rs",
            "acl/tdt_queue/enums.rs",
            "acl/tdt_queue/types.rs",
            "acl/tdt_queue/attributes.rs",
            "acl/tdt_queue/queues.rs",
            "acl/tdt_queue/buffers.rs",
            "acl/tdt_queue/routes.rs",
        ],
        system: &["stddef.h", "stdint.h"],
        includes: &["acl_base.h"],
        ..HEADER
    },
    Header {
        path: "acl/error_codes/ge_error_codes.h",
        sources: &["acl/error_codes/ge.rs"],
        system: &["stdint.h"],
        constants: Some("uint32_t"),
        ..HEADER
    },
    Header {
        path: "acl/error_codes/rt_error_codes.h",
        sources: &["acl/error_codes/rt.rs"],
        ..HEADER
    },
    Header {
        path: "aclnn/acl_meta.h",
        sources: &[
            "aclnn/meta/types.rs",
            "aclnn/meta/tensor.rs",
            "aclnn/meta/scalar.rs",
            "aclnn/meta/array.rs",
            "aclnn/meta/list.rs",
            "aclnn/meta/executor.rs",
            "aclnn/meta/address.rs",
            "aclnn/meta/dump.rs",
        ],
        system: &["stdbool.h", "stddef.h", "stdint.h"],
        includes: &["acl/acl_base.h"],
        trailer: Some("acl_meta_trailer.h"),
        ..HEADER
    },
    Header {
        path: "aclnn/aclnn_base.h",
        sources: &["aclnn/base.rs"],
        system: &["stdint.h", "stdlib.h"],
        includes: &["aclnn/acl_meta.h"],
        ..HEADER
    },
    Header {
        path: "aclnn/opdev/bfloat16.h",
        includes: &["aclnn/opdev/fp16_t.h"],
        trailer: Some("acl_opdev_bfloat16.h"),
        ..HEADER
    },
    Header {
        path: "aclnn/opdev/float4_e2m1.h",
        trailer: Some("acl_opdev_float4_e2m1.h"),
        ..HEADER
    },
    Header {
        path: "aclnn/opdev/float8_e4m3fn.h",
        trailer: Some("acl_opdev_float8_e4m3fn.h"),
        ..HEADER
    },
    Header {
        path: "aclnn/opdev/float8_e8m0.h",
        trailer: Some("acl_opdev_float8_e8m0.h"),
        ..HEADER
    },
    Header {
        path: "aclnn/opdev/fp16_t.h",
        trailer: Some("acl_opdev_fp16_t.h"),
        ..HEADER
    },
    Header {
        path: "aclnn/opdev/hifloat8.h",
        trailer: Some("acl_opdev_hifloat8.h"),
        ..HEADER
    },
    Header {
        path: "aclnn/opdev/op_errno.h",
        sources: &["aclnn/opdev/op_errno.rs"],
        ..HEADER
    },
    Header {
        path: "aclnnop/aclnn_util.h",
        trailer: Some("acl_aclnn_util_trailer.h"),
        ..HEADER
    },
    Header {
        path: "aclnnop/level2/aclnn_util.h",
        trailer: Some("acl_aclnn_util_trailer.h"),
        ..HEADER
    },
];
