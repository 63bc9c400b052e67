-- The name that the device of an event gives itself, such as "Kobo".
ALTER TABLE reading_events ADD COLUMN device_name TEXT;
