-- Where readers are and what they marked. Thousands of small writes a second: each is one statement.

-- place: the SHA-256 of the location, which is too long for a key.
-- sort_key: reading order, made by the domain.
CREATE TABLE bookmarks (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    title_id BIGINT NOT NULL REFERENCES titles (id),
    format TEXT NOT NULL,
    place TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    location TEXT NOT NULL,
    position BIGINT,
    progression DOUBLE PRECISION,
    total_progression DOUBLE PRECISION,
    text TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, title_id, format, place)
);
CREATE INDEX bookmarks_order ON bookmarks (account_id, title_id, format, sort_key, place);

-- place: the SHA-256 of both locations.
CREATE TABLE highlights (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    title_id BIGINT NOT NULL REFERENCES titles (id),
    format TEXT NOT NULL,
    place TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    start_location TEXT NOT NULL,
    start_position BIGINT,
    start_progression DOUBLE PRECISION,
    start_total_progression DOUBLE PRECISION,
    end_location TEXT NOT NULL,
    end_position BIGINT,
    end_progression DOUBLE PRECISION,
    end_total_progression DOUBLE PRECISION,
    text TEXT,
    note TEXT,
    color TEXT,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, title_id, format, place)
);
CREATE INDEX highlights_order ON highlights (account_id, title_id, format, sort_key, place);

-- Only ever added to. The position is the location of the newest.
CREATE TABLE reading_events (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    title_id BIGINT NOT NULL REFERENCES titles (id),
    format TEXT NOT NULL,
    location TEXT NOT NULL,
    metric BIGINT NOT NULL,
    metric_type TEXT NOT NULL,
    description TEXT,
    date_at BIGINT NOT NULL
);
CREATE INDEX reading_events_newest ON reading_events (account_id, title_id, format, date_at, id);
