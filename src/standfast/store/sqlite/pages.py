"""What the text index still names: FTS5 keeps beside its pages the word that each one begins with, deleted or not.

`secure-delete` takes a word out of a page and leaves it in that list (1 word after 200 purges among 10,000 memories).
The index is then written anew from the documents, which hold the same terms.
"""

from __future__ import annotations

from standfast.store.sqlite.statements import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.store.sqlite.connect import Database

SQL = load("pages")
_LAST = "\U0010ffff"


def names_gone_words(connection: Database) -> bool:
    """Tell whether a page of the text index is listed under a word that no document has any more."""
    execute = connection.execute
    for shelf in ("current", "aside"):
        execute(SQL[f"{shelf}_words"])
        for (word,) in execute(SQL[f"{shelf}_pages"]).fetchall():
            text = bytes(word)[1:].decode("utf-8", "replace")
            if text and not execute(SQL[f"{shelf}_has"], (text, text + _LAST)).get:
                return True
    return False


def write_anew(connection: Database) -> None:
    """Build the text index again from the documents, within a transaction."""
    connection.execute(SQL["write_anew"]).fetchall()
