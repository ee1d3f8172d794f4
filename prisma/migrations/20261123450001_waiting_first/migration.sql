-- What waits for somebody stands first in its list: a column of its own, so that an index has the order.
-- AlterTable
ALTER TABLE "user_approval" ADD COLUMN     "waiting" BOOLEAN NOT NULL GENERATED ALWAYS AS (state = 'PENDING') STORED; -- by hand

-- AlterTable
ALTER TABLE "user_feedback" ADD COLUMN     "waiting" BOOLEAN NOT NULL GENERATED ALWAYS AS (state IN ('NEW', 'PROCESSING')) STORED; -- by hand

-- AlterTable
ALTER TABLE "callback" ADD COLUMN     "waiting" BOOLEAN NOT NULL GENERATED ALWAYS AS (job_status NOT IN ('CLSO', 'CLSC')) STORED; -- by hand

-- AlterTable
ALTER TABLE "symptom" ADD COLUMN     "waiting" BOOLEAN NOT NULL GENERATED ALWAYS AS (symptom_state IN ('INIT', 'NOT_PROCESSED', 'OPEN')) STORED; -- by hand

-- AlterTable
ALTER TABLE "campus_apply" ADD COLUMN     "waiting" BOOLEAN NOT NULL GENERATED ALWAYS AS (status IN ('NEW', 'CONTACTED')) STORED; -- by hand

-- CreateIndex
CREATE INDEX "user_approval_waiting_create_date_approval_id_idx" ON "user_approval"("waiting", "create_date", "approval_id");

-- CreateIndex
CREATE INDEX "user_feedback_waiting_create_date_feedback_id_idx" ON "user_feedback"("waiting", "create_date", "feedback_id");

-- CreateIndex
CREATE INDEX "callback_waiting_create_date_callback_id_idx" ON "callback"("waiting", "create_date", "callback_id");

-- CreateIndex
CREATE INDEX "callback_branch_code_waiting_create_date_callback_id_idx" ON "callback"("branch_code", "waiting", "create_date", "callback_id");

-- CreateIndex
CREATE INDEX "symptom_waiting_create_date_symptom_id_idx" ON "symptom"("waiting", "create_date", "symptom_id");

-- CreateIndex
CREATE INDEX "symptom_branch_code_waiting_create_date_symptom_id_idx" ON "symptom"("branch_code", "waiting", "create_date", "symptom_id");

-- CreateIndex
CREATE INDEX "campus_apply_waiting_create_date_apply_id_idx" ON "campus_apply"("waiting", "create_date", "apply_id");
