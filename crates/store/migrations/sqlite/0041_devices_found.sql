-- The events of a device: when a sign-in is forgotten, they are no longer said to be from it.
CREATE INDEX reading_events_device ON reading_events (device) WHERE device IS NOT NULL;
