# Links ARCHIVE into the relocatable object OUTPUT in which only the symbols listed in EXPORTS are global.
# Run by `cmake -P` with CC, CC_FLAGS, NM, OBJCOPY, ARCHIVE, EXPORTS and OUTPUT.

file(STRINGS ${EXPORTS} symbols REGEX "^[A-Za-z_]")
separate_arguments(CC_FLAGS UNIX_COMMAND "${CC_FLAGS}")

# Each symbol is a root: the linker takes from the archive what the roots need.
set(roots ${symbols})
list(TRANSFORM roots PREPEND "-Wl,-u,")
list(JOIN roots "\n" roots)
file(WRITE ${OUTPUT}.roots "${roots}\n")
list(JOIN symbols "\n" keep)
file(WRITE ${OUTPUT}.keep "${keep}\n")

function(run what)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status ERROR_VARIABLE errors)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${what} failed (${status}):\n${errors}")
    endif()
endfunction()

run("partial linking" ${CC} ${CC_FLAGS} -r -nostdlib @${OUTPUT}.roots ${ARCHIVE} -o ${OUTPUT}.all)
# The standard library carries LLVM bitcode, which confuses nm and linkers that load LLVM's plugin.
run("objcopy" ${OBJCOPY} --keep-global-symbols=${OUTPUT}.keep -R .llvmbc -R .llvmcmd ${OUTPUT}.all ${OUTPUT})
file(REMOVE ${OUTPUT}.all)

execute_process(COMMAND ${NM} --defined-only --extern-only ${OUTPUT} OUTPUT_VARIABLE listing)
string(REGEX MATCHALL "[^ \n]+(\n|$)" defined "${listing}")
list(TRANSFORM defined STRIP)
set(missing ${symbols})
if(defined)
    list(REMOVE_ITEM missing ${defined})
endif()
if(missing)
    file(REMOVE ${OUTPUT})
    list(JOIN missing "\n    " missing)
    message(FATAL_ERROR "symbols that ${EXPORTS} lists and the Rust library lacks:\n    ${missing}")
endif()
