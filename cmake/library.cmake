# One shared library with exactly the exports of abi/exports.symbols.
#
# cargo's own cdylib cannot be that library: rustc hands the linker an anonymous version script, which no linker
# combines with the named node that MLU-OPS symbols carry; and an anonymous script cannot leave some symbols versioned
# and others not. So the library is linked from the static library that cargo makes beside it: its objects become one
# relocatable object in which only the listed symbols stay global, and that object becomes the shared library.

set(exports ${CMAKE_SOURCE_DIR}/abi/exports.symbols)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${exports})
file(STRINGS ${exports} exported_symbols REGEX "^[A-Za-z_]")

set(archive ${cargo_output}/libhostnpu.a)

# Optimised across crates: small functions of one are inlined into others, and what nothing outside calls has no copy of its own. 200 kB less code, and calls on small
# tensors are up to 10 % faster. Only this crate is compiled so: for a profile with that option cargo would compile all of them once more, and each program of tests would
# take a minute to link.
if(HOSTNPU_BUILD_PROFILE STREQUAL "release")
    set(library_options -Clto=thin)
endif()
hostnpu_cargo(hostnpu_archive "Building the Rust crate" ${archive} rustc --package hostnpu-library -- ${library_options})

set(exported ${CMAKE_BINARY_DIR}/hostnpu_exports.o)
add_custom_command(OUTPUT ${exported}
    COMMAND ${CMAKE_COMMAND} -D CC=${CMAKE_C_COMPILER} -D "CC_FLAGS=${CMAKE_C_FLAGS}" -D NM=${CMAKE_NM}
        -D OBJCOPY=${CMAKE_OBJCOPY} -D ARCHIVE=${archive} -D EXPORTS=${exports} -D OUTPUT=${exported}
        -P ${CMAKE_SOURCE_DIR}/cmake/isolate_exports.cmake
    DEPENDS hostnpu_archive ${archive} ${exports} ${CMAKE_SOURCE_DIR}/cmake/isolate_exports.cmake
    COMMENT "Isolating the exported symbols"
    VERBATIM)

# MLU-OPS gives its symbols one version node; the other vendors' libraries have none, so the rest is not named here.
set(version_script ${CMAKE_BINARY_DIR}/versions.map)
set(versioned ${exported_symbols})
list(FILTER versioned INCLUDE REGEX "^mluOp")
set(version_node "MLUOP_ABI_1.0 {")
if(versioned)
    string(APPEND version_node "\n    global:")
    # A semicolon ends an element of a CMake list, so no list function may see this one.
    foreach(symbol IN LISTS versioned)
        string(APPEND version_node "\n        ${symbol};")
    endforeach()
endif()
file(GENERATE OUTPUT ${version_script} CONTENT "${version_node}\n};\n")

add_library(hostnpu SHARED ${exported})
set_source_files_properties(${exported} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
set_target_properties(hostnpu PROPERTIES LINKER_LANGUAGE C LINK_DEPENDS ${version_script})
target_link_options(hostnpu PRIVATE
    LINKER:--version-script=${version_script}
    LINKER:--gc-sections
    LINKER:--build-id
    LINKER:-z,defs LINKER:-z,text LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack
    # Threads of the library outlive dlclose: it stays mapped.
    LINKER:-z,nodelete
    LINKER:--as-needed)
# What `rustc --print native-static-libs` asks for.
target_link_libraries(hostnpu PRIVATE gcc_s util rt pthread m dl)
