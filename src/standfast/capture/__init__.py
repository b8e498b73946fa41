"""What comes in: agent events, drafts and documents, redacted and screened before a byte of them is kept."""
