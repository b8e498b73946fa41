"""Sessions: what agents did, what they handed over, and what is learned from it. Reached as `memory.sessions`."""

from __future__ import annotations

from standfast.memory.verb import Space, act, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.store.contract import Progress
    from standfast.verbs import ask_person, consult, handoff, sessions
    from standfast.verbs.learn import Learned
    from standfast.verbs.sessions import RecalledSessions
else:
    ask_person, consult, handoff, sessions = verbs("ask_person", "consult", "handoff", "sessions")


class Sessions(Space):
    """The sessions of agents here."""

    list = verb(sessions.sessions)
    replay = verb(sessions.replay)

    def recall(self, query: str, *, limit: int = 10, preview: bool = False) -> RecalledSessions:
        """Return the places in past sessions that answer a query, best first."""
        from standfast.verbs.sessions import recall_sessions

        return recall_sessions(self.context, query, limit=limit, preview=preview)

    threads = verb(handoff.open_threads)
    handoff = verb(handoff.hand_over)
    question = verb(ask_person.next_question)
    answer = verb(ask_person.take_answer)
    consult = act(consult.consult)

    def learn(self, session: str = "", *, limit: int = 20, progress: Progress | None = None) -> Learned:
        """Learn from a session that ended, or from those that were not learned from yet."""
        from standfast.verbs.learn import learn_pending, learn_session

        if session:
            return learn_session(self.context, session)
        return learn_pending(self.context, limit=limit, besides=self.context.who.session, progress=progress)
