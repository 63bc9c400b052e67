//! Links in the documentation lead to files, and to headings in them, that exist.

use std::collections::HashSet;
use std::path::Path;

use crate::{assert_none, extension, files, root};

/// The pages written for people: those at the top, and `docs/`.
fn pages() -> impl Iterator<Item = &'static String> {
    files()
        .iter()
        .filter(|file| extension(file) == "md" && (!file.contains('/') || file.starts_with("docs/")))
}

#[test]
fn links_between_pages_resolve() {
    let mut faults = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(root().join(page)).expect("a page is text");
        for (line, target) in targets(&text) {
            if let Some(fault) = fault(page, &target) {
                faults.push(format!("{page}:{line}: {target}: {fault}"));
            }
        }
    }
    assert_none("links that lead nowhere", &faults);
}

#[test]
fn files_named_in_pages_exist() {
    let mut faults = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(root().join(page)).expect("a page is text");
        for (line, text) in prose(&text) {
            let code = text.split('`').skip(1).step_by(2);
            let paths =
                code.filter(|code| ["crates/", "docs/", "scripts/"].iter().any(|top| code.starts_with(top)));
            // Capital letters stand for a name: `crates/store/src/NOUN.rs`.
            let is_path = |path: &&str| {
                path.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"/._-".contains(&b))
            };
            let missing = paths.filter(is_path).filter(|path| !root().join(path).exists());
            faults.extend(missing.map(|path| format!("{page}:{line}: {path}")));
        }
    }
    assert_none("files that pages name and that do not exist", &faults);
}

/// Returns the fault of a link; `None` if it leads somewhere, or out of the project.
fn fault(page: &str, target: &str) -> Option<&'static str> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let here = root().join(page);
    let there = match file {
        "" => here,
        _ => here.parent().unwrap_or(root()).join(file),
    };
    let Ok(there) = there.canonicalize() else { return Some("no such file") };
    if !there.starts_with(root()) {
        return Some("outside the project");
    }
    let has_headings = there.extension() == Some("md".as_ref());
    if !heading.is_empty() && has_headings && !anchors(&there).contains(heading) {
        return Some("no such heading");
    }
    None
}

/// The addresses of inline links and of reference definitions, with their line numbers, except those in code.
fn targets(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        // Code spans are every second piece between backticks.
        let plain: String = line.split('`').step_by(2).collect();
        for piece in plain.split("](").skip(1) {
            let target = piece.split(')').next().unwrap_or_default();
            found.push((number, target.split_whitespace().next().unwrap_or_default().to_owned()));
        }
        if let Some((label, target)) = plain.split_once("]: ")
            && label.starts_with('[')
            && !label.contains(']')
        {
            found.push((number, target.split_whitespace().next().unwrap_or_default().to_owned()));
        }
    }
    found
}

/// The lines outside fenced code, numbered from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        (!in_code && !fence).then_some((index + 1, line))
    })
}

/// The anchors of a page: those of its headings, as the usual viewers make them, and those written as `<a
/// id="...">`.
pub(crate) fn anchors(page: &Path) -> HashSet<String> {
    let text = std::fs::read_to_string(page).expect("a page is text");
    let mut all = HashSet::new();
    for (_, line) in prose(&text) {
        for piece in line.split("<a id=\"").skip(1) {
            all.extend(piece.split('"').next().map(str::to_owned));
        }
        let title = line.trim_start_matches('#');
        if title.len() < line.len() && title.starts_with(' ') {
            let plain = slug(title.trim());
            let mut unique = plain.clone();
            let mut count = 0;
            while !all.insert(unique.clone()) {
                count += 1;
                unique = format!("{plain}-{count}");
            }
        }
    }
    all
}

fn slug(title: &str) -> String {
    title
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c),
            _ => None,
        })
        .collect()
}

#[test]
fn a_broken_link_is_seen() {
    let text =
        "See [this](gone.md \"title\") and `[no](code.md)`.\n```\n[no](fence.md)\n```\n[ref]: also-gone.md\n";
    let found = targets(text);
    assert_eq!(found, [(1, "gone.md".to_owned()), (5, "also-gone.md".to_owned())]);
    assert_eq!(fault("CONTRIBUTING.md", "gone.md"), Some("no such file"));
    assert_eq!(fault("CONTRIBUTING.md", "../../"), Some("outside the project"));
    assert_eq!(fault("CONTRIBUTING.md", "CONTRIBUTING.md#no-such-heading"), Some("no such heading"));
    assert_eq!(fault("CONTRIBUTING.md", "#adding-an-endpoint"), None);
    assert_eq!(fault("CONTRIBUTING.md", "https://example.org/"), None);
    assert_eq!(slug("`make test`, and its parts"), "make-test-and-its-parts");
}
