//! Checks of message files, for the tests of this crate and of others.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

use crate::Messages;
use vocabulary::Language;

/// The tests of the message files of the crate that names this macro, in a module of tests. `$messages` are
/// its messages with those that pages of every crate share.
#[macro_export]
macro_rules! message_tests {
    ($messages:expr) => {
        #[test]
        fn every_language_has_every_message_with_the_same_variables() {
            assert_eq!($crate::testkit::language_differences(env!("CARGO_MANIFEST_DIR")), [""; 0]);
        }

        #[test]
        fn every_message_that_the_code_names_exists() {
            assert_eq!($crate::testkit::unknown_messages(env!("CARGO_MANIFEST_DIR"), $messages), [""; 0]);
        }
    };
}

/// Asserts that messages exist in every language.
///
/// # Panics
/// If a language lacks one of them.
pub fn assert_messages(messages: &Messages, ids: impl IntoIterator<Item = impl AsRef<str>>) {
    for id in ids {
        let id = id.as_ref();
        for language in Language::ALL {
            assert!(messages.has_message(language, id), "{id} in {language:?}");
        }
    }
}

/// The differences between a crate's message files and its English ones: messages that a language lacks,
/// that only it has, or that use other variables. `manifest` is the folder of the crate.
///
/// # Panics
/// If the files cannot be read, or there are none.
pub fn language_differences(manifest: &str) -> Vec<String> {
    let english = read_messages(manifest, Language::English);
    assert!(!english.is_empty(), "messages in {manifest}");
    let mut all = Vec::new();
    for language in Language::ALL {
        let these = read_messages(manifest, language);
        let lacking = english.difference(&these).map(|message| format!("{language:?} lacks {message:?}"));
        all.extend(lacking);
        all.extend(these.difference(&english).map(|message| format!("only {language:?} has {message:?}")));
    }
    all
}

/// The messages that the code or the templates of a crate name, and that do not exist.
///
/// # Panics
/// If the sources cannot be read, or name no message.
pub fn unknown_messages(manifest: &str, messages: &Messages) -> Vec<String> {
    let call = r#"\.(?:text|count|with_name|format|with_name_html|format_html|with_foreign_name_html|redirect_with_message)\(\s*"([a-z0-9-]+)"#;
    let input = r#"(?:InputField|Select)::new_(?:required|optional|password)\(\s*[a-z&.()]+,\s*"[A-Za-z]+",\s*"([a-z0-9-]+)"#;
    let sources = read_sources(manifest);
    let named: BTreeSet<String> = [call, input]
        .iter()
        .flat_map(|pattern| {
            let pattern = Regex::new(pattern).expect("the pattern is constant");
            pattern.captures_iter(&sources).map(|found| found[1].to_owned()).collect::<Vec<_>>()
        })
        .collect();
    assert!(!named.is_empty(), "messages that {manifest} names");
    named.into_iter().filter(|id| !messages.has_message(Language::English, id)).collect()
}

/// The literals in the code of a crate that have the form of a message's name with one of these first words,
/// and name no message: for crates that note a name first and say the sentence later.
///
/// # Panics
/// If the sources cannot be read, or have no such literal.
pub fn unknown_literals(manifest: &str, messages: &Messages, first: &[&str]) -> Vec<String> {
    let pattern = format!(r#""((?:{})-[a-z0-9-]+)""#, first.join("|"));
    let pattern = Regex::new(&pattern).expect("first words are letters");
    let sources = read_sources(manifest);
    let named: BTreeSet<&str> =
        pattern.captures_iter(&sources).filter_map(|found| Some(found.get(1)?.as_str())).collect();
    assert!(!named.is_empty(), "messages that {manifest} names");
    let unknown = named.into_iter().filter(|id| !messages.has_message(Language::English, id));
    unknown.map(str::to_owned).collect()
}

/// The English messages of a crate that neither its code nor its templates name, as a whole literal.
///
/// # Panics
/// If the files cannot be read.
pub fn unused_messages(manifest: &str) -> Vec<String> {
    let sources = read_sources(manifest);
    let all = read_messages(manifest, Language::English).into_iter().map(|(id, _)| id);
    all.filter(|id| !sources.contains(&format!("\"{id}\""))).collect()
}

/// The names of the messages in the files of a language, each with the variables that it uses.
fn read_messages(manifest: &str, language: Language) -> BTreeSet<(String, Vec<String>)> {
    let folder = Path::new(manifest).join("messages").join(language.tag());
    let name = Regex::new(r"^([a-z][a-z0-9-]*) =").expect("the pattern is constant");
    let variable = Regex::new(r"\$([a-z]+)").expect("the pattern is constant");
    let mut all: Vec<(String, BTreeSet<String>)> = Vec::new();
    for file in list_files(vec![folder]) {
        for line in read_file(&file).lines() {
            if let Some(found) = name.captures(line) {
                all.push((found[1].to_owned(), BTreeSet::new()));
            }
            for found in variable.captures_iter(line) {
                let (_, variables) = all.last_mut().expect("a message begins with its name");
                variables.insert(found[1].to_owned());
            }
        }
    }
    all.into_iter().map(|(name, variables)| (name, variables.into_iter().collect())).collect()
}

/// The source of the code and of the templates, if the crate has some. Tests have messages of their own.
fn read_sources(manifest: &str) -> String {
    let folders = ["src", "templates"].map(|name| Path::new(manifest).join(name));
    let files = list_files(folders.into_iter().filter(|folder| folder.exists()).collect());
    let without_tests = |text: String| text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
    files.iter().map(|file| without_tests(read_file(file))).collect()
}

/// The files in these folders, and in those within them.
fn list_files(mut folders: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut all = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() { folders.push(path) } else { all.push(path) }
        }
    }
    all
}

fn read_file(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
