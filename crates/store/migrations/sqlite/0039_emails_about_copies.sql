-- The language of the email that the caller wants when the package is ready; NULL if none is wanted.
ALTER TABLE downloads ADD COLUMN email_language TEXT;
