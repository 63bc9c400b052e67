-- A book counts from its request on. The row of a copy that was not fetched is a reservation, which is removed when
-- the copy has expired.
ALTER TABLE quota_usage ADD COLUMN download_id BIGINT REFERENCES downloads (id);
ALTER TABLE quota_usage ADD COLUMN reserved BOOLEAN NOT NULL DEFAULT FALSE;
CREATE UNIQUE INDEX quota_usage_reservation ON quota_usage (download_id) WHERE reserved;
CREATE INDEX quota_usage_download ON quota_usage (download_id);

-- Bytes of the present package that were sent, those sent twice counted twice, and when the last of them were.
ALTER TABLE downloads ADD COLUMN bytes_sent BIGINT NOT NULL DEFAULT 0;
ALTER TABLE downloads ADD COLUMN sent_at BIGINT;

-- Copies that are ready or in progress take their places, too.
INSERT INTO quota_usage (account_id, title_id, organization_id, taken_at, download_id, reserved)
SELECT recipient_id, title_id, charged_organization, pending_since, id, TRUE FROM downloads
WHERE status IN ('PENDING', 'AVAILABLE') AND charge <> 'nobody' AND recipient_id IS NOT NULL AND title_id IS NOT NULL;
