-- AlterEnum
ALTER TYPE "cube_action" ADD VALUE 'restore' AFTER 'retire';

-- DropIndex
DROP INDEX "edge_cube_bind_state_idx";

-- DropIndex
DROP INDEX "edge_cube_branch_code_idx";

-- DropIndex
DROP INDEX "third_gateway_kind_create_date_idx";

-- DropIndex
DROP INDEX "third_gateway_branch_code_kind_idx";

-- CreateIndex
CREATE INDEX "edge_cube_bind_state_create_date_cube_no_idx" ON "edge_cube"("bind_state", "create_date", "cube_no");

-- CreateIndex
CREATE INDEX "edge_cube_fw_version_idx" ON "edge_cube"("fw_version");

-- CreateIndex
CREATE INDEX "edge_cube_branch_code_kind_create_date_cube_no_idx" ON "edge_cube"("branch_code", "kind", "create_date", "cube_no");

-- CreateIndex
CREATE INDEX "third_gateway_kind_create_date_id_idx" ON "third_gateway"("kind", "create_date", "id");

-- CreateIndex
CREATE INDEX "third_gateway_branch_code_kind_create_date_id_idx" ON "third_gateway"("branch_code", "kind", "create_date", "id");
