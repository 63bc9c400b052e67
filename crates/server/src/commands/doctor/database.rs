//! Checks of the database, and of what only the database knows.

use domain::AudioTools;
use domain::upkeep::{MAX_BACKUP_AGE, MAX_REHEARSAL_AGE, is_overdue};
use jiff::{SignedDuration, Timestamp};
use store::Db;
use store::backup_times::{BackupTask, find_last_success};

use super::{CheckFault, fatal_fault, is_only_local, optional_fault};
use crate::config::Config;

const SECONDS_PER_DAY: i64 = 24 * 60 * 60;
/// The difference between two machines' clocks from which it is reported.
const MAX_CLOCK_DIFFERENCE_SECONDS: i64 = 5;

/// The fault of a database that does not respond.
pub(super) fn silent_database(reason: impl std::fmt::Display) -> CheckFault {
    fatal_fault(
        reason,
        "Check database_url (or --database-url), that the database server runs, and that it accepts the credentials.",
    )
}

pub(super) async fn check_schema(db: &Db, config: &Config) -> Result<String, CheckFault> {
    let state = store::SchemaState::read(db).await.map_err(silent_database)?;
    let backend = db.backend();
    crate::schema::refuse_too_new(&state)
        .map_err(|error| fatal_fault(error, "docs/upgrading.md explains how to go back."))?;
    if state.pending.is_empty() {
        return Ok(format!("{backend}, schema {}, up to date", state.applied));
    }
    let reason = format!("{backend}: {} migrations are missing", state.pending.len());
    let serves = state.is_new() || config.migrates_by_itself();
    Err(if serves {
        optional_fault("Run `openshelf migrate`; `serve` does it, too.")(reason)
    } else {
        fatal_fault(reason, "Run `openshelf migrate`: `serve` does not start before (docs/upgrading.md).")
    })
}

/// The clock of this machine, compared with that of the database server.
pub(super) async fn check_clock(db: &Db) -> Result<String, CheckFault> {
    let fault = optional_fault(
        "Keep all machines in sync by NTP: times of tokens, links and jobs are compared across machines.",
    );
    let before = crate::library::current_time();
    let server = store::clock::read_server_time(db).await;
    let after = crate::library::current_time();
    let Some(server) = server.map_err(|error| fault(error.to_string()))? else {
        return Ok("not compared: the database is a file".to_owned());
    };
    let seconds = clock_difference_seconds(before, server, after);
    if seconds < MAX_CLOCK_DIFFERENCE_SECONDS {
        return Ok("agrees with that of the database server".to_owned());
    }
    Err(fault(format!("differs by {seconds} seconds from that of the database server")))
}

/// The least difference of a server's clock that was read at some moment between two readings of this one's.
fn clock_difference_seconds(before: Timestamp, server: Timestamp, after: Timestamp) -> i64 {
    before.duration_since(server).max(server.duration_since(after)).as_secs().max(0)
}

/// The last rehearsal of a restore that succeeded (docs/backup.md#rehearsing).
pub(super) async fn check_last_rehearsal(db: &Db) -> Result<String, CheckFault> {
    let fault = optional_fault(
        "Run `openshelf restore --rehearse DIR` with a recent backup, or rehearse it at /system/rehearsal: one \
                 that was never restored is not proven to work.",
    );
    let last = find_last_success(db, BackupTask::Rehearsal).await;
    // A database without tables has no backup either; another finding reports that.
    let Ok(last) = last else { return Ok("not known before the tables are there".to_owned()) };
    let last = last.ok_or_else(|| fault("no backup of this library has been rehearsed".to_owned()))?;
    describe_age(last, crate::library::current_time(), MAX_REHEARSAL_AGE).map_err(fault)
}

/// Checks the age of the last backup, on whichever machine it was made (docs/backup.md).
pub(super) async fn check_last_backup(db: &Db) -> Result<String, CheckFault> {
    let fault = optional_fault(
        "Run `openshelf backup DIR` every day (docs/backup.md); copies that other programs make are not known here.",
    );
    let last = find_last_success(db, BackupTask::Backup).await;
    let Ok(last) = last else { return Ok("not known before the tables are there".to_owned()) };
    let last = last.ok_or_else(|| fault("this library has no backup".to_owned()))?;
    describe_age(last, crate::library::current_time(), MAX_BACKUP_AGE).map_err(fault)
}

/// Describes when a task last succeeded; an error if that is too long ago.
fn describe_age(last: Timestamp, now: Timestamp, max_age: SignedDuration) -> Result<String, String> {
    let days = now.duration_since(last).as_secs() / SECONDS_PER_DAY;
    let text = format!("the last that succeeded was {}", domain::dates::format_timestamp(last));
    if is_overdue(last, max_age, now) { Err(format!("{text}, {days} days ago")) } else { Ok(text) }
}

