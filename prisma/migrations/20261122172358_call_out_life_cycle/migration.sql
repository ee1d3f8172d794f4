-- AlterTable
ALTER TABLE "callback" ADD COLUMN     "search_grams" TEXT[] NOT NULL GENERATED ALWAYS AS (name_grams(coalesce(job_description, ''))) STORED, -- by hand
ADD COLUMN     "trapped_date" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "callback_status" ADD COLUMN     "expected_return_date" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "technician" (
    "branch_code" VARCHAR(40) NOT NULL,
    "technician_name" VARCHAR(100) NOT NULL,
    "technician_phone" VARCHAR(20) NOT NULL,
    "last_used" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "technician_pkey" PRIMARY KEY ("branch_code","technician_name","technician_phone")
);

-- CreateIndex
CREATE INDEX "technician_branch_code_last_used_idx" ON "technician"("branch_code", "last_used" DESC);

-- CreateIndex
CREATE INDEX "callback_search_grams_idx" ON "callback" USING GIN ("search_grams");

-- AddForeignKey
ALTER TABLE "technician" ADD CONSTRAINT "technician_branch_code_fkey" FOREIGN KEY ("branch_code") REFERENCES "branch"("branch_code") ON DELETE CASCADE ON UPDATE CASCADE;
