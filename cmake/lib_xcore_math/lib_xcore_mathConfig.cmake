# find_package(lib_xcore_math): the target that projects written for XMOS's library link. Its cache options for tests
# and FFT tables (XMATH_*) may be set and mean nothing here.

if(NOT TARGET lib_xcore_math)
    # The prefix may be reached through its links (lib, x86_64-linux/lib64): take the real place.
    get_filename_component(lib_xcore_math_PREFIX "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
    get_filename_component(lib_xcore_math_PREFIX "${lib_xcore_math_PREFIX}/../../.." ABSOLUTE)
    if(NOT EXISTS "${lib_xcore_math_PREFIX}/lib64/libxcore_math.so")
        message(FATAL_ERROR "lib_xcore_math: ${lib_xcore_math_PREFIX} is not a toolkit prefix of hostnpu. "
            "Run script/install DIR and use DIR/lib64/cmake/lib_xcore_math.")
    endif()

    # Interface, not imported: visible in the whole project, as the target of a checkout is.
    add_library(lib_xcore_math INTERFACE)
    target_include_directories(lib_xcore_math INTERFACE "${lib_xcore_math_PREFIX}/include")
    target_link_libraries(lib_xcore_math INTERFACE "${lib_xcore_math_PREFIX}/lib64/libxcore_math.so" m)
endif()
