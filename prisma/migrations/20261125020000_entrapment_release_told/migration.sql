-- CreateIndex
CREATE INDEX "entrapment_release_told_date_idx" ON "entrapment"("release_told_date");
