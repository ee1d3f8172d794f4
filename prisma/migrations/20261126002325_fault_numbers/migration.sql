-- Faults that were stored before they had numbers get the one of their event, as new ones do. Of a fault whose event is gone
-- the number counts on its own.
UPDATE error_inspection
   SET error_id = 'ER' || lpad(event_ref::text, greatest(10, length(event_ref::text)), '0')
 WHERE error_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
   AND event_ref IS NOT NULL;

UPDATE error_inspection AS fault
   SET error_id = 'ERX' || lpad(old.place::text, greatest(9, length(old.place::text)), '0')
  FROM (
    SELECT error_id, row_number() OVER (ORDER BY start_date, error_id) AS place
      FROM error_inspection
     WHERE error_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  ) AS old
 WHERE fault.error_id = old.error_id;
