"""The mirror: project memory as Markdown files in the repository. `format` is one file, `folder` all of them."""
