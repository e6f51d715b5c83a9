export DDK_PATH=$ASCEND_TOOLKIT_HOME/latest
export NPU_HOST_LIB=$DDK_PATH/acllib/lib64/stub
mkdir -p build/intermediates && cd build/intermediates
cmake ../../src -DCMAKE_CXX_COMPILER=g++ -DCMAKE_SKIP_RPATH=TRUE >&2
make >&2
cd ../../output 2>/dev/null || cd ../../..
export LD_LIBRARY_PATH=$ASCEND_OPP_PATH/vendors/customize/op_api/lib:$LD_LIBRARY_PATH
"$(find .. -name execute_sin -type f | head -n 1)"
