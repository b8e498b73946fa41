"""HTTP: `app` puts it together, `door` decides who comes in, `mcp` and `rest` are what is behind it."""
