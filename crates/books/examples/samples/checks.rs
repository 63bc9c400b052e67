//! Checks of files in each format.

use std::process::Command;

use books::brf::Settings;
use books::model::{BlockKind, collapse_spaces};
use books::testkit::{
    WordComparison, compare_words, document_words_and_pages, faults_of_audio, faults_of_braille,
    faults_of_formulas, faults_of_recordings, image_alternatives, inspect_docx, inspect_pdf, read_back,
    read_back_table_and_text, unzip, unzip_text, validate_daisy, validate_daisy2, words_of_text,
};
use books::{Format, Limits};
use serde_json::Value;

use crate::outcome::CheckResult;
use crate::source::{SampleSource, split_letters_and_digits, words_and_alternatives};

/// The share of words that must be there.
const MIN_WORD_SHARE: f64 = 0.98;

/// Looks into a file.
pub(crate) fn check_file(format: Format, source: &SampleSource, bytes: &[u8]) -> CheckResult {
    match format {
        Format::Daisy | Format::DaisyAudio => {
            let (formulas, mut faults) = faults_of_formulas(bytes);
            faults.extend(validate_daisy(bytes).unwrap_or_default());
            // Hardly any formula cannot be drawn.
            let wanted = source.book.survey().formulas;
            if (formulas as u64) * 100 < wanted * 98 {
                faults.push(format!("{formulas} formulas of {wanted} are MathML"));
            }
            check_daisy(source, bytes, "book.xml", &["math"], Some(faults))
        }
        Format::Daisy2Audio => check_daisy(source, bytes, "text.html", &["head"], validate_daisy2(bytes)),
        Format::Brf => check_braille(source, bytes),
        Format::Epub3 => check_epub(source, bytes),
        Format::Pdf => inspect_pdf(bytes).map(|found| check_pdf(source, &found)).unwrap_or_default(),
        Format::Docx => {
            inspect_docx(bytes).map(|found| check_docx(source, &found, bytes)).unwrap_or_default()
        }
    }
}

fn check_daisy(
    source: &SampleSource,
    bytes: &[u8],
    text: &str,
    without: &[&str],
    valid: Option<Vec<String>>,
) -> CheckResult {
    let mut faults = valid.unwrap_or_default();
    faults.extend(faults_of_audio(bytes));
    faults.extend(faults_of_recordings(bytes));
    let text = unzip_text(bytes, text);
    let words = document_words_and_pages(&text, without).unwrap_or_default();
    check_content(source, &words, &image_alternatives(&text), false, faults)
}

fn check_epub(source: &SampleSource, bytes: &[u8]) -> CheckResult {
    let made = books::epub::read(bytes.to_vec().into(), &Limits::default(), &mut ());
    let book = match made {
        Ok(book) => book,
        Err(error) => return CheckResult { faults: vec![error.to_string()], ..CheckResult::default() },
    };
    let (words, alternatives) = words_and_alternatives(&book, &unzip(bytes));
    check_content(source, &words, &alternatives, false, Vec::new())
}

fn check_braille(source: &SampleSource, bytes: &[u8]) -> CheckResult {
    let settings = Settings::default();
    let mut faults = faults_of_braille(bytes, settings);
    let volumes: String = unzip(bytes).iter().map(|(_, text)| String::from_utf8_lossy(text)).collect();
    let compared = read_back_table_and_text(&source.book, settings)
        .and_then(|(table, text)| read_back(table, &text, &volumes));
    if let Some(back) = &compared {
        check_words(back, source.in_notes, &mut faults);
    }
    // Behind a line of hyphens; the digits are the first letters.
    let marks = |line: &str| line.strip_prefix("-----").map(|rest| rest.trim_start_matches('-').to_owned());
    let found: Vec<String> = volumes.lines().filter_map(marks).collect();
    let mut rest = found.iter();
    for page in source.words.iter().filter_map(|word| word.strip_prefix('[')?.strip_suffix(']')) {
        let digits = page.bytes().all(|b| b.is_ascii_digit());
        let letters = |b: u8| char::from(if b == b'0' { b'J' } else { b - b'1' + b'A' });
        let written =
            format!("#{}", page.bytes().filter(u8::is_ascii_digit).map(letters).collect::<String>());
        if !rest.any(|mark| !digits || *mark == written) {
            faults.push(format!("page {page} is missing, or out of order"));
            break;
        }
    }
    CheckResult { comparison: compared, faults, map: None }
}

fn check_pdf(source: &SampleSource, found: &Value) -> CheckResult {
    let mut faults: Vec<String> = json_texts(&found["faults"]);
    let mut must = |name: &str, good: bool| {
        if !good {
            faults.push(format!("{name}: {}", found[name]));
        }
    };
    let language = source.book.metadata.language().split('-').next().unwrap_or_default();
    must("check", found["check"] == 0);
    must("ua", found["ua"] == "1");
    must("marked", found["marked"] == true);
    must("display_title", found["display_title"] == true);
    must("tabs", found["tabs"] == true);
    must(
        "language",
        found["language"].as_str().is_some_and(|own| own.starts_with(language)) || language == "und",
    );
    must(
        "bookmarks",
        has_no_headings(source) || found["bookmarks"].as_array().is_some_and(|all| !all.is_empty()),
    );
    let undescribed = |name: &str| found[name].as_array().is_some_and(|all| all.iter().any(Value::is_null));
    must("alternatives", !undescribed("alternatives"));
    must("formulas", !undescribed("formulas"));
    let labels = json_texts(&found["labels"]);
    for page in &source.pages {
        let name = page.trim_matches(['[', ']']);
        if !labels.iter().any(|label| label == name || label.split(", ").any(|part| part == name)) {
            faults.push(format!("no page has the name {name}"));
        }
    }
    // Lines that run to the left are turned by poppler only where it looks for columns.
    let text = found[if is_right_to_left(source) { "text" } else { "raw" }].as_str().unwrap_or_default();
    let words = words_of_text(text, &source.pages);
    let mut pictures = json_texts(&found["alternatives"]);
    pictures.extend(bracketed_texts(text));
    check_content(source, &words, &pictures, true, faults)
}

