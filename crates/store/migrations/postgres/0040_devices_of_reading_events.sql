-- The device that reported an event, where it says which one it is.
ALTER TABLE reading_events ADD COLUMN device TEXT;
