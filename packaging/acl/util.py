"""Addresses of Python's objects, and objects at addresses. An address is valid as long as the object whose memory it is."""

import ctypes


def bytes_to_ptr(contents):
    """Returns the address of a `bytes` object's contents."""
    if not isinstance(contents, bytes):
        raise TypeError(f"bytes_to_ptr() takes bytes, not {type(contents).__name__}")
    return ctypes.cast(ctypes.c_char_p(contents), ctypes.c_void_p).value


def ptr_to_bytes(address, size):
    """Returns a copy of `size` bytes of host memory."""
    return ctypes.string_at(address, size)


def numpy_to_ptr(array):
    """Returns the address of a NumPy array's elements. The array is contiguous."""
    if not array.flags.c_contiguous:
        raise ValueError("numpy_to_ptr() takes a contiguous array: numpy.ascontiguousarray makes one")
    return array.ctypes.data


def ptr_to_numpy(address, shape, number):
    """Returns a NumPy array over host memory, without a copy: its shape, and the number of its type (`array.dtype.num`)."""
    import numpy

    types = {numpy.dtype(code).num: numpy.dtype(code) for code in numpy.typecodes["All"] if code not in "SUVOMm"}
    if number not in types:
        raise ValueError(f"ptr_to_numpy(): {number} is not the number of a type of numbers")
    dtype = types[number]
    size = int(numpy.prod(shape)) * dtype.itemsize
    memory = (ctypes.c_uint8 * size).from_address(address)
    return numpy.frombuffer(memory, dtype=dtype).reshape(shape)
