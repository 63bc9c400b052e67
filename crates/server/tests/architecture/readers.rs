//! Uploaded files are read in worker processes alone (docs/security.md#worker-processes).

use std::path::Path;

use crate::{assert_none, files, text};

/// Crates that read files: the readers themselves, the tasks of worker processes, and measurements.
const READ: &[&str] = &[
    "books", "web_reader", "marks", "metadata", "roster_files", "workbooks", "typeset", "conversion",
    "bench", "sandbox",
];

/// Names of the readers of books, records and tables of members in other crates.
const READERS: &[&str] = &[
    "books::read_book(", "web_reader::write_", "marks::trace_copy(", "books::find_cover(",
    "books::list_resources(", "books::epub::read", "metadata::read_records(",
    "metadata::kind::read_records(", "metadata::onix", "metadata::marc", "metadata::csv::TableReader",
    "roster_files::read_roster(", "workbooks::read_workbook(",
];

#[test]
fn only_tasks_of_worker_processes_read_books_and_records() {
    let mut faults = Vec::new();
    let mut checked = 0;
    for file in files()
        .iter()
        .filter(|file| Path::new(file).extension().is_some_and(|kind| kind == "rs") && !is_test(file))
    {
        let Some((name, _)) = file.strip_prefix("crates/").and_then(|path| path.split_once("/src/")) else {
            continue;
        };
        if READ.contains(&name) {
            continue;
        }
        checked += 1;
        let text = text(file).unwrap_or_default();
        // Tests at the end of a file read what they have made.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (number, line) in (1..).zip(code.lines()) {
            let called = READERS.iter().find(|reader| line.contains(**reader));
            faults.extend(called.map(|reader| format!("{file}:{number}: {reader}")));
        }
    }
    assert!(checked > 100, "{checked} files");
    assert_none("make it a task of the crate `conversion`", &faults);
}

fn is_test(file: &str) -> bool {
    file.ends_with("/tests.rs") || file.contains("/tests/") || file.contains("testkit")
}
