//! Which C header is derived from which door files. Shared by `build.rs` and `tests/headers.rs`.

/// One C header that cbindgen derives.
pub struct Header {
    /// Path below `include/`.
    pub path: &'static str,
    /// Rust sources below `src/abi/`, in the order in which their items appear.
    pub sources: &'static [&'static str],
    /// Headers of the C library that it includes, without brackets.
    pub system: &'static [&'static str],
    /// Headers of ours that it includes, without quotes.
    pub includes: &'static [&'static str],
    /// A file below `build/text/` whose text follows the includes: what Rust cannot say, such as function-like macros.
    pub preamble: Option<&'static str>,
    /// C type of the constants where the vendor declares them as objects rather than as macros.
    pub constants: Option<&'static str>,
    /// A file below `build/text/` whose text ends the header: what needs the declarations before it.
    pub trailer: Option<&'static str>,
}

/// What most headers have: fill in the rest with `..DOOR`.
pub const DOOR: Header = Header {
    path: "",
    sources: &[],
    system: &[],
    includes: &[],
    preamble: None,
    constants: None,
    trailer: None,
};

/// Every derived header, sorted by path.
pub const HEADERS: &[Header] = &[
    Header {
        path: "acl/acl.h",
        includes: &["acl_rt.h", "acl_op.h", "acl_mdl.h"],
        ..DOOR
    },
    Header {
        path: "acl/acl_base.h",
        includes: &[
            "acl_base_rt.h",
            "acl_base_mdl.h",
            "error_codes/rt_error_codes.h",
            "error_codes/ge_error_codes.h",
        ],
        ..DOOR
    },
    Header {
        path: "acl/acl_base_mdl.h",
        includes: &["acl_base_rt.h"],
        ..DOOR
    },
    Header {
        path: "acl/acl_base_rt.h",
        sources: &[
            "acl/base_rt/status.rs",
            "acl/base_rt/enums.rs",
            "acl/base_rt/types.rs",
        ],
        system: &["stdbool.h", "stddef.h", "stdint.h"],
        preamble: Some("acl_base_rt_preamble.h"),
        constants: Some("int"),
        trailer: Some("acl_base_rt_trailer.h"),
        ..DOOR
    },
    Header {
        path: "acl/acl_mdl.h",
        includes: &["acl_base.h", "acl_rt.h"],
        ..DOOR
    },
    Header {
        path: "acl/acl_op.h",
        sources: &["acl/op/enums.rs"],
        includes: &["acl_base.h", "acl_rt.h"],
        ..DOOR
    },
    Header {
        path: "acl/acl_op_compiler.h",
        sources: &["acl/op_compiler/enums.rs"],
        includes: &["acl_base.h", "acl_op.h"],
        ..DOOR
    },
    Header {
        path: "acl/acl_rt.h",
        sources: &["acl/rt/flags.rs", "acl/rt/enums.rs", "acl/rt/types.rs"],
        system: &["stdbool.h", "stddef.h", "stdint.h"],
        includes: &["acl_base.h", "acl_rt_allocator.h"],
        trailer: Some("acl_rt_trailer.h"),
        ..DOOR
    },
    Header {
        path: "acl/acl_rt_allocator.h",
        includes: &["acl_base.h"],
        ..DOOR
    },
    Header {
        path: "acl/error_codes/ge_error_codes.h",
        sources: &["acl/error_codes/ge.rs"],
        system: &["stdint.h"],
        constants: Some("uint32_t"),
        ..DOOR
    },
    Header {
        path: "acl/error_codes/rt_error_codes.h",
        sources: &["acl/error_codes/rt.rs"],
        ..DOOR
    },
    Header {
        path: "aclnn/acl_meta.h",
        sources: &["aclnn/meta/types.rs"],
        system: &["stdbool.h", "stddef.h", "stdint.h"],
        includes: &["acl/acl_base.h"],
        trailer: Some("acl_meta_trailer.h"),
        ..DOOR
    },
    Header {
        path: "aclnn/aclnn_base.h",
        system: &["stdint.h", "stdlib.h"],
        includes: &["aclnn/acl_meta.h"],
        ..DOOR
    },
    Header {
        path: "aclnn/opdev/op_errno.h",
        sources: &["aclnn/opdev/op_errno.rs"],
        ..DOOR
    },
    Header {
        path: "aclnnop/aclnn_ops_math.h",
        includes: &["aclnn/aclnn_base.h"],
        ..DOOR
    },
    Header {
        path: "aclnnop/aclnn_ops_nn.h",
        includes: &["aclnn/aclnn_base.h"],
        ..DOOR
    },
    Header {
        path: "aclnnop/aclnn_util.h",
        trailer: Some("acl_aclnn_util_trailer.h"),
        ..DOOR
    },
    Header {
        path: "aclnnop/level2/aclnn_util.h",
        trailer: Some("acl_aclnn_util_trailer.h"),
        ..DOOR
    },
];
