//! Which C header is derived from which entry-point files; those of the operators of aclnn are in `operators.rs`. Shared by
//! `build.rs` and `tests/headers.rs`.

/// One C header that cbindgen derives.
#[derive(Debug)]
pub struct Header {
    /// Path below `include/`.
    pub path: &'static str,
    /// Rust sources, from `src/abi/`, in the order in which their items appear.
    pub sources: &'static [&'static str],
    /// Headers of the C library that it includes, without brackets.
    pub system: &'static [&'static str],
    /// Headers of ours that it includes, without quotes.
    pub includes: &'static [&'static str],
    /// A file below `build/text/` whose text follows the includes: what Rust cannot say, such as function-like macros.
    pub preamble: Option<&'static str>,
    /// C type of the constants where the vendor declares them as objects rather than as macros.
    pub constants: Option<&'static str>,
    /// Whether arguments keep their snake_case, as the vendor's do.
    pub snake_case_arguments: bool,
    /// A file below `build/text/` whose text ends the header: what needs the declarations before it.
    pub trailer: Option<&'static str>,
}

/// What most headers have: fill in the rest with `..HEADER`.
pub const HEADER: Header = Header {
    path: "",
    sources: &[],
    system: &[],
    includes: &[],
    preamble: None,
    constants: None,
    snake_case_arguments: false,
    trailer: None,
};

/// Every derived header that is not an operator's, sorted by path.
pub const HEADERS: &[Header] = &[
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
            "acl/rt/kernel.rs",
            "acl/rt/callback.rs",
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
        path: "profiling/aprof_pub.h",
        sources: &["acl/experiment/models.rs"],
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
        sources: &["acl/prof/mstx.rs", "acl/prof/injection.rs"],
        system: &["stdint.h"],
        includes: &["acl/acl_base_rt.h"],
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
    Header {
        path: "xcore_math.h",
        includes: &["xmath/xmath.h"],
        ..HEADER
    },
    Header {
        path: "xmath/api.h",
        trailer: Some("xmath_api.h"),
        ..HEADER
    },
    Header {
        path: "xmath/q_format.h",
        system: &["stdint.h"],
        trailer: Some("xmath_q_format.h"),
        ..HEADER
    },
    Header {
        path: "xmath/scalar/f32.h",
        sources: &["xmath/scalar/f32.rs"],
        includes: &["xmath/types.h"],
        snake_case_arguments: true,
        ..HEADER
    },
    Header {
        path: "xmath/scalar/float_complex_s16.h",
        includes: &["xmath/types.h"],
        ..HEADER
    },
    Header {
        path: "xmath/scalar/float_complex_s32.h",
        includes: &["xmath/types.h"],
        ..HEADER
    },
    Header {
        path: "xmath/scalar/float_s32.h",
        sources: &["xmath/scalar/float_s32.rs"],
        includes: &["xmath/types.h", "xmath/scalar/s32.h"],
        snake_case_arguments: true,
        ..HEADER
    },
    Header {
        path: "xmath/scalar/s16.h",
        sources: &["xmath/scalar/s16.rs"],
        includes: &["xmath/types.h", "xmath/util.h"],
        snake_case_arguments: true,
        ..HEADER
    },
    Header {
        path: "xmath/scalar/s32.h",
        sources: &["xmath/scalar/s32.rs"],
        system: &["assert.h", "math.h", "stdio.h"],
        includes: &["xmath/types.h", "xmath/util.h", "xmath/vpu/vpu_info.h"],
        snake_case_arguments: true,
        ..HEADER
    },
    Header {
        path: "xmath/scalar/scalar.h",
        includes: &[
            "xmath/scalar/f32.h",
            "xmath/scalar/float_complex_s16.h",
            "xmath/scalar/float_complex_s32.h",
            "xmath/scalar/float_s32.h",
            "xmath/scalar/s16.h",
            "xmath/scalar/s32.h",
            "xmath/scalar/scalar_misc.h",
        ],
        ..HEADER
    },
    Header {
        path: "xmath/scalar/scalar_misc.h",
        sources: &["xmath/scalar/scalar_misc.rs"],
        includes: &["xmath/types.h", "xmath/util.h"],
        preamble: Some("xmath_scalar_misc.h"),
        snake_case_arguments: true,
        ..HEADER
    },
    Header {
        path: "xmath/types.h",
        sources: &["xmath/types.rs"],
        system: &["stdint.h"],
        includes: &["xmath/api.h"],
        ..HEADER
    },
    Header {
        path: "xmath/util.h",
        sources: &["xmath/memory.rs"],
        system: &["stdint.h"],
        includes: &["xmath/types.h"],
        preamble: Some("xmath_util.h"),
        snake_case_arguments: true,
        ..HEADER
    },
    Header {
        path: "xmath/vpu/vpu.h",
        includes: &["xmath/vpu/vpu_info.h"],
        ..HEADER
    },
    Header {
        path: "xmath/vpu/vpu_info.h",
        system: &["stdint.h"],
        trailer: Some("xmath_vpu_info.h"),
        ..HEADER
    },
    Header {
        path: "xmath/xmath.h",
        includes: &[
            "xmath/xmath_conf.h",
            "xmath/api.h",
            "xmath/types.h",
            "xmath/vpu/vpu.h",
            "xmath/scalar/scalar.h",
            "xmath/util.h",
            "xmath/q_format.h",
        ],
        trailer: Some("xmath_umbrella.h"),
        ..HEADER
    },
    Header {
        path: "xmath/xmath_conf.h",
        trailer: Some("xmath_conf.h"),
        ..HEADER
    },
    Header {
        path: "xmath/xs3/vpu_info.h",
        includes: &["xmath/vpu/vpu_info.h"],
        ..HEADER
    },
];
