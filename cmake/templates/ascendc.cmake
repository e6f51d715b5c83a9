# Projects of the Ascend toolkit include this file for its functions that compile device code. There is no device compiler here: a library of
# kernels is named in a warning and not built, and host sources that launch no kernels build as ever.

# A target that is not built, and of which a project may say all that it says of the real one: what it links, what it includes.
set(hostnpu_no_device_code "${CMAKE_CURRENT_BINARY_DIR}/hostnpu_no_device_code")
if(CMAKE_CXX_COMPILER_LOADED)
    set(hostnpu_no_device_code "${hostnpu_no_device_code}.cpp")
else()
    set(hostnpu_no_device_code "${hostnpu_no_device_code}.c")
endif()
file(WRITE "${hostnpu_no_device_code}" "int hostnpu_compiles_no_device_code = 1;\n")
function(ascendc_library target)
    message(WARNING "${target}: hostnpu compiles no device code, so this library has no kernels, and what includes the header of one (aclrtlaunch_*.h) does not compile")
    add_library(${target} STATIC EXCLUDE_FROM_ALL "${hostnpu_no_device_code}")
endfunction()
function(ascendc_fatbin_library target)
    message(WARNING "${target}: hostnpu compiles no device code, so there are no kernels to load")
    add_custom_target(${target})
endfunction()

# What is said of how device code is compiled.
function(ascendc_compile_definitions target)
endfunction()
function(ascendc_compile_options target)
endfunction()
function(ascendc_include_directories target)
endfunction()
