# Programs of another machine are run by QEMU (CMAKE_CROSSCOMPILING_EMULATOR), each by a script of its own: tests run and pass on one path.

# hostnpu_emulated(RESULT COMMAND...): the command with each $<TARGET_FILE:name> of it replaced by the script that runs it.
function(hostnpu_emulated result)
    set(command "")
    foreach(word IN LISTS ARGN)
        if(word MATCHES "^\\$<TARGET_FILE:(.+)>$")
            set(name ${CMAKE_MATCH_1})
            set(word ${CMAKE_BINARY_DIR}/emulated/${name})
            get_property(is_written GLOBAL PROPERTY emulated_${name})
            if(NOT is_written)
                set_property(GLOBAL PROPERTY emulated_${name} ON)
                list(JOIN CMAKE_CROSSCOMPILING_EMULATOR "' '" emulator)
                # The C library of the cross compiler before one that the system has for the same machine: the loader fits the former only.
                set(libraries "-E \"LD_LIBRARY_PATH=${CMAKE_FIND_ROOT_PATH}/lib:$LD_LIBRARY_PATH\"")
                file(GENERATE OUTPUT ${word} CONTENT "#!/bin/sh\nexec '${emulator}' ${libraries} '$<TARGET_FILE:${name}>' \"$@\"\n"
                    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
            endif()
        endif()
        list(APPEND command "${word}")
    endforeach()
    set(${result} "${command}" PARENT_SCOPE)
endfunction()

# Tests that are left out with an emulator, by a regular expression of their names, each with the reason.
set(not_emulated "")
macro(not_emulated pattern reason)
    list(APPEND not_emulated ${pattern})
endmacro()
not_emulated("launcher_.*" "the command starts programs, which only this machine's kernel can")
not_emulated("project_.*" "built and run by the compiler of this machine")
not_emulated("layout_(link_lines|prebuilt)" "built and run by the compiler of this machine")
not_emulated("python_acl" "loads the library into the interpreter of this machine")
not_emulated("valgrind_.*" "valgrind runs programs of its own machine only")
not_emulated("(acl_reliability_fork|aclnn_reliability_helpers|hccl_boards)" "QEMU 7.2 ends at an assertion in the child of a process with threads")
not_emulated("hccl_(operators|processes)" "an emulator takes no seccomp filter, by which they forbid shared memory and reads of other processes")
not_emulated("aclnn_changing_indices" "a thread that changes indices without a pause leaves the others too little time: it does not end within ten minutes")
not_emulated("acl_reliability_no_threads" "an emulator does not hold a program to its limit of addresses")
not_emulated("diagnostics_(buffers|debug|host)" "an emulator has neither the addresses nor the faults (docs/diagnostics.md)")

# hostnpu_is_emulated(RESULT NAME): whether the emulator runs a test.
function(hostnpu_is_emulated result name)
    set(${result} ON PARENT_SCOPE)
    foreach(pattern IN LISTS not_emulated)
        if(name MATCHES "^(${pattern})$")
            set(${result} OFF PARENT_SCOPE)
        endif()
    endforeach()
endfunction()
