-- What readers have in common, counted anew every day. Both tables are derived: they may be emptied.

-- titles: those of the list, the most popular first, with how many readers each has, as JSON.
CREATE TABLE popular_lists (
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id),
    id TEXT COLLATE "C" NOT NULL,
    list TEXT COLLATE "C" NOT NULL,
    titles TEXT COLLATE "C" NOT NULL,
    refreshed_at BIGINT NOT NULL,
    PRIMARY KEY (site_id, id)
);

-- neighbors: titles read by the same people, the most alike first, with how alike they are, as JSON.
CREATE TABLE title_neighbors (
    site_id TEXT COLLATE "C" NOT NULL REFERENCES sites (id),
    title_id BIGINT NOT NULL,
    neighbors TEXT COLLATE "C" NOT NULL,
    refreshed_at BIGINT NOT NULL,
    PRIMARY KEY (site_id, title_id)
);
CREATE INDEX title_neighbors_refreshed ON title_neighbors (site_id, refreshed_at);
