//! An operation takes `op: &Operation` first: who acts, for which site, when, and with which library. So an
//! interface and a command call every operation in the same way.

use crate::{assert_none, ending, files, text};

/// Functions that are not operations, by the end of their file's path, and why.
const EXCEPTIONS: [(&str, &str, &str); 5] = [
    ("devices/sign_in.rs", "sign_in", "makes an operation of a device's credentials"),
    ("documents/create.rs", "detect_kind", "reads the beginning of a file, nothing of the library"),
    ("sessions.rs", "resume", "makes an operation of a browser's cookie"),
    ("waiting.rs", "poll_until", "waits, whatever for"),
    ("waiting.rs", "poll_until_timeout", "waits, whatever for"),
];

/// The public async functions of a source file that are not methods, each with its parameters. The code is
/// formatted, so they begin their lines.
fn public_functions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\npub async fn ").skip(1).filter_map(|function| {
        let (head, parameters) = function.split_once('(')?;
        Some((head.split('<').next()?, parameters.trim_start()))
    })
}

#[test]
fn an_operation_takes_the_same_value_first() {
    let (mut operations, mut faults) = (0, Vec::new());
    for file in files().iter().filter(|file| file.starts_with("crates/services/src/") && ending(file) == "rs")
    {
        let text = text(file).unwrap_or_default();
        for (name, parameters) in public_functions(&text) {
            operations += 1;
            let is_exception = EXCEPTIONS.iter().any(|(end, other, _)| file.ends_with(end) && name == *other);
            let takes_operation =
                parameters.starts_with("op: &Operation") || parameters.starts_with("op: &'");
            if takes_operation == is_exception {
                faults.push(format!("{file}: {name}"));
            }
        }
    }
    assert_none(
        "functions of services that do not take `op: &Operation` first, or need not be exceptions",
        &faults,
    );
    assert!(operations > 180, "the operations were found: {operations}");
}

#[test]
fn an_operation_is_found() {
    let text = "//! Lists.\n\npub async fn get(op: &Operation, id: &str) -> Result<()> {}\n\npub async fn list<T>(\n    \
                library: &Library,\n) {}\n\nimpl A {\n    pub async fn method(&self) {}\n}\n";
    let found: Vec<(&str, bool)> = public_functions(text)
        .map(|(name, parameters)| (name, parameters.starts_with("op: &Operation")))
        .collect();
    assert_eq!(found, [("get", true), ("list", false)]);
}
