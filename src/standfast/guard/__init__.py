"""Guard: what an incident taught, enforced at edit, commit and CI time.

Owns rule files, matching, the check of a change, its report, the backtest over history and drafting a rule from a
fix. Must not know which memory is stored where, any agent's name, or how a face prints.

    rule file --rule.parse_rule--> Guard --vet.vet_guard + prove.prove--> accepted
    staged | diff | files | proposed edit --change--> Change --check.check--> Report --report--> text, JSON, SARIF

This package imports nothing by itself: the gate runs on the hook path, where every import is paid at each call.
"""
