//! Layers of the workspace: arrows between crates go down only (ARCHITECTURE.md has the drawing).

use std::collections::{HashMap, HashSet, VecDeque};

use crate::assert_none;
use crate::metadata::{ours, packages};

/// One crate and its place.
struct Floor {
    name: &'static str,
    /// The crates of the workspace that it may use; all of them are above this row in [`FLOORS`].
    may_use: &'static [&'static str],
    /// Crates that must not be linked into it, not even indirectly.
    forbidden: &'static [&'static str],
    /// Crates that it must not name itself; a crate below may.
    never_itself: &'static [&'static str],
}

/// From the ground up. A new crate gets its row here before it builds.
const FLOORS: &[Floor] = &[
    // Formats, languages, exact names and notations, for crates that share nothing else.
    Floor { name: "vocabulary", may_use: &[], forbidden: IO, never_itself: &[] },
    // Attributes: they run while api is built, and know nothing of the library.
    Floor { name: "endpoint", may_use: &[], forbidden: IO, never_itself: &[] },
    // No I/O, no async.
    Floor { name: "cfi", may_use: &[], forbidden: IO, never_itself: &[] },
    Floor { name: "domain", may_use: &["vocabulary", "cfi"], forbidden: IO, never_itself: &[] },
    // Hashing passwords is bound in memory and cores: it knows threads, but nothing outside the process.
    Floor { name: "secrets", may_use: &["vocabulary"], forbidden: SQL_AND_HTTP, never_itself: &[] },
    // No async of its own; the hashes that it compares are those of secrets.
    Floor { name: "oauth", may_use: &["secrets"], forbidden: SQL_AND_HTTP, never_itself: &["tokio"] },
    // Worker processes with limits; knows nothing of what they do.
    Floor { name: "isolation", may_use: &[], forbidden: SQL_AND_HTTP, never_itself: &[] },
    // Other programs with limits; knows nothing of what they do.
    Floor { name: "programs", may_use: &[], forbidden: IO, never_itself: &[] },
    // Runs an engine and an encoder next to this process; knows nothing of books.
    Floor { name: "speech", may_use: &["vocabulary", "programs"], forbidden: IO, never_itself: &[] },
    // Text in, cells out; `unsafe` around liblouis.
    Floor { name: "braille", may_use: &["vocabulary"], forbidden: IO, never_itself: &[] },
    // Where the sentences of a book are in a package; knows no book model.
    Floor { name: "position_maps", may_use: &["cfi"], forbidden: IO, never_itself: &[] },
    // Bytes in, bytes out; usable without the library server.
    Floor {
        name: "books",
        may_use: &["vocabulary", "braille", "speech", "position_maps"],
        forbidden: IO,
        never_itself: &[],
    },
    // A book as pages for a browser.
    Floor {
        name: "web_reader",
        may_use: &["cfi", "position_maps", "books"],
        forbidden: IO,
        never_itself: &[],
    },
    // Marks of copies, on the packages that books writes.
    Floor { name: "marks", may_use: &["position_maps", "books"], forbidden: IO, never_itself: &[] },
    // Documents of readers in, books out.
    Floor { name: "documents", may_use: &["programs", "books"], forbidden: IO, never_itself: &[] },
    // Workbooks of Excel: bytes in, rows out.
    Floor { name: "workbooks", may_use: &[], forbidden: IO, never_itself: &[] },
    // Records of suppliers: streams in, records out.
    Floor {
        name: "metadata",
        may_use: &["vocabulary", "domain", "workbooks"],
        forbidden: IO,
        never_itself: &[],
    },
    // Tables of members as files: bytes in, rows out.
    Floor { name: "roster_files", may_use: &["vocabulary", "workbooks"], forbidden: IO, never_itself: &[] },
    // PDF of a book, by a typesetter that takes minutes to build. The program injects it into conversions.
    Floor { name: "typeset", may_use: &["books"], forbidden: IO, never_itself: &[] },
    // Processing of uploaded files, in worker processes.
    Floor {
        name: "conversion",
        may_use: &[
            "domain", "isolation", "speech", "books", "web_reader", "marks", "documents", "metadata",
            "roster_files",
        ],
        forbidden: SQL_HTTP_AND_TYPST,
        never_itself: &[],
    },
    // Book sources of the sandbox library.
    Floor { name: "sandbox", may_use: &["vocabulary"], forbidden: IO, never_itself: &[] },
    Floor { name: "search", may_use: &["domain"], forbidden: SQL_AND_HTTP, never_itself: &[] },
    Floor { name: "store", may_use: &["domain"], forbidden: HTTP, never_itself: &["tantivy"] },
    // `object_store` brings an HTTP client of its own, so only the server side is banned from here on.
    Floor {
        name: "delivery",
        may_use: &[
            "domain", "secrets", "speech", "position_maps", "books", "web_reader", "marks", "documents",
            "roster_files", "conversion",
        ],
        forbidden: &["axum", "typst"],
        never_itself: SQL,
    },
    // Emails leave by SMTP or into a folder; their subjects are known above.
    Floor { name: "mail", may_use: &["vocabulary"], forbidden: SQL_AND_HTTP, never_itself: &[] },
    // The descriptions of jobs, without the code that does them.
    Floor {
        name: "jobs",
        may_use: &["domain", "store"],
        forbidden: &["axum", "object_store", "tantivy", "lettre"],
        never_itself: SQL,
    },
    // Makes titles of books and copies of titles, in place or in the background.
    Floor {
        name: "holdings",
        may_use: &["domain", "books", "metadata", "store", "delivery", "jobs"],
        forbidden: &["axum", "tantivy", "lettre"],
        never_itself: SQL,
    },
    // Does the work.
    Floor {
        name: "workers",
        may_use: &[
            "domain", "secrets", "books", "metadata", "conversion", "isolation", "search", "store",
            "delivery", "mail", "jobs", "holdings",
        ],
        forbidden: &["axum", "typst"],
        never_itself: SQL,
    },
    // Operations of callers, once for all interfaces. It may enqueue work.
    Floor {
        name: "services",
        may_use: &[
            "domain", "secrets", "oauth", "roster_files", "search", "store", "delivery", "jobs", "holdings",
        ],
        forbidden: &["axum", "lettre", "typst"],
        never_itself: &["sqlx", "utoipa"],
    },
    // Shared by all interfaces over HTTP.
    Floor { name: "transport", may_use: &["domain", "services"], forbidden: TYPST, never_itself: SQL },
    Floor {
        name: "api",
        may_use: &["endpoint", "domain", "secrets", "oauth", "services", "transport"],
        forbidden: TYPST,
        never_itself: SQL,
    },
    // Shared by pages for people, and the words of the catalog.
    Floor {
        name: "layout",
        may_use: &["vocabulary", "domain", "secrets"],
        forbidden: SQL,
        never_itself: &[],
    },
    // The catalog for reading apps.
    Floor {
        name: "opds",
        may_use: &["domain", "services", "transport", "layout"],
        forbidden: TYPST,
        never_itself: SQL,
    },
    // The protocol of KOReader's sync.
    Floor { name: "kosync", may_use: &["services", "transport"], forbidden: TYPST, never_itself: SQL },
    // The library's own site for readers.
    Floor {
        name: "pages",
        may_use: &["domain", "secrets", "mail", "services", "transport", "layout"],
        forbidden: TYPST,
        never_itself: SQL,
    },
    Floor {
        name: "web",
        may_use: &["domain", "secrets", "oauth", "services", "transport", "layout"],
        forbidden: TYPST,
        never_itself: SQL,
    },
    Floor {
        name: "server",
        may_use: &[
            "domain", "secrets", "oauth", "isolation", "speech", "books", "documents", "typeset",
            "roster_files", "conversion", "sandbox", "search", "store", "delivery", "mail", "jobs",
            "workers", "services", "transport", "api", "opds", "kosync", "pages", "web",
        ],
        forbidden: &[],
        never_itself: &[],
    },
    Floor {
        name: "bench",
        may_use: &[
            "domain", "secrets", "books", "conversion", "isolation", "marks", "typeset", "sandbox", "search",
            "store",
        ],
        forbidden: &[],
        never_itself: &[],
    },
];

