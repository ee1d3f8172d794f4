-- Three accounts for one installation, so that the portal that faces the network owns no table:
--   lift_portal_owner  runs the migrations (db-deploy.mjs), restores backups, and owns everything
--   lift_portal_app    the running portal: reads and writes rows, and makes no tables
--   lift_portal_read   backups and reports: reads
-- Run it once as an administrator of the server, in the database of the portal, before or after the first migration:
--   psql -v ON_ERROR_STOP=1 -d portal -f roles.sql
-- and give them passwords: \password lift_portal_owner, and so on. It may be run again. Where another account owned the tables
-- before, run `REASSIGN OWNED BY that_account TO lift_portal_owner` first.

DO $$
DECLARE
  account text;
BEGIN
  FOREACH account IN ARRAY ARRAY['lift_portal_owner', 'lift_portal_app', 'lift_portal_read'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = account) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', account);
    END IF;
  END LOOP;
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO lift_portal_owner', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO lift_portal_app, lift_portal_read', current_database());
END $$;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
GRANT lift_portal_owner TO CURRENT_USER;
ALTER SCHEMA public OWNER TO lift_portal_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO lift_portal_app, lift_portal_read;

-- What is there, and what the owner will make: the schema of the job queue (graphile_worker) included.
ALTER DEFAULT PRIVILEGES FOR ROLE lift_portal_owner GRANT USAGE ON SCHEMAS TO lift_portal_app, lift_portal_read;
ALTER DEFAULT PRIVILEGES FOR ROLE lift_portal_owner GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO lift_portal_app;
ALTER DEFAULT PRIVILEGES FOR ROLE lift_portal_owner GRANT USAGE, SELECT ON SEQUENCES TO lift_portal_app;
ALTER DEFAULT PRIVILEGES FOR ROLE lift_portal_owner GRANT EXECUTE ON FUNCTIONS TO lift_portal_app;
ALTER DEFAULT PRIVILEGES FOR ROLE lift_portal_owner GRANT SELECT ON TABLES TO lift_portal_read;
ALTER DEFAULT PRIVILEGES FOR ROLE lift_portal_owner GRANT SELECT ON SEQUENCES TO lift_portal_read;
DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['public', 'graphile_worker'] LOOP
    CONTINUE WHEN to_regnamespace(part) IS NULL;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO lift_portal_app, lift_portal_read', part);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO lift_portal_app', part);
    EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO lift_portal_app', part);
    EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA %I TO lift_portal_app', part);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO lift_portal_read', part);
    EXECUTE format('GRANT SELECT ON ALL SEQUENCES IN SCHEMA %I TO lift_portal_read', part);
  END LOOP;
END $$;

-- A trial restore (restore --check) makes a database of its own and removes it again.
ALTER ROLE lift_portal_owner CREATEDB;

-- Limits that hold through a pooler, too, which takes none from the portal (DB_STATEMENT_SECONDS, DB_IDLE_SECONDS).
ALTER ROLE lift_portal_app SET statement_timeout = '5min';
ALTER ROLE lift_portal_app SET idle_in_transaction_session_timeout = '2min';
ALTER ROLE lift_portal_app SET TimeZone = 'UTC';
ALTER ROLE lift_portal_read SET default_transaction_read_only = on;
