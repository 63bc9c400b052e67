-- The processes that make formats, and the tools that they have: what none of them can make is not offered.
-- A process renews its row each minute.
CREATE TABLE makers (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    audio TEXT COLLATE "C" NOT NULL,
    braille BOOLEAN NOT NULL,
    seen_at BIGINT NOT NULL
);
