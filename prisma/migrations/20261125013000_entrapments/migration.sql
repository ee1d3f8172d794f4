-- AlterTable
ALTER TABLE "callback" ADD COLUMN     "release_source" VARCHAR(10);

-- AlterTable
ALTER TABLE "sla_mark" ADD COLUMN     "round" INTEGER NOT NULL DEFAULT 0;

-- DropIndex
DROP INDEX "sla_mark_callback_id_clock_key";

-- DropIndex
DROP INDEX "sla_mark_symptom_id_clock_key";

-- CreateIndex
CREATE UNIQUE INDEX "sla_mark_callback_id_clock_round_key" ON "sla_mark"("callback_id", "clock", "round");

-- CreateIndex
CREATE UNIQUE INDEX "sla_mark_symptom_id_clock_round_key" ON "sla_mark"("symptom_id", "clock", "round");

-- CreateTable
CREATE TABLE "entrapment" (
    "id" BIGSERIAL NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "callback_id" VARCHAR(40),
    "start_at" TIMESTAMPTZ(3) NOT NULL,
    "start_source" VARCHAR(10) NOT NULL,
    "released_at" TIMESTAMPTZ(3),
    "release_source" VARCHAR(10),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "told_date" TIMESTAMPTZ(3),
    "release_told_date" TIMESTAMPTZ(3),

    CONSTRAINT "entrapment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entrapment_text" (
    "sms_id" BIGINT NOT NULL,
    "entrapment_id" BIGINT NOT NULL,

    CONSTRAINT "entrapment_text_pkey" PRIMARY KEY ("sms_id")
);

-- CreateIndex
CREATE INDEX "entrapment_equipment_no_start_at_idx" ON "entrapment"("equipment_no", "start_at");

-- CreateIndex
CREATE INDEX "entrapment_callback_id_start_at_idx" ON "entrapment"("callback_id", "start_at");

-- CreateIndex
CREATE INDEX "entrapment_text_entrapment_id_idx" ON "entrapment_text"("entrapment_id");

-- AddForeignKey
ALTER TABLE "entrapment" ADD CONSTRAINT "entrapment_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entrapment" ADD CONSTRAINT "entrapment_callback_id_fkey" FOREIGN KEY ("callback_id") REFERENCES "callback"("callback_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entrapment_text" ADD CONSTRAINT "entrapment_text_entrapment_id_fkey" FOREIGN KEY ("entrapment_id") REFERENCES "entrapment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Somebody is trapped in a unit, or nobody is; and what a box has told that nobody has acted on.
CREATE UNIQUE INDEX "entrapment_open_key" ON "entrapment"("equipment_no") WHERE "released_at" IS NULL;
CREATE INDEX "entrapment_untold_idx" ON "entrapment"("id")
  WHERE "told_date" IS NULL OR ("released_at" IS NOT NULL AND "release_told_date" IS NULL);
ALTER TABLE "entrapment"
  ADD CONSTRAINT "entrapment_source_check" CHECK ("start_source" IN ('box', 'person')
    AND "release_source" IN ('box', 'person', 'technician')
    AND ("released_at" IS NULL) = ("release_source" IS NULL));

-- What is known so far. Releases that stand in call-outs were entered by people; a technician's are those of a link.
UPDATE callback c SET release_source =
  CASE WHEN EXISTS (SELECT 1 FROM technician_link l WHERE l.callback_id = c.callback_id AND l.freed_date = c.release_date)
       THEN 'technician' ELSE 'person' END
 WHERE c.release_date IS NOT NULL;

-- The box has freed them, and nobody has entered it.
UPDATE callback c SET release_date = r.end_at, release_source = 'box'
  FROM (SELECT o.callback_id, min(x.end_at) AS end_at
          FROM callback o JOIN equipment_event x ON x.equipment_no = o.equipment_no AND x.sub_type = 'entrapment' AND NOT x.object_status
           AND x.end_at >= o.create_date - CASE o.callback_type WHEN 'Telemonitoring Breakdown' THEN interval '10 minutes' ELSE interval '0' END
         WHERE o.person_trapped AND o.release_date IS NULL AND o.job_status NOT IN ('CLSO', 'CLSC')
         GROUP BY o.callback_id) r
 WHERE c.callback_id = r.callback_id
   AND NOT EXISTS (SELECT 1 FROM equipment_status t WHERE t.equipment_no = c.equipment_no AND t.entrapment_status = 1);

-- Open ones, once a unit: of its open call-out of trapped persons, else what its box says. They have been told as they were then.
INSERT INTO entrapment (equipment_no, callback_id, start_at, start_source, create_date, told_date)
  SELECT DISTINCT ON (c.equipment_no) c.equipment_no, c.callback_id, coalesce(c.trapped_date, c.create_date),
         CASE c.callback_type WHEN 'Telemonitoring Breakdown' THEN 'box' ELSE 'person' END, coalesce(c.trapped_date, c.create_date), now()
    FROM callback c
   WHERE c.person_trapped AND c.release_date IS NULL AND c.job_status NOT IN ('CLSO', 'CLSC')
   ORDER BY c.equipment_no, c.create_date DESC, c.callback_id;
INSERT INTO entrapment (equipment_no, start_at, start_source, create_date, told_date)
  SELECT b.equipment_no, coalesce(min(b.start_at), now()), 'box', coalesce(min(b.start_at), now()), now()
    FROM (SELECT equipment_no, NULL::timestamptz AS start_at FROM equipment_status WHERE entrapment_status = 1
          UNION ALL
          SELECT x.equipment_no, x.start_at FROM equipment_event x
           WHERE x.sub_type = 'entrapment' AND x.object_status
             -- A release that a person entered stands until the box says something new.
             AND (EXISTS (SELECT 1 FROM equipment_status s WHERE s.equipment_no = x.equipment_no AND s.entrapment_status = 1)
                  OR NOT EXISTS (SELECT 1 FROM callback c WHERE c.equipment_no = x.equipment_no AND c.release_date >= x.start_at))) b
   GROUP BY b.equipment_no
  ON CONFLICT DO NOTHING;
