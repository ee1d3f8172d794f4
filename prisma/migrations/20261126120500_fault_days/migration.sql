-- The time units stood still by their own fault, of the days on which some did (unitFaults): far fewer rows than days.
CREATE INDEX CONCURRENTLY equipment_day_fault_idx ON equipment_day (day, equipment_no) INCLUDE (equipment_fault_sec) WHERE equipment_fault_sec > 0;
