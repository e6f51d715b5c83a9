# The command `hostnpu`: a package of its own, built after the library and by itself, so that the library never waits for it.

set(launcher ${HOSTNPU_TARGET_DIR}/${profile_folder}/hostnpu)
add_custom_target(hostnpu_launcher ALL
    COMMAND ${CMAKE_COMMAND} -E env CARGO_TARGET_DIR=${HOSTNPU_TARGET_DIR}
        ${CARGO} build ${quiet} --locked --package hostnpu-launcher --profile ${HOSTNPU_CARGO_PROFILE}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    BYPRODUCTS ${launcher}
    COMMENT "Building the command hostnpu"
    VERBATIM USES_TERMINAL)
# cargo lets only one build at a time into its folder.
add_dependencies(hostnpu_launcher hostnpu_archive)
install(PROGRAMS ${launcher} DESTINATION bin)
