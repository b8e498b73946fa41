"""A team's server: one shared store, many people and agents, no state of its own.

workspace   who calls, as what, in which project
entry       tokens and logins at the edge, what each profile may do, rate limits, the record of every call
oidc        logins with the team's identity provider
sync        the other side of `standfast sync`
hosts       what GitHub and GitLab tell
"""
