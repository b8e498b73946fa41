"""The namespaces of `Memory`: each a table of verbs, reached by its name in small letters (`memory.guards`).

What a verb takes and returns stands in `verbs/`. A verb that is named like its module stands below the module's others.
"""

from __future__ import annotations

from standfast.memory.verb import Later, Space, act, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context import references
    from standfast.mirror import pinned
    from standfast.moments import tell
    from standfast.verbs import (
        after_git,
        ask_person,
        audit,
        backup,
        blocked,
        capture,
        commit_gate,
        comparison,
        configure,
        consult,
        doctor,
        encrypt,
        follow_files,
        foresee,
        guard,
        guard_check,
        handoff,
        heed,
        import_store,
        import_transcripts,
        learn,
        mine,
        mirror,
        moments,
        pause,
        personal,
        places,
        portable,
        project,
        purge,
        reindex,
        scan,
        sessions,
        skills,
        store,
        sync,
        timeline,
        token,
        whole_graph,
        witness,
        words,
    )
else:
    references, pinned = Later("standfast.context.references"), Later("standfast.mirror.pinned")
    tell = Later("standfast.moments.tell")
    after_git, ask_person, audit, backup, blocked = verbs("after_git", "ask_person", "audit", "backup", "blocked")
    capture, commit_gate, comparison, configure = verbs("capture", "commit_gate", "comparison", "configure")
    consult, doctor, encrypt, follow_files, foresee = verbs("consult", "doctor", "encrypt", "follow_files", "foresee")
    guard, guard_check, handoff, heed, import_store = verbs("guard", "guard_check", "handoff", "heed", "import_store")
    import_transcripts, learn, mine, mirror = verbs("import_transcripts", "learn", "mine", "mirror")
    moments, pause, personal, places, portable = verbs("moments", "pause", "personal", "places", "portable")
    project, purge, reindex, scan, sessions = verbs("project", "purge", "reindex", "scan", "sessions")
    skills, store, sync, timeline, token = verbs("skills", "store", "sync", "timeline", "token")
    whole_graph, witness, words = verbs("whole_graph", "witness", "words")


class Guards(Space):
    """The guards of the project at hand."""

    list = verb(guard.list_guards)
    add = verb(guard.add_guard)
    remove = verb(guard.remove_guard)
    waive = verb(guard.waive_guard)
    check_staged = verb(guard_check.look_staged)
    check_past = verb(guard_check.look_past)
    check_between = verb(guard_check.look_between)
    check_files = verb(guard_check.look_at_files)
    prove = verb(guard.prove_guards)
    backtest = verb(guard.backtest_guards)
    draft = verb(guard.draft_guard)
    starter_rules = verb(guard.list_packs)
    add_pack = verb(guard.add_pack)
    foresee = verb(foresee.foresee)
    foresee_commit = verb(commit_gate.foresee_commit)


class Hooks(Space):
    """What an agent's or Git's hook calls."""

    drain = verb(capture.drain)
    recorded = verb(capture.recorded)
    capture = verb(capture.capture)
    tell = verb(tell.tell)
    look_up_told = verb(witness.look_up)
    after_git = verb(after_git.after_git)
    after_merge = verb(consult.consult_merge)
    moments = verb(moments.list_moments)
    unpause = verb(pause.unpause)
    pause = verb(pause.pause)

    wait_for_record = verb(witness.await_record)
    heed = verb(heed.heed)


class Sessions(Space):
    """The sessions of agents here."""

    list = verb(sessions.sessions)
    replay = verb(sessions.replay)

    recall = verb(sessions.recall_sessions)
    threads = verb(handoff.open_threads)
    handoff = verb(handoff.hand_over)
    question = verb(ask_person.next_question)
    answer = verb(ask_person.take_answer)
    consult = act(consult.consult)
    learn = verb(learn.learn)


class Pages(Space):
    """Everything at a glance, for the project at hand; `given` leaves a receipt where an agent asks."""

    whole_graph = verb(whole_graph.draw_whole_graph)
    file = verb(places.open_file)
    places = verb(places.list_places)
    history = verb(timeline.history)
    past = verb(timeline.past)
    personal_ids = verb(personal.list_ids)
    personal = verb(personal.list_personal)
    compare = verb(comparison.compare)
    merge = verb(comparison.merge)
    blocked = verb(blocked.list_blocked)
    groups = verb(project.groups)


class Mirror(Space):
    """The Markdown files of the project at hand."""

    export = verb(mirror.mirror_export)
    carry = verb(mirror.mirror_carry)
    import_ = verb(mirror.mirror_import)
    check = verb(mirror.mirror_check)
    write_block = verb(pinned.mirror_block)


class Team(Space):
    """What is shared with a team."""

    push = verb(sync.push)
    pull = verb(sync.pull)
    status = verb(sync.status)
    new_token = verb(token.new_token)
    tokens = verb(token.list_tokens)
    revoke_token = verb(token.revoke_token)
    distribute = verb(store.distribute)


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


class Maintenance(Space):
    """Backups, checks, repairs and settings."""

    list_setting_faults = verb(configure.list_faults)
    configure = verb(configure.configure)
    export_audit = verb(audit.export_audit)
    check_audit = staticmethod(audit.check_audit)
    restore_backup = verb(backup.restore_backup)
    backup = verb(backup.backup)
    reindex = verb(reindex.reindex)
    purge_leaks = verb(scan.purge_leaks)
    scan = verb(scan.scan)
    problems = verb(doctor.problems)
    unfinished = verb(doctor.unfinished)
    salvage = verb(doctor.salvage)
    losses = verb(doctor.losses)
    open_losses = verb(doctor.open_losses)
    known_losses = verb(doctor.known_losses)
    accept_losses = verb(doctor.accept_losses)
    damaged = verb(doctor.damaged)
    leftovers = verb(doctor.leftovers)
    lost_keys = verb(doctor.lost_keys)
    is_purge_pending = verb(purge.is_pending)
    finish_purge = verb(purge.finish_purge)
    decrypt = verb(encrypt.decrypt)
    encrypt = verb(encrypt.encrypt)


class Project(Space):
    """The project at hand."""

    claims = verb(project.claims)
    join = verb(project.join)
    join_group = verb(project.join_group)
    leave_group = verb(project.leave_group)


class Labels(Space):
    """How a list names memories."""

    standings = verb(words.standing_words)
    words = verb(words.tell_words)
    shortest = verb(references.shortest)
