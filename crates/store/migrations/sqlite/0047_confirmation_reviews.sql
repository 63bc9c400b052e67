-- The confirmations of disabilities that staff review before they count: always, unproven, doubtful, or never.
ALTER TABLE sites ADD COLUMN confirmation_review TEXT NOT NULL DEFAULT 'doubtful';
