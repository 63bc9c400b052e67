-- Accounts of one person that staff have merged: everything of closed_id that can move belongs to kept_id. undone_at: the
-- other account is open again.
CREATE TABLE account_merges (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kept_id TEXT NOT NULL REFERENCES accounts (id),
    closed_id TEXT NOT NULL REFERENCES accounts (id),
    merged_by TEXT REFERENCES accounts (id),
    merged_at BIGINT NOT NULL,
    undone_by TEXT REFERENCES accounts (id),
    undone_at BIGINT
);
CREATE INDEX account_merges_kept ON account_merges (kept_id, merged_at);
CREATE INDEX account_merges_closed ON account_merges (closed_id, merged_at);
CREATE INDEX account_merges_merged_by ON account_merges (merged_by);
CREATE INDEX account_merges_undone_by ON account_merges (undone_by);
CREATE INDEX account_merges_merged ON account_merges (merged_at);

-- What a merge moved, for the 30 days in which it can be undone: table and column that name the person, the key of the
-- row, and what an undo compares to see whether the row was changed since. An undo removes what went back.
CREATE TABLE account_merge_entries (
    merge_id BIGINT NOT NULL REFERENCES account_merges (id) ON DELETE CASCADE,
    table_name TEXT NOT NULL,
    column_name TEXT NOT NULL,
    row_key TEXT NOT NULL,
    old_value TEXT NOT NULL,
    PRIMARY KEY (merge_id, table_name, column_name, row_key)
);