const SQL: &[&str] = &["sqlx"];
const HTTP: &[&str] = &["axum", "hyper", "reqwest", "tower-http"];
const SQL_AND_HTTP: &[&str] = &["sqlx", "axum", "hyper", "reqwest", "tower-http"];
const TYPST: &[&str] = &["typst"];
const SQL_HTTP_AND_TYPST: &[&str] = &["sqlx", "axum", "hyper", "reqwest", "tower-http", "typst"];
const IO: &[&str] = &["tokio", "sqlx", "axum", "hyper", "reqwest", "object_store", "tantivy"];

#[test]
fn the_table_itself_goes_down_only() {
    let mut below = HashSet::new();
    for floor in FLOORS {
        for used in floor.may_use {
            assert!(below.contains(used), "{} may not use {used}, which is next to or above it", floor.name);
        }
        assert!(below.insert(floor.name), "{} has two rows", floor.name);
    }
}

#[test]
fn every_crate_is_on_a_floor() {
    let built: Vec<&str> = ours().iter().map(|package| package.name.as_str()).collect();
    let mut drawn: Vec<&str> = FLOORS.iter().map(|floor| floor.name).collect();
    drawn.sort_unstable();
    assert_eq!(built, drawn, "left: existing crates; right: the rows of FLOORS");
}

