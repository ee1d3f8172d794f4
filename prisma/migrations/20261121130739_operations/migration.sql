-- CreateEnum
CREATE TYPE "activity_kind" AS ENUM ('callback', 'maintenance');

-- CreateEnum
CREATE TYPE "inspection_kind" AS ENUM ('inspection', 'test');

-- CreateEnum
CREATE TYPE "inspection_outcome" AS ENUM ('pass', 'repass', 'fail');

-- CreateEnum
CREATE TYPE "reminder_kind" AS ENUM ('inspection', 'contract');

-- CreateEnum
CREATE TYPE "off_reason" AS ENUM ('NOT_RENEWED', 'TERMINATED', 'SCRAPPED', 'OTHER');

-- CreateEnum
CREATE TYPE "off_state" AS ENUM ('OPEN', 'FOLLOWING', 'RENEWED', 'STOPPED');

-- CreateEnum
CREATE TYPE "third_gateway_kind" AS ENUM ('tl', 'step');

-- CreateEnum
CREATE TYPE "camera_platform" AS ENUM ('video', 'dhVideo');

-- CreateEnum
CREATE TYPE "camera_position" AS ENUM ('car', 'upper', 'lower', 'machineRoom');

-- CreateTable
CREATE TABLE "callback" (
    "callback_id" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "callback_type" VARCHAR(40) NOT NULL,
    "job_description" VARCHAR(1000),
    "sap_system" VARCHAR(40),
    "technician_name" VARCHAR(100),
    "technician_phone" VARCHAR(20),
    "job_tech_remark" VARCHAR(1000),
    "scsa" VARCHAR(10),
    "scsa_text" VARCHAR(200),
    "scsb" VARCHAR(40),
    "scsb_text" VARCHAR(200),
    "caller_name" VARCHAR(100),
    "caller_phone" VARCHAR(20),
    "trapped_count" INTEGER,
    "release_date" TIMESTAMPTZ(3),
    "equipment_running" BOOLEAN,
    "previous_callback_id" VARCHAR(40),
    "person_trapped" BOOLEAN NOT NULL DEFAULT false,
    "person_injured" BOOLEAN NOT NULL DEFAULT false,
    "job_status" VARCHAR(4) NOT NULL,
    "arrival_date" TIMESTAMPTZ(3),
    "close_date" TIMESTAMPTZ(3),
    "create_date" TIMESTAMPTZ(3) NOT NULL,
    "job_update_date" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "callback_pkey" PRIMARY KEY ("callback_id")
);

-- CreateTable
CREATE TABLE "callback_status" (
    "id" BIGSERIAL NOT NULL,
    "callback_id" VARCHAR(40) NOT NULL,
    "status" VARCHAR(4) NOT NULL,
    "update_time" TIMESTAMPTZ(3) NOT NULL,
    "operator" VARCHAR(64),
    "reason" VARCHAR(200),

    CONSTRAINT "callback_status_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "symptom" (
    "symptom_id" VARCHAR(40) NOT NULL,
    "symptom_definition_id" VARCHAR(40),
    "symptom_title" VARCHAR(200) NOT NULL,
    "callback_id" VARCHAR(40),
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "equipment_text" VARCHAR(200) NOT NULL,
    "category" VARCHAR(1) NOT NULL,
    "symptom_state" VARCHAR(20) NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL,
    "closed_date" TIMESTAMPTZ(3),
    "event_date" TIMESTAMPTZ(3),
    "expired_date" TIMESTAMPTZ(3),
    "city" VARCHAR(100),
    "cbstate" VARCHAR(40),
    "maintenance_company" VARCHAR(200),
    "product_line" VARCHAR(100),
    "occurrences" INTEGER NOT NULL DEFAULT 1,
    "close_reason" VARCHAR(40),
    "job_no" VARCHAR(40),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "symptom_pkey" PRIMARY KEY ("symptom_id")
);

