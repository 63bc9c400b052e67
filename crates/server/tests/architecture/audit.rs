//! The audit records every change of memberships, rosters, titles and clients (docs/security.md#audit): a
//! function of services that writes records it, in its own body or by a function that it calls, or is listed
//! here with the reason why not.

use std::collections::BTreeSet;

use crate::{assert_none, sources, text};

/// The folder of the operations.
const FOLDER: &str = "crates/services/src/";

/// Functions of other files that record what their callers change.
const RECORDING_FUNCTIONS: [&str; 15] = [
    "add_device", "commit_change", "end_device", "insert_run", "insert_subscription", "insert_with_contact",
    "record_device_change", "record_paper", "record_run", "remove_in_run", "remove_with_snapshot",
    "replace_contact", "write_as_run", "write_plan", "write_table",
];

/// Files and folders in which nothing has to be recorded, and why.
const UNRECORDED_FILES: [(&str, &str); 25] = [
    ("bookmarks.rs", "reading"),
    ("conversion_reports.rs", "an acknowledged report changes no title"),
    ("documents/", "readers' own documents"),
    ("downloads/", "copies have records of their own, with who asked for them"),
    ("drive.rs", "the connection of readers' own drives"),
    ("exports.rs", "a job says who has started it, and the catalog stays as it is"),
    ("grants/", "sign-ins"),
    ("highlights.rs", "reading"),
    ("intake.rs", "runs say who has uploaded what, and a worker records the books that it adds"),
    ("lists/", "reading lists say who has put what on them"),
    ("periodicals/follows.rs", "reading"),
    ("problem_reports.rs", "reports say who has made and closed them"),
    ("progressions.rs", "reading"),
    ("reading.rs", "reading"),
    ("recommendation_profiles.rs", "reading"),
    ("referrals.rs", "the link through which somebody came"),
    ("sessions.rs", "sign-ins"),
    ("sign_in.rs", "sign-ins"),
    ("synced_documents.rs", "reading"),
    ("work/claims.rs", "claims end by themselves and decide nothing"),
    ("accounts/password.rs: request_reset", "sends an email"),
    ("enrollment.rs: find_account", "counts attempts"),
    ("joining.rs: request", "there is no account before the email address is confirmed"),
    ("preferences.rs: keep_display", "reading"),
    ("roster_imports/", "what is confirmed is recorded; tables that wait change nothing"),
];

/// Words with which the names of functions of the store begin that write.
const WRITING_WORDS: [&str; 28] = [
    "add", "append", "assign", "change", "claim", "clear", "close", "delete", "end", "forget", "insert",
    "mark", "note", "put", "record", "release", "remove", "rename", "replace", "revoke", "set", "store",
    "take", "unassign", "update", "upsert", "write", "apply",
];

/// An async function of a source file.
struct Function<'a> {
    name: &'a str,
    /// The body without spaces.
    body: String,
}

/// The async functions of a source file, methods too. The code is formatted, so they end with the indentation
/// that they begin with.
fn async_functions(text: &str) -> Vec<Function<'_>> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines: Vec<&str> = code.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((before, after)) = line.split_once("async fn ") else { continue };
        let indentation = &before[..before.len() - before.trim_start().len()];
        // A comment may name a function, too.
        if !before.split_whitespace().all(|word| word.starts_with("pub")) {
            continue;
        }
        let end = format!("{indentation}}}");
        let body = lines[at + 1..].iter().take_while(|line| **line != end);
        let body = body.flat_map(|line| line.split_whitespace()).collect();
        found.extend(after.split(['(', '<']).next().map(|name| Function { name, body }));
    }
    found
}

/// Returns true if a body without spaces calls a function of this name.
fn calls(body: &str, name: &str) -> bool {
    let call = format!("{name}(");
    body.match_indices(&call).any(|(at, _)| !body[..at].ends_with(is_part_of_name))
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns true if a body without spaces begins a transaction, or writes outside of one.
fn writes(body: &str) -> bool {
    let writes_alone = ["(op.db()", "(self.op.db()"].iter().any(|arguments| {
        body.match_indices(arguments).any(|(at, _)| {
            let is_path = |c: char| is_part_of_name(c) || c == ':';
            let path = &body[..at][body[..at].trim_end_matches(is_path).len()..];
            let name = path.rsplit_once("::").map(|(_, name)| name);
            name.is_some_and(|name| WRITING_WORDS.contains(&name.split('_').next().unwrap_or_default()))
        })
    });
    body.contains(".begin().await") || writes_alone
}

/// The names of the functions that write and do not record it.
fn find_unrecorded<'a>(functions: &'a [Function<'a>]) -> Vec<&'a str> {
    let records_itself = |function: &&Function<'_>| {
        function.body.contains(".record_change")
            || RECORDING_FUNCTIONS.iter().any(|name| calls(&function.body, name))
    };
    let mut recording: BTreeSet<&str> =
        functions.iter().filter(records_itself).map(|function| function.name).collect();
    loop {
        let calls_one = |function: &&Function<'_>| recording.iter().any(|name| calls(&function.body, name));
        let more: BTreeSet<&str> = functions.iter().filter(calls_one).map(|function| function.name).collect();
        if more.is_subset(&recording) {
            break;
        }
        recording.extend(more);
    }
    let writing = functions.iter().filter(|function| writes(&function.body)).map(|function| function.name);
    writing.filter(|name| !recording.contains(name)).collect()
}

#[test]
fn what_an_operation_changes_is_recorded_in_the_audit() {
    let (mut writing, mut faults) = (0, Vec::new());
    let mut unused: BTreeSet<&str> = UNRECORDED_FILES.iter().map(|(place, _)| *place).collect();
    for file in &sources("services") {
        let text = text(file).unwrap_or_default();
        let functions = async_functions(&text);
        writing += functions.iter().filter(|function| writes(&function.body)).count();
        for name in find_unrecorded(&functions) {
            let place = format!("{}: {name}", &file[FOLDER.len()..]);
            match UNRECORDED_FILES.iter().find(|(listed, _)| place.starts_with(listed)) {
                Some((listed, _)) => {
                    unused.remove(listed);
                }
                None => faults.push(place),
            }
        }
    }
    faults.extend(unused.iter().map(|place| format!("exception without a use: {place}")));
    assert_none(
        "functions that write, and neither record it in the audit nor are listed with a reason",
        &faults,
    );
    assert!(writing > 100, "the functions that write were found: {writing}");
}

#[test]
fn a_function_that_writes_is_found() {
    let text = "pub async fn read_row(op: &Operation) -> Result<()> {\n    store::a::get(op.db(), 1).await\n}\n\n\
                async fn set_row(op: &Operation) {\n    store::a::set_name(\n        op.db(),\n    )\n}\n\n\
                impl A {\n    pub(crate) async fn write_rows(&self) {\n        let mut tx = op.db().begin().await?;\n    }\n}\n\n\
                async fn recorded(op: &Operation) {\n    let tx = op.db().begin().await?;\n    helper(tx).await\n}\n\n\
                async fn helper(tx: Tx) {\n    op.record_change(tx).await\n}\n";
    assert_eq!(find_unrecorded(&async_functions(text)), ["set_row", "write_rows"]);
}
