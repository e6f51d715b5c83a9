# find_package(BANG) of MLU-OPS projects. There is no device compiler here: host sources build, device sources
# (.mlu) are left out with a warning.

set(BANG_FOUND TRUE)
get_filename_component(BANG_ROOT_DIR "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(BANG_ROOT_DIR "${BANG_ROOT_DIR}" DIRECTORY)
if(NOT EXISTS "${BANG_ROOT_DIR}/bin/cncc")
    get_filename_component(BANG_ROOT_DIR "${BANG_ROOT_DIR}" DIRECTORY)
endif()
set(BANG_CNCC_EXECUTABLE "${BANG_ROOT_DIR}/bin/cncc")

# A target that is not built, and of which a project may say all that it says of the real one: what it links, what it includes.
set(hostnpu_no_device_code "${CMAKE_CURRENT_BINARY_DIR}/hostnpu_no_device_code")
if(CMAKE_CXX_COMPILER_LOADED)
    set(hostnpu_no_device_code "${hostnpu_no_device_code}.cpp")
else()
    set(hostnpu_no_device_code "${hostnpu_no_device_code}.c")
endif()
file(WRITE "${hostnpu_no_device_code}" "int main(void) { return 0; }\n")
function(bang_add_executable target)
    message(WARNING "${target}: hostnpu compiles no device code, so this executable is not built")
    add_executable(${target} EXCLUDE_FROM_ALL "${hostnpu_no_device_code}")
endfunction()
function(bang_add_library target)
    message(WARNING "${target}: hostnpu compiles no device code, so this library is not built")
    add_library(${target} STATIC EXCLUDE_FROM_ALL "${hostnpu_no_device_code}")
endfunction()
