//! Headers of the XMOS scalar math API.

use super::{HEADER, Header};

pub(super) const HEADERS: &[Header] = &[
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
