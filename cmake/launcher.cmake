# The command `hostnpu`: a package of its own, built after the library and by itself, so that the library never waits for it.

# The program's own linker: what cargo has built of its dependencies stays as it is.
if(HOSTNPU_GLIBC)
    set(launcher_options -C linker=${glibc_linker})
endif()
set(launcher ${cargo_output}/hostnpu)
hostnpu_cargo(hostnpu_launcher "Building the command hostnpu" ${launcher} rustc --package hostnpu-launcher --bin hostnpu -- ${launcher_options})
# cargo lets only one build at a time into its folder.
add_dependencies(hostnpu_launcher hostnpu_archive)
install(PROGRAMS ${launcher} DESTINATION bin)
