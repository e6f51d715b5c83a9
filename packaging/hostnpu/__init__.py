"""The toolkit prefix of hostnpu, brought by this package."""

import contextlib
import os
import pathlib
import shutil

__version__ = "@VERSION@"
_TOOLKIT = pathlib.Path(__file__).parent / "toolkit"


def _lay_out(folder):
    """Makes the links of the prefix: an archive of the kind that pip installs has none."""
    for line in (_TOOLKIT / "links").read_text().splitlines():
        path, target = line.split("\t")
        link = folder / path
        link.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            link.symlink_to(target)
    (folder / "complete").touch()


def _in_cache():
    """The prefix in the user's cache, for a package folder that may not be written."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "hostnpu" / __version__
    if not (cache / "complete").exists():
        for file in (path for path in _TOOLKIT.rglob("*") if path.is_file()):
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
    if not (_TOOLKIT / "complete").exists():
        try:
            _lay_out(_TOOLKIT)
        except PermissionError:
            return str(_in_cache())
    return str(_TOOLKIT)
