-- AlterTable
ALTER TABLE "callback" ADD COLUMN     "create_month" INTEGER NOT NULL GENERATED ALWAYS AS (
  (extract(year FROM create_date AT TIME ZONE 'Asia/Shanghai') * 12 + extract(month FROM create_date AT TIME ZONE 'Asia/Shanghai') - 1)::int
) STORED; -- by hand

-- CreateIndex
CREATE INDEX "callback_statistics_idx" ON "callback"("create_date", "create_month", "job_status", "equipment_no", "person_trapped", "person_injured", "scsa", "scsb");
