//! Braille read back: `lou_translate` of liblouis turns cells into letters again.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::Write as _;
use std::process::{Command, Stdio};

use super::compare::{WordComparison, compare_words};
use super::unzip;
use super::validators::report_missing;
use crate::brf::{Settings, describe_spelling};
use crate::model::{BlockKind, Book, Inline, collapse_spaces, plain_text};

/// The faults in the files of a BRF package: signs, the length of lines, pages
/// (docs/rules/downloads.md#rule-9), escapes.
pub fn faults_of_braille(package: &[u8], settings: Settings) -> Vec<String> {
    let mut faults = Vec::new();
    let files = unzip(package);
    if files.is_empty() {
        faults.push("there is no volume".to_owned());
    }
    for (name, bytes) in files {
        let mut fault = |what: String| faults.push(format!("{name}: {what}"));
        if crate::path::extension(&name) != "brf" {
            fault("not a volume".into());
        }
        if let Some(byte) = bytes.iter().find(|byte| !matches!(byte, b' '..=b'_' | b'\r' | b'\n' | 0x0C)) {
            fault(format!("byte {byte:#x}"));
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for line in text.split("\r\n").map(|line| line.trim_start_matches('\u{c}')) {
            if line.len() > usize::from(settings.cells) || line.contains(['\r', '\n', '\u{c}']) {
                fault(format!("a line of {} cells: {line:?}", line.len()));
            }
        }
        let pages: Vec<&str> = text.split('\u{c}').collect();
        if settings.paper {
            let (last, full) = pages.split_last().expect("one at least");
            if !last.is_empty() || full.is_empty() {
                fault("it does not end with a page".into());
            }
            for (n, page) in full.iter().enumerate() {
                let lines = page.matches("\r\n").count();
                if lines != 25 || !page.ends_with("\r\n") {
                    fault(format!("page {} has {lines} lines", n + 1));
                }
            }
        } else if pages.len() > 1 {
            fault("it has pages".into());
        }
        if text.contains("'\\X") || text.contains("'\\Y") {
            fault("an escape".into());
        }
    }
    faults
}

/// Facts about a book for [`read_back`]: the table that it is spelled by, and its text. Formulas have a
/// code of their own, and entries of a table are next to one another, line by line: both are left out.
/// `None` for a language that is not spelled by a table of its own.
pub fn read_back_table_and_text(book: &Book, settings: Settings) -> Option<(&'static str, String)> {
    let language = book.metadata.language();
    let code = braille::code(language, settings.ueb)?;
    let table =
        if describe_spelling(language, settings).is_contracted { code.contracted } else { code.uncontracted };
    let (mut text, mut entries) = (String::new(), HashSet::new());
    book.walk(&mut |block| {
        if matches!(block.kind, BlockKind::Table(_)) {
            block.walk(&mut |entry| {
                entries.insert(std::ptr::from_ref(entry));
            });
        }
    });
    book.walk(&mut |block| {
        let mut formula = false;
        block.walk_inlines(&mut |inline| formula |= matches!(inline, Inline::Math(_)));
        let line = collapse_spaces(&plain_text(block.inlines()));
        if !formula && !entries.contains(&std::ptr::from_ref(block)) && !line.is_empty() {
            text.extend([line.as_str(), "\n"]);
        }
    });
    Some((table, text))
}

/// Reads BRF back by a table, and compares its words with those of the text that it was made of, which makes
/// the same way there and back. No table gives every word back: some contractions represent several. `None`
/// if `lou_translate` is not installed.
///
/// # Panics
/// `lou_translate` is required and not installed, or it fails.
pub fn read_back(table: &str, text: &str, brf: &str) -> Option<WordComparison> {
    let wanted = round_trip(table, text)?;
    let got = split_words(&run_translator(table, true, &brf.replace('\u{c}', "\n"))?);
    Some(compare_words(&wanted, &got))
}

/// Reads BRF back without regard to the order of words, because entries of tables are next to one another
/// line by line. Returns the number of words, and how many of them are missing.
///
/// # Panics
/// As [`read_back`].
pub fn read_back_in_any_order(table: &str, text: &str, brf: &str) -> Option<(usize, usize)> {
    let wanted = round_trip(table, text)?;
    let mut got: HashMap<String, usize> = HashMap::new();
    for word in split_words(&run_translator(table, true, &brf.replace('\u{c}', "\n"))?) {
        *got.entry(word).or_default() += 1;
    }
    let mut found = 0;
    for word in &wanted {
        if let Some(left) = got.get_mut(word).filter(|left| **left > 0) {
            *left -= 1;
            found += 1;
        }
    }
    Some((wanted.len(), found))
}

/// The words of a text after its way into braille and back.
fn round_trip(table: &str, text: &str) -> Option<Vec<String>> {
    let there = run_translator(table, false, &keep_spellable(table, text)?)?;
    Some(split_words(&run_translator(table, true, &there)?))
}

/// The text without what a table has no cells for: `lou_translate` writes it as escapes, which come back as
/// other words. A Latin letter is reduced to its plain form.
fn keep_spellable(table: &str, text: &str) -> Option<String> {
    let all: BTreeSet<char> = text.chars().filter(|c| !c.is_ascii()).collect();
    let lines: Vec<String> = all.iter().map(|c| format!("{c}\n")).collect();
    let written = run_translator(table, false, &lines.concat())?;
    let cells: Vec<&str> = written.lines().collect();
    assert_eq!(cells.len(), all.len(), "a line for each character");
    let is_escaped = |cells: &str| cells.contains("'\\X") || cells.contains("'\\x");
    let unknown: HashSet<char> =
        all.into_iter().zip(cells).filter(|(_, cells)| is_escaped(cells)).map(|(c, _)| c).collect();
    let mut out = String::new();
    for c in text.chars() {
        match c {
            _ if !unknown.contains(&c) => out.push(c),
            LATIN_FROM..=LATIN_TO => out.push_str(deunicode::deunicode_char(c).unwrap_or_default()),
            MODIFIER_FROM..=MODIFIER_TO => out.push('\''),
            _ => out.push(' '),
        }
    }
    Some(out)
}

/// Latin letters with marks, in the blocks from Latin-1 to Latin Extended-B.
const LATIN_FROM: char = '\u{c0}';
const LATIN_TO: char = '\u{24f}';

/// Signs like apostrophes, as in Chʽin.
const MODIFIER_FROM: char = '\u{2b0}';
const MODIFIER_TO: char = '\u{2ff}';

/// Bytes after which a line is broken.
const MAX_LINE_BYTES: usize = 200;

fn split_words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn run_translator(table: &str, back: bool, text: &str) -> Option<String> {
    let mut command = Command::new("lou_translate");
    // A backslash in what it reads is the beginning of an escape, and a cell in braille.
    let text = if back { text.replace('\\', "\\\\") } else { text.to_owned() };
    // Its buffer for a line is small, and longer lines are cut off.
    let mut short = String::new();
    for line in text.lines() {
        let mut length = 0;
        for word in line.split(' ') {
            if length > 0 {
                short.push(if length > MAX_LINE_BYTES { '\n' } else { ' ' });
            }
            length = if length > MAX_LINE_BYTES { 1 } else { length + word.len() + 1 };
            short.push_str(word);
        }
        short.push('\n');
    }
    command.arg(if back { "-b" } else { "-f" }).arg(format!("en-us-brf.dis,{table}"));
    let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = started else { return report_missing("lou_translate") };
    let mut input = child.stdin.take().expect("a pipe");
    // Its output may fill the pipe before it has read everything.
    let writer = std::thread::spawn(move || input.write_all(short.as_bytes()));
    let output = child.wait_with_output().expect("lou_translate ends");
    writer.join().expect("a thread").expect("lou_translate reads");
    assert!(output.status.success(), "lou_translate {table} failed");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}
