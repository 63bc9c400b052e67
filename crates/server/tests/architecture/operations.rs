//! An operation takes `op: &Operation` first: who acts, for which site, when, and with which library. So an
//! interface and a command call every operation in the same way. Then come few values: a typed request names
//! what a caller could swap.

use crate::{assert_none, sources, text};

/// Functions that are not operations, by the end of their file's path, and why.
const EXCEPTIONS: [(&str, &str, &str); 5] = [
    ("devices/sign_in.rs", "sign_in", "makes an operation of a device's credentials"),
    ("documents/create.rs", "detect_kind", "reads the beginning of a file, nothing of the library"),
    ("sessions.rs", "resume", "makes an operation of a browser's cookie"),
    ("waiting.rs", "poll_until", "waits, whatever for"),
    ("waiting.rs", "poll_until_timeout", "waits, whatever for"),
];

/// Maximum number of values after `op`, besides the faults of a form: the address of a record, and a form; or
/// a request, and the page of its list.
const MAX_VALUES: usize = 2;

/// The public async functions of a source file that are not methods, each with its parameters. The code is
/// formatted, so they begin their lines.
fn public_functions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\npub async fn ").skip(1).filter_map(|function| {
        let (head, parameters) = function.split_once('(')?;
        Some((head.split('<').next()?, parameters.trim_start()))
    })
}

/// The types of a function's parameters. `parameters` begins with them, and what follows their closing
/// parenthesis is ignored.
fn parameter_types(parameters: &str) -> Vec<String> {
    let (mut depth, mut from, mut before, mut types) = (0, 0, ' ', Vec::new());
    let mut add = |parameter: &str| {
        if let Some((_, name)) = parameter.split_once(':') {
            types.push(name.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    };
    for (at, c) in parameters.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' if depth == 0 => {
                add(&parameters[from..at]);
                break;
            }
            ',' if depth == 0 => {
                add(&parameters[from..at]);
                from = at + 1;
            }
            '>' if before == '-' => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
        before = c;
    }
    types
}

/// Returns true if the values after `op` are many, or can be swapped by mistake.
fn is_loose(types: &[String]) -> bool {
    let values = types.get(1..).unwrap_or_default();
    let is_value = |name: &&String| !["Faults", "&mut Faults"].contains(&name.as_str());
    values.iter().filter(is_value).count() > MAX_VALUES || values.windows(2).any(|pair| pair[0] == pair[1])
}

#[test]
fn an_operation_takes_one_request_instead_of_loose_values() {
    let (mut operations, mut faults) = (0, Vec::new());
    for file in &sources("services") {
        let text = text(file).unwrap_or_default();
        for (name, parameters) in public_functions(&text) {
            let types = parameter_types(parameters);
            if !types.first().is_some_and(|first| first.ends_with(" Operation") || first == "&Operation") {
                continue;
            }
            operations += 1;
            if is_loose(&types) {
                faults.push(format!("{file}: {name}({})", types.join(", ")));
            }
        }
    }
    assert_none("operations with loose values instead of a typed request (CONTRIBUTING.md)", &faults);
    assert!(operations > 180, "the operations were found: {operations}");
}

#[test]
fn an_operation_takes_the_same_value_first() {
    let (mut operations, mut faults) = (0, Vec::new());
    for file in &sources("services") {
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

#[test]
fn loose_values_are_found() {
    let nested = parameter_types(
        "\n    op: &Operation,\n    mut call: impl Fn(A, B) -> C,\n    rows: Rows<'_, D, E>,\n) -> F {\n    g(h, i)",
    );
    assert_eq!(nested, ["&Operation", "impl Fn(A, B) -> C", "Rows<'_, D, E>"]);
    for tight in [
        "op: &Operation)",
        "op: &Operation, id: &str, form: Form, mut faults: Faults)",
        "op: &Operation, form: &Form, faults: &mut Faults, page: Page)",
    ] {
        assert!(!is_loose(&parameter_types(tight)), "{tight}");
    }
    for loose in [
        "op: &Operation, series: &str, id: &str)",
        "op: &Operation, all: bool, locked: bool)",
        "op: &Operation, person: &str, title: TitleId, page: Page)",
    ] {
        assert!(is_loose(&parameter_types(loose)), "{loose}");
    }
}