#[test]
fn arrows_go_down_only() {
    let floors: HashMap<&str, &Floor> = FLOORS.iter().map(|floor| (floor.name, floor)).collect();
    let mut faults = Vec::new();
    for package in ours() {
        let Some(floor) = floors.get(package.name.as_str()) else { continue };
        for dependency in &package.named_dependencies {
            let name = dependency.name.as_str();
            // A crate's tests may use the crate itself, with its test features on.
            if name == package.name && dependency.for_tests {
                continue;
            }
            // Tests may look down further than the code, but no test may look up either.
            let allowed = floor.may_use.contains(&name)
                || dependency.for_tests
                    && FLOORS.iter().take_while(|f| f.name != floor.name).any(|f| f.name == name);
            if floors.contains_key(name) && !allowed {
                faults.push(format!("{} -> {name}", package.name));
            }
        }
    }
    assert_none("a crate may use only what its row in FLOORS names", &faults);
}

#[test]
fn every_arrow_of_the_table_exists() {
    let mut faults = Vec::new();
    for package in ours() {
        let Some(floor) = FLOORS.iter().find(|floor| floor.name == package.name) else { continue };
        let used = |name: &str| {
            package
                .named_dependencies
                .iter()
                .any(|dependency| dependency.name == name && !dependency.for_tests)
        };
        faults.extend(
            floor.may_use.iter().filter(|name| !used(name)).map(|name| format!("{} -> {name}", package.name)),
        );
    }
    assert_none("a row of FLOORS names a crate that is not used", &faults);
}

#[test]
fn crates_do_not_name_what_they_must_not_know() {
    let mut faults = Vec::new();
    for package in ours() {
        let Some(floor) = FLOORS.iter().find(|floor| floor.name == package.name) else { continue };
        for dependency in package.named_dependencies.iter().filter(|dependency| !dependency.for_tests) {
            if floor.never_itself.contains(&dependency.name.as_str()) {
                faults.push(format!("{} names {}", package.name, dependency.name));
            }
        }
    }
    assert_none("a crate names what only a crate below it may know", &faults);
}

#[test]
fn forbidden_crates_are_not_reached_indirectly() {
    let mut faults = Vec::new();
    for (id, package) in packages().iter().filter(|(_, package)| package.ours) {
        let Some(floor) = FLOORS.iter().find(|floor| floor.name == package.name) else { continue };
        for banned in floor.forbidden {
            if let Some(way) = way_to(id, banned) {
                faults.push(way.join(" -> "));
            }
        }
    }
    faults.sort();
    assert_none("linked into a crate that must not know it", &faults);
}

/// The shortest chain of crates from `start` to one called `name`.
fn way_to(start: &str, name: &str) -> Option<Vec<String>> {
    let mut came_from: HashMap<&str, &str> = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(id) = queue.pop_front() {
        if packages()[id].name == name {
            let mut way = vec![packages()[id].name.clone()];
            let mut at = id;
            while let Some(before) = came_from.get(at) {
                at = before;
                way.push(packages()[at].name.clone());
            }
            way.reverse();
            return Some(way);
        }
        for next in &packages()[id].linked_crates {
            if next != start && !came_from.contains_key(next.as_str()) {
                came_from.insert(next, id);
                queue.push_back(next);
            }
        }
    }
    None
}

#[test]
fn a_way_is_found_where_there_is_one() {
    let start = |name: &str| {
        packages().iter().find(|(_, package)| package.ours && package.name == name).map(|(id, _)| id.as_str())
    };
    let way = way_to(start("server").unwrap(), "sqlx").expect("the server reaches the database");
    assert_eq!((way.first().unwrap().as_str(), way.last().unwrap().as_str()), ("server", "sqlx"));
    assert_eq!(way_to(start("domain").unwrap(), "sqlx"), None);
}
