-- Reading an announcement reaches the account's other tabs and machines as reading a message does (readings 91).
CREATE TRIGGER announcement_read_inserted AFTER INSERT ON announcement_read
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notification_seen();
