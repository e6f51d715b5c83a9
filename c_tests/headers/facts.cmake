# Compiles the sources that hold facts, in one language mode. Run by `cmake -P` with COMPILER, STANDARD, INCLUDE and
# PATTERN, which says which sources of this folder.

file(GLOB sources ${CMAKE_CURRENT_LIST_DIR}/${PATTERN})
if(NOT sources)
    message(FATAL_ERROR "no sources ${PATTERN}")
endif()
set(failed 0)
foreach(source IN LISTS sources)
    execute_process(
        COMMAND ${COMPILER} -std=${STANDARD} -Wall -Wextra -Wpedantic -Werror -I ${INCLUDE} -fsyntax-only ${source}
        RESULT_VARIABLE status ERROR_VARIABLE errors)
    if(NOT status EQUAL 0)
        math(EXPR failed "${failed} + 1")
        message("${source} as ${STANDARD}:\n${errors}")
    endif()
endforeach()
if(failed GREATER 0)
    message(FATAL_ERROR "${failed} sources do not compile as ${STANDARD}")
endif()
