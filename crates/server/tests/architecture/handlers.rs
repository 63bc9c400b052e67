//! A handler of the JSON interface takes its parameters, calls one operation of services and makes the
//! record: what an operation consists of, and in which order, is the business of services.

use std::collections::BTreeSet;

use crate::{assert_none, sources, text};

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
    for file in &sources("api") {
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

/// The names of the functions to which routes send forms.
fn form_handlers(text: &str) -> impl Iterator<Item = &str> {
    let calls = text.split("post(").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    let names = calls.filter_map(|path| path.rsplit("::").next());
    names.filter(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

/// The signatures of asynchronous functions with this name.
fn signatures<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("async fn {name}(");
    text.match_indices(&start).filter_map(|(at, _)| Some(text[at..].split_once(" {\n")?.0)).collect()
}

/// Returns true if a function takes a form, which is read only with the token of its session.
fn takes_form(signature: &str) -> bool {
    signature.split(|c: char| !c.is_alphanumeric()).any(|word| word.ends_with("Form"))
}

#[test]
fn a_page_that_takes_a_form_checks_its_token() {
    let texts: Vec<String> = sources("pages").iter().filter_map(|file| text(file)).collect();
    let names: BTreeSet<&str> = texts.iter().flat_map(|text| form_handlers(text)).collect();
    let all: Vec<&str> =
        texts.iter().flat_map(|text| names.iter().flat_map(|name| signatures(text, name))).collect();
    let faults: Vec<String> = all
        .iter()
        .filter(|signature| !takes_form(signature))
        .map(|&signature| signature.to_owned())
        .collect();
    assert_none("handlers of forms without an extractor of the form, which checks its token", &faults);
    assert!(names.len() > 60 && all.len() >= names.len(), "the handlers were found: {names:?}");
}

#[test]
fn passwords_are_left_out_of_kept_forms() {
    let kept = text("crates/layout/src/kept_form.rs").expect("the module of kept forms");
    let (_, rest) = kept.split_once("const SECRET_FIELDS").expect("the names of secret fields");
    let (secret, _) = rest.split_once(';').and_then(|(_, rest)| rest.split_once("];")).expect("their list");
    let texts: Vec<String> = sources("pages").iter().filter_map(|file| text(file)).collect();
    let calls = texts.iter().flat_map(|text| text.split("new_password(").skip(1));
    let names: Vec<&str> = calls.filter_map(|call| call.split('"').nth(1)).collect();
    let faults: Vec<String> = names
        .iter()
        .filter(|name| !secret.contains(&format!("\"{name}\"")))
        .map(|&name| name.to_owned())
        .collect();
    assert_none("passwords that a note about a form would contain (layout::kept_form)", &faults);
    assert!(names.len() > 3, "the passwords were found: {names:?}");
}

#[test]
fn a_handler_of_a_form_is_found() {
    let text = ".route(\"/a\", get(b).post(one::c))\nasync fn c(visitor: Visitor, Format(d): Format) -> Result {\n}\n\
                post(|| e());\nasync fn f(\n    visitor: Visitor,\n    _: OwnForm,\n) -> Result {\n}\n";
    assert_eq!(form_handlers(text).collect::<Vec<_>>(), ["c"]);
    assert!(!takes_form(signatures(text, "c")[0]) && takes_form(signatures(text, "f")[0]));
}

#[test]
fn a_handler_is_found() {
    let text = "#[endpoint::get(\n)]\npub async fn get_it(\n    state: State,\n) -> Result<()> {\n    a().await;\n\
                \x20   b().await\n}\n\nasync fn other() {\n    c().await\n}\n";
    let found: Vec<&str> = handlers(text).collect();
    assert_eq!(found, [" {\n    a().await;\n    b().await"]);
}
