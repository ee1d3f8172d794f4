-- CreateTable
CREATE TABLE "biweekly_report" (
    "id" BIGSERIAL NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "report_time" DATE NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "payload" JSONB,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "biweekly_report_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "biweekly_report_report_time_id_idx" ON "biweekly_report"("report_time", "id");

-- CreateIndex
CREATE INDEX "biweekly_report_branch_code_report_time_id_idx" ON "biweekly_report"("branch_code", "report_time", "id");

-- CreateIndex
CREATE UNIQUE INDEX "biweekly_report_equipment_no_report_time_key" ON "biweekly_report"("equipment_no", "report_time");

-- AddForeignKey
ALTER TABLE "biweekly_report" ADD CONSTRAINT "biweekly_report_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;
