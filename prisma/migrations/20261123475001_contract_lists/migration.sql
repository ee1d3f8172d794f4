-- DropIndex
DROP INDEX "off_maintenance_off_date_idx";

-- AlterTable
ALTER TABLE "contract" ADD COLUMN     "row_key" VARCHAR(81) NOT NULL GENERATED ALWAYS AS (contract_no || ' ' || equipment_no) STORED; -- by hand

-- CreateIndex
CREATE UNIQUE INDEX "contract_row_key_key" ON "contract"("row_key");

-- CreateIndex
CREATE INDEX "contract_effective_end_row_key_idx" ON "contract"("effective_end", "row_key");

-- CreateIndex
CREATE INDEX "contract_updated_at_idx" ON "contract"("updated_at");

-- CreateIndex
CREATE INDEX "off_maintenance_off_date_id_idx" ON "off_maintenance"("off_date", "id");
