-- CreateIndex
CREATE INDEX "inspection_planned_date_equipment_no_idx" ON "inspection"("planned_date", "equipment_no");

-- CreateIndex
CREATE INDEX "contract_follow_next_date_row_key_idx" ON "contract"("follow_next_date", "row_key");
