-- AlterTable
ALTER TABLE "activity" ADD COLUMN     "payload" JSONB;
