-- CreateIndex
CREATE INDEX "equipment_group_log_equipment_no_idx" ON "equipment_group_log"("equipment_no");

-- AddForeignKey
ALTER TABLE "equipment_group_log" ADD CONSTRAINT "equipment_group_log_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;
