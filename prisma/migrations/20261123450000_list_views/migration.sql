-- CreateTable
CREATE TABLE "list_view" (
    "view_id" VARCHAR(40) NOT NULL,
    "list" VARCHAR(40) NOT NULL,
    "username" VARCHAR(64) NOT NULL,
    "name" VARCHAR(40) NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "content" JSONB NOT NULL,
    "create_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "update_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "list_view_pkey" PRIMARY KEY ("view_id")
);

-- CreateTable
CREATE TABLE "list_view_default" (
    "username" VARCHAR(64) NOT NULL,
    "list" VARCHAR(40) NOT NULL,
    "view_id" VARCHAR(40) NOT NULL,

    CONSTRAINT "list_view_default_pkey" PRIMARY KEY ("username","list")
);

-- CreateIndex
CREATE INDEX "list_view_list_is_shared_idx" ON "list_view"("list", "is_shared");

-- CreateIndex
CREATE UNIQUE INDEX "list_view_username_list_name_key" ON "list_view"("username", "list", "name");

-- CreateIndex
CREATE INDEX "list_view_default_view_id_idx" ON "list_view_default"("view_id");

-- AddForeignKey
ALTER TABLE "list_view" ADD CONSTRAINT "list_view_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_view_default" ADD CONSTRAINT "list_view_default_username_fkey" FOREIGN KEY ("username") REFERENCES "users"("username") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_view_default" ADD CONSTRAINT "list_view_default_view_id_fkey" FOREIGN KEY ("view_id") REFERENCES "list_view"("view_id") ON DELETE CASCADE ON UPDATE CASCADE;
