-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "ack_due" TIMESTAMPTZ(3),
ADD COLUMN     "end_date" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "notification_ack" (
    "notification_id" BIGINT NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "ack_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_requests" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "notification_ack_pkey" PRIMARY KEY ("notification_id","username")
);

-- CreateTable
CREATE TABLE "sla_mark" (
    "id" BIGSERIAL NOT NULL,
    "callback_id" VARCHAR(40),
    "symptom_id" VARCHAR(40),
    "equipment_no" VARCHAR(40) NOT NULL,
    "clock" VARCHAR(10) NOT NULL,
    "due_date" TIMESTAMPTZ(3),
    "limit_sec" INTEGER NOT NULL,
    "stopped_date" TIMESTAMPTZ(3),
    "level" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),

    CONSTRAINT "sla_mark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "escalation_step" (
    "id" BIGSERIAL NOT NULL,
    "mark_id" BIGINT,
    "notification_id" BIGINT,
    "equipment_no" VARCHAR(40) NOT NULL,
    "level" INTEGER NOT NULL,
    "outcome" VARCHAR(10) NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "escalation_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "escalation_told" (
    "step_id" BIGINT NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "channel" VARCHAR(10) NOT NULL,
    "sms_id" BIGINT,

    CONSTRAINT "escalation_told_pkey" PRIMARY KEY ("step_id","username","channel")
);

-- CreateIndex
CREATE INDEX "notification_ack_username_idx" ON "notification_ack"("username");

-- CreateIndex
CREATE UNIQUE INDEX "sla_mark_callback_id_clock_key" ON "sla_mark"("callback_id", "clock");

-- CreateIndex
CREATE UNIQUE INDEX "sla_mark_symptom_id_clock_key" ON "sla_mark"("symptom_id", "clock");

-- CreateIndex
CREATE INDEX "escalation_step_equipment_no_create_date_idx" ON "escalation_step"("equipment_no", "create_date" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "escalation_step_mark_id_level_key" ON "escalation_step"("mark_id", "level");

-- CreateIndex
CREATE UNIQUE INDEX "escalation_step_notification_id_level_key" ON "escalation_step"("notification_id", "level");

-- CreateIndex
CREATE INDEX "escalation_told_username_idx" ON "escalation_told"("username");

-- AddForeignKey
ALTER TABLE "notification_ack" ADD CONSTRAINT "notification_ack_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notification"("notification_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_ack" ADD CONSTRAINT "notification_ack_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sla_mark" ADD CONSTRAINT "sla_mark_callback_id_fkey" FOREIGN KEY ("callback_id") REFERENCES "callback"("callback_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sla_mark" ADD CONSTRAINT "sla_mark_symptom_id_fkey" FOREIGN KEY ("symptom_id") REFERENCES "symptom"("symptom_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_step" ADD CONSTRAINT "escalation_step_mark_id_fkey" FOREIGN KEY ("mark_id") REFERENCES "sla_mark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_told" ADD CONSTRAINT "escalation_told_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "escalation_step"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escalation_told" ADD CONSTRAINT "escalation_told_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is due is few among many.
CREATE INDEX "sla_mark_next_at_idx" ON "sla_mark"("next_at") WHERE next_at IS NOT NULL;
CREATE INDEX "notification_ack_due_idx" ON "notification"("ack_due") WHERE ack_due IS NOT NULL;
-- Retention, and lists without a kind.
CREATE INDEX "notification_notification_date_idx" ON "notification"("notification_date");

-- Whoever writes it: trapped persons have to be acknowledged within two minutes (readings 84), and what lasted has an end.
CREATE FUNCTION notification_lasting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.notification_type = 'entrapment' AND NEW.object_status AND NEW.ack_due IS NULL
       AND NEW.notification_date > now() - interval '1 day' THEN
      NEW.ack_due := NEW.notification_date + interval '2 minutes';
    END IF;
  ELSIF OLD.object_status AND NEW.object_status IS FALSE THEN
    NEW.end_date := coalesce(NEW.end_date, now());
    NEW.ack_due := NULL;
  ELSIF NEW.object_status AND OLD.object_status IS FALSE THEN
    NEW.end_date := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER notification_lasting BEFORE INSERT OR UPDATE OF object_status ON notification
  FOR EACH ROW EXECUTE FUNCTION notification_lasting();

-- Acknowledgements and read marks reach the other browsers (readings 84, 91).
CREATE FUNCTION notification_acknowledged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, payload)
    SELECT DISTINCT 'noticeAck', notification_id::text, '{}'::jsonb FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER notification_acknowledged AFTER INSERT ON notification_ack
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notification_acknowledged();

CREATE FUNCTION notification_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, key, payload) SELECT DISTINCT 'noticeRead', username, '{}'::jsonb FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER notification_read_inserted AFTER INSERT ON notification_read
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_seen();
CREATE TRIGGER notification_mark_inserted AFTER INSERT ON notification_mark
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_seen();
CREATE TRIGGER notification_mark_updated AFTER UPDATE ON notification_mark
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_seen();
