-- CreateTable
CREATE TABLE "campus_view" (
    "username" VARCHAR(64) NOT NULL,
    "title" VARCHAR(200),
    "logo" VARCHAR(300),
    "background" VARCHAR(300),
    "mute" INTEGER NOT NULL DEFAULT 0,
    "campus_view_size" INTEGER NOT NULL DEFAULT 40,
    "create_by" VARCHAR(64),
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campus_view_pkey" PRIMARY KEY ("username")
);

-- CreateTable
CREATE TABLE "campus_view_equipment" (
    "username" VARCHAR(64) NOT NULL,
    "equipment_no" VARCHAR(40) NOT NULL,
    "equipment_nick_name" VARCHAR(200),
    "position" INTEGER NOT NULL,

    CONSTRAINT "campus_view_equipment_pkey" PRIMARY KEY ("username","equipment_no")
);

-- CreateIndex
CREATE INDEX "campus_view_equipment_username_position_idx" ON "campus_view_equipment"("username", "position");

-- CreateIndex
CREATE INDEX "campus_view_equipment_equipment_no_idx" ON "campus_view_equipment"("equipment_no");

-- AddForeignKey
ALTER TABLE "campus_view" ADD CONSTRAINT "campus_view_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campus_view_equipment" ADD CONSTRAINT "campus_view_equipment_username_fkey" FOREIGN KEY ("username") REFERENCES "campus_view"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campus_view_equipment" ADD CONSTRAINT "campus_view_equipment_equipment_no_fkey" FOREIGN KEY ("equipment_no") REFERENCES "equipment"("equipment_no") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE campus_view
  ADD CONSTRAINT campus_view_mute_check CHECK (mute IN (0, 1)),
  ADD CONSTRAINT campus_view_campus_view_size_check CHECK (campus_view_size IN (40, 80, 100));
ALTER TABLE campus_view_equipment
  ADD CONSTRAINT campus_view_equipment_position_check CHECK (position >= 0);
