-- CreateIndex
CREATE INDEX "user_approval_create_date_approval_id_idx" ON "user_approval"("create_date", "approval_id");

-- CreateIndex
CREATE INDEX "user_feedback_create_date_feedback_id_idx" ON "user_feedback"("create_date", "feedback_id");

-- CreateIndex
CREATE INDEX "user_feedback_trgm_idx" ON "user_feedback" USING GIN ("content" gin_trgm_ops, "username" gin_trgm_ops, "phone" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "campus_apply_create_date_apply_id_idx" ON "campus_apply"("create_date", "apply_id");

-- CreateIndex
CREATE INDEX "campus_apply_trgm_idx" ON "campus_apply" USING GIN ("apply_username" gin_trgm_ops, "apply_phone" gin_trgm_ops, "username" gin_trgm_ops);
