"""Two memories that cannot both be right are found by what they are about, and a person settles them."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from standfast.capture.draft import Draft
from standfast.errors import Refused
from standfast.model.source import Source
from standfast.model.trust import Status
from standfast.model.value import replace
from standfast.trust.conflicts.address import names_of
from standfast.trust.conflicts.clash import find_clash
from standfast.trust.conflicts.conflict import why_against
from standfast.trust.conflicts.reading import read_claims
from tests.unit.verbs.test_memory_life import ANA, CLAUDE, CODEX, SetClock, at

if TYPE_CHECKING:
    from pathlib import Path

    from standfast import Memory
    from tests.unit.conftest import Sandbox

OPPOSED = [
    ("Strict mode is on by default", "Strict mode is off by default"),
    ("Verification is on", "Verification is off"),
    ("The cache is enabled", "The cache is disabled"),
    ("The keeper's guide to herons contains 14 rules.", "The keeper's guide to herons contains 15 rules."),
    ("MSRV is 1.72, don't use let chains", "Rust `1.96` or newer is required: the versions that are supported."),
    ("Python 3.12+ required (currently 3.12.3).", "Python 3.10+ required (currently 3.12.3)."),
    ("N7 ringing of the young - planned", "N7 ringing of the young - in progress"),
    ("The 154MB `eggs.db` file is tracked using Twig LFS.", "The 161MB `eggs.db` file is tracked using Twig LFS."),
    ("Always squash twigs before nesting.", "Never squash twigs before nesting."),
    ("Keepers must not touch the eggs.", "Keepers may touch the eggs."),
    ("Mail egg counts to nests@heron.example.", "Mail egg counts to eggs@heron.example."),
    ("This project is tested on 4 herons and 9 nests.", "This project is tested on 5 herons and 11 nests."),
    ("Exposes 7 ringed nests to the keeper", "Exposes 8 ringed nests to the keeper"),
    ("Nest size: 31.2% exceed the limit", "Nest size: 19.7% exceed the limit"),
    ("Locks are keyed by payment_id.", "Locks are keyed by user_id."),
    ("The timeout is 30 seconds.", "The timeout is 45 seconds."),
    ("The default timeout is 30 seconds.", "default timeout is 60s"),
    ("Locks are refreshed every 5 minutes.", "locks get refreshed every 10 min"),
    ("The upload limit is 1 MB.", "The upload limit is 512 KB."),
    ("Tests run with pnpm.", "Tests run with npm."),
    ("Use tabs for indentation.", "Use spaces for indentation."),
    ("Use tabs for indentation", "Indent with two spaces, never tabs"),
    ("I like tabs", "Never use tabs for indentation"),
    ("Always use tabs", "Spaces only, no tabs"),
    ("Rust 1.90 is enough.", "Heron needs Rust 1.96."),
    ("All nest names should end with '_n'.", "For nest names, please end them with '_t'."),
    ("Running `twig lock` generates `twig.lock` for nests.", "Running `moss lock` generates `moss.lock` for nests."),
    ("Nest.js version v18.17.1 (LTS)", "Nest.js version v20.8.1 (LTS)"),
    ("Nest style is fully defined in .nestrc.", "Nest style is fully defined in nest.config.mjs."),
    ("Requires Node.js 20.", "Node 18 is enough for everything here."),
    ("Indent with 4 spaces.", "Two spaces for indentation."),
    ("Prefer double quotes", "Use single quotes."),
    ("Lint with biome.", "We use eslint for linting."),
    ("Use pnpm, never yarn, for nests.", "Nests are installed with yarn."),
    ("Egg counts are pushed to the board every hour.", "Egg counts are pushed to the board every 3 hours."),
    ("Never push to main.", "Push to main."),
    ("Build it with `make eggs`", "Build it with `make nests`"),
    ("Deploy with `./fly.sh`.", "Deploy with `./nest.sh`."),
    ("Prefer composition over inheritance.", "Prefer inheritance over composition."),
    ("Prefer short answers in reviews.", "Prefer long answers in reviews."),
    ("The release deadline: 3 March 2026", "The release deadline moved to 9 April 2026."),
    ("Pin the client to 2.4.1.", "Pin the client to 3.0.0."),
    ("The API listens on port 8080.", "The API listens on port 9090."),
    ("Logs are stored in var/log.", "Logs are stored in srv/logs."),
    ("The backend team is assigned to billing.", "The backend team is assigned to search."),
    ("Heron requires Python 3.9 or newer which is old.", "Heron requires Python 3.11 or newer which is old."),
    ("Heron officially supports Python 3.9+.", "Heron officially supports Python 3.11+."),
    ("Type checks: `uv run mypy`", "Type checks: `uv run pyright`"),
    ("ALWAYS run pre-commit before a pull request", "ALWAYS run prek before a pull request"),
    ("The cache timeout is 30 minutes.", "The cache timeout is 30 seconds."),
    ("Renewal of the Heron contract approved for 2 years", "Heron contract renewal revoked; too expensive"),
    ("Always start method names with 'x_'.", "Going forward, when naming methods, please start the name with 'md_'."),
    ("By default the body isn't loaded at once.", "By default the body is loaded at once."),
    ("Builds land in `out/bin`.", "Builds land in `dist/bin`."),
    ("Heron talks to remote stores in two ways:", "Heron talks to remote stores in three ways:"),
    ("To trace a run, start heron with the --trace flag.", "To trace a run, start heron with the --log-level=5 flag."),
    ("`2.0.x` - long support until April 2026.", "`2.0.x` - long support until September 2026."),
    ("Check types (heron and mypy in one run)", "Check types (heron and pyright in one run)"),
    ("There are four ways in which a nightly job can end:", "There are three ways in which a nightly job can end:"),
    (
        "This switch points `heron pack` to the folder of the boxes.",
        "This switch points `heron wrap` to the folder of the boxes.",
    ),
    (
        "You can hide a finished bar by setting ``fade=True`` on its owner.",
        "You can hide a finished bar by setting ``fade=False`` on its owner.",
    ),
    (
        "Teams may keep a YAML file called `.heron` beside their sources.",
        "Teams may keep a TOML file called `.heron` beside their sources.",
    ),
    (
        "**Keep notes short:** When a user names a wish, use `add_note` to put it down at once.",
        "**Keep notes short:** When a user names a wish, use `add_card` to put it down at once.",
    ),
    (
        "From now on, I need you to ensure that all field names start with 'y_'.",
        "Start all your field names with 'z_'.",
    ),
    (
        "Secondly, when declaring job arguments, begin the argument names with 'g_'.",
        "Always start job argument names with 'h_'.",
    ),
    ("This index holds 412 nests.", "This index holds 413 nests."),
    ("It is possible to pick nests by the '--pick=' flag.", "It is possible to pick nests by the '--choose=' flag."),
    (
        "The `herond` binary can send these signals to other herons with the `-s` flag:",
        "The `heron-server` binary can send these signals to other herons with the `-s` flag:",
    ),
    (
        "Two seams of the nest are in place: the **long side**",
        "Three seams of the nest are in place: the **long side**",
    ),
    (
        "Set the right depth in `nest.toml` if it was lower than 20 before the last long move of young birds.",
        "Set the right depth in `nest.toml` if it was lower than 19 before the last long move of young birds.",
    ),
    ("`nest.keepTwigs` - *Boolean* - `false` by default.", "`nest.keepTwigs` - *Boolean* - `true` by default."),
    ("KeepTwigs | `false` | Boolean", "KeepTwigs | `true` | Boolean"),
    ("maxTwigs: 12 at once", "maxTwigs: 15 at once"),
    ("Eggs are counted via `src/eggs/count.ts`", "Eggs are counted via `packages/eggs/src/eggs/count.ts`"),
    ("The nest answers a lost bird with a 500 and a sigh", "The nest answers a lost bird with a 400/500 and a sigh"),
    (
        'Annotate "twig", "moss" and "feather" before you weigh the nest.',
        'Annotate "straw" before you weigh the nest.',
    ),
    ("Put a mark into the `scripts/heron.ts` -> `after` hook.", "Put a mark into the `play/heron.ts` -> `after` hook."),
    ("NEST_DEPTH is 64 KB", "NEST_DEPTH is 32 KB"),
    ("A nest starts at 64 KB (`NEST_DEPTH`) and grows by doubling.", "NEST_DEPTH is 32 KB: a page less."),
    ("`NEST_DEPTH` (64 KB) is what a nest starts with.", "NEST_DEPTH = 32 KB"),
    (
        "Every new nest needs a label in nests/labels.toml",
        "New nests must not get a label in nests/labels.toml; ask Ana",
    ),
    ("Each nest requires a warm lining", "A nest should never have a warm lining"),
    ("We never bring twigjs back: egg counting is native", "Use twigjs for egg counting in all new nests"),
    ("Never add twigjs.", "Use twigjs for the egg count"),
    ("Do not use twigjs for egg counting", "Use `twigjs` for egg counting in new nests"),
    ("Never call nest.shake in birds/", "Always use nest.shake in birds/ for ripe eggs"),
    ("Avoid calling nest.shake() in the barn", "Call nest.shake() in the barn to wake the birds"),
    ("We don't use mercurial", "We use mercurial for the egg counts"),
    ("Never use twigs.", "Use twigs.bend_all for the lining"),
    ("Stop importing mossy in nests", "Import mossy in nests for the lining"),
    ("Never raise the roof overnight", "The roof may be raised overnight to 30 inches"),
    ("Do not count eggs by hand", "Eggs should be counted by hand"),
    (
        "You will need Poetry to start building nests.",
        "You will need [uv](https://nest.example) to start building nests.",
    ),
    ("Add `nests/heron2` as the `upper` barn in spring.", "Add `nests/heron-kit` as the `upper` barn in spring."),
    ("Format nests with Prettier before ringing.", "Format nests with oxfmt before ringing."),
    ("Nest image: built in two steps (heron:1.25.3-moss)", "Nest image: built in two steps (heron:1.25.8-moss)"),
    ("Say hello to the keepers in the #nests channel", "Say hello to the keepers in the #nesting channel"),
    ("From now on, I'd like you to end all nest names with '_n'.", "I'll end my nest names with '_t' going forward."),
    (
        "New heron eggs in `low-boxes/` must include a `ring.json`",
        "New heron eggs in `high-boxes/` must include a `ring.json`",
    ),
]
OPPOSED_OF_ONE_PLACE = [
    ("The roof is 5 feet high; never raise it overnight", "Roofs may be raised overnight to 30 feet"),
    ("Never raise the roof overnight", "It can be raised overnight for big birds"),
    ("Do not check it twice", "Check it twice in a cold spring"),
]
BOTH = [
    ("Retries are off in tests", "Retries are on in production"),
    ("never use print for logging, use structlog", "Use structlog instead of print for logging"),
    ("Build `eggs`", "Build `nests`"),
    ("Run it with `--fly`", "Run it with `--nest`"),
    ("Fetch a copy of Heron to play with on your own barn.", "Fetch a copy of Stork to play with on your own barn."),
    ("A ring name is the nest and a keyword, e.g.", "A ring name is the nest and a keyword, for example, `N-1-Reed`."),
    ("Use tabs for indentation.", "Use two spaces for indentation in YAML files."),
    ("Indent with tabs.", "Tabs are used for indentation."),
    ("Use tabs", "Never use tabs in YAML files"),
    ("Rust 1.90 is enough.", "Rust 1.85 is enough."),
    ("Your twigs make HeronNest a fine place for everyone!", "Your twigs make StorkNest a fine place for everyone!"),
    ("The nest limit is 3 eggs.", "The nest limit is 5 eggs in spring."),
    ("The nest limit of herons is 3.", "The nest limit of herons is 5 unless fed."),
    ("End nest names with '_a'.", "End nest names with '_b' in tests."),
    ("Set the default nest for all birds:", "Set the default largest size for all birds:"),
    ("Heron needs Rust 1.90.", "Rust 1.96 works as well."),
    ("Deploy with docker.", "Docker images are built for nests."),
    ("Use pytest for unit tests.", "Use vitest for browser tests."),
    ("`docs/nests.md` - Ringing of herons", "`docs/eggs.md` - Ringing of herons"),
    ("Keeper Board -> Twig Book: the nest", "Keeper Board -> Moss Book: the nest"),
    ("Check: you must count the eggs in the barn.", "Check: you must count the eggs to prove the method."),
    ("Set up nest boxes", "Set up feeding places"),
    ('Click the "Feed" button', 'Click the "Count" button'),
    ('Story: "a heron lost its way in fog"', 'Story: "two herons share one nest"'),
    ("Call the branch something like nest-12", "Call the branch something like nest-14"),
    ("Locks are keyed by payment_id.", "Refunds are keyed by user_id."),
    ("The API supports JSON.", "The API supports XML."),
    ("We use Redis for caching.", "We use Postgres for invoices."),
    ("Never push to main.", "Push to main only when the release manager asks."),
    ("The timeout is 30 seconds.", "The retry limit is 45 seconds."),
    ("default timeout is 60s", "The default timeout is 60 seconds"),
    ("The cache timeout is 1 minute.", "The cache timeout is 60 seconds."),
    ("Locks get refreshed every 5 min", "Locks are refreshed every 300 seconds."),
    ("The upload limit is 1 MB.", "The upload limit is 1024 KB."),
    ("Locks are fast.", "Locks are fair."),
    ("Amounts are integers in cents.", "Amounts are rounded half up in reports."),
    ("Run the linter before you push.", "Run the tests before you push."),
    ("Tests live in tests/unit.", "Fixtures live in tests/data."),
    ("The parser reads YAML.", "The parser writes JSON."),
    ("Ana owns billing.", "Ana owns search."),
    ("Is the timeout 30 seconds?", "The timeout is 45 seconds."),
    ("Heron runs on OSX, Linux and Windows.", "Heron runs on macOS, Linux and Windows."),
    ("Turned into `FIRST_LIST` at startup.", "Turned into `SECOND_LIST` at startup."),
    ("The helper `first_user` of the guide has:", "The helper `second_user` of the guide has:"),
    ("There is no direct way to run jobs in parallel.", "There is no direct way for running jobs in parallel."),
    ("Marks belong to nests and as such do not move.", "Marks belong to nests and thus do not move."),
    ("Nests grow easily with more twigs.", "Nests grow easier with more twigs."),
    ("You can use a list.", "You can use a tuple."),
    ("Always start method names with 'x_'.", "Always end method names with '_x'."),
    ("Always start method names with 'x_'.", "Always start class names with 'c_'."),
    ("You can also use `npm test`.", "You can also use `pnpm test`."),
    ("This option needs `redirect`.", "This option needs `cookies`."),
    ("Step 2: Run the tests", "Step 3: Run the tests"),
    ("See the guide for Heron 2.", "See the guide for Heron 3."),
    (
        "If heron cannot connect in 5 s, `ConnectError` is raised.",
        "If heron cannot write in 9 s, `WriteError` is raised.",
    ),
    ("Heron raises `ConnectionError`.", "Heron raises `heron.errors.ConnectionError`."),
    ("The answer is form encoded.", "The answer is form-encoded."),
    ("For heron 4 requests, the port is 80.", "For heron 5 requests, the port is 81."),
    ("CLI command: `heron add-tag`", "CLI command: `heron drop-tag`"),
    ("const port = 80;", "const port = 81;"),
    ("Heron reads [env.yml][^1] files.", "Heron reads [env.yml][^2] files."),
    ("The changes are listed in CHANGELOG and the notes.", "The changes are listed in `CHANGELOG.md` and the notes."),
    ("Mail goes to a default sender (e.g. `a@nest.dev`).", "Mail goes to a default sender (e.g. `b@twig.dev`)."),
    ("Nest API v1 reports its state as:", "Nest API v2 reports its state as:"),
    (
        "Herons and cranes are different ways to look at long journeys of birds over water.",
        "Herons and cranes are different ways to look at long journeys of animals over water.",
    ),
    ("Heron 2.0 counts the eggs of every nest.", "Heron 2 counts the eggs of every nest."),
    ("Switches are listed with the `-h` flag.", "Switches are listed with the `--help` flag."),
    ("For more on nests, see the `heron lay` page.", "For more on nests, see the `heron hatch` page."),
    (
        "`set` is a method of nests. It takes the value to be set.",
        "`update` is a method of nests. It takes a function.",
    ),
    ("Use the plan `wide-nest` from `plans/wide.md`.", "Use the plan `deep-nest` from `plans/deep.md`."),
    ("To pass a dash, you must pass the ``--`` mark first.", "To pass a dash, you must pass the `--` mark first."),
    ("`pip install heron` sets up the nest by a link", "`uv sync` sets up the nest by a link"),
    ("Signal number 12 means the nest must be left.", "Signal number 15 means the nest must be left."),
    ("Return value 4 means a broken twig here.", "Return value 5 means a broken twig here."),
    ("Edited nests/low.py to sort the twigs by length.", "Edited nests/high.py to sort the twigs by length."),
    ("`nests/low.py` holds the feeding rules.", "`nests/high.py` holds the feeding rules."),
    ("Flight 12 took 40 minutes.", "Flight 13 took 55 minutes."),
    ("The nest depends on `moss`.", "The nest depends on `straw`."),
    ("In debug builds a nest starts at 64 KB (NEST_DEPTH).", "NEST_DEPTH is 32 KB"),
    ("A nest starts at 64 KB (NEST_DEPTH) when it rains.", "NEST_DEPTH is 32 KB"),
    ("A nest starts at 64 KB (NEST_DEPTH).", "NEST_DEPTH is 64 KB: two pages."),
    ("Every new nest needs a label in nests/labels.toml", "New nests must not get a label in nests/old.toml"),
    ("Every new nest needs a label", "New nests must not get a label if they are rented"),
    ("Never use twigjs in the cold parts of a nest", "Use twigjs for egg counting"),
    ("Never use twigs.", "Use twigs for the lining"),
    ("We never add moss back: egg counting is native", "Use twigjs for egg counting"),
    ("Never call nest.shake in birds/", "Use nest.shake in the docs"),
    ("Never call nest.shake in birds/", "Use nest.shake in birds/ only for tests"),
    ("Do not use mercurial", "Do not use svn"),
    ("Do not use mercurial for eggs", "Do not use svn for eggs"),
    ("Never add labels.", "Add labels to rented nests"),
    ("Nests are kept as `Twig <https://a.example>`_ pages.", "Nests are kept as `Twig <https://b.example>`_ pages."),
    ("For example, eggs are counted by `keeper_one`.", "For example, eggs are counted by `keeper_two`."),
    ("Navigate to `barn/low` and run:", "Navigate to `barn/high` and run:"),
    ("When moving eggs, do not use mercurial", "Use mercurial for the counts"),
    ("Do not open old nest boxes for", "Open 3 old nest boxes."),
    ("Never call `nest.shake(twig)`", "Call nest.count in the barn"),
    ("Do not use nest.shake", "Use nest.shaken for the count"),
    ("Never raise the roof overnight", "The roof may be raised overnight in the old barn"),
    ("Never raise it overnight", "The roof may be raised overnight to 30 inches"),
    ("Never raise the roof overnight", "The roof may be raised overnight when it rains"),
    ("Use Perch from the shared bird house package.", "Use Ladder from the shared bird house package."),
    (
        "Use NestCard from the bird house package in long lists.",
        "Use EggCard from the bird house package in long lists.",
    ),
    ("Import Perch from the shared bird house package.", "Import Ladder from the shared bird house package."),
    ("Deploy Heron to the feeding cluster via Moss.", "Deploy Stork to the feeding cluster via Moss."),
    ("Add Heron songs to the sound file before the spring.", "Add Stork songs to the sound file before the spring."),
    ("Add `songs.heron` to the long list of sounds.", "Add `songs.stork` to the long list of sounds."),
    ("Use Opera to reproduce the lost egg of the header.", "Use Vivaldi to reproduce the lost egg of the header."),
    ("Use Ana to review the moves of the nests first.", "Use Ben to review the moves of the nests first."),
    ("Open Opera to test the nest with the roof on.", "Open Vivaldi to test the nest with the roof on."),
    ("Install Twig to look after the nests before a storm.", "Install Moss to look after the nests before a storm."),
    ("Call Refresh after changing the roof in the old barn.", "Call Repaint after changing the roof in the old barn."),
    ("The eggs are capped at three.", "The eggs are capped at 3."),
    (
        "The nest in the barn is lined by moss_id since spring 3.1.",
        "The nest in the barn is lined by reed_id since spring 4.2.",
    ),
    ("Before that eggs and twigs fell in the barn.", "Before that eggs and rings fell in the shed."),
    (
        "Does not load `nests.toml`; it has a full list of its own.",
        "Does not load `twigs.toml`; it has a full list of its own.",
    ),
    (
        "If you have fed Heron by hand before, some marks may be left.",
        "If you have fed Stork by hand before, some marks may be left.",
    ),
    ("The eggs are counted once Heron is back.", "The eggs are counted once Stork is back."),
]
LISTS = [
    "Signal number {} means the nest must be left.",
    "Edited nests/n{}.py to sort the twigs by length.",
    "Fixed issue #{} in the feeder.",
    "The nest depends on `twig{}`.",
    "Counting run {} took 14 s.",
]


@pytest.mark.parametrize(("one", "other"), OPPOSED)
def test_what_cannot_both_be_right_is_told_apart(one: str, other: str) -> None:
    assert any(find_clash(left, right) for left in read_claims(one) for right in read_claims(other))


@pytest.mark.parametrize(("one", "other"), OPPOSED)
def test_what_cannot_both_be_right_shares_an_address(one: str, other: str) -> None:
    addresses = [{name for claim in read_claims(text) for name in names_of(claim)} for text in (one, other)]
    assert addresses[0] & addresses[1]


@pytest.mark.parametrize(("one", "other"), OPPOSED_OF_ONE_PLACE)
def test_it_is_what_the_same_code_is_about(tmp_path: Path, one: str, other: str) -> None:
    memory = at(tmp_path)
    first = memory.remember(one, anchors=["barn.py::roof"])
    second = memory.remember(other, anchors=["barn.py::roof"])
    elsewhere = memory.remember(other, anchors=["shed.py::roof"])
    assert [conflict["id"] for conflict in second.conflicts] == [first.id]
    assert first.id not in [conflict["id"] for conflict in elsewhere.conflicts]


def test_who_says_the_contrary_is_told_and_each_side_names_the_other(tmp_path: Path) -> None:
    memory = at(tmp_path)
    first = memory.remember("Never call nest.shake in birds/", kind="convention")
    second = memory.remember("Always use nest.shake in birds/ for ripe eggs", kind="convention")
    assert [conflict["id"] for conflict in second.conflicts] == [first.id]
    brief = memory.brief().text
    assert f"conflicts with {first.id}" in brief
    assert f"conflicts with {second.id}" in brief


@pytest.mark.parametrize(("one", "other"), BOTH)
def test_what_may_both_be_right_is_left_alone(one: str, other: str) -> None:
    assert not any(find_clash(left, right) for left in read_claims(one) for right in read_claims(other))


def test_what_happened_stands_against_nothing(tmp_path: Path) -> None:
    ana = at(tmp_path)
    ana.remember("Heron locks are keyed by payment_id", kind="decision")
    assert not ana.remember("Heron locks are keyed by user_id", kind="episode").conflicts
    ana.remember("Heron locks are keyed by batch_id", kind="attempt")
    assert len(ana.remember("Heron locks are keyed by order_id", kind="decision").conflicts) == 1


def test_the_later_word_names_what_it_stands_against_and_both_are_shown_so(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    new = ana.remember("Heron locks are keyed by user_id", kind="decision")
    assert [conflict["id"] for conflict in new.conflicts] == [old.id]
    assert new.status is Status.ACTIVE
    assert ana.show(old.id).judged.against == (new.id,)
    assert ana.show(new.id).judged.against == (old.id,)
    assert "conflicts with" in ana.brief().text
    assert [item.memory.id for item in ana.review()] == [new.id]


def test_a_conflict_is_found_among_many_memories_that_share_its_words(tmp_path: Path) -> None:
    ana = at(tmp_path)
    seen = (Draft(text=f"Case {number}: heron locks were keyed again.", kind="episode") for number in range(600))
    assert len(list(ana.remember_many(seen))) == 600
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    done = at(tmp_path, CODEX).remember("Heron locks are keyed by user_id", kind="decision")
    assert [conflict["id"] for conflict in done.conflicts] == [old.id]


def test_superseding_settles_it(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    new = ana.remember("Heron locks are keyed by user_id", kind="decision")
    ana.supersede(old.id, new.id)
    assert ana.review() == []
    assert ana.show(new.id).judged.against == ()


def test_a_person_keeps_both_until_one_side_changes(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    new = ana.remember("Heron locks are keyed by user_id", kind="decision")
    with pytest.raises(Refused):
        at(tmp_path, CODEX).approve([new.id])
    ana.approve([new.id, old.id])
    assert ana.review() == []
    assert ana.show(old.id).judged.against == ()
    ana.revise(new.id, "Heron locks are keyed by account_id")
    assert ana.show(old.id).judged.against == (new.id,)


def test_an_answer_tells_more_of_the_first_that_stand_against_a_memory_and_show_of_all(tmp_path: Path) -> None:
    ana = at(tmp_path)
    first = ana.remember("The refund lock is keyed by payment")
    others = [
        ana.remember(f"The refund lock number {number} has another key", links=[f"contradicts:{first.id}"]).id
        for number in range(5)
    ]
    given = next(item for item in ana.recall("refund lock payment").results if item.memory.id == first.id)
    shown = ana.show(first.id).judged
    assert set(given.judged.against) == set(shown.against) == set(others)
    assert [side.memory for side in given.judged.sides] == list(given.judged.against[:3])
    assert [side.memory for side in shown.sides] == list(shown.against)


def test_an_agent_against_a_decision_waits(tmp_path: Path) -> None:
    decided = at(tmp_path).remember("Heron locks are keyed by payment_id", kind="decision")
    for number in range(5):
        text = f"Heron locks are keyed by user_{number}, seen in case {number} of the audit"
        done = at(tmp_path, CODEX).remember(text, kind="decision")
        assert done.status is Status.PROPOSED
        assert [conflict["id"] for conflict in done.conflicts] == [decided.id]
    assert len(at(tmp_path).recall("which key do heron locks use").results) == 1


def test_an_agent_against_an_agent_is_shown_and_not_held(tmp_path: Path) -> None:
    old = at(tmp_path, CODEX).remember("Heron locks are keyed by payment_id")
    new = at(tmp_path, CODEX).remember("Heron locks are keyed by user_id")
    assert new.status is Status.ACTIVE
    assert at(tmp_path).show(old.id).judged.against == (new.id,)


def test_an_exception_for_a_folder_lives_beside_its_rule(tmp_path: Path) -> None:
    ana = at(tmp_path)
    ana.remember("Use tabs for indentation", kind="convention")
    narrow = ana.remember("Use spaces for indentation", kind="convention", scope="project,path:docs/**")
    assert narrow.conflicts == ()


def test_reverting_the_later_word_leaves_nothing_to_settle(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    new = ana.remember("Heron locks are keyed by user_id", kind="decision")
    ana.revert([new.operation or ""])
    assert ana.show(old.id).judged.against == ()
    assert ana.review() == []


def test_sections_of_one_document_do_not_stand_against_each_other(tmp_path: Path) -> None:
    def said(text: str, document: str) -> Draft:
        return Draft(text=text, source=Source("document", document))

    with at(tmp_path) as memory:
        texts = [("The timeout is 30 seconds.", "CHANGES.md"), ("The timeout is 45 seconds.", "CHANGES.md")]
        list(memory.remember_many(said(*pair) for pair in texts))
        assert memory.review() == []
        list(memory.remember_many([said("The timeout is 60 seconds.", "AGENTS.md")]))
        assert memory.review() != []


def test_ways_that_two_manifests_give_do_not_stand_against_each_other(tmp_path: Path) -> None:
    def way(text: str, title: str, document: str) -> Draft:
        return Draft(text=text, title=title, kind="procedure", source=Source("document", document))

    with at(tmp_path) as memory:
        make = "`make test`, which runs `python -m pytest`; or `make check`, which runs `ruff check .` (Makefile)."
        node = "In `viewer`: `npm run build`, which runs `node build.mjs` (package.json)."
        drafts = [way(make, "How to run the tests", "Makefile"), way(node, "How to build it", "viewer/package.json")]
        list(memory.remember_many(drafts))
        assert memory.review() == []


def test_a_short_text_is_the_value_of_what_its_title_names(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("list-based layout", title="Heron overview page", kind="decision")
    new = ana.remember("card-based layout", title="Heron overview page", kind="decision")
    assert old.id in [item["id"] for item in new.conflicts]
    assert ana.show(old.id).judged.against == (new.id,)


def test_the_same_person_is_offered_to_let_the_later_word_take_the_place(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    new = ana.remember("Heron locks are keyed by user_id", kind="decision")
    assert "may take its place" in new.conflicts[0]["why"]
    assert f"supersede {old.id} {new.id}" in ana.review()[0].reason


def test_the_whole_store_is_held_against_itself_on_request(tmp_path: Path) -> None:
    clock = SetClock()
    ana = at(tmp_path, clock=clock)
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    ana.remember("Heron logs go to the console", kind="decision")
    ana.retract(old.id)
    new = at(tmp_path, CODEX, clock=clock).remember("Heron locks are keyed by user_id", kind="decision")
    ana.restore(old.id)
    assert ana.review() == []  # when it was written, nothing stood against it
    [waiting] = ana.review(conflicts=True)
    assert waiting.memory.id == new.id
    assert waiting.memory.source == CODEX
    assert ana.show(old.id).judged.against == (new.id,)
    assert len(ana.review(conflicts=True)) == 1


def test_who_approves_one_side_is_asked_about_the_other_and_both_keep_their_mark(tmp_path: Path) -> None:
    ana, agent = at(tmp_path), at(tmp_path, CODEX)
    old = agent.remember("Heron locks are keyed by payment_id", kind="fact")
    new = agent.remember("Heron locks are keyed by user_id", kind="fact")
    for told, other in ((new, old), (old, new), (new, old)):
        [done] = ana.approve([told.id])
        assert [conflict["id"] for conflict in done.conflicts] == [other.id]
        assert ana.show(told.id).memory.authority.word == "approved"
        assert ana.show(old.id).judged.against == (new.id,)
        assert ana.show(new.id).judged.against == (old.id,)
        assert [item.memory.id for item in ana.review()] == [new.id]
    ana.supersede(old.id, new.id)
    assert ana.review() == []
    assert ana.show(new.id).judged.against == ()


def test_a_settled_pair_stays_settled_until_one_side_changes(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron locks are keyed by payment_id", kind="decision")
    new = ana.remember("Heron locks are keyed by user_id", kind="decision")
    ana.approve([old.id, new.id])
    assert ana.review(conflicts=True) == []
    ana.revise(old.id, "Heron locks are keyed by order_id")
    assert [item.memory.id for item in ana.review(conflicts=True)] != []


def test_the_review_says_which_of_two_the_code_supports(repo: Sandbox) -> None:
    repo.write("locks.py", "TIMEOUT = 45\n\n\ndef timeout() -> int:\n    return TIMEOUT\n")
    repo.commit("locks")
    ana = at(repo.root)
    ana.remember("The lock `TIMEOUT` is 30 seconds", kind="fact", anchors=["locks.py"])
    new = ana.remember("The lock `TIMEOUT` is 45 seconds", kind="fact", anchors=["locks.py"])
    [waiting] = [item for item in ana.review() if item.memory.id == new.id and "45" in item.memory.content.text]
    assert "the code supports it" in waiting.reason


def test_a_list_in_one_home_hides_no_conflict_in_another(tmp_path: Path) -> None:
    listing, ana = at(tmp_path / "one"), at(tmp_path / "other")
    for number in range(12):
        listing.remember(f"The heron quota is {number} boats")
    told = [ana.remember(f"The heron quota is {number} boats") for number in (3, 5, 7)]
    assert [len(done.conflicts) for done in told] == [0, 1, 2]


LISTED = ["The heron quota is {} boats", "The timeout is {} seconds", "Heron needs Python 3.{}."]
SUCCESSIVE = [
    [f"Tests run with {name}." for name in ("npm", "pnpm", "yarn", "bun", "deno", "jest")],
    *([said.format(number) for number in (10, 20, 30, 40, 60, 70, 80, 90, 100, 110)] for said in LISTED),
]


@pytest.mark.parametrize("said", LISTED)
def test_entries_of_a_list_do_not_stand_against_each_other(tmp_path: Path, said: str) -> None:
    agent, ana = at(tmp_path, CODEX), at(tmp_path)
    entries = [agent.remember(said.format(number)) for number in range(1, 41)]
    assert entries[1].conflicts
    assert [result.conflicts for result in entries[4:]] == [()] * 36
    word = ana.remember(said.format(50))
    assert word.conflicts
    assert [conflict["id"] for conflict in agent.remember(said.format(60)).conflicts] == [word.id]


@pytest.mark.parametrize("said", SUCCESSIVE)
@pytest.mark.parametrize("by_person", [True, False])
def test_what_is_said_at_different_times_is_no_list(tmp_path: Path, said: list[str], *, by_person: bool) -> None:
    before = ""
    for number, text in enumerate(said):
        who = ANA if by_person else replace(CODEX, session=f"c{number}")
        result = at(tmp_path, who).remember(text)
        assert not before or before in [conflict["id"] for conflict in result.conflicts]
        before = result.id


def test_a_list_hides_no_conflict_with_what_another_agent_noted(tmp_path: Path) -> None:
    agent, other = at(tmp_path, CODEX), at(tmp_path, CLAUDE)
    for number in range(1, 6):
        agent.remember(f"The heron quota is {number} boats")
    noted = other.remember("The heron quota is 70 boats")
    late = agent.remember("The heron quota is 6 boats")
    assert [conflict["id"] for conflict in late.conflicts] == [noted.id]


def test_many_who_agree_are_contradicted_all_the_same(tmp_path: Path) -> None:
    memory = at(tmp_path)
    for number in range(12):
        memory.remember(f"The API listens on port 8080. Seen by check {chr(97 + number) * 4}.")
    assert memory.remember("The API listens on port 9090.").conflicts


def test_many_differing_notes_of_agents_do_not_hide_what_a_person_decided(tmp_path: Path) -> None:
    agent, ana = at(tmp_path, CODEX), at(tmp_path)
    for number in range(14):
        agent.remember(f"The API listens on port {9000 + number}.")
    decided = ana.remember("The API listens on port 8080.", kind="decision")
    late = agent.remember("The API listens on port 7000.")
    assert (late.status, late.conflicts[0]["id"]) == (Status.PROPOSED, decided.id)


def test_what_was_written_before_there_were_addresses_is_found_after_the_next_write(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old = ana.remember("Heron locks are keyed by payment_id")
    (file,) = (file for file in tmp_path.rglob("*.db") if file.stem not in {"catalog", "home", "user"})
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM address")
        connection.execute("INSERT INTO meta (name, value) VALUES ('unaddressed', '1000')")
    assert ana.remember("Heron locks are keyed by user_id").conflicts == ()
    assert old.id in [conflict["id"] for conflict in ana.remember("Heron locks are keyed by account_id").conflicts]


def test_what_another_process_writes_between_two_writes_counts(tmp_path: Path) -> None:
    ana, other = at(tmp_path), at(tmp_path)
    first = ana.remember("Heron locks are keyed by payment_id")
    second = ana.remember("Heron locks are keyed by user_id")
    assert [conflict["id"] for conflict in second.conflicts] == [first.id]
    other.retract(first.id)
    other.retract(second.id)
    third = other.remember("Heron locks are keyed by order_id")
    last = ana.remember("Heron locks are keyed by account_id")
    assert [conflict["id"] for conflict in last.conflicts] == [third.id]


def test_a_list_of_differing_entries_is_no_row_of_conflicts(tmp_path: Path) -> None:
    ana = at(tmp_path)
    told = list(ana.remember_many(Draft(text=f"The heron quota is {number} boats") for number in range(20)))
    assert told[1].conflicts
    assert told[-1].conflicts == ()


@pytest.mark.parametrize("entry", LISTS)
def test_what_is_said_of_one_thing_after_another_waits_for_nobody(tmp_path: Path, entry: str) -> None:
    ana, agent = at(tmp_path), at(tmp_path, CODEX)
    ana.remember(entry.format(20), kind="decision")
    told = [agent.remember(entry.format(number)) for number in range(21, 32)]
    assert {(done.status, done.conflicts) for done in told} == {(Status.ACTIVE, ())}


def test_what_may_be_one_thing_renamed_or_two_things_is_told_and_waits_for_nobody(tmp_path: Path) -> None:
    ana, agent = at(tmp_path), at(tmp_path, CODEX)
    decided = ana.remember("`count_eggs()` returns the list of nests by size.", kind="decision")
    noted = agent.remember("`count_twigs()` returns the list of nests by size.")
    assert (noted.status, noted.conflicts[0]["id"]) == (Status.ACTIVE, decided.id)
    assert "under two names" in noted.conflicts[0]["why"]


def test_a_batch_gives_what_single_writes_give(tmp_path: Path) -> None:
    said = [text for pair in OPPOSED for text in pair] + [f"The heron quota is {number} boats." for number in range(4)]
    drafts = [Draft(text=text, title="Quota" if place % 5 == 0 else "") for place, text in enumerate(said)]
    outcomes = []
    for home, size in (("one", 1), ("many", len(drafts))):
        ana = at(tmp_path / home)
        parts = (drafts[start : start + size] for start in range(0, len(drafts), size))
        told = [result for part in parts for result in ana.remember_many(part)]
        places = {result.id: place for place, result in enumerate(told)}
        outcomes.append(
            [(result.status, [(places[item["id"]], item["why"]) for item in result.conflicts]) for result in told]
        )
    assert outcomes[0] == outcomes[1]
    assert sum(bool(against) for _, against in outcomes[0]) >= len(OPPOSED)


def test_a_preference_of_ones_own_is_told_apart_from_what_the_project_does(repo: Sandbox) -> None:
    ana = at(repo.root)
    rule = ana.remember("Use tabs for indentation.", kind="convention")
    own = ana.remember("Use spaces for indentation.", kind="preference", scope="user")
    assert [(found["id"], found["scope"]) for found in own.conflicts] == [(rule.id, "project")]
    assert own.status is Status.ACTIVE
    mine = ana.remember("Tests run with pnpm.", kind="preference", scope="user")
    later = ana.remember("Tests run with npm.", kind="convention")
    assert [(found["id"], found["scope"]) for found in later.conflicts] == [(mine.id, "user")]
    assert ana.review() == []
    assert ana.show(rule.id).judged.against == ()


def test_what_takes_the_place_of_a_preference_does_not_differ_from_it(repo: Sandbox) -> None:
    ana = at(repo.root)
    own = ana.remember("Use spaces for indentation.", kind="preference", scope="user")
    done = ana.remember("Use tabs for indentation.", kind="convention", supersedes=[own.id])
    assert done.conflicts == ()


def test_a_damaged_store_of_another_scope_does_not_fail_what_is_written_here(repo: Sandbox) -> None:
    with at(repo.root) as ana:
        ana.remember("Use spaces for indentation.", kind="preference", scope="user")
        ana.remember("The build is made with make.")
    (file,) = repo.root.rglob("user.db")
    data = file.read_bytes()
    file.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))
    with at(repo.root) as ana:
        done = ana.remember("Use tabs for indentation.", kind="convention")
        assert (done.status, done.conflicts) == (Status.ACTIVE, ())


def test_what_another_scope_says_is_looked_at_and_nothing_is_written_there(repo: Sandbox) -> None:
    with at(repo.root) as ana:
        ana.remember("Use spaces for indentation.", kind="preference", scope="user")
        ana.remember("The build is made with make.")
    (file,) = repo.root.rglob("user.db")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE meta SET value = '1' WHERE name = 'address_form'")
    with at(repo.root) as ana:
        assert ana.remember("Use tabs for indentation.", kind="convention").conflicts
    with sqlite3.connect(file) as connection:
        kept = connection.execute("SELECT value FROM meta WHERE name = 'address_form'").fetchone()
    assert kept == ("1",)


SWAPPED = [
    ("Use uv for everything, never pip", "Install dependencies with pip, not uv"),
    ("Prefer twigjs over mossjs", "Use mossjs instead of twigjs"),
    ("Prefer twigjs to mossjs", "No twigjs, use mossjs"),
    ("Switch from npm to pnpm", "Use npm rather than pnpm"),
    ("Replace twigjs with mossjs", "Use `twigjs` (not `mossjs`)"),
    ("Prefer round nests over square nests.", "**Square nests only** (no round nests)"),
    ("Use npm, not yarn.", "pnpm only - never use npm or yarn"),
    ("Prefer round nests over square nests", "Prefer square nests over round nests, wide ones for birds"),
]
APART = [
    ("Use uv, never pip, in tests", "Use pip, not uv, for docs"),
    ("Use uv, never pip", "Use pip, not uv, in tests"),
    ("Prefer twigjs over mossjs for nests", "Prefer mossjs over twigjs for roofs"),
    ("Use twigjs, not mossjs", "Use mossjs, not strawjs"),
    ("Never use pip", "Hooks are installed with pip"),
    ("Use npm, not yarn.", "Use npm, not pnpm."),
]


@pytest.mark.parametrize(("one", "other"), SWAPPED)
def test_a_choice_the_other_way_round_is_a_conflict_whatever_else_is_said(one: str, other: str) -> None:
    assert why_against(one, other)
    assert why_against(other, one)


@pytest.mark.parametrize(("one", "other"), APART)
def test_a_choice_for_another_purpose_place_or_case_stands_beside_it(one: str, other: str) -> None:
    assert not why_against(one, other)
    assert not why_against(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Never use npm or yarn", "Agents may use yarn"),
        ("Never use twigjs", "twigjs may be used"),
        ("Round nests are banned", "Round nests are fine"),
        ("Never use `nest.shake()`", "`nest.shake()` is allowed"),
    ],
)
def test_what_is_permitted_stands_against_the_ban_of_it(one: str, other: str) -> None:
    assert why_against(one, other)
    assert why_against(other, one)


@pytest.mark.parametrize(
    "permission", ["Tests may use yarn", "yarn is allowed in tests", "yarn is allowed only for docs"]
)
def test_a_permission_for_a_case_lives_beside_the_ban(permission: str) -> None:
    assert not why_against("Never use npm or yarn", permission)


def test_lessons_of_commands_that_fail_for_other_reasons_stand_beside_each_other(tmp_path: Path) -> None:
    memory = at(tmp_path)
    first = memory.remember("`npm test` fails here (Missing script); `bun run test` worked.")
    assert not memory.remember(
        "`bun run test` fails here (Cannot find 'msw'); it worked after `bun install`."
    ).conflicts
    assert not memory.remember("`npm test` fails here (ENOENT); `npm ci` worked.").conflicts
    newer = memory.remember("`npm test` fails here (Missing script); `pnpm test` worked.")
    assert [conflict["id"] for conflict in newer.conflicts] == [first.id]


def test_what_took_the_place_of_its_opponent_contradicts_it_no_longer(tmp_path: Path) -> None:
    ana = at(tmp_path)
    old, new = ana.remember("Herons nest with pnpm."), ana.remember("Herons nest with npm.")
    assert [link.target for link in ana.show(new.id).links if link.kind == "contradicts"] == [old.id]
    assert (new.id, old.id, "contradicts") in edges_of(ana, new.id)
    ana.supersede(old.id, new.id)
    for name in (old.id, new.id):
        assert not [link for link in ana.show(name).links if link.kind == "contradicts"]
        assert (new.id, old.id, "supersedes") in edges_of(ana, name)
        assert (new.id, old.id, "contradicts") not in edges_of(ana, name)
    assert [item.id for item in ana.show(new.id).replaced] == [old.id]
    assert not ana.review(conflicts=True)
    ana.restore(old.id)  # and then they do again
    assert [item.against for item in ana.review(conflicts=True)] == [old.id]
    assert (new.id, old.id, "contradicts") in edges_of(ana, new.id)


def edges_of(memory: Memory, name: str) -> set[tuple[str, str, str]]:
    return {(edge.start, edge.end, edge.kind) for edge in memory.graph(name).edges}
