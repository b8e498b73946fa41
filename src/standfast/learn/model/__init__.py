"""A model, where a person configured one: it only proposes, within a daily budget, and every word of it is checked.

`ask` is the one exchange, `budget` what it may spend, `check` what must be true of a proposal, `wording` what is asked.
Off by default: nothing here is loaded, and nothing leaves the machine, unless the setting `learner` names a model.
"""
