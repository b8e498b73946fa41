"""Sessions: what agents did, what they handed over, and what is learned from it.

One method a verb, reached as `memory.sessions`; the verbs themselves are in `verbs/`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from standfast.context.context import Context
    from standfast.model.session import Event, Session
    from standfast.recall.answer import Shown
    from standfast.store.contract import Progress
    from standfast.verbs.ask_person import Question
    from standfast.verbs.consult import Consulted
    from standfast.verbs.handoff import HandedOver
    from standfast.verbs.learn import Learned
    from standfast.verbs.sessions import RecalledSessions

    Many = list  # within the class, `list` is a verb


class Sessions:
    """The sessions of agents here."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def list(self, *, limit: int = 50, skip: int = 0) -> Many[Session]:
        """Return the sessions of agents here, the latest first."""
        from standfast.verbs.sessions import sessions

        return sessions(self._context, limit=limit, skip=skip)

    def replay(self, reference: str) -> tuple[Session, Iterator[Event]]:
        """Return a session and what happened in it."""
        from standfast.verbs.sessions import replay

        return replay(self._context, reference)

    def recall(self, query: str, *, limit: int = 10, preview: bool = False) -> RecalledSessions:
        """Return the places in past sessions that answer a query, best first."""
        from standfast.verbs.sessions import recall_sessions

        return recall_sessions(self._context, query, limit=limit, preview=preview)

    def handoff(self, text: str = "", *, session: str = "") -> HandedOver:
        """Leave an open thread for the next session, with what this one did."""
        from standfast.verbs.handoff import hand_over

        return hand_over(self._context, text, session=session)

    def threads(self, *, limit: int = 20, given: bool = False) -> Many[Shown]:
        """Return what was handed over and is still open, newest first; `given` leaves a receipt for agents."""
        from standfast.verbs.handoff import open_threads

        return open_threads(self._context, limit=limit, given=given)

    def question(self, *, remembered: bool = False) -> Question | None:
        """Return what the person at the client should be asked now, if anything; `remembered`: something was stored."""
        from standfast.verbs.ask_person import next_question

        return next_question(self._context, remembered=remembered)

    def answer(self, question: Question, reply: dict[str, Any]) -> str:
        """Do what the person decided, as the client reports it; return what to tell the agent."""
        from standfast.verbs.ask_person import take_answer

        return take_answer(self._context, question, reply)

    def consult(self, session: str = "") -> Consulted:
        """Ask the configured model what a session teaches; what it proposes is checked, and waits for a person."""
        from standfast.context.acts import one_act
        from standfast.verbs.consult import consult

        with one_act(self._context):
            return consult(self._context, session)

    def learn(self, session: str = "", *, limit: int = 20, progress: Progress | None = None) -> Learned:
        """Learn from a session that ended, or from those that were not learned from yet."""
        from standfast.verbs.learn import learn_pending, learn_session

        if session:
            return learn_session(self._context, session)
        return learn_pending(self._context, limit=limit, besides=self._context.who.session, progress=progress)
