-- CreateEnum
CREATE TYPE "sms_state" AS ENUM ('QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED');

-- CreateTable
CREATE TABLE "sms_log" (
    "id" BIGSERIAL NOT NULL,
    "phone" VARCHAR(11) NOT NULL,
    "username" VARCHAR(64),
    "type" VARCHAR(20) NOT NULL,
    "content" VARCHAR(500) NOT NULL,
    "sealed_text" JSONB,
    "equipment_no" VARCHAR(40),
    "project_id" VARCHAR(40),
    "branch_code" VARCHAR(40),
    "state" "sms_state" NOT NULL,
    "error" VARCHAR(500),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "parts" INTEGER NOT NULL DEFAULT 1,
    "next_at" TIMESTAMPTZ(3),
    "provider" VARCHAR(40),
    "provider_id" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deliver_date" TIMESTAMPTZ(3),

    CONSTRAINT "sms_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sms_log_create_date_id_idx" ON "sms_log"("create_date" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sms_log_phone_create_date_idx" ON "sms_log"("phone", "create_date" DESC);

-- CreateIndex
CREATE INDEX "sms_log_username_create_date_idx" ON "sms_log"("username", "create_date" DESC);

-- CreateIndex
CREATE INDEX "sms_log_equipment_no_create_date_idx" ON "sms_log"("equipment_no", "create_date" DESC);

-- CreateIndex
CREATE INDEX "sms_log_project_id_create_date_idx" ON "sms_log"("project_id", "create_date" DESC);

-- CreateIndex
CREATE INDEX "sms_log_branch_code_create_date_idx" ON "sms_log"("branch_code", "create_date" DESC);

-- CreateIndex
CREATE INDEX "sms_log_state_create_date_idx" ON "sms_log"("state", "create_date" DESC);

-- CreateIndex
CREATE INDEX "sms_log_type_create_date_idx" ON "sms_log"("type", "create_date" DESC);

-- What is due, and nothing else: small however long the log is.
CREATE INDEX "sms_log_due_idx" ON "sms_log"("next_at") WHERE "next_at" IS NOT NULL;
