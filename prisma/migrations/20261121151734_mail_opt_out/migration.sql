-- CreateTable
CREATE TABLE "mail_opt_out" (
    "email_address" VARCHAR(200) NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_opt_out_pkey" PRIMARY KEY ("email_address")
);
