-- Changes of titles that were not applied: collection staff see the titles whose newest event is one.
CREATE INDEX history_failures ON history (title_id, id) WHERE comment LIKE '%failed: %';
