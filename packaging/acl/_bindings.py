"""Functions of the library as Python functions, described by rows."""

import ctypes
import os
import pathlib


def _candidates():
    """Where the library may be: beside this package in a toolkit prefix, in the prefix of the environment, in that of the package hostnpu, anywhere."""
    name = "libascendcl.so"
    yield pathlib.Path(__file__).resolve().parents[3] / "lib64" / name
    if "ASCEND_HOME_PATH" in os.environ:
        yield pathlib.Path(os.environ["ASCEND_HOME_PATH"], "lib64", name)
    try:
        import hostnpu
    except ImportError:
        pass
    else:
        yield pathlib.Path(hostnpu.prefix(), "lib64", name)
    yield name


def _load():
    for candidate in _candidates():
        if isinstance(candidate, str) or candidate.exists():
            return ctypes.CDLL(str(candidate))
    raise AssertionError("the last candidate is a name")


library = _load()


class Out:
    """A parameter through which C gives a value of this type."""

    def __init__(self, kind):
        self.kind = kind


def _python_value(value):
    # A null pointer is 0, as every handle is a number.
    return value.value if value.value is not None else 0


def define(namespace, rows):
    """Adds a function to `namespace` for each row: its Python name, its C name, the types of its parameters, and a sentence.

    A Python function takes the parameters that are not `Out`. It returns the status, after the values of all `Out` where there are any.
    """
    for name, symbol, parameters, sentence in rows:
        namespace[name] = _function(name, symbol, parameters, sentence)


def _function(name, symbol, parameters, sentence):
    native = getattr(library, symbol)
    native.restype = ctypes.c_int
    native.argtypes = [ctypes.POINTER(p.kind) if isinstance(p, Out) else p for p in parameters]
    taken = sum(not isinstance(parameter, Out) for parameter in parameters)

    def function(*values):
        if len(values) != taken:
            raise TypeError(f"{name}() takes {taken} arguments, not {len(values)}")
        given = iter(values)
        results = []
        arguments = []
        for parameter in parameters:
            if isinstance(parameter, Out):
                results.append(parameter.kind())
                arguments.append(ctypes.byref(results[-1]))
            else:
                arguments.append(next(given))
        status = native(*arguments)
        if not results:
            return status
        return (*map(_python_value, results), status)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{sentence} `{symbol}`."
    return function
