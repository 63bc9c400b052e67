//! The English of comments and pages (CONTRIBUTING.md, "Names" and "Style"): phrases that native speakers
//! stop at, and first lines that are questions instead of noun phrases.

use crate::{assert_none, extension, files, text};

/// Phrases, each with a plainer one.
const PHRASES: [(&str, &str); 23] = [
    ("whoever", "any caller, the reader"),
    ("who asks", "the caller"),
    ("is told", "gets an error, is reported"),
    ("anew", "again"),
    ("none when", "`None` if"),
    ("a tag of BCP 47", "a BCP 47 tag"),
    ("in a circle", "a cycle, a deadlock"),
    ("by which way", "how"),
    ("as it was sent", "verbatim"),
    ("said otherwise", "overridden"),
    ("makes no difference", "doesn't matter"),
    ("is all the same", "doesn't matter"),
    ("in the making", "in progress"),
    ("answers what", "returns"),
    ("beside", "next to, alongside, besides"),
    ("can be had", "is available"),
    ("each with its place", "each with its position"),
    ("few enough for the values", "at most as many as a statement can bind"),
    ("goes on", "continues"),
    ("passed over", "skipped"),
    ("so many bytes", "`n` bytes"),
    ("the one order", "a fixed order"),
    ("who is gone", "a caller that disconnected"),
];

/// Words that begin a clause where a noun phrase is clearer: "What is known of files" is "File sizes".
const QUESTION_WORDS: [&str; 7] = ["What", "Whether", "Who", "Whom", "Whose", "Where", "How"];
/// One comment line of this many may begin with such a word: some sentences are best so.
const LINES_PER_QUESTION: usize = 150;

/// The text of a comment line, `None` for code.
fn comment(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("//")?;
    Some(rest.trim_start_matches(['/', '!']).trim())
}

/// The lines of comments and of pages, as file, number and text. This file quotes the phrases.
fn prose() -> impl Iterator<Item = (&'static String, usize, String)> {
    files()
        .iter()
        .filter(|file| ["rs", "md"].contains(&extension(file)) && !file!().ends_with(file.as_str()))
        // The sandbox contains books.
        .filter(|file| !file.starts_with("crates/sandbox/"))
        .flat_map(|file| {
            let text = text(file).unwrap_or_default();
            let lines: Vec<_> = text.lines().map(str::to_owned).enumerate().collect();
            lines.into_iter().filter_map(move |(number, line)| {
                let line = if extension(file) == "rs" { comment(&line)?.to_owned() } else { line };
                Some((file, number + 1, line))
            })
        })
}

fn contains_phrase(line: &str, phrase: &str) -> bool {
    line.match_indices(phrase).any(|(at, _)| {
        !line[..at].ends_with(char::is_alphanumeric)
            && !line[at + phrase.len()..].starts_with(char::is_alphanumeric)
    })
}

#[test]
fn comments_and_pages_use_plain_phrases() {
    let mut faults = Vec::new();
    for (file, number, line) in prose() {
        let line = line.to_lowercase();
        for (phrase, plain) in
            PHRASES.iter().filter(|(phrase, _)| contains_phrase(&line, &phrase.to_lowercase()))
        {
            faults.push(format!("{file}:{number}: \"{phrase}\", better: {plain}"));
        }
    }
    assert_none("phrases that are not plain English", &faults);
}

#[test]
fn comments_begin_with_noun_phrases_or_verbs() {
    let (mut lines, mut questions) = (0, Vec::new());
    for file in files().iter().filter(|file| extension(file) == "rs") {
        let text = text(file).unwrap_or_default();
        let mut continues = false;
        for (number, line) in text.lines().enumerate() {
            let comment = comment(line).filter(|comment| !comment.is_empty());
            lines += usize::from(comment.is_some());
            let first = comment.and_then(|comment| comment.split_whitespace().next()).unwrap_or_default();
            if !continues && QUESTION_WORDS.contains(&first) {
                questions.push(format!("{file}:{}: {}", number + 1, line.trim()));
            }
            continues = comment.is_some();
        }
    }
    let few = questions.len() * LINES_PER_QUESTION <= lines;
    assert!(
        few,
        "{} of {lines} comment lines begin a clause:\n  {}",
        questions.len(),
        questions.join("\n  ")
    );
}

#[test]
fn phrases_are_whole_words() {
    assert!(contains_phrase("written anew.", "anew") && !contains_phrase("a newer", "anew"));
    assert_eq!(comment("    /// The name."), Some("The name."));
    assert_eq!(comment("let a = 1; // one"), None);
}
