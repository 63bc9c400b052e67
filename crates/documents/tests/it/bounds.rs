//! Hostile files stay within bounds. Those that take seconds each are read by `make chaos`.

use std::collections::HashSet;

use books::testkit::{Way, hostile_names};

use super::child::{read_all, readable_files};

/// The files that take longest, because they come close to a limit or are refused late.
const SLOW_FILES: [(Way, &str); 25] = [
    (Way::Epub, "chain of gradients"),
    (Way::Epub, "entries"),
    (Way::Epub, "formulas"),
    (Way::Epub, "links"),
    (Way::Epub, "long names"),
    (Way::Epub, "one word"),
    (Way::Epub, "open elements"),
    (Way::Epub, "paragraphs"),
    (Way::Epub, "ratio of a picture"),
    (Way::Epub, "spine"),
    (Way::Epub, "style sheet"),
    (Way::Epub, "table"),
    (Way::Epub, "table of few columns"),
    (Way::Epub, "table of one wide row"),
    (Way::Epub, "tables in tables"),
    (Way::Epub, "wide formula"),
    (Way::Daisy, "open elements"),
    (Way::Daisy, "synchronization in a circle"),
    (Way::Dtbook, "table"),
    (Way::Pdf, "objects in a circle"),
    (Way::Presentation, "table"),
    (Way::Score, "chord"),
    (Way::Score, "ratio"),
    (Way::Score, "repeats"),
    (Way::Score, "voices"),
];

fn is_slow(name: &str, way: Way) -> bool {
    SLOW_FILES.contains(&(way, name))
}

#[test]
#[cfg(not(feature = "chaos"))]
fn hostile_files_stay_within_memory_and_time() {
    read_all(|name, way| !is_slow(name, way));
}

#[test]
#[cfg(feature = "chaos")]
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
