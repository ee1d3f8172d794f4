-- AlterTable
ALTER TABLE "smart_screen" ADD COLUMN     "send_at" TIMESTAMPTZ(3),
ADD COLUMN     "send_tries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "sent_mark" VARCHAR(40);
