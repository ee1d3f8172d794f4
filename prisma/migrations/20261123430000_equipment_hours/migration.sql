-- CreateTable
CREATE TABLE "equipment_hour" (
    "equipment_no" VARCHAR(40) NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "trips" INTEGER,
    "openings" INTEGER,
    "reversals" INTEGER,
    "run_sec" INTEGER,
    "partial" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "equipment_hour_pkey" PRIMARY KEY ("equipment_no","hour")
);

-- CreateIndex
CREATE INDEX "equipment_hour_hour_idx" ON "equipment_hour"("hour");

-- AddForeignKey
ALTER TABLE "equipment_hour" ADD CONSTRAINT "equipment_hour_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;
