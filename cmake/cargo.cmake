# How cargo builds a package: for the machine that CMake builds for, with its linker and C compiler.

find_program(CARGO cargo HINTS $ENV{HOME}/.cargo/bin)
if(NOT CARGO)
    message(FATAL_ERROR "cargo was not found: install Rust (https://rustup.rs)")
endif()

# What cargo calls the folder of a profile.
set(profile_folder ${HOSTNPU_BUILD_PROFILE})
if(profile_folder STREQUAL "dev")
    set(profile_folder debug)
endif()

# Another machine's code is in a folder of its name, below that of all machines.
if(CMAKE_CROSSCOMPILING)
    set(default_cargo_target ${CMAKE_SYSTEM_PROCESSOR}-unknown-linux-gnu)
endif()
set(HOSTNPU_CARGO_TARGET "${default_cargo_target}" CACHE STRING "Target that cargo builds for (rustc --print target-list); empty for this machine")
set(cargo_output ${HOSTNPU_TARGET_DIR}/${profile_folder})
set(cargo_environment CARGO_TARGET_DIR=${HOSTNPU_TARGET_DIR})
set(cargo_options --locked --profile ${HOSTNPU_BUILD_PROFILE})
# Crates are compiled to machine code, which tests in Rust are linked with, and hold their bitcode beside it, of which the library is optimised as a whole: nothing is
# compiled twice. Whoever builds with flags of their own adds this one, or the crates are compiled again.
set(rust_flags "$ENV{RUSTFLAGS}")
if(HOSTNPU_BUILD_PROFILE STREQUAL "release" AND NOT rust_flags MATCHES "embed-bitcode=yes")
    string(STRIP "${rust_flags} -Cembed-bitcode=yes" rust_flags)
endif()
list(APPEND cargo_environment "RUSTFLAGS=${rust_flags}")
if(HOSTNPU_CARGO_TARGET)
    set(cargo_output ${HOSTNPU_TARGET_DIR}/${HOSTNPU_CARGO_TARGET}/${profile_folder})
    string(REPLACE "-" "_" target_name ${HOSTNPU_CARGO_TARGET})
    string(TOUPPER ${target_name} target_constant)
    list(APPEND cargo_environment CARGO_TARGET_${target_constant}_LINKER=${CMAKE_C_COMPILER}
        CC_${target_name}=${CMAKE_C_COMPILER} AR_${target_name}=${CMAKE_AR})
    list(APPEND cargo_options --target ${HOSTNPU_CARGO_TARGET})
endif()
if(HOSTNPU_QUIET)
    list(PREPEND cargo_options --quiet)
endif()

# hostnpu_cargo(TARGET COMMENT OUTPUT COMMAND ARGUMENTS...): a target that makes OUTPUT. cargo knows what is out of date, CMake does not.
function(hostnpu_cargo target comment output command)
    add_custom_target(${target} ALL
        COMMAND ${CMAKE_COMMAND} -E env ${cargo_environment} ${CARGO} ${command} ${cargo_options} ${ARGN}
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        BYPRODUCTS ${output}
        COMMENT ${comment}
        VERBATIM USES_TERMINAL)
endfunction()
