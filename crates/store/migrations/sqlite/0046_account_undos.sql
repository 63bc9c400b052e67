-- Changes of an account's email address or password by its owner, which the holder of the old address may undo for
-- seven days. email: the address before; password_hash: the password before, if there was one. is_undoable: false if
-- that address was itself new: only the change that brought it may be undone, by the address before.
CREATE TABLE account_undos (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    password_hash TEXT,
    email_changed BOOLEAN NOT NULL,
    password_changed BOOLEAN NOT NULL,
    is_undoable BOOLEAN NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX account_undos_account ON account_undos (account_id, changed_at);
CREATE INDEX account_undos_email ON account_undos (email_folded) WHERE is_undoable AND email_changed;
CREATE INDEX account_undos_changed ON account_undos (changed_at);

-- Each try to send the email makes a key of its own; all of them are good.
CREATE TABLE account_undo_keys (
    hash TEXT NOT NULL PRIMARY KEY,
    undo_id TEXT NOT NULL REFERENCES account_undos (id) ON DELETE CASCADE
);
CREATE INDEX account_undo_keys_undo ON account_undo_keys (undo_id);
