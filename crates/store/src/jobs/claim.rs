//! Finds due jobs and claims them.

use jiff::{SignedDuration, Timestamp};

use super::lane::{Lane, quote_lanes};
use super::{Job, NewJob, enqueue};
use crate::{Conn, Db, PROGRAM_NUMBER, Record as _, Result, Sql, StoreError, Tx, parse_enum, placeholders};

/// Maximum number of tries of a claim when another worker got a job of the same order key first.
const MAX_CLAIM_TRIES: usize = 5;

/// The due jobs of some lanes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DueJobs {
    /// Lanes in which a job is due that may run alongside others.
    pub lanes: Vec<Lane>,
    /// A conversion is due whose last worker ended without ending it. It must run alone.
    pub has_suspect: bool,
}

/// The conversions that a claim takes. A suspect is one whose last worker ended without ending it. Other
/// lanes have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuspectFilter {
    /// All but suspects.
    Without,
    Only,
}

/// Number of lapses after which the pause before a conversion runs again no longer grows. The pause in
/// minutes is the square of the number.
const WHOLE_PAUSE: i64 = 8;
/// Microseconds.
const MICROS_PER_MINUTE: i64 = 60_000_000;

#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    /// The kinds that the worker can run.
    pub kinds: &'a [&'a str],
    /// The name of the worker's process.
    pub worker: &'a str,
    /// Time for which a job belongs to the worker after a heartbeat.
    pub lease: SignedDuration,
    pub suspects: SuspectFilter,
}

/// Finds the jobs that are due in these lanes, and whether a suspect is due in `suspects`. Jobs whose lease
/// has lapsed come back first, and jobs that waited for their time are queued. With nothing to do it is one
/// statement that only reads, so that idle polling does not keep the writer of SQLite busy.
pub async fn find_due(
    db: &Db,
    lanes: &[Lane],
    suspects: &[Lane],
    kinds: &[&str],
    now: Timestamp,
) -> Result<DueJobs> {
    if kinds.is_empty() || lanes.is_empty() && suspects.is_empty() {
        return Ok(DueJobs::default());
    }
    let (mut due, overdue) = read_due(db, lanes, suspects, kinds, now).await?;
    if overdue {
        let mut tx = db.begin().await?;
        end_lapsed_leases(&mut tx, now).await?;
        unpark_due_jobs(&mut tx, now).await?;
        tx.commit().await?;
        (due, _) = read_due(db, lanes, suspects, kinds, now).await?;
    }
    Ok(due)
}

/// Takes up to `limit` jobs of a lane whose time has come, the lowest turn first. No job is given to two
/// workers.
pub async fn claim_jobs(
    db: &Db,
    claim: &Claim<'_>,
    lane: Lane,
    now: Timestamp,
    limit: u32,
) -> Result<Vec<Job>> {
    if claim.kinds.is_empty() || limit == 0 {
        return Ok(Vec::new());
    }
    for _ in 0..MAX_CLAIM_TRIES {
        let mut tx = db.begin().await?;
        match claim_in_lane(&mut tx, claim, lane, now, limit).await {
            Ok(jobs) => {
                tx.commit().await?;
                return Ok(jobs);
            }
            // Two workers saw that no job with an order key is running, and both claimed one: the index lets
            // only one succeed. The other polls again.
            Err(error) if error.conflicts_with("jobs_order_running") => tx.rollback().await?,
            Err(error) => return Err(error),
        }
    }
    Ok(Vec::new())
}

/// Begins a job that a command performs rather than a worker: it is running immediately, under a lease like
/// any other, so it can be watched and canceled. If its process dies, the lease lapses and the job is dead.
/// `None` if an unfinished job with its unique key exists.
pub async fn start(
    tx: &mut Tx,
    new: NewJob<'_>,
    worker: &str,
    lease: SignedDuration,
    now: Timestamp,
) -> Result<Option<Job>> {
    end_lapsed_leases(tx, now).await?;
    let Some(id) = enqueue(tx, NewJob { max_attempts: 1, ..new }, now).await? else { return Ok(None) };
    let statement = Sql::new(format!(
        "UPDATE jobs SET state = 'running', attempts = 1, worker = $2, lease_until = $3 WHERE id = $1 \
         RETURNING {}",
        Job::COLUMNS
    ))
    .bind_all((id, worker, now.saturating_add(lease).unwrap_or(Timestamp::MAX)));
    tx.fetch_one(statement).await.map(Some)
}

