# find_package(BANG) of MLU-OPS projects. There is no device compiler here: host sources build, device sources
# (.mlu) are left out with a warning.

set(BANG_FOUND TRUE)
get_filename_component(BANG_ROOT_DIR "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(BANG_ROOT_DIR "${BANG_ROOT_DIR}" DIRECTORY)
if(NOT EXISTS "${BANG_ROOT_DIR}/bin/cncc")
    get_filename_component(BANG_ROOT_DIR "${BANG_ROOT_DIR}" DIRECTORY)
endif()
set(BANG_CNCC_EXECUTABLE "${BANG_ROOT_DIR}/bin/cncc")

function(hostnpu_without_device_code target kind)
    message(WARNING "${target}: hostnpu compiles no device code, so this ${kind} is not built")
    add_custom_target(${target})
endfunction()
function(bang_add_executable target)
    hostnpu_without_device_code(${target} executable)
endfunction()
function(bang_add_library target)
    hostnpu_without_device_code(${target} library)
endfunction()
