-- CreateTable
CREATE TABLE "job_schedule" (
    "name" VARCHAR(128) NOT NULL,
    "last_due" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_schedule_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "job_progress" (
    "job_id" BIGINT NOT NULL,
    "done" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_progress_pkey" PRIMARY KEY ("job_id")
);
