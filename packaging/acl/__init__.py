"""AscendCL from Python: the functions of the toolkit's module `acl` that hostnpu has. What is not here is absent.

    import acl

    acl.init()
    acl.rt.set_device(0)
    address, status = acl.rt.malloc(1024, 0)

Functions return the status of the C function, 0 for success, after the values that it gives. `acl.get_recent_err_msg()` says why one failed.
"""

from ctypes import c_char_p, c_int, c_int32, c_int64, c_size_t, c_void_p

from . import rt, util
from ._bindings import Out, define, library

library.aclrtGetSocName.restype = c_char_p
library.aclGetRecentErrMsg.restype = c_char_p
library.aclInit.argtypes = [c_char_p]
library.aclCreateTensorDesc.restype = c_void_p
library.aclCreateTensorDesc.argtypes = [c_int, c_int, c_void_p, c_int]
library.aclCreateDataBuffer.restype = c_void_p
library.aclCreateDataBuffer.argtypes = [c_void_p, c_size_t]
library.aclGetDataBufferAddr.restype = c_void_p
library.aclGetDataBufferAddr.argtypes = [c_void_p]


def init(config=None):
    """Initialises the library, by a configuration file where its path is given. Returns the status. `aclInit`."""
    return library.aclInit(None if config is None else config.encode())


def get_soc_name():
    """Returns the name of the simulated chip. `aclrtGetSocName`."""
    return library.aclrtGetSocName().decode()


def get_recent_err_msg():
    """Returns why functions of this thread failed, and forgets it; None where none did. `aclGetRecentErrMsg`."""
    text = library.aclGetRecentErrMsg()
    return text.decode() if text else None


def create_tensor_desc(data_type, shape, format):
    """Returns the description of a tensor; 0 where there can be none. `aclCreateTensorDesc`."""
    extents = (c_int64 * len(shape))(*shape)
    return library.aclCreateTensorDesc(data_type, len(shape), extents, format) or 0


def create_data_buffer(address, size):
    """Returns a description of memory; 0 where there can be none. `aclCreateDataBuffer`."""
    return library.aclCreateDataBuffer(address, size) or 0


def get_data_buffer_addr(buffer):
    """Returns the address that a description of memory has. `aclGetDataBufferAddr`."""
    return library.aclGetDataBufferAddr(buffer) or 0


define(
    globals(),
    [
        ("finalize", "aclFinalize", [], "Ends the use of the library."),
        ("get_version", "aclrtGetVersion", [Out(c_int32), Out(c_int32), Out(c_int32)], "Returns the three parts of the runtime's version and the status."),
        ("destroy_data_buffer", "aclDestroyDataBuffer", [c_void_p], "Destroys a description of memory."),
    ],
)

# C returns nothing.
library.aclDestroyTensorDesc.restype = None
library.aclDestroyTensorDesc.argtypes = [c_void_p]


def destroy_tensor_desc(description):
    """Destroys the description of a tensor. `aclDestroyTensorDesc`."""
    library.aclDestroyTensorDesc(description)
