-- AlterTable
ALTER TABLE "equipment_day" ADD COLUMN     "silent_sec" INTEGER;

-- What reaches into a day although it began long before it (readings 243): few rows, found without walking.
CREATE INDEX equipment_event_long_idx ON equipment_event (equipment_no, end_at) WHERE end_at - start_at > interval '1 day';
CREATE INDEX equipment_span_long_idx ON equipment_span (equipment_no, end_at) WHERE end_at - start_at > interval '1 day';
