//! A process killed while it writes: what it had committed exists, and nothing else.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use domain::TitleId;
use search::{ChangedTitle, Index, IndexRebuild};
use tempfile::TempDir;

use crate::support::{english_title, find_damaged_files};

const INDEX_VARIABLE: &str = "OPENSHELF_TEST_INDEX";

/// Writes title after title, each named like its position, until it is killed.
#[test]
#[ignore = "runs in a process of its own, started by the test below"]
fn child_process_writes_until_it_is_killed() {
    let Some(dir) = env::var_os(INDEX_VARIABLE) else { return };
    let (index, _) = Index::open_or_empty(Path::new(&dir)).unwrap();
    let mut writer = index.open_writer().unwrap();
    loop {
        for _ in 0..3 {
            let position = writer.next_position().unwrap() + 1;
            let title = english_title(position, &format!("Number {position}"));
            writer
                .apply_changes(&[ChangedTitle { position, id: TitleId(position), title: Some(title) }])
                .unwrap();
        }
        writer.commit().unwrap();
        if writer.next_position().unwrap() % 30 == 0 {
            rebuild_at(Path::new(&dir), writer.next_position().unwrap());
        }
    }
}

fn rebuild_at(dir: &Path, position: i64) {
    let mut rebuild = IndexRebuild::start(dir).unwrap();
    for id in 1..=position {
        rebuild.add_titles(&[english_title(id, &format!("Number {id}"))]).unwrap();
    }
    rebuild.finish(position).unwrap();
}

#[test]
fn the_index_agrees_with_its_position_after_every_kill() {
    let dir = TempDir::new().unwrap();
    let mut reached = 0;
    for round in 0..6 {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "crash::child_process_writes_until_it_is_killed", "--ignored"])
            .env(INDEX_VARIABLE, dir.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        wait_for_progress(dir.path(), reached);
        thread::sleep(Duration::from_millis(37 * round));
        child.kill().unwrap();
        child.wait().unwrap();

        let index = Index::open(dir.path()).unwrap();
        let position = index.position();
        assert!(position > reached, "round {round}: {position} after {reached}");
        let ids: Vec<i64> = index.list_titles().unwrap().into_iter().map(|(id, _)| id.0).collect();
        assert_eq!(ids, (1..=position).collect::<Vec<_>>(), "round {round}");
        assert!(find_damaged_files(dir.path()).is_empty());
        reached = position;
    }
}

/// Waits until the other process has committed something after `reached`.
fn wait_for_progress(dir: &Path, reached: i64) {
    let start = Instant::now();
    while !Index::open(dir).is_ok_and(|index| index.position() > reached) {
        assert!(start.elapsed() < Duration::from_mins(1), "nothing is written");
        thread::sleep(Duration::from_millis(20));
    }
}
