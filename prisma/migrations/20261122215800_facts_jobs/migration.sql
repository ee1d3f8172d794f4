-- CreateTable
CREATE TABLE "equipment_span" (
    "equipment_no" VARCHAR(40) NOT NULL,
    "start_at" TIMESTAMPTZ(3) NOT NULL,
    "kind" VARCHAR(10) NOT NULL,
    "end_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "equipment_span_pkey" PRIMARY KEY ("equipment_no","start_at","kind")
);

-- CreateTable
CREATE TABLE "project_day" (
    "project_id" VARCHAR(40) NOT NULL,
    "day" DATE NOT NULL,
    "units" INTEGER NOT NULL,
    "valid_units" INTEGER NOT NULL,
    "valid_sec" BIGINT NOT NULL,
    "valid_available_sec" BIGINT NOT NULL,
    "trips" BIGINT NOT NULL,
    "openings" BIGINT NOT NULL,
    "run_sec" BIGINT NOT NULL,
    "energy_kwh" DECIMAL(18,3),
    "passengers" BIGINT NOT NULL,
    "fault_sec" BIGINT NOT NULL,
    "equipment_fault_sec" BIGINT NOT NULL,
    "unknown_sec" BIGINT NOT NULL,
    "service_sec" BIGINT NOT NULL,
    "shutdowns" INTEGER NOT NULL,
    "callbacks" INTEGER NOT NULL,
    "equipment_callbacks" INTEGER NOT NULL,
    "entrapments" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_day_pkey" PRIMARY KEY ("project_id","day")
);

-- CreateIndex
CREATE INDEX "equipment_span_end_at_idx" ON "equipment_span"("end_at");

-- CreateIndex
CREATE INDEX "project_day_day_idx" ON "project_day"("day");

-- AddForeignKey
ALTER TABLE "equipment_span" ADD CONSTRAINT "equipment_span_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_day" ADD CONSTRAINT "project_day_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("project_id") ON DELETE CASCADE ON UPDATE CASCADE;
