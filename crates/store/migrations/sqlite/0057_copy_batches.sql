-- Copies of a title that a sponsor ordered for several members, each the member's own. account_id: the sponsor.
CREATE TABLE copy_batches (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    title_id BIGINT NOT NULL,
    format TEXT NOT NULL,
    ordered_at BIGINT NOT NULL
);
CREATE INDEX copy_batches_account ON copy_batches (account_id);
CREATE INDEX copy_batches_ordered ON copy_batches (ordered_at);

-- The members of an order, by name. download_id: the record of the member's copy, which a cancellation may have
-- removed. refusal: why none was ordered.
CREATE TABLE copy_batch_members (
    batch_id TEXT NOT NULL REFERENCES copy_batches (id) ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    download_id BIGINT,
    refusal TEXT,
    PRIMARY KEY (batch_id, account_id)
);
CREATE INDEX copy_batch_members_account ON copy_batch_members (account_id);
