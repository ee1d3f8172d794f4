-- AlterEnum
ALTER TYPE "reminder_kind" ADD VALUE 'maintenance';

-- AlterTable
ALTER TABLE "equipment_cycle_day" ADD COLUMN     "hour_trips" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "escalation_step" ADD COLUMN     "symptom_id" VARCHAR(40);

-- CreateIndex
CREATE INDEX "escalation_step_symptom_id_idx" ON "escalation_step"("symptom_id");

-- AddForeignKey
ALTER TABLE "escalation_step" ADD CONSTRAINT "escalation_step_symptom_id_fkey" FOREIGN KEY ("symptom_id") REFERENCES "symptom"("symptom_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What lasts of the rule is looked for every few seconds.
CREATE INDEX symptom_quiet_idx ON symptom (equipment_no) WHERE symptom_definition_id = 'B05' AND rule_version IS NOT NULL AND cleared_date IS NULL;
-- CreateTable
CREATE TABLE "energy_parameter" (
    "equipment_no" VARCHAR(40) NOT NULL,
    "rated_power" DECIMAL(6,3),
    "crawl_power" DECIMAL(6,3),
    "standby_power" DECIMAL(6,3),
    "energy_class" VARCHAR(10),
    "certificate_date" DATE,
    "update_by" VARCHAR(64),
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "energy_parameter_pkey" PRIMARY KEY ("equipment_no")
);

-- AddForeignKey
ALTER TABLE "energy_parameter" ADD CONSTRAINT "energy_parameter_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;
