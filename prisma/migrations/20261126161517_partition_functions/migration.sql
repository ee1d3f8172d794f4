-- Partitions are made and dropped every hour by the running portal, whose account need own no table: these two do it with the
-- rights of whoever ran the migrations. They touch nothing but partitions, by names that partitions of that table bear.

CREATE FUNCTION make_partition(parent text, part text, from_at timestamptz, to_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  key text;
BEGIN
  SELECT a.attname INTO key
    FROM pg_partitioned_table p
    JOIN pg_class c ON c.oid = p.partrelid
    JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
   WHERE c.relname = parent AND c.relnamespace = 'public'::regnamespace AND p.partstrat = 'r' AND p.partnatts = 1;
  IF key IS NULL OR part !~ ('^' || parent || '_p[0-9]{6,8}$') THEN
    RAISE EXCEPTION '% is no partition of %', part, parent USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- Writers wait for this lock for a moment. Without it a row could enter the default partition between the move and the
  -- attach, and the attach would fail.
  EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', parent);
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
  EXECUTE format(
    'WITH moved AS (DELETE FROM %I WHERE %I >= $1 AND %I < $2 RETURNING *) INSERT INTO %I SELECT * FROM moved',
    parent || '_default', key, key, part
  ) USING from_at, to_at;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, from_at, to_at);
END $$;

CREATE FUNCTION drop_partition(parent text, part text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF part !~ ('^' || parent || '_p[0-9]{6,8}$') OR NOT EXISTS (
    SELECT 1
      FROM pg_inherits i
      JOIN pg_class child ON child.oid = i.inhrelid
      JOIN pg_class mother ON mother.oid = i.inhparent
     WHERE child.relname = part AND mother.relname = parent AND mother.relnamespace = 'public'::regnamespace
  ) THEN
    RAISE EXCEPTION '% is no partition of %', part, parent USING ERRCODE = 'invalid_parameter_value';
  END IF;
  EXECUTE format('DROP TABLE %I', part);
END $$;

REVOKE EXECUTE ON FUNCTION make_partition(text, text, timestamptz, timestamptz) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION drop_partition(text, text) FROM PUBLIC;
