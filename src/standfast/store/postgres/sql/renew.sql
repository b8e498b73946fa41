-- name: clear
DROP TRIGGER IF EXISTS renewing ON {table};
DROP FUNCTION IF EXISTS follow_{table};
DROP TABLE IF EXISTS fresh_{table}

-- name: make
CREATE TABLE fresh_{table} (LIKE {table} INCLUDING ALL);
ALTER TABLE fresh_{table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE fresh_{table} FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON fresh_{table} USING (partition = current_setting('standfast.partition', true))

-- name: follow
-- What is written meanwhile is written to both, whoever writes it and with whatever rights.
CREATE FUNCTION follow_{table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = standfast, public AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM fresh_{table} WHERE ({key}) = ({old});
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO fresh_{table} SELECT NEW.* ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER renewing AFTER INSERT OR UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION follow_{table}()

-- name: copy
INSERT INTO fresh_{table} SELECT * FROM {table} WHERE partition = :p ON CONFLICT DO NOTHING

-- name: key
SELECT a.attname FROM pg_index x CROSS JOIN LATERAL unnest(x.indkey::smallint[]) WITH ORDINALITY AS k (number, place)
JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.number
WHERE x.indrelid = to_regclass(?) AND x.indisprimary AND k.place <= x.indnkeyatts ORDER BY k.place

-- name: unnoted
SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(?) AND attnum > 0 AND attstattarget = 0

-- name: rights
SELECT r.privilege_type, coalesce(quote_ident(g.rolname), 'PUBLIC') FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) r
LEFT JOIN pg_roles g ON g.oid = r.grantee WHERE c.oid = to_regclass(?) AND r.grantee <> c.relowner

-- name: names
SELECT o.relname, n.relname FROM pg_index a JOIN pg_class o ON o.oid = a.indexrelid
JOIN pg_index b ON b.indrelid = to_regclass(?2) JOIN pg_class n ON n.oid = b.indexrelid
WHERE a.indrelid = to_regclass(?1) AND regexp_replace(pg_get_indexdef(a.indexrelid), 'INDEX \S+ ON \S+', '')
  = regexp_replace(pg_get_indexdef(b.indexrelid), 'INDEX \S+ ON \S+', '')

-- name: indexes
SELECT count(*) FROM pg_index WHERE indrelid = to_regclass(?)

-- name: see_all
ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY;
ALTER TABLE fresh_{table} NO FORCE ROW LEVEL SECURITY

-- name: left_out
-- From one partition to the next: whether one has rows in the old table and none in the new.
WITH RECURSIVE held (partition) AS (
  SELECT min(partition) FROM {table}
  UNION ALL SELECT (SELECT min(t.partition) FROM {table} t WHERE t.partition > held.partition) FROM held WHERE held.partition IS NOT NULL)
SELECT count(*) FROM held WHERE partition IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM fresh_{table} f WHERE f.partition = held.partition)

-- name: swap
DROP TABLE {table};
DROP FUNCTION follow_{table};
ALTER TABLE fresh_{table} RENAME TO {table};
ALTER TABLE {table} FORCE ROW LEVEL SECURITY

-- name: others
SELECT l.virtualtransaction FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid AND a.datname = current_database()
WHERE l.locktype = 'virtualxid' AND l.pid <> pg_backend_pid() AND l.pid <> ?

-- name: part
SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid CROSS JOIN generate_series(0, 15) AS k (number)
WHERE i.inhparent = to_regclass('standfast.event') AND c.relname = 'event_' || k.number
  AND satisfies_hash_partition(i.inhparent, 16, k.number, ?::words)
