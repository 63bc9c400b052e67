-- A removed title holds its product identifier no longer: the same book is taken in anew under it.
DROP INDEX titles_product_identifier;
CREATE UNIQUE INDEX titles_product_identifier ON titles (site_id, product_identifier)
    WHERE product_identifier IS NOT NULL AND status <> 'removed';
