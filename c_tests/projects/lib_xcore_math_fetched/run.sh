folder=$ASCEND_HOME_PATH/lib64/cmake/lib_xcore_math
cmake -S . -B build -DFETCHCONTENT_SOURCE_DIR_LIB_XCORE_MATH="$folder" -DXMATH_SMOKE_TEST=OFF >&2
cmake --build build >&2
build/application/filter_gain