/// Jobs that wait because a later program enqueued them.
pub(super) async fn check_jobs_for_later_programs(db: &Db) -> Result<String, CheckFault> {
    let fault = optional_fault("Upgrade the machines that run workers, too (docs/upgrading.md).");
    let waiting = store::jobs::count_for_later_programs(db).await;
    match waiting {
        Ok(0) => Ok("no job waits for a later program".to_owned()),
        Ok(waiting) => Err(fault(format!("{waiting} jobs wait for a later version of openshelf"))),
        Err(_) => Ok("not known before the tables are there".to_owned()),
    }
}

pub(super) async fn check_sites(db: &Db) -> Result<String, CheckFault> {
    let fault = optional_fault(
        "Create one: openshelf admin sites create service --name \"Our library\" --country US",
    );
    match store::sites::list(db).await {
        Ok(sites) if !sites.is_empty() => {
            Ok(sites.iter().map(|site| site.id.as_str()).collect::<Vec<_>>().join(", "))
        }
        Ok(_) => Err(fault("there is none yet")),
        // A database without tables has no sites either; the finding above reports that.
        Err(_) => Err(fault("not known before the tables are there")),
    }
}

/// Finds keys whose privileges anybody can use, because a key with a redirect address is visible in the
/// address bar of each user who signs in with it.
pub(super) async fn check_client_keys(db: &Db, config: &Config) -> Result<String, CheckFault> {
    let remedy =
        "Give privileges to a key of their own, without redirect addresses, which only one server knows.";
    let clients = store::clients::list(db).await;
    // A database without tables has no keys either; an earlier finding reports that.
    let Ok(clients) = clients else { return Ok("none yet".to_owned()) };
    let exposed: Vec<_> = clients
        .iter()
        .filter(|client| client.exposes_privileges())
        .map(|client| client.id.as_str())
        .collect();
    if exposed.is_empty() {
        return Ok(format!("{}, none with privileges and redirect addresses", clients.len()));
    }
    // Only this machine's users can use them, as in the sandbox, whose passwords are public, too.
    if is_only_local(config) {
        return Ok(format!("{}, with privileges that browsers on this machine show", clients.len()));
    }
    let reason =
        format!("anybody can use the privileges of {}, because browsers show these keys", exposed.join(", "));
    Err(optional_fault(remedy)(reason))
}

/// The folder for files of members, which schools' systems fill (docs/rosters.md#from-a-folder).
pub(super) async fn check_rosters(db: &Db, config: &Config) -> Result<String, CheckFault> {
    let Some(root) = config.rosters.folder.clone() else { return Ok("no folder is configured".to_owned()) };
    let fault = optional_fault(
        "Check rosters.folder, whose directories are named by organizations and writable (docs/operations.md#files-from-schools-systems), and the jobs take_rosters.",
    );
    let checked = crate::rosters::check_folder(root, db, crate::library::current_time()).await;
    let directories = checked.map_err(|error| fault(format!("{error:#}")))?;
    Ok(format!("directories of {directories} organizations"))
}

/// Formats that the running processes can make together: only these are offered.
pub(super) async fn check_offered_formats(db: &Db) -> Result<String, CheckFault> {
    let fault = optional_fault(
        "Each process with workers reports what it can make: start `openshelf serve` or `openshelf worker`.",
    );
    let offered = store::makers::combined_capabilities(db, crate::library::current_time()).await;
    let offered = offered.map_err(|_| fault("not known before the tables are there"))?;
    let can = offered.ok_or_else(|| fault("no process that makes formats is running"))?;
    let audio = match can.audio {
        AudioTools::Speech => "audio of every book",
        AudioTools::Encoder => "audio of recorded books",
        AudioTools::None => "audio of books recorded as MP3",
    };
    Ok(format!("{audio}, {}braille", if can.braille { "" } else { "no " }))
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::{MAX_REHEARSAL_AGE, clock_difference_seconds, describe_age};

    fn moment() -> Timestamp {
        "2026-11-28T03:00:00Z".parse().unwrap()
    }

    #[test]
    fn a_rehearsal_is_too_old_after_90_days() {
        let after = |days: i64| {
            describe_age(moment(), moment() + SignedDuration::from_hours(24 * days), MAX_REHEARSAL_AGE)
        };
        assert!(after(90).is_ok());
        assert!(after(91).unwrap_err().ends_with(", 91 days ago"));
    }

    #[test]
    fn the_time_of_a_question_is_not_a_difference_of_clocks() {
        let at = |seconds: i64| moment() + SignedDuration::from_secs(seconds);
        let difference = |server: i64| clock_difference_seconds(at(0), at(server), at(3));
        assert_eq!([-10, 0, 2, 3, 13].map(difference), [10, 0, 0, 0, 10]);
    }
}