/// A job `j` whose time has come. The sum keeps the databases from choosing the index by time: they would
/// read all jobs that are due, of all lanes, and sort them, where the index by turn gives the next one first.
const DUE_CONDITION: &str = "j.run_at + 0 <= $1";

/// A job `j` that this program enqueued, or an earlier version of it. A later version may have given it an
/// input that this one would understand in part (docs/adr/0015-mixed-versions.md).
fn is_understood() -> String {
    format!("j.program_version <= {PROGRAM_NUMBER}")
}

/// A job `j` that nothing before it under its order key holds up.
const ORDER_CONDITION: &str = "(j.order_key IS NULL OR ( \
     NOT EXISTS (SELECT 1 FROM jobs e WHERE e.order_key = j.order_key AND e.state = 'running') \
     AND NOT EXISTS (SELECT 1 FROM jobs e WHERE e.order_key = j.order_key AND e.state = 'ready' AND e.id < j.id)))";

/// Jobs `j` of lanes that a claim takes.
fn suspect_condition(lane: Lane, suspects: SuspectFilter) -> &'static str {
    match suspects {
        _ if !lane.is_conversion() => "",
        SuspectFilter::Without => "AND j.lapses = 0",
        SuspectFilter::Only => "AND j.lapses > 0",
    }
}

/// Reads the due jobs, and whether leases have lapsed or parked jobs have come due.
async fn read_due(
    mut db: &Db,
    lanes: &[Lane],
    suspects: &[Lane],
    kinds: &[&str],
    now: Timestamp,
) -> Result<(DueJobs, bool)> {
    const SUSPECT_ROW: &str = "suspect";
    const OVERDUE_ROW: &str = "overdue";
    let understood = is_understood();
    let known = format!("{DUE_CONDITION} AND {understood} AND j.kind IN ({})", placeholders(2, kinds.len()));
    let mut looks: Vec<String> = lanes
        .iter()
        .map(|lane| {
            let suspicion = suspect_condition(*lane, SuspectFilter::Without);
            format!(
                "SELECT '{lane}' AS what WHERE EXISTS (SELECT 1 FROM jobs j WHERE j.lane = '{lane}' \
                 AND j.state = 'ready' AND j.parked = FALSE AND {known} {suspicion})"
            )
        })
        .collect();
    if !suspects.is_empty() {
        looks.push(format!(
            "SELECT '{SUSPECT_ROW}' AS what WHERE EXISTS (SELECT 1 FROM jobs j WHERE j.lane IN ({}) \
             AND j.state = 'ready' AND j.lapses > 0 AND j.parked = FALSE AND {known} AND {ORDER_CONDITION})",
            quote_lanes(suspects.iter().copied())
        ));
    }
    looks.push(format!(
        "SELECT '{OVERDUE_ROW}' AS what \
         WHERE EXISTS (SELECT 1 FROM jobs WHERE state = 'running' AND lease_until < $1) \
         OR EXISTS (SELECT 1 FROM jobs WHERE state = 'ready' AND parked = TRUE AND run_at <= $1)"
    ));
    let statement = Sql::new(looks.join(" UNION ALL ")).bind(now).bind_list(kinds.iter().copied());
    let (mut due, mut overdue) = (DueJobs::default(), false);
    for what in db.fetch_all::<String>(statement).await? {
        match what.as_str() {
            SUSPECT_ROW => due.has_suspect = true,
            OVERDUE_ROW => overdue = true,
            lane => due.lanes.push(parse_enum(lane)?),
        }
    }
    Ok((due, overdue))
}

