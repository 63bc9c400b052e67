//! A power cut takes what was not synced, but no record whose write had returned: none at all if each commit
//! waits for the disk, otherwise none with legal weight; and never the database.
//!
//! The test runs itself in a child process with a library (`power_cut.c`, `LD_PRELOAD`) that notes what was
//! synced, kills it at a random moment, and opens what a disk would have left.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use domain::fixtures::account;
use domain::{Preferences, Role};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use store::{Conn, Db, DbOptions, Sql, accounts, agreements, preferences};

use crate::world;

/// Power cuts in a row, of one library.
const CUTS: usize = 200;
/// Records that return before a cut, at most.
const MAX_RECORDS: usize = 12;
/// Names the database's file for the child.
const FILE: &str = "POWER_CUT_FILE";
/// Exists if each commit of the child waits for the disk.
const FULL_SYNC: &str = "POWER_CUT_FULL_SYNC";
/// Records whose writes do not wait for the disk otherwise.
const NO_LEGAL_RECORD: &str = "preferences";
const PAGE_BYTES: usize = 4096;

fn url(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

/// Writes of the child: accounts and agreements, each in a transaction or a statement of its own, until it is
/// killed. Writes of no weight go on at the same time.
#[tokio::test]
async fn a_process_writes_until_it_is_killed() {
    let Some(file) = std::env::var_os(FILE) else { return };
    let sqlite_full_sync = std::env::var_os(FULL_SYNC).is_some();
    let options = DbOptions { sqlite_full_sync, ..DbOptions::new(url(Path::new(&file))) };
    let db = Db::connect(&options).await.unwrap();
    let (first,): (i64,) = (&db).fetch_one(Sql::new("SELECT COUNT(*) FROM accounts")).await.unwrap();
    for number in first.. {
        let name = format!("reader-{number}");
        committed!(db, tx => accounts::insert(&mut tx, &account(&name, Role::Individual), Some("hash")));
        println!("\nrecord account {name}");
        agreements::insert(&db, &world::current_agreement(&name.as_str().into())).await.unwrap();
        println!("\nrecord agreement agreement-{name}");
        committed!(db, tx => preferences::set(&mut tx, &name.as_str().into(), &Preferences::default()));
        println!("\nrecord {NO_LEGAL_RECORD} {name}");
        std::io::stdout().flush().unwrap();
    }
}

fn compile(folder: &Path) -> Option<PathBuf> {
    let library = folder.join("power_cut.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/power_cut.c");
    let output =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).output();
    let Ok(output) = output else {
        assert!(!store::testkit::everything_must_run(), "there is no C compiler");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(library)
}

/// Runs the child until it has reported some records, and returns all that it has reported.
fn run_and_kill(
    library: &Path,
    (disk, synced): (&Path, &Path),
    full_sync: bool,
    records: usize,
) -> BTreeSet<String> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "power_cut::a_process_writes_until_it_is_killed", "--nocapture"])
        .env("LD_PRELOAD", library)
        .env("POWER_CUT_DISK", disk)
        .env("POWER_CUT_SYNCED", synced)
        .env(FILE, disk.join("library.db"))
        .envs(full_sync.then_some((FULL_SYNC, "yes")))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    while said.matches("\nrecord ").count() < records {
        assert!(output.read_line(&mut said).unwrap() > 0, "the child ended: {said}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    output.read_to_string(&mut said).unwrap();
    // The last line may be torn.
    let whole = &said[..said.rfind('\n').unwrap_or_default()];
    whole.lines().filter_map(|line| line.strip_prefix("record ").map(str::to_owned)).collect()
}

/// Puts onto the disk what a power cut leaves of a file: what was synced, and of what was written since any
/// pages.
fn cut_power(disk: &Path, synced: &Path, name: &str, keeps_some: bool, rng: &mut StdRng) {
    let kept = std::fs::read(synced.join(name)).ok();
    let written = std::fs::read(disk.join(name)).unwrap_or_default();
    let Some(mut kept) = kept else {
        let _ = std::fs::remove_file(disk.join(name));
        return;
    };
    if keeps_some {
        if kept.len() < written.len() {
            kept.resize(rng.random_range(kept.len()..=written.len()), 0);
        }
        for (page, new) in kept.chunks_mut(PAGE_BYTES).zip(written.chunks(PAGE_BYTES)) {
            if page.len() == new.len() && rng.random_bool(0.5) {
                page.copy_from_slice(new);
            }
        }
    }
    std::fs::write(disk.join(name), kept).unwrap();
}

#[tokio::test]
async fn no_record_that_waited_for_the_disk_is_lost_in_power_cuts() {
    let folder = tempfile::tempdir().unwrap();
    let Some(library) = compile(folder.path()) else { return };
    let [disk, synced] = ["disk", "synced"].map(|name| folder.path().join(name));
    std::fs::create_dir(&disk).unwrap();
    let file = disk.join("library.db");
    let db = Db::connect(&DbOptions::new(url(&file))).await.unwrap();
    db.migrate().await.unwrap();
    world::create_sites(&db).await;
    db.close().await;
    let mut rng = StdRng::seed_from_u64(1);
    let (mut reported, mut other_losses) = (BTreeSet::new(), 0);
    for cut in 0..CUTS {
        // Files on the disk before the child began are synced.
        let _ = std::fs::remove_dir_all(&synced);
        std::fs::create_dir(&synced).unwrap();
        std::fs::copy(&file, synced.join("library.db")).unwrap();
        let (keeps_some, full_sync) = (cut % 2 == 1, cut % 4 >= 2);
        let records = rng.random_range(1..=MAX_RECORDS);
        reported.extend(run_and_kill(&library, (&disk, &synced), full_sync, records));
        for name in ["library.db", "library.db-wal"] {
            cut_power(&disk, &synced, name, keeps_some, &mut rng);
        }
        let _ = std::fs::remove_file(disk.join("library.db-shm"));
        let db = Db::connect(&DbOptions::new(url(&file))).await.unwrap();
        let text = "SELECT 'account ' || id FROM accounts UNION ALL SELECT 'agreement ' || id FROM agreements \
             UNION ALL SELECT 'preferences ' || account_id FROM preferences";
        let rows: Vec<(String,)> = (&db).fetch_all(Sql::new(text)).await.unwrap();
        let stored: BTreeSet<String> = rows.into_iter().map(|(row,)| row).collect();
        let (others, lost): (Vec<String>, Vec<String>) =
            reported.difference(&stored).cloned().partition(|record| record.starts_with(NO_LEGAL_RECORD));
        assert!(lost.is_empty(), "cut {cut}: {lost:?}");
        assert!(others.is_empty() || !full_sync, "cut {cut}: {others:?}");
        other_losses += others.len();
        reported = stored;
        db.close().await;
        assert_eq!(store::backup::find_faults(&file).await.unwrap(), Vec::<String>::new(), "cut {cut}");
    }
    assert!(reported.len() > CUTS);
    assert!(other_losses > 0, "this disk keeps what was not synced");
}
