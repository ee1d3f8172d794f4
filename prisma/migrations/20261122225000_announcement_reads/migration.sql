-- That an announcement was read reaches the reader's other browsers, as that of a message does (readings 91).
CREATE TRIGGER announcement_read_inserted AFTER INSERT ON announcement_read
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_seen();
