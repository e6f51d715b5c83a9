# hostnpu_c_test(NAME SOURCES file...
#     [LIBRARIES name...]       what a user's link line names: -lname, in this order
#     [INCLUDES folder...]      below DIR/include, besides DIR/include itself
#     [STANDARD standard]       c99, c11, c17, c++11 ... c++20; without it C11 and C++17
#     [ARGUMENTS argument...]
#     [ENVIRONMENT name=value...]
#     [EXPECT_OUTPUT file]      what the program must print to stdout, to the byte
#     [EXPECT_STATUS number]    exit status, 0 if not given
#     [TIMEOUT seconds]         60 if not given
#     [LABELS label...]
#     [NO_SANITIZE])            leave the test out of the build with sanitizers
# One test: a program built against the prefix, warnings being errors, and run with the environment of set_env.sh.

find_program(VALGRIND valgrind)
include(${CMAKE_SOURCE_DIR}/cmake/reports.cmake)
include(${CMAKE_SOURCE_DIR}/cmake/emulator.cmake)

# Variables that set_env.sh exports, as far as a running program sees them.
set(hostnpu_environment
    LD_LIBRARY_PATH=${HOSTNPU_PREFIX}/lib64
    ASCEND_HOME_PATH=${HOSTNPU_PREFIX}
    ASCEND_OPP_PATH=${HOSTNPU_PREFIX}/opp
    NEUWARE_HOME=${HOSTNPU_PREFIX}
    ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1
    UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1)

function(hostnpu_c_test name)
    cmake_parse_arguments(PARSE_ARGV 1 test "NO_SANITIZE" "STANDARD;EXPECT_OUTPUT;EXPECT_STATUS;TIMEOUT"
        "SOURCES;LIBRARIES;INCLUDES;ARGUMENTS;ENVIRONMENT;LABELS")
    if(test_UNPARSED_ARGUMENTS OR NOT test_SOURCES)
        message(FATAL_ERROR "hostnpu_c_test(${name}): SOURCES missing, or not understood: ${test_UNPARSED_ARGUMENTS}")
    endif()
    if(HOSTNPU_SANITIZE AND test_NO_SANITIZE)
        return()
    endif()

    add_executable(${name} ${test_SOURCES})
    list(TRANSFORM test_INCLUDES PREPEND ${HOSTNPU_PREFIX}/include/)
    # Not system folders: warnings in our headers count.
    target_include_directories(${name} PRIVATE ${HOSTNPU_PREFIX}/include ${test_INCLUDES} ${CMAKE_SOURCE_DIR})
    target_link_directories(${name} PRIVATE ${HOSTNPU_PREFIX}/lib64)
    target_link_libraries(${name} PRIVATE ${test_LIBRARIES})
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Werror)
    if(test_STANDARD MATCHES "^c\\+\\+")
        target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-std=${test_STANDARD}>)
    elseif(test_STANDARD)
        target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:-std=${test_STANDARD}>)
    else()
        set_target_properties(${name} PROPERTIES C_STANDARD 11 CXX_STANDARD 17)
    endif()
    if(HOSTNPU_SANITIZE)
        set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_compile_options(${name} PRIVATE ${sanitizers})
        target_link_options(${name} PRIVATE ${sanitizers})
    endif()

    hostnpu_run_test(${name} COMMAND $<TARGET_FILE:${name}> ${test_ARGUMENTS}
        EXPECT_OUTPUT "${test_EXPECT_OUTPUT}" EXPECT_STATUS "${test_EXPECT_STATUS}" TIMEOUT "${test_TIMEOUT}"
        ENVIRONMENT ${test_ENVIRONMENT} LABELS ${test_LABELS})
endfunction()

# The running half of hostnpu_c_test, for a COMMAND of any kind.
function(hostnpu_run_test name)
    cmake_parse_arguments(PARSE_ARGV 1 test "" "EXPECT_OUTPUT;EXPECT_STATUS;TIMEOUT" "COMMAND;ENVIRONMENT;LABELS")
    if(CMAKE_CROSSCOMPILING)
        hostnpu_is_emulated(is_emulated ${name})
        if(NOT is_emulated)
            return()
        endif()
        hostnpu_emulated(test_COMMAND ${test_COMMAND})
        list(APPEND test_ENVIRONMENT HOSTNPU_TEST_MACHINE=${CMAKE_SYSTEM_PROCESSOR})
    endif()
    if(HOSTNPU_CHECKED)
        # Those choose their checks themselves.
        if("${test_LABELS}" MATCHES "diagnostics|launcher" OR name MATCHES "^valgrind")
            return()
        endif()
        if(DEFINED checks_${name})
            list(APPEND test_ENVIRONMENT CHECKS=${checks_${name}})
        endif()
        # An empty argument would be lost in a list.
        set(rules none)
        if(DEFINED reports_${name})
            set(rules ${reports_${name}})
        endif()
        list(PREPEND test_COMMAND bash ${CMAKE_SOURCE_DIR}/cmake/silent.bash ${rules})
        set(test_TIMEOUT 600)
    endif()
    if(test_EXPECT_OUTPUT OR test_EXPECT_STATUS)
        if(test_EXPECT_OUTPUT)
            get_filename_component(test_EXPECT_OUTPUT ${test_EXPECT_OUTPUT} ABSOLUTE)
        endif()
        add_test(NAME ${name} COMMAND bash ${CMAKE_SOURCE_DIR}/cmake/expect.bash
            "${test_EXPECT_OUTPUT}" "${test_EXPECT_STATUS}" ${test_COMMAND})
    else()
        add_test(NAME ${name} COMMAND ${test_COMMAND})
    endif()
    if(NOT test_TIMEOUT)
        set(test_TIMEOUT 60)
    endif()
    if(CMAKE_CROSSCOMPILING)
        math(EXPR test_TIMEOUT "10 * ${test_TIMEOUT}")
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${test_TIMEOUT} LABELS "${test_LABELS}"
        ENVIRONMENT "${hostnpu_environment};${test_ENVIRONMENT}")
endfunction()
