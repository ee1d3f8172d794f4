-- CreateEnum
CREATE TYPE "announcement_state" AS ENUM ('DRAFT', 'SCHEDULED', 'PUBLISHED', 'EXPIRED', 'WITHDRAWN');

-- CreateEnum
CREATE TYPE "announcement_audience" AS ENUM ('all', 'userType', 'branch', 'project');

-- CreateTable
CREATE TABLE "announcement" (
    "id" VARCHAR(40) NOT NULL,
    "title" VARCHAR(200) NOT NULL,
    "message" TEXT NOT NULL,
    "title_en" VARCHAR(200),
    "message_en" TEXT,
    "receiving_method" INTEGER NOT NULL,
    "audience_kind" "announcement_audience" NOT NULL,
    "audience_values" TEXT[],
    "is_limited" BOOLEAN NOT NULL,
    "state" "announcement_state" NOT NULL,
    "publish_date" TIMESTAMPTZ(3),
    "valid_to" TIMESTAMPTZ(3),
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "must_read" BOOLEAN NOT NULL DEFAULT false,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "announcement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "announcement_place" (
    "place_id" BIGSERIAL NOT NULL,
    "announcement_id" VARCHAR(40) NOT NULL,
    "branch_code" VARCHAR(40),
    "project_id" VARCHAR(40),

    CONSTRAINT "announcement_place_pkey" PRIMARY KEY ("place_id")
);

-- CreateTable
CREATE TABLE "announcement_read" (
    "username" VARCHAR(64) NOT NULL,
    "id" VARCHAR(40) NOT NULL,
    "read_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "announcement_read_pkey" PRIMARY KEY ("username","id")
);

-- CreateIndex
CREATE INDEX "announcement_state_publish_date_id_idx" ON "announcement"("state", "publish_date" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "announcement_create_date_id_idx" ON "announcement"("create_date", "id");

-- CreateIndex
CREATE INDEX "announcement_title_trgm_idx" ON "announcement" USING GIN ("title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "announcement_place_branch_code_idx" ON "announcement_place"("branch_code");

-- CreateIndex
CREATE INDEX "announcement_place_project_id_idx" ON "announcement_place"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "announcement_place_announcement_id_branch_code_project_id_key" ON "announcement_place"("announcement_id", "branch_code", "project_id");

-- CreateIndex
CREATE INDEX "announcement_read_id_read_date_username_idx" ON "announcement_read"("id", "read_date" DESC, "username");

-- AddForeignKey
ALTER TABLE "announcement_place" ADD CONSTRAINT "announcement_place_announcement_id_fkey" FOREIGN KEY ("announcement_id") REFERENCES "announcement"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcement_place" ADD CONSTRAINT "announcement_place_branch_code_fkey" FOREIGN KEY ("branch_code") REFERENCES "branch"("branch_code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcement_place" ADD CONSTRAINT "announcement_place_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("project_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcement_read" ADD CONSTRAINT "announcement_read_id_fkey" FOREIGN KEY ("id") REFERENCES "announcement"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcement_read" ADD CONSTRAINT "announcement_read_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what a row can never be.
ALTER TABLE "announcement"
  ADD CONSTRAINT "announcement_receiving_method" CHECK ("receiving_method" IN (1, 2, 3)),
  ADD CONSTRAINT "announcement_has_date" CHECK ("state" = 'DRAFT' OR "publish_date" IS NOT NULL);
ALTER TABLE "announcement_place"
  ADD CONSTRAINT "announcement_place_is_one" CHECK (num_nonnulls("branch_code", "project_id") = 1);

-- The minute's work finds what is due, and nothing else.
CREATE INDEX "announcement_due_idx" ON "announcement"("publish_date") WHERE "state" = 'SCHEDULED';
CREATE INDEX "announcement_ending_idx" ON "announcement"("valid_to") WHERE "state" = 'PUBLISHED';
