# libc_sec.so: the bounds-checked C functions, which need nothing of the library.

set(securec ${CMAKE_SOURCE_DIR}/src/abi/securec)
add_library(c_sec SHARED ${securec}/memory.c ${securec}/text.c ${securec}/print.c ${securec}/scan.c)
set_target_properties(c_sec PROPERTIES C_STANDARD 11 C_EXTENSIONS OFF)
target_include_directories(c_sec PRIVATE ${CMAKE_SOURCE_DIR}/include)
target_compile_options(c_sec PRIVATE -O2 -Wall -Wextra -fno-strict-overflow)
target_link_options(c_sec PRIVATE LINKER:-z,defs LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
