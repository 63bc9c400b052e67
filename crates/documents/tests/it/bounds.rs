//! Hostile files stay within bounds. Those that take seconds each are read by `make chaos`.

use std::collections::HashSet;

use books::testkit::{Way, hostile_names};

use super::child::{read_all, ways};

/// The files that take longest, because they come close to a limit or are refused late.
const LONG: [(Way, &str); 25] = [
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

fn is_long(name: &str, way: Way) -> bool {
    LONG.contains(&(way, name))
}

#[test]
#[cfg(not(feature = "chaos"))]
fn no_hostile_file_takes_much_memory_or_time() {
    read_all(|name, way| !is_long(name, way));
}

#[test]
#[cfg(feature = "chaos")]
fn no_hostile_file_that_takes_long_takes_too_much() {
    read_all(is_long);
}

#[test]
fn of_every_way_in_a_file_is_read_each_time() {
    let all: HashSet<_> = hostile_names().map(|(name, way)| (way, name)).collect();
    for long in LONG {
        assert!(all.contains(&long), "{long:?}");
    }
    let ways = ways();
    for (_, way) in &ways {
        assert!(ways.iter().any(|(name, other)| other == way && !is_long(name, *way)), "{way:?}");
    }
}
