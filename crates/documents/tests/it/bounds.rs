//! Hostile files stay within bounds. Those that take seconds each are read by `make chaos`.

use std::collections::HashSet;

use books::testkit::{HostileReader, hostile_names};

use super::child::{read_all, readable_files};

/// The files that take longest, because they come close to a limit or are refused late.
const SLOW_FILES: [(HostileReader, &str); 25] = [
    (HostileReader::Epub, "chain of gradients"),
    (HostileReader::Epub, "entries"),
    (HostileReader::Epub, "formulas"),
    (HostileReader::Epub, "links"),
    (HostileReader::Epub, "long names"),
    (HostileReader::Epub, "one word"),
    (HostileReader::Epub, "open elements"),
    (HostileReader::Epub, "paragraphs"),
    (HostileReader::Epub, "ratio of a picture"),
    (HostileReader::Epub, "spine"),
    (HostileReader::Epub, "style sheet"),
    (HostileReader::Epub, "table"),
    (HostileReader::Epub, "table of few columns"),
    (HostileReader::Epub, "table of one wide row"),
    (HostileReader::Epub, "tables in tables"),
    (HostileReader::Epub, "wide formula"),
    (HostileReader::Daisy, "open elements"),
    (HostileReader::Daisy, "synchronization in a circle"),
    (HostileReader::Dtbook, "table"),
    (HostileReader::Pdf, "objects in a circle"),
    (HostileReader::Presentation, "table"),
    (HostileReader::Score, "chord"),
    (HostileReader::Score, "ratio"),
    (HostileReader::Score, "repeats"),
    (HostileReader::Score, "voices"),
];

fn is_slow(name: &str, way: HostileReader) -> bool {
    SLOW_FILES.contains(&(way, name))
}

#[test]
fn hostile_files_stay_within_memory_and_time() {
    read_all(|name, way| !is_slow(name, way));
}

#[test]
#[ignore = "takes minutes: make chaos"]
fn slow_hostile_files_stay_within_memory_and_time() {
    read_all(is_slow);
}

#[test]
fn each_run_reads_a_file_of_every_format() {
    let all: HashSet<_> = hostile_names().map(|(name, way)| (way, name)).collect();
    for long in SLOW_FILES {
        assert!(all.contains(&long), "{long:?}");
    }
    let ways = readable_files();
    for (_, way) in &ways {
        assert!(ways.iter().any(|(name, other)| other == way && !is_slow(name, *way)), "{way:?}");
    }
}
