-- CreateTable
CREATE TABLE "energy_power" (
    "equipment_no" VARCHAR(40) NOT NULL,
    "from_day" DATE NOT NULL,
    "rated_power" DECIMAL(6,3),
    "crawl_power" DECIMAL(6,3),
    "standby_power" DECIMAL(6,3),
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "energy_power_pkey" PRIMARY KEY ("equipment_no","from_day")
);

-- AddForeignKey
ALTER TABLE "energy_power" ADD CONSTRAINT "energy_power_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- Powers that are there count from the day after they were entered (readings 223); by hand
INSERT INTO energy_power (equipment_no, from_day, rated_power, crawl_power, standby_power, create_by, create_date)
SELECT equipment_no, shanghai_day(update_date) + 1, rated_power, crawl_power, standby_power, update_by, update_date
  FROM energy_parameter WHERE num_nonnulls(rated_power, crawl_power, standby_power) > 0;

-- AlterTable
ALTER TABLE "energy_parameter" DROP COLUMN "crawl_power",
DROP COLUMN "rated_power",
DROP COLUMN "standby_power";

-- AlterTable
ALTER TABLE "equipment_month" ADD COLUMN     "normal_sec" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "used" BIGINT,
ADD COLUMN     "used_energy_kwh" DECIMAL(18,3);

-- AlterTable
ALTER TABLE "branch_day" ADD COLUMN     "normal_sec" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "project_day" ADD COLUMN     "normal_sec" BIGINT NOT NULL DEFAULT 0;

-- The sums of days have columns more: the job that fills them back makes all of them again; by hand
DELETE FROM setting WHERE key IN ('facts.rolledSince', 'facts.rolledUntil');
