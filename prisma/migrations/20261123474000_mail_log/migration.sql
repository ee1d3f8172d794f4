-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('QUEUED', 'SENT', 'FAILED', 'SUPPRESSED');

-- CreateTable
CREATE TABLE "mail_log" (
    "id" BIGSERIAL NOT NULL,
    "kind" VARCHAR(20) NOT NULL,
    "to_address" VARCHAR(200) NOT NULL,
    "username" VARCHAR(64),
    "branch_code" VARCHAR(40),
    "language" VARCHAR(5) NOT NULL,
    "subject" VARCHAR(200) NOT NULL,
    "content" VARCHAR(4000) NOT NULL,
    "attachments" JSONB NOT NULL,
    "state" "mail_state" NOT NULL,
    "error" VARCHAR(500),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "provider" VARCHAR(40),
    "message_id" VARCHAR(200) NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_date" TIMESTAMPTZ(3),

    CONSTRAINT "mail_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mail_log_create_date_id_idx" ON "mail_log"("create_date", "id");

-- CreateIndex
CREATE INDEX "mail_log_username_create_date_id_idx" ON "mail_log"("username", "create_date", "id");

-- CreateIndex
CREATE INDEX "mail_log_branch_code_create_date_id_idx" ON "mail_log"("branch_code", "create_date", "id");

-- CreateIndex
CREATE INDEX "mail_log_state_create_date_id_idx" ON "mail_log"("state", "create_date", "id");

-- What is due, for the senders.
CREATE INDEX "mail_log_due_idx" ON "mail_log"("next_at") WHERE "next_at" IS NOT NULL;