-- CreateTable
CREATE TABLE "activity" (
    "id" BIGSERIAL NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "sub_type" "activity_kind" NOT NULL,
    "object_id" VARCHAR(40) NOT NULL,
    "title" VARCHAR(200) NOT NULL,
    "message" VARCHAR(1000) NOT NULL,
    "notification_date" TIMESTAMPTZ(3) NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "equipment_warn" (
    "warn_id" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "warn_desc" VARCHAR(200) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_date" TIMESTAMPTZ(3),

    CONSTRAINT "equipment_warn_pkey" PRIMARY KEY ("warn_id")
);

-- CreateTable
CREATE TABLE "maintenance_job" (
    "job_no" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "job_status" VARCHAR(10) NOT NULL,
    "maintenance_type" VARCHAR(20) NOT NULL,
    "job_type" VARCHAR(20),
    "plan_date" DATE NOT NULL,
    "plan_end_date" TIMESTAMPTZ(3),
    "departure_date" TIMESTAMPTZ(3),
    "done_date" TIMESTAMPTZ(3),
    "plan_technician1_name" VARCHAR(100),
    "plan_technician1_phone" VARCHAR(20),
    "plan_technician2_name" VARCHAR(100),
    "plan_technician2_phone" VARCHAR(20),
    "actual_technician1_name" VARCHAR(100),
    "actual_technician1_phone" VARCHAR(20),
    "actual_technician2_name" VARCHAR(100),
    "actual_technician2_phone" VARCHAR(20),
    "sign_date" TIMESTAMPTZ(3),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "maintenance_job_pkey" PRIMARY KEY ("job_no")
);

-- CreateTable
CREATE TABLE "maintenance_item" (
    "job_no" VARCHAR(40) NOT NULL,
    "no" INTEGER NOT NULL,
    "item" VARCHAR(200) NOT NULL,
    "requirement" VARCHAR(500),
    "result" VARCHAR(10),
    "remark" VARCHAR(200),
    "photos" JSONB,

    CONSTRAINT "maintenance_item_pkey" PRIMARY KEY ("job_no","no")
);

-- CreateTable
CREATE TABLE "maintenance_part" (
    "id" BIGSERIAL NOT NULL,
    "job_no" VARCHAR(40) NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "quantity" DECIMAL(14,3) NOT NULL,

    CONSTRAINT "maintenance_part_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance_item_template" (
    "id" BIGSERIAL NOT NULL,
    "maintenance_type" VARCHAR(20) NOT NULL,
    "display_type" "display_type" NOT NULL,
    "no" INTEGER NOT NULL,
    "item" VARCHAR(200) NOT NULL,
    "requirement" VARCHAR(500),

    CONSTRAINT "maintenance_item_template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance_report" (
    "job_no" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "equipment_desc" VARCHAR(200) NOT NULL,
    "mnt_date" DATE NOT NULL,
    "mnt_type" VARCHAR(20) NOT NULL,
    "register_no" VARCHAR(40),
    "building_name" VARCHAR(200),
    "status" VARCHAR(1) NOT NULL DEFAULT '2',
    "mnt_owners" VARCHAR(200),
    "file_path" VARCHAR(300),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "maintenance_report_pkey" PRIMARY KEY ("job_no")
);

-- CreateTable
CREATE TABLE "report_receiver" (
    "job_no" VARCHAR(40) NOT NULL,
    "phone" VARCHAR(11) NOT NULL,

    CONSTRAINT "report_receiver_pkey" PRIMARY KEY ("job_no","phone")
);

-- CreateTable
CREATE TABLE "inspection" (
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "last_inspection_date" DATE,
    "next_inspection_date" DATE,
    "kind" "inspection_kind",
    "result" "inspection_outcome",
    "planned_date" DATE,
    "technician_name" VARCHAR(100),
    "comments" VARCHAR(200),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inspection_pkey" PRIMARY KEY ("equipment_no")
);

-- CreateTable
CREATE TABLE "inspection_history" (
    "id" BIGSERIAL NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "inspection_date" DATE NOT NULL,
    "kind" "inspection_kind" NOT NULL,
    "result" "inspection_outcome" NOT NULL,
    "next_inspection_date" DATE NOT NULL,
    "technician_name" VARCHAR(100),
    "comments" VARCHAR(200),
    "certificate_path" VARCHAR(300),
    "operator" VARCHAR(64) NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inspection_history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contract" (
    "contract_no" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "project_name" VARCHAR(200),
    "origin_contract_no" VARCHAR(40),
    "frame_contract_no" VARCHAR(40),
    "contract_start_date" DATE,
    "contract_end_date" DATE,
    "contract_actual_end_date" DATE,
    "planned_date" DATE,
    "effective_end" DATE,
    "follow_note" VARCHAR(200),
    "follow_next_date" DATE,
    "follow_by" VARCHAR(64),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contract_pkey" PRIMARY KEY ("contract_no","equipment_no")
);

-- CreateTable
CREATE TABLE "reminder_sent" (
    "username" VARCHAR(64) NOT NULL,
    "kind" "reminder_kind" NOT NULL,
    "object_key" VARCHAR(80) NOT NULL,
    "step" INTEGER NOT NULL,
    "due_date" DATE NOT NULL,
    "sent_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reminder_sent_pkey" PRIMARY KEY ("username","kind","object_key","step","due_date")
);

-- CreateTable
CREATE TABLE "off_maintenance" (
    "id" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "contract_no" VARCHAR(40),
    "off_date" DATE NOT NULL,
    "reason" "off_reason" NOT NULL,
    "state" "off_state" NOT NULL,
    "note" VARCHAR(200),
    "follower" VARCHAR(64),
    "last_follow" TIMESTAMPTZ(3),
    "recover_date" DATE,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "off_maintenance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "third_gateway" (
    "id" VARCHAR(40) NOT NULL,
    "kind" "third_gateway_kind" NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "step_equipment_no" VARCHAR(40),
    "step_cube_id" VARCHAR(40),
    "cube_no" VARCHAR(40),
    "online_status" INTEGER NOT NULL DEFAULT 4,
    "last_data_at" TIMESTAMPTZ(3),
    "branch_code" VARCHAR(40) NOT NULL,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "third_gateway_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "camera" (
    "camera_id" VARCHAR(40) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40) NOT NULL,
    "platform" "camera_platform" NOT NULL,
    "device_id" VARCHAR(64) NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "position" "camera_position" NOT NULL,
    "stream_type" VARCHAR(10),
    "proto_type" VARCHAR(10),
    "encrypt_mode" VARCHAR(10),
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "status" VARCHAR(2) NOT NULL DEFAULT '00',
    "last_online_date" TIMESTAMPTZ(3),
    "remark" VARCHAR(200),
    "update_by" VARCHAR(64),
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "camera_pkey" PRIMARY KEY ("camera_id")
);

-- CreateIndex
CREATE INDEX "callback_create_date_callback_id_idx" ON "callback"("create_date", "callback_id");

-- CreateIndex
CREATE INDEX "callback_equipment_no_create_date_idx" ON "callback"("equipment_no", "create_date" DESC);

-- CreateIndex
CREATE INDEX "callback_branch_code_create_date_idx" ON "callback"("branch_code", "create_date" DESC);

-- CreateIndex
CREATE INDEX "callback_job_status_create_date_idx" ON "callback"("job_status", "create_date" DESC);

-- CreateIndex
CREATE INDEX "callback_callback_type_create_date_idx" ON "callback"("callback_type", "create_date" DESC);

-- CreateIndex
CREATE INDEX "callback_scsa_create_date_idx" ON "callback"("scsa", "create_date" DESC);

-- CreateIndex
CREATE INDEX "callback_job_description_trgm_idx" ON "callback" USING GIN ("job_description" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "callback_callback_id_trgm_idx" ON "callback" USING GIN ("callback_id" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "callback_status_callback_id_update_time_idx" ON "callback_status"("callback_id", "update_time");

-- CreateIndex
CREATE UNIQUE INDEX "callback_status_callback_id_status_update_time_key" ON "callback_status"("callback_id", "status", "update_time");

-- CreateIndex
CREATE INDEX "symptom_create_date_symptom_id_idx" ON "symptom"("create_date", "symptom_id");

-- CreateIndex
CREATE INDEX "symptom_equipment_no_create_date_idx" ON "symptom"("equipment_no", "create_date" DESC);

-- CreateIndex
CREATE INDEX "symptom_branch_code_create_date_idx" ON "symptom"("branch_code", "create_date" DESC);

-- CreateIndex
CREATE INDEX "symptom_callback_id_idx" ON "symptom"("callback_id");

-- CreateIndex
CREATE INDEX "symptom_category_create_date_idx" ON "symptom"("category", "create_date" DESC);

-- CreateIndex
CREATE INDEX "symptom_symptom_state_create_date_idx" ON "symptom"("symptom_state", "create_date" DESC);

-- CreateIndex
CREATE INDEX "symptom_symptom_title_trgm_idx" ON "symptom" USING GIN ("symptom_title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "symptom_equipment_text_trgm_idx" ON "symptom" USING GIN ("equipment_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "activity_equipment_no_notification_date_idx" ON "activity"("equipment_no", "notification_date" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "activity_sub_type_object_id_notification_date_key" ON "activity"("sub_type", "object_id", "notification_date");

-- CreateIndex
CREATE INDEX "equipment_warn_equipment_no_create_date_idx" ON "equipment_warn"("equipment_no", "create_date" DESC);

-- CreateIndex
CREATE INDEX "maintenance_job_plan_date_job_no_idx" ON "maintenance_job"("plan_date", "job_no");

-- CreateIndex
CREATE INDEX "maintenance_job_equipment_no_plan_date_idx" ON "maintenance_job"("equipment_no", "plan_date" DESC);

-- CreateIndex
CREATE INDEX "maintenance_job_branch_code_plan_date_idx" ON "maintenance_job"("branch_code", "plan_date" DESC);

-- CreateIndex
CREATE INDEX "maintenance_job_job_status_plan_date_idx" ON "maintenance_job"("job_status", "plan_date" DESC);

-- CreateIndex
CREATE INDEX "maintenance_job_maintenance_type_plan_date_idx" ON "maintenance_job"("maintenance_type", "plan_date" DESC);

-- CreateIndex
CREATE INDEX "maintenance_part_job_no_idx" ON "maintenance_part"("job_no");

-- CreateIndex
CREATE UNIQUE INDEX "maintenance_item_template_maintenance_type_display_type_no_key" ON "maintenance_item_template"("maintenance_type", "display_type", "no");

-- CreateIndex
CREATE INDEX "maintenance_report_mnt_date_job_no_idx" ON "maintenance_report"("mnt_date" DESC, "job_no");

-- CreateIndex
CREATE INDEX "maintenance_report_equipment_no_mnt_date_idx" ON "maintenance_report"("equipment_no", "mnt_date" DESC);

-- CreateIndex
CREATE INDEX "maintenance_report_branch_code_mnt_date_idx" ON "maintenance_report"("branch_code", "mnt_date" DESC);

-- CreateIndex
CREATE INDEX "maintenance_report_status_mnt_date_idx" ON "maintenance_report"("status", "mnt_date" DESC);

-- CreateIndex
CREATE INDEX "maintenance_report_mnt_type_mnt_date_idx" ON "maintenance_report"("mnt_type", "mnt_date" DESC);

-- CreateIndex
CREATE INDEX "maintenance_report_equipment_desc_trgm_idx" ON "maintenance_report" USING GIN ("equipment_desc" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "report_receiver_phone_job_no_idx" ON "report_receiver"("phone", "job_no");

-- CreateIndex
CREATE INDEX "inspection_next_inspection_date_equipment_no_idx" ON "inspection"("next_inspection_date", "equipment_no");

-- CreateIndex
CREATE INDEX "inspection_branch_code_next_inspection_date_idx" ON "inspection"("branch_code", "next_inspection_date");

-- CreateIndex
CREATE INDEX "inspection_history_equipment_no_inspection_date_idx" ON "inspection_history"("equipment_no", "inspection_date" DESC);

-- CreateIndex
CREATE INDEX "contract_effective_end_equipment_no_idx" ON "contract"("effective_end", "equipment_no");

-- CreateIndex
CREATE INDEX "contract_branch_code_effective_end_idx" ON "contract"("branch_code", "effective_end");

-- CreateIndex
CREATE INDEX "contract_equipment_no_idx" ON "contract"("equipment_no");

-- CreateIndex
CREATE INDEX "contract_origin_contract_no_idx" ON "contract"("origin_contract_no");

-- CreateIndex
CREATE INDEX "contract_frame_contract_no_idx" ON "contract"("frame_contract_no");

-- CreateIndex
CREATE INDEX "off_maintenance_off_date_idx" ON "off_maintenance"("off_date" DESC);

-- CreateIndex
CREATE INDEX "off_maintenance_branch_code_off_date_idx" ON "off_maintenance"("branch_code", "off_date" DESC);

-- CreateIndex
CREATE INDEX "off_maintenance_state_idx" ON "off_maintenance"("state");

-- CreateIndex
CREATE INDEX "third_gateway_kind_create_date_idx" ON "third_gateway"("kind", "create_date");

-- CreateIndex
CREATE INDEX "third_gateway_branch_code_kind_idx" ON "third_gateway"("branch_code", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "third_gateway_kind_equipment_no_key" ON "third_gateway"("kind", "equipment_no");

-- CreateIndex
CREATE UNIQUE INDEX "third_gateway_step_cube_id_step_equipment_no_key" ON "third_gateway"("step_cube_id", "step_equipment_no");

-- CreateIndex
CREATE INDEX "camera_equipment_no_idx" ON "camera"("equipment_no");

-- CreateIndex
CREATE INDEX "camera_platform_status_idx" ON "camera"("platform", "status");

-- CreateIndex
CREATE INDEX "camera_create_date_camera_id_idx" ON "camera"("create_date", "camera_id");

-- CreateIndex
CREATE UNIQUE INDEX "camera_device_id_channel_id_key" ON "camera"("device_id", "channel_id");

-- AddForeignKey
ALTER TABLE "callback" ADD CONSTRAINT "callback_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback" ADD CONSTRAINT "callback_branch_code_fkey" FOREIGN KEY ("branch_code") REFERENCES "branch"("branch_code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_status" ADD CONSTRAINT "callback_status_callback_id_fkey" FOREIGN KEY ("callback_id") REFERENCES "callback"("callback_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "symptom" ADD CONSTRAINT "symptom_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "symptom" ADD CONSTRAINT "symptom_branch_code_fkey" FOREIGN KEY ("branch_code") REFERENCES "branch"("branch_code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "equipment_warn" ADD CONSTRAINT "equipment_warn_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_job" ADD CONSTRAINT "maintenance_job_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_job" ADD CONSTRAINT "maintenance_job_branch_code_fkey" FOREIGN KEY ("branch_code") REFERENCES "branch"("branch_code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_item" ADD CONSTRAINT "maintenance_item_job_no_fkey" FOREIGN KEY ("job_no") REFERENCES "maintenance_job"("job_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_part" ADD CONSTRAINT "maintenance_part_job_no_fkey" FOREIGN KEY ("job_no") REFERENCES "maintenance_job"("job_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_report" ADD CONSTRAINT "maintenance_report_job_no_fkey" FOREIGN KEY ("job_no") REFERENCES "maintenance_job"("job_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_report" ADD CONSTRAINT "maintenance_report_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_receiver" ADD CONSTRAINT "report_receiver_job_no_fkey" FOREIGN KEY ("job_no") REFERENCES "maintenance_report"("job_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inspection" ADD CONSTRAINT "inspection_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inspection_history" ADD CONSTRAINT "inspection_history_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contract" ADD CONSTRAINT "contract_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "off_maintenance" ADD CONSTRAINT "off_maintenance_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "third_gateway" ADD CONSTRAINT "third_gateway_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "camera" ADD CONSTRAINT "camera_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand from here.

-- The few rows that are looked at all the time.
CREATE INDEX callback_trapped_idx ON callback (create_date) WHERE person_trapped;
CREATE INDEX callback_injured_idx ON callback (create_date) WHERE person_injured;
CREATE INDEX callback_open_idx ON callback (equipment_no) WHERE job_status NOT IN ('CLSO', 'CLSC');
CREATE INDEX maintenance_job_done_idx ON maintenance_job (equipment_no, done_date DESC) WHERE job_status IN ('DONE', 'CONFIRM');

-- One running record a unit; those that were renewed are history.
CREATE UNIQUE INDEX off_maintenance_equipment_no_live_key ON off_maintenance (equipment_no)
  WHERE state IN ('OPEN', 'FOLLOWING', 'STOPPED');

-- Value sets (api.md §1.11).
ALTER TABLE callback
  ADD CONSTRAINT callback_job_status_check CHECK (job_status IN ('INIT', 'REQU', 'PAGE', 'DISP', 'SITE', 'INTR', 'CLSO', 'CLSC')),
  ADD CONSTRAINT callback_trapped_count_check CHECK (trapped_count BETWEEN 0 AND 50);
ALTER TABLE callback_status
  ADD CONSTRAINT callback_status_status_check CHECK (status IN ('INIT', 'REQU', 'PAGE', 'DISP', 'SITE', 'INTR', 'CLSO', 'CLSC'));
ALTER TABLE symptom
  ADD CONSTRAINT symptom_category_check CHECK (category IN ('A', 'B', 'C', 'D', 'F')),
  ADD CONSTRAINT symptom_symptom_state_check CHECK (symptom_state IN ('INIT', 'NOT_PROCESSED', 'OPEN', 'INACTIVE', 'EXPIRED', 'CLOSED')),
  ADD CONSTRAINT symptom_occurrences_check CHECK (occurrences >= 1);
ALTER TABLE maintenance_job
  ADD CONSTRAINT maintenance_job_job_status_check CHECK (job_status IN ('LOCK', 'PLAN', 'DONE', 'CONFIRM'));
ALTER TABLE maintenance_report
  ADD CONSTRAINT maintenance_report_status_check CHECK (status IN ('1', '2', '3'));
ALTER TABLE contract
  ADD CONSTRAINT contract_effective_end_check CHECK (effective_end IS NOT DISTINCT FROM coalesce(contract_actual_end_date, contract_end_date));
ALTER TABLE third_gateway
  ADD CONSTRAINT third_gateway_online_status_check CHECK (online_status IN (1, 2, 4));
ALTER TABLE camera
  ADD CONSTRAINT camera_status_check CHECK (status IN ('00', '01', '02')),
  ADD CONSTRAINT camera_channel_id_check CHECK (channel_id BETWEEN 0 AND 999);
