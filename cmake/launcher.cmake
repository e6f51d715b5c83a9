# The command `hostnpu`: a package of its own, built after the library and by itself, so that the library never waits for it.

set(launcher ${cargo_output}/hostnpu)
hostnpu_cargo_build(hostnpu_launcher "Building the command hostnpu" ${launcher} --package hostnpu-launcher)
# cargo lets only one build at a time into its folder.
add_dependencies(hostnpu_launcher hostnpu_archive)
install(PROGRAMS ${launcher} DESTINATION bin)
