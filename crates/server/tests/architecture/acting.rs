//! Nobody acts as somebody else: who acts is set, and sign-ins begin, only where a caller has proved who they
//! are. Staff and sponsors who serve a person act as themselves.

use std::collections::BTreeSet;

use crate::{assert_none, extension, files, text};

/// Code that makes somebody the one who acts, or begins a sign-in, with the files that may contain it and the
/// proof that each of them asks for.
const PROVEN_STEPS: [(&str, &[(&str, &str)]); 6] = [
    (
        ".reader=",
        &[
            ("crates/services/src/devices/sign_in.rs", "the password of a device"),
            ("crates/services/src/operation/identification.rs", "an access token, or a session's cookie"),
            ("crates/services/src/operation/mod.rs", "the same reader, seen from another country"),
        ],
    ),
    ("Operation::on_pages(", &[("crates/services/src/sessions.rs", "a session's cookie")]),
    (
        "insert_session(",
        &[
            ("crates/services/src/accounts/password.rs", "the present password"),
            ("crates/services/src/enrollment.rs", "the code of a card"),
            ("crates/services/src/sessions.rs", "a verified password"),
        ],
    ),
    ("sessions::insert(", &[("crates/services/src/sessions.rs", "one of the above")]),
    ("tokens::insert_code(", &[("crates/services/src/grants/authorize.rs", "a verified password")]),
    (
        "tokens::insert_pair(",
        &[("crates/services/src/grants/exchange.rs", "a code, a refresh token, or a verified password")],
    ),
];

/// Crates without callers: the database itself, and measurements.
const SKIPPED_CRATES: [&str; 2] = ["crates/bench/", "crates/store/"];

/// The code of a source file without spaces, comments, and tests at its end.
fn compact(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(str::split_whitespace).collect()
}

/// Returns true if code without spaces contains a step. A comparison is not an assignment.
fn contains_step(code: &str, step: &str) -> bool {
    code.match_indices(step).any(|(at, _)| !code[at + step.len()..].starts_with('='))
}

fn is_source(file: &str) -> bool {
    extension(file) == "rs"
        && file.contains("/src/")
        && !["/tests/", "/tests.rs", "/testkit/"].iter().any(|part| file.contains(part))
        && !SKIPPED_CRATES.iter().any(|crate_path| file.starts_with(crate_path))
}

#[test]
fn nobody_acts_as_somebody_else() {
    let (mut taken, mut faults) = (BTreeSet::new(), Vec::new());
    for file in files().iter().filter(|file| is_source(file)) {
        let code = compact(&text(file).unwrap_or_default());
        for (step, places) in PROVEN_STEPS {
            if !contains_step(&code, step) {
                continue;
            }
            if places.iter().any(|(place, _)| place == file) {
                taken.insert((step, file.as_str()));
            } else {
                faults.push(format!("{file}: {step}"));
            }
        }
    }
    let listed =
        PROVEN_STEPS.iter().flat_map(|(step, places)| places.iter().map(move |(file, _)| (*step, *file)));
    faults.extend(
        listed.filter(|place| !taken.contains(place)).map(|(step, file)| format!("{file}: no {step}")),
    );
    assert_none("only these files begin an act or a sign-in, each after a proof", &faults);
}

#[test]
fn a_step_is_found_in_code_alone() {
    for text in ["fn f(op: &mut Op) {\n    op.reader =\n        Some(member);\n}", "op.reader=None;"] {
        assert!(contains_step(&compact(text), ".reader="), "{text}");
    }
    for text in ["if op.reader == other {}", "// op.reader = Some(member)", "op.recipient = Some(member);"] {
        assert!(!contains_step(&compact(text), ".reader="), "{text}");
    }
}
