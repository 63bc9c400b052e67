-- Which title a supplier's record has become and what the record said, so that it comes in once and an unchanged
-- one is passed over.
CREATE TABLE supplier_records (
    site_id TEXT NOT NULL REFERENCES sites (id),
    supplier TEXT NOT NULL,
    reference TEXT NOT NULL,
    title_id BIGINT NOT NULL REFERENCES titles (id),
    content_hash TEXT NOT NULL,
    PRIMARY KEY (site_id, supplier, reference)
);
CREATE INDEX supplier_records_title ON supplier_records (title_id);
-- A book that comes later finds its record by the name of its file, whoever sent the record.
CREATE INDEX supplier_records_reference ON supplier_records (site_id, reference);
