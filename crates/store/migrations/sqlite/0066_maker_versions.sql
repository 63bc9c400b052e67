-- version: the version of the program that the process runs. NULL for programs before it was recorded.
ALTER TABLE makers ADD COLUMN version TEXT;
