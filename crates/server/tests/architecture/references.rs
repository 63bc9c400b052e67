//! References from comments and pages to the rules in docs/rules: each leads to an anchor that exists, every
//! endpoint has one, and only one page uses the section numbers of the contract.

use crate::links::anchors;
use crate::{assert_none, extension, files, root, sources, text};

/// The page that maps the contract's sections to rules.
const CONTRACT: &str = "docs/rules/contract.md";

/// Endings of the files that contain comments and pages, and of the description made from comments.
const CHECKED_EXTENSIONS: &[&str] = &["rs", "sql", "html", "css", "sh", "py", "mjs", "md", "toml", "json"];

/// The files that are checked, with their text. The books of the sandbox are data.
fn checked_files() -> impl Iterator<Item = (&'static String, String)> {
    files()
        .iter()
        .filter(|file| !file.starts_with("crates/sandbox/") || extension(file) == "rs")
        .filter(|file| CHECKED_EXTENSIONS.contains(&extension(file)))
        .filter_map(|file| Some((file, text(file)?)))
}

#[test]
fn every_page_and_anchor_that_a_file_names_exists() {
    let mut faults = Vec::new();
    let mut anchored = 0;
    for (file, text) in checked_files() {
        for (line, page, anchor) in named_pages(&text) {
            anchored += usize::from(anchor.is_some());
            let path = root().join(&page);
            if !path.is_file() {
                faults.push(format!("{file}:{line}: {page}: no such page"));
            } else if let Some(anchor) = anchor
                && !anchors(&path).contains(&anchor)
            {
                faults.push(format!("{file}:{line}: {page}#{anchor}: no such anchor"));
            }
        }
    }
    assert_none("references that lead nowhere", &faults);
    assert!(anchored > 0, "references were found");
}

#[test]
fn every_endpoint_names_its_rule() {
    let endpoints: Vec<(String, String)> = sources("api")
        .into_iter()
        .filter_map(|file| text(&file).map(|text| (file, text)))
        .filter(|(_, text)| text.lines().any(|line| line.starts_with("#[endpoint::") && line.contains('(')))
        .collect();
    let named = |text: &str| {
        text.lines().take_while(|line| line.starts_with("//!")).any(|line| line.contains("docs/rules/"))
    };
    let faults: Vec<String> =
        endpoints.iter().filter(|(_, text)| !named(text)).map(|(file, _)| file.clone()).collect();
    assert_none("an endpoint whose `//!` comment names no rule of docs/rules", &faults);
    assert!(endpoints.len() > 50, "the files of endpoints were found");
}

#[test]
fn rules_are_numbered_from_one_and_each_has_its_anchor() {
    let mut faults = Vec::new();
    let mut pages = 0;
    for file in files().iter().filter(|file| file.starts_with("docs/rules/") && extension(file) == "md") {
        let text = text(file).expect("a page is text");
        let lines: Vec<&str> = text.lines().collect();
        let mut number = 0;
        for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("<a id=")) {
            number += 1;
            let anchor = format!("<a id=\"rule-{number}\"></a>");
            let heading = lines.get(index + 1).copied().unwrap_or_default();
            if *line != anchor || !heading.starts_with(&format!("## {number}. ")) {
                faults.push(format!("{file}:{}: not rule {number}", index + 1));
            }
        }
        pages += usize::from(number > 0);
    }
    assert_none("rules out of order", &faults);
    assert!(pages > 10, "the pages of rules were found");
}

#[test]
fn only_one_page_names_sections_of_the_contract() {
    let mut faults = Vec::new();
    // Migrations are never changed, comments included: databases keep their checksums.
    let is_free = |file: &str| file == CONTRACT || file.contains("/migrations/");
    for (file, text) in checked_files().filter(|(file, _)| !is_free(file)) {
        faults.extend(named_sections(&text).into_iter().map(|line| format!("{file}:{line}")));
    }
    assert_none("names a section of the contract instead of a rule in docs/rules", &faults);
}

/// The pages below `docs/` that a text names, as line, page and anchor.
fn named_pages(text: &str) -> Vec<(usize, String, Option<String>)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for (at, _) in line.match_indices("docs/") {
            if line[..at].ends_with(|before: char| before.is_alphanumeric() || "/_-".contains(before)) {
                continue;
            }
            let path = line[at..].split(|c: char| !(c.is_ascii_alphanumeric() || "/_-.".contains(c))).next();
            let Some((page, _)) = path.and_then(|path| path.split_once(".md")) else { continue };
            let page = format!("{page}.md");
            let rest = &line[at + page.len()..];
            let anchor = rest.strip_prefix('#').map(|rest| {
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '-' || *c == '_').collect()
            });
            found.push((index + 1, page, anchor));
        }
    }
    found
}

/// The lines that name a section of the contract: one of its words, then the number of a document, also
/// across lines of a comment.
fn named_sections(text: &str) -> Vec<usize> {
    const WORDS: [&str; 4] = ["spec", "specs", "document", "documents"];
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "MB"];
    const SIGNS: [&str; 5] = ["//", "///", "//!", "--", "#"];
    let words: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .flat_map(|(index, line)| line.split_whitespace().map(move |word| (index + 1, word)))
        .filter(|(_, word)| !SIGNS.contains(word))
        .collect();
    let mut found = Vec::new();
    for (at, pair) in words.windows(2).enumerate() {
        let [(line, word), (next, number)] = pair else { continue };
        let word = word.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let mut digits = number.chars();
        let is_document = digits.next().is_some_and(|c| ('1'..='5').contains(&c))
            && !digits.next().is_some_and(|c| c.is_alphanumeric() || c == '.' && digits.next().is_some());
        let is_size = words.get(at + 2).is_some_and(|(_, unit)| UNITS.iter().any(|u| unit.starts_with(u)));
        // The number of an item in a list, after a heading.
        let is_item = next > line && number.ends_with('.') && number.len() == 2;
        if WORDS.contains(&word.as_str()) && is_document && !is_size && !is_item {
            found.push(*line);
        }
    }
    found
}

#[test]
fn references_are_seen() {
    let pages = named_pages("See (docs/rules/access.md#rule-9) and `docs/mail.md`, not http://a/docs/b.md.");
    let expected = [
        (1, "docs/rules/access.md".to_owned(), Some("rule-9".to_owned())),
        (1, "docs/mail.md".to_owned(), None),
    ];
    assert_eq!(pages, expected);
    // Joined from halves, so that this file does not name a section itself.
    let number = "4, 4.10";
    assert_eq!(named_sections(&format!("/// An error (spec {number}).")), [1]);
    assert_eq!(named_sections(&format!("//! In order (spec\n//! {number}).\nfn f() {{}}")), [1]);
    let document = "document";
    assert_eq!(named_sections(&format!("({document} 2, \"Bookmarks\") and {document}s 2 and 3")), [1, 1]);
    assert!(named_sections(&format!("## The {document}\n\n1. An item")).is_empty());
    assert!(
        named_sections(&format!("1 GiB; for a {document} 2 GiB, {document} 2.5, a {document} 12")).is_empty()
    );
}
