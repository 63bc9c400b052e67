-- The family of the browser and of the system that began a session, such as `Firefox/Windows`: what readers recognize it by.
ALTER TABLE sessions ADD COLUMN browser TEXT;