/// Jobs whose worker has not renewed its lease are ready again, or dead when they were tried as often as
/// allowed. A conversion always comes back, and the attempt does not count: files are read in processes of
/// their own, so the end of the worker says nothing about the file. But the conversion may be what exhausts
/// the memory of the machine, so each further time it waits longer before it runs alone.
async fn end_lapsed_leases(tx: &mut Tx, now: Timestamp) -> Result<()> {
    let conversion = format!("lane IN ({})", Lane::quote_conversions());
    let spent = format!("attempts >= max_attempts AND NOT {conversion}");
    let waits = format!("{conversion} AND lapses > 0");
    let pause = format!(
        "(CASE WHEN lapses < {WHOLE_PAUSE} THEN lapses * lapses ELSE {WHOLE_PAUSE} * {WHOLE_PAUSE} END) \
         * CAST({MICROS_PER_MINUTE} AS BIGINT)"
    );
    let statement = Sql::new(format!(
        "UPDATE jobs SET worker = NULL, lease_until = NULL, lapses = lapses + 1, \
         attempts = CASE WHEN {conversion} THEN attempts - 1 ELSE attempts END, \
         run_at = CASE WHEN {waits} THEN CAST($1 AS BIGINT) + {pause} ELSE run_at END, \
         parked = CASE WHEN {waits} THEN TRUE ELSE parked END, \
         state = CASE WHEN {spent} THEN 'dead' ELSE 'ready' END, \
         finished_at = CASE WHEN {spent} THEN CAST($1 AS BIGINT) END, \
         last_error = CASE WHEN {conversion} THEN '' ELSE COALESCE(last_error || '; ', '') END \
             || 'the lease of ' || worker || ' lapsed' \
         WHERE state = 'running' AND lease_until < $1"
    ))
    .bind(now);
    tx.execute(statement).await.map(drop)
}

/// Jobs that waited for their time are in line from now on.
async fn unpark_due_jobs(tx: &mut Tx, now: Timestamp) -> Result<()> {
    let statement =
        Sql::new("UPDATE jobs SET parked = FALSE WHERE state = 'ready' AND parked = TRUE AND run_at <= $1");
    tx.execute(statement.bind(now)).await.map(drop)
}

async fn claim_in_lane(
    tx: &mut Tx,
    claim: &Claim<'_>,
    lane: Lane,
    now: Timestamp,
    limit: u32,
) -> Result<Vec<Job>, StoreError> {
    // The one real difference between the databases: PostgreSQL's workers skip rows that another is taking;
    // on SQLite this transaction is the only one that writes.
    let skip = if tx.lock_clause().is_empty() { "" } else { "FOR UPDATE OF j SKIP LOCKED" };
    // A job that runs late, a retry for example, does not set back the turn that new work begins with.
    let latest = format!(
        "(SELECT COALESCE(MAX(r.turn), 0) FROM jobs r WHERE r.lane = '{lane}' AND r.state = 'running')"
    );
    let understood = is_understood();
    let statement = Sql::new(format!(
        "WITH due AS MATERIALIZED ( \
             SELECT j.id FROM jobs j WHERE j.lane = '{lane}' AND j.state = 'ready' AND j.parked = FALSE \
                 AND {DUE_CONDITION} AND {understood} AND j.kind IN ({}) {} AND {ORDER_CONDITION} \
             ORDER BY j.turn, j.run_at, j.id LIMIT $2 {skip}) \
         UPDATE jobs SET state = 'running', attempts = attempts + 1, worker = $3, lease_until = $4, \
         turn = CASE WHEN turn < {latest} THEN {latest} ELSE turn END \
         WHERE id IN (SELECT id FROM due) RETURNING {}",
        placeholders(5, claim.kinds.len()),
        suspect_condition(lane, claim.suspects),
        Job::COLUMNS,
    ))
    .bind_all((now, limit, claim.worker, now.saturating_add(claim.lease).unwrap_or(Timestamp::MAX)))
    .bind_list(claim.kinds.iter().copied());
    let mut jobs = tx.fetch_all::<Job>(statement).await?;
    jobs.sort_by_key(|job| (job.turn, job.run_at, job.id));
    Ok(jobs)
}
