# Libraries and programs that start where glibc is older than on this machine: -DHOSTNPU_GLIBC=2.28.
#
# Symbols are bound to versions that this glibc has. zig brings glibc's symbols of every version, and the start code and functions that were linked
# statically before 2.34; so it links what is of Rust and C. What is of C++ is linked with the compiler's libstdc++, which zig has not:
# src/abi/cxx_runtime.cpp brings what newer headers of GCC ask for.

set(HOSTNPU_GLIBC "" CACHE STRING "Oldest glibc that what is installed has to start with; empty for that of this machine. Needs zig (pip install ziglang)")
if(NOT HOSTNPU_GLIBC)
    return()
endif()

find_program(HOSTNPU_ZIG NAMES zig python-zig)
if(NOT HOSTNPU_ZIG)
    message(FATAL_ERROR "HOSTNPU_GLIBC=${HOSTNPU_GLIBC} needs zig, which was not found: pip install ziglang, or set HOSTNPU_ZIG")
endif()
execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libgcc_s.so.1 OUTPUT_VARIABLE libgcc_s OUTPUT_STRIP_TRAILING_WHITESPACE)
set(glibc_linker ${CMAKE_BINARY_DIR}/glibc_linker)
configure_file(cmake/templates/glibc_linker.in ${glibc_linker} @ONLY)
string(REPLACE "<CMAKE_C_COMPILER>" ${glibc_linker} CMAKE_C_CREATE_SHARED_LIBRARY "${CMAKE_C_CREATE_SHARED_LIBRARY}")
# No folder of this machine in what is installed: debug information of what zig has compiled (with it zig drops the names of internal functions), names of
# C++ files.
add_link_options(LINKER:--strip-debug)
add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
