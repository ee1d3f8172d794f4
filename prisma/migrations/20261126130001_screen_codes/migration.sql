-- AlterTable
ALTER TABLE "smart_screen" ADD COLUMN     "code_hash" VARCHAR(64),
ADD COLUMN     "code_tries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "code_until" TIMESTAMPTZ(3);
