-- DropIndex
DROP INDEX "maintenance_job_branch_code_plan_date_idx";

-- DropIndex
DROP INDEX "maintenance_job_job_status_plan_date_idx";

-- DropIndex
DROP INDEX "maintenance_job_maintenance_type_plan_date_idx";

-- AlterTable
ALTER TABLE "maintenance_job" ADD COLUMN     "plan_key" VARCHAR(80),
ADD COLUMN     "turn" INTEGER NOT NULL GENERATED ALWAYS AS (CASE WHEN job_status IN ('PLAN', 'LOCK') THEN plan_date - DATE '2000-01-01' ELSE 100000 + (DATE '2200-01-01' - plan_date) END) STORED; -- by hand

-- CreateTable
CREATE TABLE "maintenance_step" (
    "id" BIGSERIAL NOT NULL,
    "job_no" VARCHAR(40) NOT NULL,
    "step" VARCHAR(12) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operator" VARCHAR(64),
    "reason" VARCHAR(200),

    CONSTRAINT "maintenance_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance_signature" (
    "job_no" VARCHAR(40) NOT NULL,
    "signer_name" VARCHAR(100) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "phone" VARCHAR(20),
    "strokes" JSONB NOT NULL,
    "sign_date" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "maintenance_signature_pkey" PRIMARY KEY ("job_no")
);

-- CreateIndex
CREATE INDEX "maintenance_step_job_no_at_idx" ON "maintenance_step"("job_no", "at");

-- CreateIndex
CREATE UNIQUE INDEX "maintenance_job_plan_key_key" ON "maintenance_job"("plan_key");

-- CreateIndex
CREATE INDEX "maintenance_job_plan_date_job_status_idx" ON "maintenance_job"("plan_date", "job_status");

-- CreateIndex
CREATE INDEX "maintenance_job_branch_code_plan_date_job_no_idx" ON "maintenance_job"("branch_code", "plan_date" DESC, "job_no" DESC);

-- CreateIndex
CREATE INDEX "maintenance_job_job_status_plan_date_job_no_idx" ON "maintenance_job"("job_status", "plan_date", "job_no");

-- CreateIndex
CREATE INDEX "maintenance_job_maintenance_type_plan_date_job_no_idx" ON "maintenance_job"("maintenance_type", "plan_date", "job_no");

-- CreateIndex
CREATE INDEX "maintenance_job_done_date_plan_date_job_no_idx" ON "maintenance_job"("done_date", "plan_date", "job_no");

-- CreateIndex
CREATE INDEX "maintenance_job_turn_plan_date_job_no_idx" ON "maintenance_job"("turn", "plan_date", "job_no");

-- CreateIndex
CREATE INDEX "maintenance_job_branch_code_turn_plan_date_job_no_idx" ON "maintenance_job"("branch_code", "turn", "plan_date", "job_no");

-- AddForeignKey
ALTER TABLE "maintenance_step" ADD CONSTRAINT "maintenance_step_job_no_fkey" FOREIGN KEY ("job_no") REFERENCES "maintenance_job"("job_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_signature" ADD CONSTRAINT "maintenance_signature_job_no_fkey" FOREIGN KEY ("job_no") REFERENCES "maintenance_job"("job_no") ON DELETE RESTRICT ON UPDATE CASCADE;
