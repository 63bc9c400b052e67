-- Jobs queue by what the work is, and within a lane the people who caused it take turns.
-- `turn` orders a lane. `parked` jobs are not due yet. `lapses` counts the workers that ended without ending the job.
-- A process of the version before leaves the new columns out; a worker moves its jobs to their lanes.
ALTER TABLE jobs ADD COLUMN lane TEXT COLLATE "C" NOT NULL DEFAULT 'catalog';
ALTER TABLE jobs ADD COLUMN account_id TEXT COLLATE "C";
ALTER TABLE jobs ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN parked BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE jobs ADD COLUMN lapses BIGINT NOT NULL DEFAULT 0;

UPDATE jobs SET lane = CASE kind
    WHEN 'package' THEN 'text'
    WHEN 'convert_title' THEN 'text'
    WHEN 'convert_document' THEN 'documents'
    WHEN 'package_audio' THEN 'speech'
    WHEN 'letter' THEN 'letters'
    WHEN 'expire_packages' THEN 'housekeeping'
    WHEN 'purge' THEN 'housekeeping'
    WHEN 'trim_artifacts' THEN 'housekeeping'
    WHEN 'sweep' THEN 'scans'
    WHEN 'count_readership' THEN 'scans'
    WHEN 'add_formats' THEN 'scans'
    ELSE 'catalog' END;

-- The order of a claim.
CREATE INDEX jobs_turn ON jobs (lane, turn, run_at, id) WHERE state = 'ready' AND parked = FALSE;
CREATE INDEX jobs_lane_running ON jobs (lane, turn) WHERE state = 'running';
CREATE INDEX jobs_account ON jobs (lane, COALESCE(account_id, ''), turn)
    WHERE state IN ('ready', 'running') AND parked = FALSE;
CREATE INDEX jobs_parked ON jobs (state, parked, run_at) WHERE state = 'ready' AND parked = TRUE;
CREATE INDEX jobs_suspects ON jobs (lapses, lane, run_at) WHERE state = 'ready' AND lapses = 1;
