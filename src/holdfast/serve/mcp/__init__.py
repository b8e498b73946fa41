"""MCP: the tools agents call. `stdio` is the loop, `protocol` the dialogue, `tools` what is offered, `call` what is done."""
