-- CreateEnum
CREATE TYPE "detector_effect_kind" AS ENUM ('raise', 'callOut', 'clear');

-- CreateEnum
CREATE TYPE "detector_scope" AS ENUM ('all', 'productLine', 'unit');

-- AlterTable
ALTER TABLE "symptom" ADD COLUMN     "cleared_date" TIMESTAMPTZ(3),
ADD COLUMN     "due_date" TIMESTAMPTZ(3),
ADD COLUMN     "members" VARCHAR(40)[] DEFAULT ARRAY[]::VARCHAR(40)[],
ADD COLUMN     "rule_version" INTEGER,
ADD COLUMN     "storm_key" VARCHAR(100);

-- AlterTable
ALTER TABLE "equipment_status" ADD COLUMN     "detector" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "detector_due" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "detector_effect" (
    "id" BIGSERIAL NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "rule" VARCHAR(10) NOT NULL,
    "kind" "detector_effect_kind" NOT NULL,
    "event_date" TIMESTAMPTZ(3) NOT NULL,
    "fired_date" TIMESTAMPTZ(3) NOT NULL,
    "told_by_box" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "error" VARCHAR(500),

    CONSTRAINT "detector_effect_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "detector_setting" (
    "id" BIGSERIAL NOT NULL,
    "rule" VARCHAR(10) NOT NULL,
    "scope" "detector_scope" NOT NULL,
    "target" VARCHAR(100) NOT NULL DEFAULT '',
    "enabled" BOOLEAN NOT NULL,
    "numbers" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "update_by" VARCHAR(64),
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "detector_setting_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "detector_effect_equipment_no_id_idx" ON "detector_effect"("equipment_no", "id");

-- CreateIndex
CREATE INDEX "detector_effect_next_at_idx" ON "detector_effect"("next_at");

-- CreateIndex
CREATE UNIQUE INDEX "detector_setting_rule_scope_target_key" ON "detector_setting"("rule", "scope", "target");

-- By hand from here: what the clock looks for.
CREATE INDEX equipment_status_detector_due_idx ON equipment_status (detector_due) WHERE detector_due IS NOT NULL;
CREATE INDEX symptom_due_idx ON symptom (due_date) WHERE due_date IS NOT NULL;
CREATE INDEX symptom_expiry_idx ON symptom (expired_date) WHERE rule_version IS NOT NULL AND symptom_state IN ('INIT', 'NOT_PROCESSED', 'INACTIVE');
CREATE INDEX symptom_lasting_idx ON symptom (equipment_no, symptom_definition_id) WHERE rule_version IS NOT NULL AND cleared_date IS NULL;
CREATE INDEX symptom_storm_idx ON symptom (storm_key) WHERE storm_key IS NOT NULL;
