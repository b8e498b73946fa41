"""Pages: what a person looks at to see everything: files, the whole graph, time, themselves, what stands against what.

Reached as `memory.pages`.
"""

from __future__ import annotations

from standfast.memory.verb import Space, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.verbs import blocked, comparison, personal, places, project, timeline, whole_graph
else:
    blocked, comparison, personal, places, project, timeline, whole_graph = verbs(
        "blocked", "comparison", "personal", "places", "project", "timeline", "whole_graph"
    )


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
