//! A handler of the JSON interface takes its parameters, calls one operation of services and makes the
//! record: what an operation consists of, and in which order, is the business of services.

use crate::{assert_none, ending, files, text};

/// The longest handler, in lines of its body.
const MAX_HANDLER_LINES: usize = 20;

/// The bodies of functions of a source file that match, each from its opening brace to its closing one.
fn bodies<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(start).filter_map(|(at, _)| {
        let body = at + text[at..].find(" {\n")?;
        Some(&text[body..body + text[body..].find("\n}\n")?])
    })
}

/// The handlers of a file.
fn handlers(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("#[endpoint::").filter_map(|(at, _)| bodies(&text[at..], "pub async fn ").next())
}

#[test]
fn a_handler_calls_one_operation() {
    let (mut found, mut faults) = (0, Vec::new());
    for file in files().iter().filter(|file| file.starts_with("crates/api/src/") && ending(file) == "rs") {
        let text = text(file).unwrap_or_default();
        for handler in handlers(&text) {
            found += 1;
            let (waits, lines) = (handler.matches(".await").count(), handler.lines().count() - 1);
            if waits > 1 {
                faults.push(format!("{file}: waits {waits} times"));
            }
            if lines > MAX_HANDLER_LINES {
                faults.push(format!("{file}: {lines} lines"));
            }
        }
    }
    assert_none("handlers that do more than take parameters, call an operation and make a record", &faults);
    assert!(found > 130, "the handlers were found: {found}");
}

#[test]
fn a_handler_is_found() {
    let text = "#[endpoint::get(\n)]\npub async fn get_it(\n    state: State,\n) -> Result<()> {\n    a().await;\n\
                \x20   b().await\n}\n\nasync fn other() {\n    c().await\n}\n";
    let found: Vec<&str> = handlers(text).collect();
    assert_eq!(found, [" {\n    a().await;\n    b().await"]);
}
