-- CreateEnum
CREATE TYPE "camera_source" AS ENUM ('rtmp', 'demo', 'platform');

-- AlterTable
ALTER TABLE "camera" ADD COLUMN     "has_talk" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "key_hash" VARCHAR(64),
ADD COLUMN     "recorded" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "source" "camera_source" NOT NULL DEFAULT 'rtmp';

-- CreateTable
CREATE TABLE "video_session" (
    "id" VARCHAR(40) NOT NULL,
    "client_id" VARCHAR(64) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "session_id" VARCHAR(64) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "camera_id" VARCHAR(40) NOT NULL,
    "business_type" VARCHAR(20) NOT NULL,
    "opened_from" VARCHAR(20),
    "start_at" TIMESTAMPTZ(3) NOT NULL,
    "expire_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "video_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "video_segment" (
    "id" BIGSERIAL NOT NULL,
    "camera_id" VARCHAR(40) NOT NULL,
    "begin_at" TIMESTAMPTZ(3) NOT NULL,
    "end_at" TIMESTAMPTZ(3),
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "file" VARCHAR(100) NOT NULL,

    CONSTRAINT "video_segment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "video_session_username_closed_at_idx" ON "video_session"("username", "closed_at");

-- CreateIndex
CREATE INDEX "video_session_client_id_idx" ON "video_session"("client_id");

-- CreateIndex
CREATE INDEX "video_session_expire_at_idx" ON "video_session"("expire_at");

-- CreateIndex
CREATE INDEX "video_segment_camera_id_begin_at_idx" ON "video_segment"("camera_id", "begin_at");

-- CreateIndex
CREATE INDEX "video_segment_begin_at_idx" ON "video_segment"("begin_at");

-- AddForeignKey
ALTER TABLE "video_session" ADD CONSTRAINT "video_session_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "video_session" ADD CONSTRAINT "video_session_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "video_session" ADD CONSTRAINT "video_session_camera_id_fkey" FOREIGN KEY ("camera_id") REFERENCES "camera"("camera_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "video_segment" ADD CONSTRAINT "video_segment_camera_id_fkey" FOREIGN KEY ("camera_id") REFERENCES "camera"("camera_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One speaks to a car at a time.
CREATE UNIQUE INDEX video_session_talk_key ON video_session (camera_id) WHERE business_type = 'talk' AND closed_at IS NULL;
