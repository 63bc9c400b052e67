//! The project's files: their length, and that they refer to nothing outside the project.

use crate::{assert_none, extension, files, root, text};

/// A hand-written file past this has more than one noun in it: split it.
const MAX_FILE_LINES: usize = 600;

/// Endings of hand-written sources. Data, books and generated descriptions may be as long as they are.
const SOURCES: &[&str] = &["rs", "sql", "html", "css", "sh", "py", "mjs"];

fn is_source(file: &str) -> bool {
    // The books of the sandbox are data, whatever they are written in.
    let book = file.starts_with("crates/sandbox/") && extension(file) != "rs";
    !book && SOURCES.contains(&extension(file))
}

#[test]
fn source_files_have_at_most_600_lines() {
    let faults: Vec<String> = files()
        .iter()
        .filter(|file| is_source(file))
        .filter_map(|file| Some((file, text(file)?.lines().count())))
        .filter(|(_, lines)| *lines > MAX_FILE_LINES)
        .map(|(file, lines)| format!("{file}: {lines} lines"))
        .collect();
    assert_none("longer than 600 lines", &faults);
}

#[test]
fn a_module_with_files_of_its_own_is_in_their_folder() {
    let faults: Vec<String> = files()
        .iter()
        .filter(|file| extension(file) == "rs")
        .filter_map(|file| Some((file, format!("{}/", file.strip_suffix(".rs")?))))
        .filter(|(_, folder)| {
            files().iter().any(|other| other.starts_with(folder) && extension(other) == "rs")
        })
        .map(|(file, folder)| format!("{file}: must be {folder}mod.rs"))
        .collect();
    assert_none("a module next to the folder of its files", &faults);
}

/// rustfmt keeps lines of code to this, and does not touch comments.
const WIDTH: usize = 110;

#[test]
fn comments_are_as_wide_as_code() {
    let kept = format!("max_width = {WIDTH}");
    assert!(text("rustfmt.toml").is_some_and(|text| text.lines().any(|line| line == kept)), "{kept}");
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| extension(file) == "rs") {
        let text = text(file).unwrap_or_default();
        // A row of a table cannot be wrapped.
        let long = |line: &str| {
            line.chars().count() > WIDTH && line.trim_start().starts_with("//") && !line.ends_with('|')
        };
        let lines = text.lines().enumerate().filter(|(_, line)| long(line));
        faults.extend(lines.map(|(at, _)| format!("{file}:{}", at + 1)));
    }
    assert_none("comments that are too wide", &faults);
}

#[test]
fn every_source_file_is_text() {
    let faults: Vec<String> =
        files().iter().filter(|file| is_source(file) && text(file).is_none()).cloned().collect();
    assert_none("not UTF-8", &faults);
}

/// Home folders: a fresh clone is somewhere else, so a line that names one is wrong there.
const HOME_FOLDERS: [&str; 4] = ["/root/", "/home/", "/Users/", "C:\\Users"];

#[test]
fn no_file_names_a_home_folder() {
    // `$folder/root/` is not one.
    let names = |line: &str, home: &str| {
        line.match_indices(home).any(|(at, _)| !line[..at].ends_with(|before: char| before.is_alphanumeric()))
    };
    let mut faults = Vec::new();
    // This file names them itself.
    for file in files().iter().filter(|file| !file!().ends_with(file.as_str())) {
        let Some(text) = text(file) else { continue };
        for (number, line) in text.lines().enumerate() {
            let homes = HOME_FOLDERS.iter().filter(|home| names(line, home));
            faults.extend(homes.map(|home| format!("{file}:{}: {home}", number + 1)));
        }
    }
    assert_none("names a path that exists on one machine only", &faults);
}

/// Beginnings of fixed paths that tests have named instead of one in a temporary folder of their own. Another
/// program, or another run of the test, may have made such a file.
const FIXED_PATHS: [&str; 4] = ["\"/tmp", "\"/no/", "\"/nonexistent", "\"/var/tmp"];

#[test]
fn tests_name_no_path_outside_their_own_folder() {
    let is_test = |file: &str| file.contains("/tests/") || file.ends_with("tests.rs");
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| extension(file) == "rs" && is_test(file)) {
        let text = text(file).unwrap_or_default();
        let lines = text.lines().enumerate().filter(|_| !file!().ends_with(file.as_str()));
        let named = lines.filter(|(_, line)| FIXED_PATHS.iter().any(|path| line.contains(path)));
        faults.extend(named.map(|(number, line)| format!("{file}:{}: {}", number + 1, line.trim())));
    }
    assert_none("names a fixed path", &faults);
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    let mut seen = 0;
    for file in files().iter().filter(|file| file.starts_with("crates/") && file.ends_with("/Cargo.toml")) {
        let manifest: toml::Table =
            text(file).expect("a manifest is text").parse().expect("a manifest is TOML");
        let lints =
            manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool);
        assert_eq!(lints, Some(true), "{file} has no [lints] workspace = true");
        seen += 1;
    }
    assert!(seen > 5, "the crates were found");
}

#[test]
fn every_crate_begins_with_a_description() {
    let faults: Vec<String> = files()
        .iter()
        .filter(|file| file.ends_with("/src/lib.rs") || file.ends_with("/src/main.rs"))
        .filter(|file| !text(file).is_some_and(|text| text.starts_with("//! ")))
        .cloned()
        .collect();
    assert_none("does not begin with a `//!` sentence", &faults);
}

#[test]
fn both_licenses_are_complete() {
    for (file, first, last) in [
        ("LICENSE-APACHE", "Apache License", "limitations under the License."),
        ("LICENSE-MIT", "MIT License", "SOFTWARE."),
    ] {
        let text = text(file).unwrap();
        assert!(text.trim_start().starts_with(first), "{file}");
        assert!(text.trim_end().ends_with(last), "{file}");
    }
    assert!(root().join("Cargo.lock").is_file());
}
