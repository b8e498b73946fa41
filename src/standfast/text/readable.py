"""Text that can be written: whatever came from outside, as UTF-8."""


def readable(text: str) -> str:
    """Return text that can be written: half characters and bytes that were no text become question marks."""
    return text.encode("utf-8", "replace").decode()
