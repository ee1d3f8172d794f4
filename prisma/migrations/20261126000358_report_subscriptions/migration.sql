-- CreateTable
CREATE TABLE "report_subscription" (
    "subscription_id" VARCHAR(40) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "kind" VARCHAR(20) NOT NULL,
    "project_ids" TEXT[],
    "email_address" VARCHAR(200) NOT NULL,
    "language" VARCHAR(5) NOT NULL,
    "day" INTEGER,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "next_at" TIMESTAMPTZ(3),
    "end_reason" VARCHAR(20),
    "end_date" TIMESTAMPTZ(3),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_subscription_pkey" PRIMARY KEY ("subscription_id")
);

-- CreateTable
CREATE TABLE "report_delivery" (
    "id" BIGSERIAL NOT NULL,
    "subscription_id" VARCHAR(40) NOT NULL,
    "due_date" DATE NOT NULL,
    "mail_id" BIGINT,
    "reason" VARCHAR(64),
    "params" JSONB,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "report_subscription_username_create_date_idx" ON "report_subscription"("username", "create_date");

-- CreateIndex
CREATE INDEX "report_delivery_create_date_idx" ON "report_delivery"("create_date");

-- CreateIndex
CREATE UNIQUE INDEX "report_delivery_subscription_id_due_date_key" ON "report_delivery"("subscription_id", "due_date");

-- AddForeignKey
ALTER TABLE "report_subscription" ADD CONSTRAINT "report_subscription_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_delivery" ADD CONSTRAINT "report_delivery_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "report_subscription"("subscription_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is due, and whose address it goes to.
CREATE INDEX "report_subscription_due_idx" ON "report_subscription" ("next_at") WHERE "next_at" IS NOT NULL;
CREATE INDEX "report_subscription_address_idx" ON "report_subscription" (lower("email_address")) WHERE "next_at" IS NOT NULL;
ALTER TABLE "report_subscription" ADD CONSTRAINT "report_subscription_day_check" CHECK ("day" BETWEEN 1 AND 28);
