"""MCP: the tools agents call. `stdio` is the loop, `protocol` the dialogue, `tools` the offer, `call` what is done."""
