//! Tools from outside that some tests need. Where one is missing the test is skipped with a word; where
//! everything must run (`OPENSHELF_TEST_REQUIRE`, or `CI`) it fails.

use std::path::PathBuf;

use speech::Engine as _;

/// Returns the result of a helper; prints that the test is skipped if its tool is missing.
#[track_caller]
pub fn report_missing<T>(found: Option<T>, what: &str) -> Option<T> {
    if found.is_none() {
        assert!(!store::testkit::everything_must_run(), "{what} is missing; `make tools` installs it");
        eprintln!("skipped: {what} is missing; `make tools` installs it");
    }
    found
}

/// A file that an environment variable names, or that lies in the tools' folder (scripts/env.sh).
#[track_caller]
pub fn tool(variable: &str, within: &str) -> Option<PathBuf> {
    let cache = std::env::var_os("OPENSHELF_CACHE")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/openshelf")));
    let named = std::env::var_os(variable).map(PathBuf::from).or_else(|| Some(cache?.join(within)));
    report_missing(named.filter(|path| path.exists()), within)
}

/// Python with the packages of scripts/tools/requirements.txt.
#[track_caller]
pub fn python() -> Option<PathBuf> {
    tool("OPENSHELF_TEST_PYTHON", "venv/bin/python")
}

/// Returns true if books can be spoken here.
#[track_caller]
pub fn can_speak() -> bool {
    books::testkit::audio_tools()
        && report_missing(speech::Command::espeak().check().ok(), "espeak-ng").is_some()
}
