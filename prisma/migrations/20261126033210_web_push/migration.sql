-- CreateEnum
CREATE TYPE "push_state" AS ENUM ('QUEUED', 'SENT', 'FAILED', 'WITHDRAWN');

-- CreateTable
CREATE TABLE "push_device" (
    "device_id" VARCHAR(40) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "session_id" VARCHAR(40) NOT NULL,
    "endpoint" VARCHAR(1000) NOT NULL,
    "p256dh" VARCHAR(120) NOT NULL,
    "auth" VARCHAR(40) NOT NULL,
    "language" VARCHAR(5) NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "faults" BOOLEAN NOT NULL DEFAULT false,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_device_pkey" PRIMARY KEY ("device_id")
);

-- CreateTable
CREATE TABLE "push_log" (
    "id" BIGSERIAL NOT NULL,
    "notification_id" BIGINT NOT NULL,
    "device_id" VARCHAR(40) NOT NULL,
    "device_name" VARCHAR(80) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "branch_code" VARCHAR(40),
    "kind" VARCHAR(20) NOT NULL,
    "equipment_no" VARCHAR(40),
    "state" "push_state" NOT NULL,
    "error" VARCHAR(200),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_date" TIMESTAMPTZ(3),

    CONSTRAINT "push_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_device_endpoint_key" ON "push_device"("endpoint");

-- CreateIndex
CREATE INDEX "push_device_username_idx" ON "push_device"("username");

-- CreateIndex
CREATE INDEX "push_device_session_id_idx" ON "push_device"("session_id");

-- CreateIndex
CREATE INDEX "push_log_create_date_id_idx" ON "push_log"("create_date", "id");

-- CreateIndex
CREATE INDEX "push_log_username_create_date_id_idx" ON "push_log"("username", "create_date", "id");

-- CreateIndex
CREATE INDEX "push_log_branch_code_create_date_id_idx" ON "push_log"("branch_code", "create_date", "id");

-- CreateIndex
CREATE UNIQUE INDEX "push_log_notification_id_device_id_key" ON "push_log"("notification_id", "device_id");

-- AddForeignKey
ALTER TABLE "push_device" ADD CONSTRAINT "push_device_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_device" ADD CONSTRAINT "push_device_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is due.
CREATE INDEX "push_log_due" ON "push_log" ("next_at") WHERE "state" = 'QUEUED';
