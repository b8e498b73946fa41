"""Every error Standfast raises on purpose: one tree, one page.

Errors carry data: a stable `code` that programs may rely on, a message for people, and a hint that says what to
do next. Expected outcomes (nothing found, already there) are values, not errors.
"""

import errno

_NO_ROOM = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
_TOO_MANY = "Too many files are open: close some programs or raise the limit (`ulimit -n`), and try again."
_REMEDIES = {
    **dict.fromkeys(_NO_ROOM, "Free some space and try again; nothing was half written."),
    errno.EROFS: "It is on a disk that is read-only.",
    errno.EIO: "The disk failed: check it, and try again.",
    errno.EMFILE: _TOO_MANY,
    errno.ENFILE: _TOO_MANY,
}
_NOT_OURS = frozenset((*_REMEDIES, errno.EACCES, errno.EPERM))
_CODES = {
    **dict.fromkeys(_NO_ROOM, "store-full"),
    **dict.fromkeys((errno.EIO, errno.EMFILE, errno.ENFILE), "store-io"),
}


class StandfastError(Exception):
    """Something the caller did not ask for; the root of the tree."""

    code = "error"
    exit_code = 70

    def __init__(self, message: str, *, hint: str = "", code: str = "", retryable: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code or type(self).code
        self.retryable = retryable

    def to_dict(self) -> dict[str, dict[str, str]]:
        """Return it as plain data, as every face prints it."""
        return {"error": {"code": self.code, "message": self.message, "hint": self.hint}}


class UserError(StandfastError):
    """The request cannot be met as it stands: not found, ambiguous, blocked."""

    code = "cannot"
    exit_code = 1


class NotFound(UserError):
    """What was named does not exist here."""

    code = "not-found"


class Ambiguous(UserError):
    """What was named fits more than one thing."""

    code = "ambiguous"


class Conflict(UserError):
    """The change was based on a revision that is no longer the current one."""

    code = "conflict"


class Refused(UserError):
    """A rule of the product forbids it."""

    code = "refused"


class ConfigError(StandfastError):
    """Wrong usage or configuration: no retry will help until it is changed."""

    code = "usage"
    exit_code = 2


class StoreError(StandfastError):
    """The store failed: busy, full, corrupt, unwritable, too new."""

    code = "store-failed"
    exit_code = 3


class StoreBusy(StoreError):
    """Another process kept the store for longer than we may wait."""

    code = "store-busy"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint or "Try again; `standfast doctor` shows who holds it.", retryable=True)


class StoreCorrupt(StoreError):
    """The file's content contradicts itself."""

    code = "store-corrupt"


class StoreTooNew(StoreError):
    """The file was written by a later version of Standfast."""

    code = "store-too-new"


class Unavailable(StandfastError):
    """Something outside (an endpoint, a program, an extra) is not there."""

    code = "unavailable"
    exit_code = 1


def remedy(error: OSError) -> str:
    """Say what to do where the machine keeps a file from being read or written."""
    return _REMEDIES.get(error.errno or 0, "Check its permissions.")


def unwritable(place: object, error: OSError, verb: str = "write") -> StoreError:
    """Return our error where the machine keeps a file from being written."""
    code = _CODES.get(error.errno or 0, "store-read-only")
    return StoreError(f"Cannot {verb} {place}: {error.strerror or error}.", hint=remedy(error), code=code)


def of_the_machine(error: OSError) -> StoreError | None:
    """Return our error for one that is the machine's doing: no room, no permission. None for one that is a bug."""
    return unwritable(error.filename or "a file", error, "read or write") if error.errno in _NOT_OURS else None
