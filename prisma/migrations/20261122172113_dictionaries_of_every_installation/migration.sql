-- CreateEnum
CREATE TYPE "gb_code_kind" AS ENUM ('error', 'event', 'entrapment', 'fire', 'earthquake', 'power', 'inspection', 'door', 'stop', 'none');

-- AlterTable
ALTER TABLE "gb_code_dict" ADD COLUMN     "kind" "gb_code_kind" NOT NULL DEFAULT 'error',
ADD COLUMN     "rule" VARCHAR(10);

-- CreateTable
CREATE TABLE "seed_mark" (
    "dictionary" VARCHAR(40) NOT NULL,
    "key" VARCHAR(100) NOT NULL,
    "hash" VARCHAR(64) NOT NULL,

    CONSTRAINT "seed_mark_pkey" PRIMARY KEY ("dictionary","key")
);
