"""The servers: MCP over stdio and HTTP, REST and the pages. Each call is one call of the facade."""
