-- Converted files are called what they are called everywhere else.
ALTER TABLE made_artifacts RENAME TO artifacts;
ALTER INDEX made_artifacts_pkey RENAME TO artifacts_pkey;
ALTER INDEX made_artifacts_title RENAME TO artifacts_title;
ALTER INDEX made_artifacts_last_used RENAME TO artifacts_last_used;
ALTER TABLE artifacts RENAME CONSTRAINT made_artifacts_title_id_fkey TO artifacts_title_id_fkey;
ALTER TABLE artifacts RENAME CONSTRAINT made_artifacts_edition_id_fkey TO artifacts_edition_id_fkey;
