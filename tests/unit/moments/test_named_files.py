"""The names that a file defines are read line by line, and are those that one expression over all of it would find."""

from __future__ import annotations

import re

import pytest

from standfast.moments.notes.named_files import _DEFINED, _definitions

EVERYWHERE = re.compile(rf"^{_DEFINED.pattern}", re.MULTILINE)
TEXTS = [
    "def refund(payment):\n    class Ledger:\n        pass\n",
    "export default async function loadBasket() {}\n\tpub(crate) fn audit_all() {}\n",
    "func (gui *Gui) refreshView() error {\nfunc helper() {}\n",
    "const\n  SPREAD_OVER_LINES = 1\nclass\n\n\nFarBelow\n",
    "type\ntype\nclass nested_name\n# class commented\nx = 'def inText'\ndefinitely not\r\ndef windowsEnding():\r\n",
    "",
    "class Last",
    "interface Ünused {}\npublic static final class Übung\nenum Würfel\n\u2028class AfterSeparator\n",
]


@pytest.mark.parametrize("text", TEXTS)
def test_names_read_by_line_are_those_of_the_whole_text(text: str) -> None:
    assert list(_definitions(text)) == [match["name"] for match in EVERYWHERE.finditer(text)]
