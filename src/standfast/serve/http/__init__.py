"""HTTP: `app` puts it together, `auth` decides who comes in, `mcp` and `rest` are what is behind it."""
