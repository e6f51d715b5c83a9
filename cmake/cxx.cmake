# Libraries of C++ classes that prebuilt programs bind to: thin, over the C interface of libhostnpu.so, with exactly the exports of abi/cxx.tsv.

set(cxx_symbols ${CMAKE_SOURCE_DIR}/abi/cxx.tsv)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${cxx_symbols})

# hostnpu_cxx_library(NAME SOURCES file... [BOTH_TEXTS file...]): a library, and files of it that are compiled for both layouts of text.
function(hostnpu_cxx_library name)
    cmake_parse_arguments(PARSE_ARGV 1 library "" "" "SOURCES;BOTH_TEXTS")
    set(objects "")
    foreach(layout IN ITEMS 0 1)
        if(library_BOTH_TEXTS)
            add_library(${name}_text${layout} OBJECT ${library_BOTH_TEXTS})
            target_compile_definitions(${name}_text${layout} PRIVATE _GLIBCXX_USE_CXX11_ABI=${layout})
            list(APPEND objects ${name}_text${layout})
        endif()
    endforeach()
    if(HOSTNPU_GLIBC)
        list(APPEND library_SOURCES src/abi/cxx_runtime.cpp)
    endif()
    list(TRANSFORM objects REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE text_objects)
    add_library(${name} SHARED ${library_SOURCES} ${text_objects})
    foreach(target IN LISTS name objects)
        set_target_properties(${target} PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
        target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src/abi/atb/include)
        target_compile_options(${target} PRIVATE -O2 -Wall -Wextra -fno-gnu-unique)
    endforeach()

    file(STRINGS ${cxx_symbols} lines REGEX "^${name}\t")
    list(TRANSFORM lines REPLACE "^[^\t]*\t([^\t]*)\t.*" "\\1" OUTPUT_VARIABLE symbols)
    list(TRANSFORM symbols PREPEND "        ")
    set(script "{\n    global:")
    # A semicolon ends an element of a CMake list, so no list function may see this one.
    foreach(symbol IN LISTS symbols)
        string(APPEND script "\n${symbol};")
    endforeach()
    file(WRITE ${CMAKE_BINARY_DIR}/${name}.map "${script}\n    local:\n        *;\n};\n")
    set_target_properties(${name} PROPERTIES LINK_DEPENDS ${CMAKE_BINARY_DIR}/${name}.map INSTALL_RPATH "$ORIGIN")
    target_link_options(${name} PRIVATE LINKER:--version-script=${CMAKE_BINARY_DIR}/${name}.map
        LINKER:-z,defs LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack LINKER:-z,nodelete)
    target_link_libraries(${name} PRIVATE hostnpu)
endfunction()

# Programs take the bounds-checked functions from whatever the graph engine brings with it.
hostnpu_cxx_library(ge_runner SOURCES src/abi/ge/values.cpp src/abi/ge/graph.cpp BOTH_TEXTS src/abi/ge/text.cpp)
target_link_options(ge_runner PRIVATE LINKER:--no-as-needed)
target_link_libraries(ge_runner PRIVATE c_sec)
hostnpu_cxx_library(atb SOURCES src/abi/atb/attend.cpp src/abi/atb/attention.cpp src/abi/atb/attention_calls.cpp src/abi/atb/calls.cpp src/abi/atb/context.cpp
    src/abi/atb/operations.cpp src/abi/atb/program.cpp)
hostnpu_cxx_library(runtime SOURCES src/abi/platform/figures.cpp src/abi/platform/kernels.cpp BOTH_TEXTS src/abi/platform/text.cpp)
