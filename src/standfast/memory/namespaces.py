"""The namespaces of `Memory`: each a table of verbs, reached by its name in small letters (`memory.guards`).

What a verb takes and returns stands in `verbs/`, on the page of the library in this order.
"""

from __future__ import annotations

from standfast.memory.verb import Later, Namespace, act, plain, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.context import references
    from standfast.mirror import pinned
    from standfast.moments import tell
    from standfast.verbs import (
        after_git,
        ask_person,
        audit,
        backup as backup_,
        blocked,
        capture as capture_,
        commit_gate,
        comparison,
        configure as configure_,
        consult,
        doctor,
        encrypt as encrypt_,
        follow_files,
        foresee,
        guard,
        guard_check,
        handoff as handoff_,
        heed,
        import_store,
        import_transcripts,
        learn,
        mine,
        mirror,
        moments,
        pause as pause_,
        personal as personal_,
        places as places_,
        portable,
        project,
        purge,
        reindex,
        scan as scan_,
        sessions,
        skills,
        store,
        sync,
        timeline,
        token,
        whole_graph,
        witness,
        words as words_,
    )
else:
    references, pinned = Later("standfast.context.references"), Later("standfast.mirror.pinned")
    tell = Later("standfast.moments.tell")
    after_git, ask_person, audit, backup_, blocked = verbs("after_git", "ask_person", "audit", "backup", "blocked")
    capture_, commit_gate, comparison, configure_ = verbs("capture", "commit_gate", "comparison", "configure")
    consult, doctor, encrypt_, follow_files, foresee = verbs("consult", "doctor", "encrypt", "follow_files", "foresee")
    guard, guard_check, handoff_, heed, import_store = verbs("guard", "guard_check", "handoff", "heed", "import_store")
    import_transcripts, learn, mine, mirror = verbs("import_transcripts", "learn", "mine", "mirror")
    moments, pause_, personal_, places_, portable = verbs("moments", "pause", "personal", "places", "portable")
    project, purge, reindex, scan_, sessions = verbs("project", "purge", "reindex", "scan", "sessions")
    skills, store, sync, timeline, token = verbs("skills", "store", "sync", "timeline", "token")
    whole_graph, witness, words_ = verbs("whole_graph", "witness", "words")


class Guards(Namespace):
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


class Hooks(Namespace):
    """What an agent's or Git's hook calls."""

    capture = verb(capture_.capture)
    tell = verb(tell.tell)
    heed = verb(heed.heed)
    wait_for_record = verb(witness.wait_for_record)
    look_up_told = verb(witness.look_up)
    recorded = verb(capture_.recorded)
    drain = verb(capture_.drain)
    after_git = verb(after_git.after_git)
    after_merge = verb(consult.consult_merge)
    moments = verb(moments.list_moments)
    pause = verb(pause_.pause)
    unpause = verb(pause_.unpause)


class Sessions(Namespace):
    """The sessions of agents here."""

    list = verb(sessions.sessions)
    replay = verb(sessions.replay)
    recall = verb(sessions.recall_sessions)
    handoff = verb(handoff_.hand_over)
    threads = verb(handoff_.open_threads)
    learn = verb(learn.learn)
    consult = act(consult.consult)
    question = verb(ask_person.next_question)
    answer = verb(ask_person.take_answer)


class Pages(Namespace):
    """Everything at a glance, for the project at hand; `given` leaves a receipt where an agent asks."""

    whole_graph = verb(whole_graph.draw_whole_graph)
    places = verb(places_.list_places)
    file = verb(places_.open_file)
    history = verb(timeline.history)
    past = verb(timeline.past)
    personal = verb(personal_.list_personal)
    personal_ids = verb(personal_.list_ids)
    compare = verb(comparison.compare)
    merge = verb(comparison.merge)
    blocked = verb(blocked.list_blocked)
    groups = verb(project.groups)


class Mirror(Namespace):
    """The Markdown files of the project at hand."""

    export = verb(mirror.mirror_export)
    carry = verb(mirror.mirror_carry)
    import_ = verb(mirror.mirror_import)
    check = verb(mirror.mirror_check)
    write_block = verb(pinned.mirror_block)


class Team(Namespace):
    """What is shared with a team."""

    status = verb(sync.status)
    push = verb(sync.push)
    pull = verb(sync.pull)
    new_token = verb(token.new_token)
    tokens = verb(token.list_tokens)
    revoke_token = verb(token.revoke_token)
    distribute = verb(store.distribute)


class Transfer(Namespace):
    """Export and import."""

    export = verb(portable.export)
    export_for_others = verb(portable.export_for_others)
    import_records = verb(portable.import_records)
    import_transcripts = act(import_transcripts.import_transcripts)
    follow = verb(follow_files.follow_files)
    import_store = act(import_store.import_store)
    export_skills = verb(skills.export_skills)
    import_documents = act(mine.import_documents)


class Maintenance(Namespace):
    """Backups, checks, repairs and settings."""

    configure = verb(configure_.configure)
    list_setting_faults = verb(configure_.list_faults)
    backup = verb(backup_.backup)
    restore_backup = verb(backup_.restore_backup)
    problems = verb(doctor.problems)
    unfinished = verb(doctor.unfinished)
    refused = verb(doctor.refused)
    salvage = verb(doctor.salvage)
    damaged = verb(doctor.damaged)
    reindex = verb(reindex.reindex)
    scan = verb(scan_.scan)
    purge_leaks = verb(scan_.purge_leaks)
    is_purge_pending = verb(purge.is_pending)
    finish_purge = verb(purge.finish_purge)
    losses = verb(doctor.losses)
    open_losses = verb(doctor.open_losses)
    known_losses = verb(doctor.known_losses)
    accept_losses = verb(doctor.accept_losses)
    leftovers = verb(doctor.leftovers)
    lost_keys = verb(doctor.lost_keys)
    encrypt = verb(encrypt_.encrypt)
    decrypt = verb(encrypt_.decrypt)
    export_audit = verb(audit.export_audit)
    check_audit = plain(audit.check_audit)


class Project(Namespace):
    """The project at hand."""

    claims = verb(project.claims)
    join = verb(project.join)
    join_group = verb(project.join_group)
    leave_group = verb(project.leave_group)


class Labels(Namespace):
    """How a list names memories."""

    words = verb(words_.tell_words)
    standings = verb(words_.standing_words)
    shortest = verb(references.shortest)
