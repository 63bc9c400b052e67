-- People by the beginnings of their names, and by birth date, for membership staff.
CREATE INDEX accounts_last_name ON accounts (last_name, first_name, id);
CREATE INDEX accounts_first_name ON accounts (first_name, last_name, id);
CREATE INDEX accounts_birth_date ON accounts (date_of_birth, id);
