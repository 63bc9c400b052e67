-- The version of the program that enqueued a job: only programs of this version or later run it, because others may not
-- know all of its input. Programs before this migration leave the column out.
ALTER TABLE jobs ADD COLUMN program_version BIGINT NOT NULL DEFAULT 0;

-- One row: the oldest schema that a program must know to use this one, and the program that migrated last.
CREATE TABLE _schema (
    id BIGINT NOT NULL PRIMARY KEY,
    oldest_program_schema BIGINT NOT NULL,
    migrated_by TEXT NOT NULL
);
INSERT INTO _schema (id, oldest_program_schema, migrated_by) VALUES (1, 0, '');
