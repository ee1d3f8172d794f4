-- DropIndex
DROP INDEX "api_access_log_create_date_idx";

-- DropIndex
DROP INDEX "api_access_log_username_create_date_idx";

-- DropIndex
DROP INDEX "api_access_log_module_action_create_date_idx";

-- DropIndex
DROP INDEX "api_access_log_object_id_create_date_idx";

-- DropIndex
DROP INDEX "api_access_log_ip_create_date_idx";

-- DropIndex
DROP INDEX "api_access_log_branch_code_create_date_idx";

-- DropIndex
DROP INDEX "sms_log_create_date_id_idx";

-- DropIndex
DROP INDEX "sms_log_phone_create_date_idx";

-- DropIndex
DROP INDEX "sms_log_username_create_date_idx";

-- DropIndex
DROP INDEX "sms_log_equipment_no_create_date_idx";

-- DropIndex
DROP INDEX "sms_log_project_id_create_date_idx";

-- DropIndex
DROP INDEX "sms_log_branch_code_create_date_idx";

-- DropIndex
DROP INDEX "sms_log_state_create_date_idx";

-- DropIndex
DROP INDEX "sms_log_type_create_date_idx";

-- CreateIndex
CREATE INDEX "users_phone_trgm_idx" ON "users" USING GIN ("phone" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "users_nick_name_username_idx" ON "users"("nick_name", "username");

-- CreateIndex
CREATE INDEX "api_access_log_create_date_id_idx" ON "api_access_log"("create_date", "id");

-- CreateIndex
CREATE INDEX "api_access_log_username_create_date_id_idx" ON "api_access_log"("username", "create_date", "id");

-- CreateIndex
CREATE INDEX "api_access_log_module_create_date_id_idx" ON "api_access_log"("module", "create_date", "id");

-- CreateIndex
CREATE INDEX "api_access_log_action_create_date_id_idx" ON "api_access_log"("action", "create_date", "id");

-- CreateIndex
CREATE INDEX "api_access_log_object_id_create_date_id_idx" ON "api_access_log"("object_id", "create_date", "id");

-- CreateIndex
CREATE INDEX "api_access_log_ip_create_date_id_idx" ON "api_access_log"("ip", "create_date", "id");

-- CreateIndex
CREATE INDEX "api_access_log_branch_code_create_date_id_idx" ON "api_access_log"("branch_code", "create_date", "id");

-- CreateIndex
CREATE INDEX "sms_log_create_date_id_idx" ON "sms_log"("create_date", "id");

-- CreateIndex
CREATE INDEX "sms_log_phone_create_date_id_idx" ON "sms_log"("phone", "create_date", "id");

-- CreateIndex
CREATE INDEX "sms_log_phone_trgm_idx" ON "sms_log" USING GIN ("phone" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "sms_log_username_create_date_id_idx" ON "sms_log"("username", "create_date", "id");

-- CreateIndex
CREATE INDEX "sms_log_equipment_no_create_date_id_idx" ON "sms_log"("equipment_no", "create_date", "id");

-- CreateIndex
CREATE INDEX "sms_log_project_id_create_date_id_idx" ON "sms_log"("project_id", "create_date", "id");

-- CreateIndex
CREATE INDEX "sms_log_branch_code_create_date_id_idx" ON "sms_log"("branch_code", "create_date", "id");

-- CreateIndex
CREATE INDEX "sms_log_state_create_date_id_idx" ON "sms_log"("state", "create_date", "id");

-- CreateIndex
CREATE INDEX "sms_log_type_create_date_id_idx" ON "sms_log"("type", "create_date", "id");

-- By hand from here: the failures in the order of the list, with the code they are asked by.
DROP INDEX api_access_log_failed_idx;
CREATE INDEX api_access_log_failed_idx ON api_access_log (create_date, id, code) WHERE code <> 200;
