-- AlterTable
ALTER TABLE "escalation_step" ADD COLUMN     "link_id" BIGINT;

-- CreateTable
CREATE TABLE "technician_link" (
    "id" BIGSERIAL NOT NULL,
    "callback_id" VARCHAR(40) NOT NULL,
    "token_hash" VARCHAR(43) NOT NULL,
    "technician_name" VARCHAR(100) NOT NULL,
    "technician_phone" VARCHAR(20) NOT NULL,
    "operator" VARCHAR(64),
    "sms_id" BIGINT NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL,
    "accepted_date" TIMESTAMPTZ(3),
    "on_way_date" TIMESTAMPTZ(3),
    "arrived_date" TIMESTAMPTZ(3),
    "freed_date" TIMESTAMPTZ(3),
    "closed_date" TIMESTAMPTZ(3),
    "given_back_date" TIMESTAMPTZ(3),
    "give_back_reason" VARCHAR(200),
    "accept_due" TIMESTAMPTZ(3),
    "missed_told_date" TIMESTAMPTZ(3),
    "revoked_date" TIMESTAMPTZ(3),

    CONSTRAINT "technician_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "technician_link_token_hash_key" ON "technician_link"("token_hash");

-- CreateIndex
CREATE INDEX "technician_link_callback_id_id_idx" ON "technician_link"("callback_id", "id");

-- CreateIndex
CREATE INDEX "technician_link_sms_id_idx" ON "technician_link"("sms_id");

-- CreateIndex
CREATE UNIQUE INDEX "escalation_step_link_id_level_key" ON "escalation_step"("link_id", "level");

-- AddForeignKey
ALTER TABLE "technician_link" ADD CONSTRAINT "technician_link_callback_id_fkey" FOREIGN KEY ("callback_id") REFERENCES "callback"("callback_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_step" ADD CONSTRAINT "escalation_step_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "technician_link"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who waits for an acceptance, and the one link of a call-out that opens something.
CREATE INDEX "technician_link_accept_due_idx" ON "technician_link"("accept_due") WHERE "accept_due" IS NOT NULL;
CREATE UNIQUE INDEX "technician_link_live_key" ON "technician_link"("callback_id") WHERE "revoked_date" IS NULL;

-- What the technician was told and did is news of the call-out: pages that show it read anew.
CREATE FUNCTION technician_link_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, payload) VALUES ('callback', NEW.callback_id, '{}');
  RETURN NULL;
END $$;
-- A dispatch, a move and a return are news by themselves.
CREATE TRIGGER technician_link_written AFTER UPDATE ON technician_link FOR EACH ROW
  WHEN ((OLD.accepted_date, OLD.freed_date, OLD.missed_told_date)
        IS DISTINCT FROM (NEW.accepted_date, NEW.freed_date, NEW.missed_told_date))
  EXECUTE FUNCTION technician_link_news();

-- So is what became of the message.
CREATE FUNCTION technician_sms_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, payload)
    SELECT 'callback', callback_id, '{}' FROM technician_link WHERE sms_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER technician_sms_changed AFTER UPDATE ON sms_log FOR EACH ROW
  WHEN (NEW.type = 'technician' AND (OLD.state, OLD.error) IS DISTINCT FROM (NEW.state, NEW.error))
  EXECUTE FUNCTION technician_sms_news();
