-- The library's staff, who are few: by the names of their roles in the record. People whose record has such a text
-- elsewhere are in it as well.
CREATE INDEX accounts_staff ON accounts (id) WHERE NOT deleted AND (document LIKE '%"collectionAssistant"%'
    OR document LIKE '%"membershipAssistant"%' OR document LIKE '%"administrator"%');
