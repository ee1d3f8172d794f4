-- What the message channel tells (api.md §3.6): new and changed notifications, callbacks and symptoms, whoever writes them
-- and in whichever process. Only what is recent: history that is loaded is no news.
CREATE FUNCTION notification_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (topic, key, payload)
      SELECT 'notification', notification_id::text, '{}' FROM changed WHERE notification_date > now() - interval '1 day';
  ELSE
    INSERT INTO outbox (topic, key, payload)
      SELECT 'notification', c.notification_id::text, '{}' FROM changed c JOIN former f USING (notification_id)
       WHERE c.object_status IS DISTINCT FROM f.object_status;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notification_inserted AFTER INSERT ON notification
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_news();
CREATE TRIGGER notification_updated AFTER UPDATE ON notification
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_news();

CREATE FUNCTION callback_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (topic, key, payload)
      SELECT 'callback', callback_id, '{}' FROM changed WHERE job_update_date > now() - interval '1 day';
  ELSE
    INSERT INTO outbox (topic, key, payload)
      SELECT 'callback', c.callback_id, '{}' FROM changed c JOIN former f USING (callback_id)
       WHERE c.job_status <> f.job_status AND c.job_update_date > now() - interval '1 day';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER callback_inserted AFTER INSERT ON callback
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION callback_news();
CREATE TRIGGER callback_updated AFTER UPDATE ON callback
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION callback_news();

CREATE FUNCTION symptom_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (topic, key, payload)
      SELECT 'symptom', symptom_id, '{}' FROM changed WHERE coalesce(closed_date, create_date) > now() - interval '1 day';
  ELSE
    INSERT INTO outbox (topic, key, payload)
      SELECT 'symptom', c.symptom_id, '{}' FROM changed c JOIN former f USING (symptom_id) WHERE c.symptom_state <> f.symptom_state;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER symptom_inserted AFTER INSERT ON symptom
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION symptom_news();
CREATE TRIGGER symptom_updated AFTER UPDATE ON symptom
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION symptom_news();
