-- DropIndex
DROP INDEX "equipment_status_online_status_idx";

-- DropIndex
DROP INDEX "equipment_status_error_status_idx";

-- CreateIndex
CREATE INDEX "equipment_equipment_name_equipment_no_idx" ON "equipment"("equipment_name", "equipment_no");

-- CreateIndex
CREATE INDEX "equipment_branch_code_equipment_name_equipment_no_idx" ON "equipment"("branch_code", "equipment_name", "equipment_no");

-- CreateIndex
CREATE INDEX "equipment_product_line_equipment_no_idx" ON "equipment"("product_line", "equipment_no");

-- CreateIndex
CREATE INDEX "equipment_branch_code_product_line_equipment_no_idx" ON "equipment"("branch_code", "product_line", "equipment_no");

-- CreateIndex
CREATE INDEX "equipment_status_online_status_equipment_no_idx" ON "equipment_status"("online_status", "equipment_no");

-- CreateIndex
CREATE INDEX "equipment_status_error_status_equipment_no_idx" ON "equipment_status"("error_status", "equipment_no");
