-- What forms of the pages have created, so that a form that is sent again creates nothing. mark: computed
-- from the form and its session, names nobody.
CREATE TABLE sent_forms (
    mark TEXT NOT NULL PRIMARY KEY,
    created TEXT NOT NULL,
    sent_at BIGINT NOT NULL
);
CREATE INDEX sent_forms_sent ON sent_forms (sent_at);
