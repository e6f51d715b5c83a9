# The toolkit prefix: one real library, and every path under which a project looks for the vendors' toolkits.
# Everything below DIR is relative, so DIR may be moved.

# Version of the Ascend toolkit whose generation the headers follow, for share/info/*/version.info.
set(ascend_version 9.0.0)
# Version of MLU-OPS that mlu_op.h declares (MLUOP_MAJOR, MLUOP_MINOR, MLUOP_PATCHLEVEL): part of a file name.
set(mluop_version 1.11.1)

# Libraries that a link line may name with -l: each is a link to libhostnpu.so.
set(ascend_libraries
    acl_cblas acl_mdl acl_op_compiler acl_op_executor acl_rt acl_rt_impl acl_tdt_channel acl_tdt_queue
    aclnn_math aclnn_ops_infer aclnn_ops_train aclnn_rand
    ascend_dump ascend_hal ascendalog ascendcl cust_opapi graph hccl hcomm ms_tools_ext msprofiler mspti nnopbase profapi
    opapi opapi_cv opapi_math opapi_nn opapi_transformer)
set(neuware_libraries mluops cnrt cndrv)
set(xmos_libraries xcore_math)
# Libraries of C++ classes, which need libhostnpu.so, and other names of them.
set(cxx_libraries atb ge_runner runtime)
set(ge_runner_names ascend_protobuf fmk_parser)
set(runtime_names platform register)

# Custom operator packages that a project may ask for by name.
set(operator_packages customize custom custom_math custom_nn)
# Packages whose version a program may ask for by name.
set(versioned_packages compiler hostnpu nnopbase opbase ops_math ops_nn opp runtime toolkit)

install(TARGETS hostnpu c_sec ${cxx_libraries} LIBRARY DESTINATION lib64)
install(DIRECTORY include/ src/abi/atb/include/ DESTINATION include)

install(FILES cmake/templates/set_env.sh DESTINATION .)
install(FILES cmake/templates/set_env.sh DESTINATION bin RENAME setenv.bash)
install(PROGRAMS cmake/templates/cncc DESTINATION bin)
install(FILES cmake/templates/FindBANG.cmake DESTINATION cmake)
install(FILES cmake/templates/FindBANG.cmake DESTINATION cmake/modules)
install(PROGRAMS cmake/templates/msprof DESTINATION tools/profiler/bin)
install(FILES cmake/templates/msprof.py DESTINATION tools/profiler/profiler_tool/analysis/msprof)
install(FILES cmake/templates/ascendc.cmake DESTINATION tools/tikcpp/ascendc_kernel_cmake)
# The toolkit's Python module; set_env.sh puts its folder on PYTHONPATH.
install(DIRECTORY packaging/acl DESTINATION python/site-packages FILES_MATCHING PATTERN "*.py")
install(FILES LICENSE-APACHE LICENSE-MIT DESTINATION share/doc/hostnpu)

foreach(package IN LISTS versioned_packages)
    set(package_version ${ascend_version})
    if(package STREQUAL "hostnpu")
        set(package_version ${PROJECT_VERSION})
    endif()
    configure_file(cmake/templates/version.info.in ${CMAKE_BINARY_DIR}/info/${package}/version.info @ONLY)
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/info/ DESTINATION share/info)

list(JOIN operator_packages "," load_priority)
file(WRITE ${CMAKE_BINARY_DIR}/config.ini "load_priority=${load_priority}\n")
install(FILES ${CMAKE_BINARY_DIR}/config.ini DESTINATION opp/vendors)

# find_package(hostnpu), find_package(lib_xcore_math), pkg-config.
include(CMakePackageConfigHelpers)
set(all_libraries ${ascend_libraries} ${neuware_libraries} ${xmos_libraries})
configure_file(cmake/templates/hostnpuConfig.cmake.in ${CMAKE_BINARY_DIR}/hostnpuConfig.cmake @ONLY)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/hostnpuConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/hostnpuConfig.cmake ${CMAKE_BINARY_DIR}/hostnpuConfigVersion.cmake
    DESTINATION lib64/cmake/hostnpu)
if(EXISTS ${CMAKE_SOURCE_DIR}/cmake/lib_xcore_math)
    install(DIRECTORY cmake/lib_xcore_math DESTINATION lib64/cmake)
endif()
configure_file(cmake/templates/hostnpu.pc.in ${CMAKE_BINARY_DIR}/hostnpu.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/hostnpu.pc DESTINATION lib64/pkgconfig)

configure_file(cmake/templates/links.cmake.in ${CMAKE_BINARY_DIR}/links.cmake @ONLY)
install(SCRIPT ${CMAKE_BINARY_DIR}/links.cmake)
