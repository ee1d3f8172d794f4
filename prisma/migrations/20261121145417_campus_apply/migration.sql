-- CreateEnum
CREATE TYPE "campus_apply_status" AS ENUM ('NEW', 'CONTACTED', 'ENABLED', 'REJECTED', 'EXPIRED');

-- CreateTable
CREATE TABLE "campus_apply" (
    "apply_id" VARCHAR(40) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "branch_code" VARCHAR(40),
    "apply_username" VARCHAR(200) NOT NULL,
    "description" VARCHAR(200) NOT NULL,
    "apply_phone" VARCHAR(11) NOT NULL,
    "email" VARCHAR(200),
    "status" "campus_apply_status" NOT NULL,
    "valid_until" DATE,
    "tabs" JSONB,
    "comment" VARCHAR(200),
    "handled_by" VARCHAR(64),
    "handled_date" TIMESTAMPTZ(3),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campus_apply_pkey" PRIMARY KEY ("apply_id")
);

-- CreateIndex
CREATE INDEX "campus_apply_status_create_date_idx" ON "campus_apply"("status", "create_date");

-- CreateIndex
CREATE INDEX "campus_apply_branch_code_create_date_idx" ON "campus_apply"("branch_code", "create_date");

-- CreateIndex
CREATE INDEX "campus_apply_username_create_date_idx" ON "campus_apply"("username", "create_date");

-- CreateIndex
CREATE INDEX "api_access_log_branch_code_create_date_idx" ON "api_access_log"("branch_code", "create_date" DESC);

-- AddForeignKey
ALTER TABLE "campus_apply" ADD CONSTRAINT "campus_apply_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand from here.

-- One open application an account; what expires is looked for every night.
CREATE UNIQUE INDEX campus_apply_username_open_key ON campus_apply (username) WHERE status IN ('NEW', 'CONTACTED');
CREATE INDEX campus_apply_valid_until_idx ON campus_apply (valid_until) WHERE status = 'ENABLED';

-- An application that is in force gives authorities, so its changes are changes of access.
CREATE TRIGGER campus_apply_inserted AFTER INSERT ON campus_apply
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
CREATE TRIGGER campus_apply_updated AFTER UPDATE ON campus_apply
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION access_rows_changed();
