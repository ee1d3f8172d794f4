-- What was completed today is counted by the end of the call-outs, whenever they began (readings 141).
CREATE INDEX "callback_close_date_idx" ON "callback"("close_date");
