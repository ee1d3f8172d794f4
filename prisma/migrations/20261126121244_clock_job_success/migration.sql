-- AlterTable
ALTER TABLE "job_schedule" ADD COLUMN     "last_success" TIMESTAMPTZ(3);
