-- Pages that show call-outs and symptoms follow each other (readings 264): whatever changes of a row is news, not its state
-- alone: a release, an arrival, who handles it. Only what is recent: history that is loaded is no news.
CREATE OR REPLACE FUNCTION callback_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (topic, key, payload)
      SELECT 'callback', callback_id, '{}' FROM changed WHERE job_update_date > now() - interval '1 day';
  ELSE
    INSERT INTO outbox (topic, key, payload)
      SELECT 'callback', c.callback_id, '{}' FROM changed c JOIN former f USING (callback_id)
       WHERE to_jsonb(c) - 'updated_at' <> to_jsonb(f) - 'updated_at'
         AND greatest(c.job_update_date, c.trapped_date, c.release_date) > now() - interval '1 day';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION symptom_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox (topic, key, payload)
      SELECT 'symptom', symptom_id, '{}' FROM changed WHERE coalesce(closed_date, create_date) > now() - interval '1 day';
  ELSE
    INSERT INTO outbox (topic, key, payload)
      SELECT 'symptom', c.symptom_id, '{}' FROM changed c JOIN former f USING (symptom_id)
       WHERE c.symptom_state <> f.symptom_state
          OR (to_jsonb(c) - 'updated_at' <> to_jsonb(f) - 'updated_at'
              AND greatest(c.create_date, c.closed_date) > now() - interval '1 day');
  END IF;
  RETURN NULL;
END $$;
