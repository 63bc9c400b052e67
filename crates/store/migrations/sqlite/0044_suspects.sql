-- A conversion whose worker ended without ending it runs alone from then on, however often that happens.
DROP INDEX jobs_suspects;
CREATE INDEX jobs_suspects ON jobs (state, lane, run_at) WHERE lapses > 0;
