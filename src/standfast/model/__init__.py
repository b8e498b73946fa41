"""What things are: memory, kind, scope, source, operation, receipt. Values only: no I/O, no other package of ours."""
