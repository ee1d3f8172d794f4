-- Incidents are asked for on every page: what lasts at a unit, and call-outs of persons who are still trapped.
CREATE INDEX notification_open_idx ON notification (equipment_no, notification_type) WHERE object_status;
CREATE INDEX callback_trapped_open_idx ON callback (equipment_no)
  WHERE person_trapped AND release_date IS NULL AND job_status NOT IN ('CLSO', 'CLSC');
