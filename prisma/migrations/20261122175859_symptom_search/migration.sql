-- DropIndex
DROP INDEX "symptom_equipment_no_create_date_idx";

-- DropIndex
DROP INDEX "symptom_branch_code_create_date_idx";

-- DropIndex
DROP INDEX "symptom_category_create_date_idx";

-- DropIndex
DROP INDEX "symptom_symptom_state_create_date_idx";

-- DropIndex
DROP INDEX "symptom_symptom_title_trgm_idx";

-- DropIndex
DROP INDEX "symptom_equipment_text_trgm_idx";

-- AlterTable
ALTER TABLE "symptom" ADD COLUMN     "search_grams" TEXT[] NOT NULL GENERATED ALWAYS AS (name_grams(symptom_title || ' ' || equipment_text || ' ' || equipment_no || ' ' || symptom_id)) STORED; -- by hand

-- CreateIndex
CREATE INDEX "symptom_equipment_no_create_date_symptom_id_idx" ON "symptom"("equipment_no", "create_date", "symptom_id");

-- CreateIndex
CREATE INDEX "symptom_branch_code_create_date_symptom_id_idx" ON "symptom"("branch_code", "create_date", "symptom_id");

-- CreateIndex
CREATE INDEX "symptom_category_create_date_symptom_id_idx" ON "symptom"("category", "create_date", "symptom_id");

-- CreateIndex
CREATE INDEX "symptom_symptom_state_create_date_symptom_id_idx" ON "symptom"("symptom_state", "create_date", "symptom_id");

-- CreateIndex
CREATE INDEX "symptom_search_grams_idx" ON "symptom" USING GIN ("search_grams");

-- By hand from here: what is done with a job; episodes whose strip is not kept yet.
CREATE INDEX symptom_job_no_idx ON symptom (job_no) WHERE job_no IS NOT NULL;
CREATE INDEX error_inspection_unkept_idx ON error_inspection (recover_date) WHERE strip IS NULL AND recover_date IS NOT NULL;
