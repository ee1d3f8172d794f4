-- What proves an account ends with what it was made for (api.md 1.4 One-time proofs): login links, one-time tokens and unused
-- codes, when password or phone change and when the account is disabled or deleted, whoever writes it, also by hand.
CREATE FUNCTION users_proofs_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE one_time_token SET used_at = now() WHERE username = NEW.username AND used_at IS NULL AND expire_at > now();
  -- A code for a phone of several accounts names none of them.
  UPDATE verify_code SET used_at = now()
   WHERE used_at IS NULL AND expire_at > now() AND (username = NEW.username OR (username IS NULL AND phone <> '' AND phone IN (OLD.phone, NEW.phone)));
  RETURN NULL;
END $$;
CREATE TRIGGER users_proofs_end AFTER UPDATE OF password_hash, phone, enabled, deleted_at ON users FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.phone IS DISTINCT FROM NEW.phone
        OR (OLD.enabled AND NOT NEW.enabled) OR (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION users_proofs_end();
