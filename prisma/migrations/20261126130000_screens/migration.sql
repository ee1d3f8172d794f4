-- CreateEnum
CREATE TYPE "screen_place" AS ENUM ('car', 'landing');

-- CreateEnum
CREATE TYPE "notice_priority" AS ENUM ('normal', 'urgent');

-- CreateEnum
CREATE TYPE "screen_notice_state" AS ENUM ('QUEUED', 'DELIVERED', 'SHOWN', 'FAILED', 'WITHDRAWN');

-- CreateTable
CREATE TABLE "smart_screen" (
    "screen_no" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "place" "screen_place" NOT NULL,
    "resolution" VARCHAR(20),
    "key_hash" VARCHAR(64),
    "last_beat" TIMESTAMPTZ(3),
    "showing" VARCHAR(40),
    "volume" INTEGER,
    "brightness" INTEGER,
    "power_on" VARCHAR(5),
    "power_off" VARCHAR(5),
    "remark" VARCHAR(200),
    "update_by" VARCHAR(64),
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "smart_screen_pkey" PRIMARY KEY ("screen_no")
);

-- CreateTable
CREATE TABLE "screen_notice" (
    "notice_id" VARCHAR(40) NOT NULL,
    "screen_no" VARCHAR(40) NOT NULL,
    "text" VARCHAR(100) NOT NULL,
    "start_time" TIMESTAMPTZ(3) NOT NULL,
    "end_time" TIMESTAMPTZ(3) NOT NULL,
    "priority" "notice_priority" NOT NULL,
    "state" "screen_notice_state" NOT NULL DEFAULT 'QUEUED',
    "create_by" VARCHAR(64) NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_by" VARCHAR(64),
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "screen_notice_pkey" PRIMARY KEY ("notice_id")
);

-- CreateIndex
CREATE INDEX "smart_screen_branch_code_create_date_idx" ON "smart_screen"("branch_code", "create_date");

-- CreateIndex
CREATE INDEX "smart_screen_equipment_no_idx" ON "smart_screen"("equipment_no");

-- CreateIndex
CREATE INDEX "smart_screen_create_date_screen_no_idx" ON "smart_screen"("create_date", "screen_no");

-- CreateIndex
CREATE INDEX "screen_notice_screen_no_create_date_idx" ON "screen_notice"("screen_no", "create_date" DESC);

-- CreateIndex
CREATE INDEX "screen_notice_screen_no_end_time_idx" ON "screen_notice"("screen_no", "end_time");

-- AddForeignKey
ALTER TABLE "smart_screen" ADD CONSTRAINT "smart_screen_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "screen_notice" ADD CONSTRAINT "screen_notice_screen_no_fkey" FOREIGN KEY ("screen_no") REFERENCES "smart_screen"("screen_no") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "smart_screen" ADD CONSTRAINT "smart_screen_levels_check" CHECK ("volume" BETWEEN 0 AND 100 AND "brightness" BETWEEN 0 AND 100);
-- Both hours or neither.
ALTER TABLE "smart_screen" ADD CONSTRAINT "smart_screen_hours_check" CHECK (("power_on" IS NULL) = ("power_off" IS NULL));
ALTER TABLE "screen_notice" ADD CONSTRAINT "screen_notice_times_check" CHECK ("start_time" < "end_time");