/// Returns true if most of a book runs to the left.
fn is_right_to_left(source: &SampleSource) -> bool {
    let leftward = |word: &&String| word.starts_with(|c| matches!(c, '\u{590}'..='\u{8ff}'));
    source.words.iter().filter(leftward).count() * 2 > source.words.len()
}

fn check_docx(source: &SampleSource, found: &Value, bytes: &[u8]) -> CheckResult {
    let mut faults = Vec::new();
    let empty = |name: &str| found[name].as_array().is_none_or(Vec::is_empty);
    for (name, good) in [
        ("unknown_styles", empty("unknown_styles")),
        ("jumps", empty("jumps")),
        ("headings", has_no_headings(source) || !empty("headings")),
    ] {
        if !good {
            faults.push(format!("{name}: {}", found[name]));
        }
    }
    let text =
        format!("{}\n{}", found["text"].as_str().unwrap_or_default(), json_texts(&found["notes"]).join("\n"));
    let words = words_of_text(&text, &source.pages);
    let mut pictures = json_texts(&found["alternatives"]);
    pictures.extend(bracketed_texts(&text));
    if let Some(opened) = convert_by_libreoffice(bytes) {
        let headings = opened.matches("<text:h ").count();
        let wanted = found["headings"].as_array().map_or(0, Vec::len);
        if headings < wanted {
            faults.push(format!("LibreOffice finds {headings} headings of {wanted}"));
        }
        let described = opened.matches("<svg:desc").count() + opened.matches("<svg:title").count();
        let wanted = json_texts(&found["alternatives"]).iter().filter(|alt| !alt.is_empty()).count();
        if described < wanted {
            faults.push(format!("LibreOffice finds {described} alternatives of {wanted}"));
        }
    }
    check_content(source, &words, &pictures, true, faults)
}

thread_local! {
    /// LibreOffice's settings. Making new ones takes longer than a conversion, and two processes cannot share
    /// them.
    static OFFICE_PROFILE: tempfile::TempDir = tempfile::tempdir().expect("a temporary folder");
}

/// The document as LibreOffice understands it; `None` if it is not installed.
fn convert_by_libreoffice(bytes: &[u8]) -> Option<String> {
    let folder = tempfile::tempdir().ok()?;
    std::fs::write(folder.path().join("book.docx"), bytes).ok()?;
    let profile =
        OFFICE_PROFILE.with(|profile| format!("-env:UserInstallation=file://{}", profile.path().display()));
    let run = Command::new("soffice")
        .args(["--headless", &profile, "--convert-to", "fodt", "--outdir"])
        .arg(folder.path())
        .arg(folder.path().join("book.docx"))
        .output();
    if run.is_err() {
        eprintln!("SKIPPED: LibreOffice is not installed");
        return None;
    }
    Some(std::fs::read_to_string(folder.path().join("book.fodt")).unwrap_or_default())
}

/// Enough of the words must be there, and in their order but for this share of them.
fn check_words(compared: &WordComparison, may_move: f64, faults: &mut Vec<String>) {
    let (all, order) = (compared.share_with_moved(), compared.share());
    if all < MIN_WORD_SHARE || order < MIN_WORD_SHARE - may_move {
        faults.push(format!(
            "{:.2} % of the words are there, {:.2} % in order; missing: {:#?}",
            all * 100.0,
            order * 100.0,
            compared.missing
        ));
    }
}

/// Words, pages and alternatives against those of the source. Formats with real footnotes have each where it
/// is called.
fn check_content(
    source: &SampleSource,
    words: &[String],
    pictures: &[String],
    footnotes: bool,
    mut faults: Vec<String>,
) -> CheckResult {
    let compared = compare_words(&source.words, &split_letters_and_digits(words));
    let moved = if footnotes { source.in_notes } else { 0.0 };
    check_words(&compared, moved, &mut faults);
    for (at, page) in source.words.iter().enumerate().filter(|(_, word)| word.starts_with('[')) {
        let near = |other: Option<usize>| {
            let place = other.and_then(|other| *compared.places.get(other)?);
            place.zip(compared.places[at]).is_some_and(|(one, other)| one.abs_diff(other) <= 4)
        };
        if !near(Some(at + 1)) && !near(at.checked_sub(1)) {
            faults.push(format!("page {page} is not where it was"));
        }
    }
    let mut left: Vec<String> = pictures.iter().map(|alt| collapse_spaces(alt)).collect();
    for alt in &source.alternatives {
        match left.iter().position(|own| own == alt) {
            Some(at) => drop(left.swap_remove(at)),
            None => faults.push(format!("no image has the alternative {alt:?}")),
        }
    }
    CheckResult { comparison: Some(compared), faults, map: None }
}

fn has_no_headings(source: &SampleSource) -> bool {
    let mut none = true;
    source.book.walk(&mut |block| none &= !matches!(block.kind, BlockKind::Heading { .. }));
    none
}

fn json_texts(list: &Value) -> Vec<String> {
    let all = list.as_array().into_iter().flatten();
    all.map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
}

/// Text in brackets: the words of pictures that could not be shown.
fn bracketed_texts(text: &str) -> impl Iterator<Item = String> {
    text.split('[').skip(1).filter_map(|part| Some(part.split_once(']')?.0.to_owned()))
}
