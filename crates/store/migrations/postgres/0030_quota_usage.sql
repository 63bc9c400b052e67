-- A row is a book that counts against a quota; the table says so.
ALTER TABLE takings RENAME TO quota_usage;
ALTER TABLE quota_usage RENAME CONSTRAINT takings_pkey TO quota_usage_pkey;
