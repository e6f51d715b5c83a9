"""The toolkit prefix of hostnpu, brought by this package."""

import contextlib
import os
import pathlib
import shutil

__version__ = "@VERSION@"
_TOOLKIT = pathlib.Path(__file__).parent / "toolkit"


def _links():
    return (_TOOLKIT / "links").read_text()


def _is_laid_out(folder):
    """Whether the links of this version have been made: pip leaves those of an earlier one."""
    with contextlib.suppress(FileNotFoundError):
        return (folder / "complete").read_text() == _links()
    return False


def _lay_out(folder):
    """Makes the links of the prefix: an archive of the kind that pip installs has none."""
    for line in _links().splitlines():
        path, target = line.split("\t")
        link = folder / path
        link.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            link.symlink_to(target)
    (folder / "complete").write_text(_links())


def _in_cache():
    """The prefix in the user's cache, for a package folder that may not be written."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "hostnpu" / __version__
    if not _is_laid_out(cache):
        for file in (path for path in _TOOLKIT.rglob("*") if path.is_file() and path.name != "complete"):
            link = cache / file.relative_to(_TOOLKIT)
            link.parent.mkdir(parents=True, exist_ok=True)
            if file.name in ("set_env.sh", "setenv.bash"):
                shutil.copy(file, link)  # finds the prefix by its own place
                continue
            with contextlib.suppress(FileExistsError):
                link.symlink_to(file)
        _lay_out(cache)
    return cache


def prefix():
    """Returns the folder of the toolkit prefix, which holds set_env.sh."""
    if not _is_laid_out(_TOOLKIT):
        try:
            _lay_out(_TOOLKIT)
        except PermissionError:
            return str(_in_cache())
    return str(_TOOLKIT)
