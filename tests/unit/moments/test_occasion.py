"""When a rule applies, by its own words: what nobody anchored is told when its time has come."""

from __future__ import annotations

import pytest

from tests.unit.moments.test_tell import Shop, say_in_session, shop, told

__all__ = ["shop"]


@pytest.mark.parametrize(
    ("rule", "command"),
    [
        ("Always use Conventional Commits: lowercase, imperative", "git commit -m 'add a till'"),
        ("State the number of passed tests before every commit", "git add . && git commit -m x"),
        ("Commit subjects are short here", "git commit -m x"),
        ("Before committing backend code run black", "git add backend/till.py && git commit -m x"),
        ("Always run `npm run check` before marking any task as complete", "git commit -m x"),
        ("Before you push code that changes prices, write it into the list of changes", "git push -u origin till"),
        ("Every piece of work gets an issue, with one label", "gh issue create --title x"),
        ("Verify the base first: isolated worktrees may be stale", "git worktree add ../till"),
        ("Unplug the printer when running the tests", "npm test"),
        ("`git commit` is not for us: hand the change to Ana with `ship`", "git commit -m x"),
    ],
)
@pytest.mark.parametrize("briefed", [False, True])
def test_a_rule_that_names_its_occasion_is_told_then_and_once(
    shop: Shop, rule: str, command: str, briefed: bool
) -> None:
    shop.know(rule, kind="convention")
    session = shop.open("s1")
    if briefed:
        assert rule in told(session, "start")
    assert told(session, "command", command="git log --oneline") == ""
    assert rule in told(session, "command", command=command)
    assert told(session, "command", command=command) == ""


@pytest.mark.parametrize(
    ("rule", "command"),
    [
        ("Always run `npm run check` before marking any task as complete", "npm run check"),
        ("To release: rename the heading, after merge tag the merge commit, then `git push --tags`", "git commit -m x"),
        ("To release: rename the heading, after merge tag the merge commit, then `git push --tags`", "git push"),
        ("Never read, cat or grep the contents of `.env`", "grep -r till src"),
        ("Never commit to release", "git commit -m x"),
        ("Before committing backend code run black", "git add frontend/till.ts && git commit -m x"),
    ],
)
def test_a_rule_for_another_occasion_is_not_told(shop: Shop, rule: str, command: str) -> None:
    shop.know(rule, kind="convention")
    assert told(shop.open("s1"), "command", command=command) == ""


def test_what_was_only_said_is_not_told_beside_a_note_that_says_it(shop: Shop) -> None:
    shop.know("Don't run pip install, we use uv", kind="convention")
    say_in_session(shop, "Standing order: don't run pip install here")
    said = told(shop.open("s1"), "command", command="pip install redis")
    assert "we use uv" in said
    assert "Standing order" not in said


def test_what_the_brief_told_as_a_fact_is_told_once_more_at_its_very_command_alone(shop: Shop) -> None:
    shop.know("`npm test` also starts the till", kind="fact", anchors=["cmd:npm test"])
    shop.know("The deploy takes ten minutes and stops the till", kind="fact")
    session = shop.open("s1")
    assert "starts the till" in told(session, "start")
    assert "starts the till" in told(session, "command", command="npm test")
    assert told(session, "command", command="npm test -- till") == ""
    assert "ten minutes" not in told(session, "command", command="make deploy")


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        ("Keep protocol checks out of `e2e/`, add them to the tests of the protocol", "e2e/orders.py"),
        ("models.json: use names of variables for keys, never the keys", "shop/models.json"),
        ("Amounts in `shop/money/` are in cents", "shop/money/till.py"),
        ("Name every case in `*.spec.ts` after what is seen", "shop/till.spec.ts"),
    ],
)
@pytest.mark.parametrize("briefed", [False, True])
def test_a_rule_for_a_place_that_it_spells_out_is_told_before_a_file_there_is_changed(
    shop: Shop, rule: str, path: str, briefed: bool
) -> None:
    shop.know(rule, kind="convention")
    session = shop.open("s1")
    if briefed:
        assert rule in told(session, "start")
    assert told(session, "edit", changes=("pay.py",)) == ""
    assert rule in told(session, "edit", changes=(path,))


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        ("Write tests as `*.test.ts` under `shop/test/`, by feature", "shop/test/till.test.ts"),
        ("New tills live in `shop/tills/`", "shop/tills/north.py"),
        ("Read `specs/README.txt` before any work", "specs/README.txt"),
        ("After a new till, run `./scripts/setup.sh`", "scripts/setup.sh"),
        ("Always use spaces in `*.py` files", "pay.py"),
    ],
)
def test_a_rule_that_the_place_heeds_or_that_only_mentions_it_is_not_told(shop: Shop, rule: str, path: str) -> None:
    shop.know(rule, kind="convention")
    assert told(shop.open("s1"), "edit", changes=(path,)) == ""


def test_names_on_a_page_are_spoken_of_and_not_changed(shop: Shop) -> None:
    shop.know("Never raise RETRY_TIMES above 3", kind="convention")
    (shop.root / "NOTES.md").write_text("RETRY_TIMES is what it is\n")
    edit = {"old_string": "RETRY_TIMES is", "new_string": "RETRY_TIMES was"}
    assert told(shop.open("s1"), "edit", changes=("NOTES.md",), edit=edit) == ""
