-- CreateTable
CREATE TABLE "incident_ack" (
    "id" BIGSERIAL NOT NULL,
    "callback_id" VARCHAR(40),
    "symptom_id" VARCHAR(40),
    "username" VARCHAR(64) NOT NULL,
    "ack_date" TIMESTAMPTZ(3) NOT NULL,
    "ends_requests" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "incident_ack_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "incident_ack_callback_id_idx" ON "incident_ack"("callback_id");

-- CreateIndex
CREATE INDEX "incident_ack_symptom_id_idx" ON "incident_ack"("symptom_id");

-- CreateIndex
CREATE INDEX "incident_ack_username_idx" ON "incident_ack"("username");

-- AddForeignKey
ALTER TABLE "incident_ack" ADD CONSTRAINT "incident_ack_callback_id_fkey" FOREIGN KEY ("callback_id") REFERENCES "callback"("callback_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_ack" ADD CONSTRAINT "incident_ack_symptom_id_fkey" FOREIGN KEY ("symptom_id") REFERENCES "symptom"("symptom_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_ack" ADD CONSTRAINT "incident_ack_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was acknowledged so far: the messages of call-outs and symptoms that are there.
INSERT INTO incident_ack (callback_id, username, ack_date, ends_requests)
  SELECT c.callback_id, a.username, min(a.ack_date), bool_or(a.ends_requests)
    FROM notification_ack a JOIN notification n ON n.notification_id = a.notification_id AND n.notification_type = 'callback'
    JOIN callback c ON c.callback_id = n.object_id
   GROUP BY c.callback_id, a.username;
INSERT INTO incident_ack (symptom_id, username, ack_date, ends_requests)
  SELECT s.symptom_id, a.username, min(a.ack_date), bool_or(a.ends_requests)
    FROM notification_ack a JOIN notification n ON n.notification_id = a.notification_id AND n.notification_type = 'callback'
    JOIN symptom s ON s.symptom_id = n.object_id
   GROUP BY s.symptom_id, a.username;

-- Acknowledgements reach the other browsers, with or without a message (readings 84, 236).
CREATE FUNCTION incident_acknowledged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, payload)
    SELECT DISTINCT 'callback', callback_id, '{}'::jsonb FROM added WHERE callback_id IS NOT NULL
    UNION
    SELECT DISTINCT 'symptom', symptom_id, '{}'::jsonb FROM added WHERE symptom_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER incident_acknowledged AFTER INSERT ON incident_ack
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION incident_acknowledged();
