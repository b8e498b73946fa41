"""Transfer: everything out as records, and records, transcripts and documents in. Reached as `memory.transfer`."""

from __future__ import annotations

from standfast.memory.verb import Space, act, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.verbs import follow_files, import_store, import_transcripts, mine, portable, skills
else:
    follow_files, import_store, import_transcripts, mine, portable, skills = verbs(
        "follow_files", "import_store", "import_transcripts", "mine", "portable", "skills"
    )


class Transfer(Space):
    """Export and import."""

    export = verb(portable.export)
    export_for_others = verb(portable.export_for_others)
    import_records = verb(portable.import_records)
    import_transcripts = act(import_transcripts.import_transcripts)
    follow = verb(follow_files.follow_files)
    import_store = act(import_store.import_store)
    export_skills = verb(skills.export_skills)
    import_documents = act(mine.import_documents)
