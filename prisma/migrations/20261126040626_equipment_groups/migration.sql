-- CreateEnum
CREATE TYPE "group_mode" AS ENUM ('REMINDER', 'REMOTE');

-- CreateEnum
CREATE TYPE "group_action" AS ENUM ('start', 'stop');

-- CreateEnum
CREATE TYPE "group_result" AS ENUM ('SUCCESS', 'SKIPPED', 'FAILED');

-- CreateTable
CREATE TABLE "equipment_group" (
    "group_id" VARCHAR(40) NOT NULL,
    "group_name" VARCHAR(200) NOT NULL,
    "project_id" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "remark" VARCHAR(200),
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "mode" "group_mode" NOT NULL DEFAULT 'REMINDER',
    "responsible" JSONB NOT NULL,
    "exceptions" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "update_by" VARCHAR(64),
    "deleted_at" TIMESTAMPTZ(3),
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "equipment_group_pkey" PRIMARY KEY ("group_id")
);

-- CreateTable
CREATE TABLE "equipment_group_item" (
    "group_id" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,

    CONSTRAINT "equipment_group_item_pkey" PRIMARY KEY ("group_id","equipment_no")
);

-- CreateTable
CREATE TABLE "equipment_group_schedule" (
    "group_id" VARCHAR(40) NOT NULL,
    "weekday" INTEGER NOT NULL,
    "start_time" VARCHAR(5),
    "stop_time" VARCHAR(5),
    "closed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "equipment_group_schedule_pkey" PRIMARY KEY ("group_id","weekday")
);

-- CreateTable
CREATE TABLE "equipment_group_log" (
    "id" BIGSERIAL NOT NULL,
    "group_id" VARCHAR(40) NOT NULL,
    "planned_time" TIMESTAMPTZ(3),
    "action" "group_action" NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "result" "group_result" NOT NULL,
    "reason" VARCHAR(200),
    "confirmed_by" VARCHAR(64) NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "equipment_group_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "equipment_group_branch_code_create_date_idx" ON "equipment_group"("branch_code", "create_date");

-- CreateIndex
CREATE INDEX "equipment_group_project_id_idx" ON "equipment_group"("project_id");

-- CreateIndex
CREATE INDEX "equipment_group_create_date_group_id_idx" ON "equipment_group"("create_date", "group_id");

-- CreateIndex
CREATE UNIQUE INDEX "equipment_group_item_equipment_no_key" ON "equipment_group_item"("equipment_no");

-- CreateIndex
CREATE INDEX "equipment_group_log_group_id_create_date_idx" ON "equipment_group_log"("group_id", "create_date" DESC);

-- AddForeignKey
ALTER TABLE "equipment_group" ADD CONSTRAINT "equipment_group_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("project_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "equipment_group_item" ADD CONSTRAINT "equipment_group_item_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "equipment_group"("group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "equipment_group_item" ADD CONSTRAINT "equipment_group_item_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "equipment_group_schedule" ADD CONSTRAINT "equipment_group_schedule_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "equipment_group"("group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "equipment_group_log" ADD CONSTRAINT "equipment_group_log_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "equipment_group"("group_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Names of groups that are not deleted.
CREATE UNIQUE INDEX "equipment_group_project_name_key" ON "equipment_group" ("project_id", "group_name") WHERE "deleted_at" IS NULL;
ALTER TABLE "equipment_group_schedule" ADD CONSTRAINT "equipment_group_schedule_weekday_check" CHECK ("weekday" BETWEEN 1 AND 7);
-- An open day has both times.
ALTER TABLE "equipment_group_schedule" ADD CONSTRAINT "equipment_group_schedule_times_check" CHECK ("closed" OR ("start_time" IS NOT NULL AND "stop_time" IS NOT NULL));
