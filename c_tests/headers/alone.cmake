# Compiles every header of the prefix alone if ALONE is set, and those of the aclnn family together in both orders, in one
# language mode, without a warning. Run by `cmake -P` with ALONE, COMPILER, LANGUAGE, STANDARD, COMMITTED (include/ of the
# source tree, which says what there is), INCLUDE (include/ of the prefix) and WORK.

file(GLOB_RECURSE headers RELATIVE ${COMMITTED} ${COMMITTED}/*.h)
if(NOT headers)
    message(FATAL_ERROR "no headers in ${COMMITTED}")
endif()

set(failed 0)
set(compiled 0)
function(compile what text folders)
    set(source ${WORK}/${STANDARD}.source)
    # A header of macros alone leaves the source empty, which C does not allow.
    file(WRITE ${source} "${text}extern int not_empty;\n")
    set(includes -I ${INCLUDE})
    foreach(folder IN LISTS folders)
        list(APPEND includes -I ${INCLUDE}/${folder})
    endforeach()
    execute_process(
        COMMAND ${COMPILER} -x ${LANGUAGE} -std=${STANDARD} -Wall -Wextra -Wpedantic -Werror ${includes}
            -fsyntax-only ${source}
        RESULT_VARIABLE status ERROR_VARIABLE errors)
    math(EXPR compiled "${compiled} + 1")
    if(NOT status EQUAL 0)
        math(EXPR failed "${failed} + 1")
        message("${what} as ${STANDARD}:\n${errors}")
    endif()
    set(compiled ${compiled} PARENT_SCOPE)
    set(failed ${failed} PARENT_SCOPE)
endfunction()

set(forwards "")
set(backwards "")
foreach(header IN LISTS headers)
    if(ALONE)
        compile(${header} "#include \"${header}\"\n" "")
    endif()
    if(header MATCHES "^acl")
        string(APPEND forwards "#include \"${header}\"\n")
        string(PREPEND backwards "#include \"${header}\"\n")
    endif()
endforeach()
compile("the aclnn family, forwards" "${forwards}" "")
compile("the aclnn family, backwards" "${backwards}" "")
# The form of older projects.
compile("acl.h by its bare name" "#include \"acl.h\"\n" "acl")
compile("acl.h by its bare name beside all folders" "#include \"acl.h\"\n#include \"acl/acl.h\"\n"
    "acl;aclnn;aclnnop")

if(failed GREATER 0)
    message(FATAL_ERROR "${failed} of ${compiled} sources do not compile")
endif()
message("${compiled} sources compile as ${STANDARD}")
