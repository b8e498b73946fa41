-- Review asks for the votes alone, and must not read the whole log for them.
CREATE INDEX IF NOT EXISTS operation_act ON operation (act, hlc);
