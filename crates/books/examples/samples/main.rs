//! Every book of a folder in every format by the program, and what was made through every validator.
//!
//! `samples PROGRAM FOLDER OUT [--narrate-few] [FORMAT...]`; `make samples FOLDER=...` runs it. PROGRAM is
//! `openshelf`, what it makes is left in OUT. With `--narrate-few` only some books are narrated, each in one
//! of the two audio formats, because speech takes most of the time. Ends with a table, and with a code that
//! is not 0 when anything failed.

mod checks;
mod outcome;
mod places;
mod source;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use books::testkit::{run_ace, run_epubcheck};
use books::{Format, WireEnum as _};

use outcome::{FormatOutcome, print_table};
use source::SampleSource;

/// With `--narrate-few`, the first of so many books is narrated.
const BOOKS_PER_NARRATION: usize = 4;

type ExampleResult<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExampleResult<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, folder, out, formats @ ..] = arguments.as_slice() else {
        return Err("usage: samples PROGRAM FOLDER OUT [FORMAT...]".into());
    };
    let (narrate_few, formats) = match formats {
        [first, rest @ ..] if first == "--narrate-few" => (true, rest),
        all => (false, all),
    };
    let formats: Vec<Format> = match formats {
        [] => Format::ALL.to_vec(),
        some => some.iter().map(|name| name.parse()).collect::<std::result::Result<_, _>>()?,
    };
    let books = list_books(Path::new(folder))?;
    if books.is_empty() {
        return Err(format!("there is no .epub or .zip in {folder}").into());
    }
    let tried = run_concurrently(&books, |number, path| {
        let is_wanted = |format: &Format| {
            !narrate_few || !format.is_audio() || choose_narration_format(number) == Some(*format)
        };
        let formats: Vec<Format> = formats.iter().copied().filter(is_wanted).collect();
        try_book(Path::new(program), path, &formats, Path::new(out))
    });
    let (mut outcomes, mut epubs, mut sources) = (Vec::new(), Vec::new(), Vec::new());
    for BookTrial { outcomes: of_book, epub } in tried {
        outcomes.extend(of_book);
        if let Some(ConvertedEpub { name, package: made, source }) = epub {
            epubs.push((name.clone(), made));
            sources.push((name, source));
        }
    }
    validate_epubs(&epubs, &sources, &mut outcomes);
    Ok(if print_table(&outcomes) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The result of trying one book.
struct BookTrial {
    outcomes: Vec<FormatOutcome>,
    epub: Option<ConvertedEpub>,
}

/// An EPUB that was made, and its source.
struct ConvertedEpub {
    name: String,
    package: Vec<u8>,
    source: Vec<u8>,
}

/// The audio format in which the book with this number is narrated with `--narrate-few`.
fn choose_narration_format(number: usize) -> Option<Format> {
    let turn = number / BOOKS_PER_NARRATION % 2;
    number.is_multiple_of(BOOKS_PER_NARRATION).then_some([Format::DaisyAudio, Format::Daisy2Audio][turn])
}

/// Results in the order of the books. As many books are tried concurrently as the machine has cores: most
/// conversions and validators use one.
fn run_concurrently<T: Send>(books: &[PathBuf], one: impl Fn(usize, &Path) -> T + Sync) -> Vec<T> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let worker = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let books = numbers.map_while(|number| Some((number, books.get(number)?)));
        books.map(|(number, path)| (number, one(number, path))).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no check panics")).collect()
    });
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, result)| result).collect()
}

/// One book in these formats.
fn try_book(program: &Path, path: &Path, formats: &[Format], out: &Path) -> BookTrial {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let refused = |reason: &str| {
        let outcome = FormatOutcome::from_refusal(&name, "the source cannot be read", reason);
        BookTrial { outcomes: vec![outcome], epub: None }
    };
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return refused(&error.to_string()),
    };
    let source = match SampleSource::from_bytes(bytes.clone()) {
        Ok(source) => source,
        Err(reason) => return refused(&reason),
    };
    let mut tried = BookTrial { outcomes: Vec::new(), epub: None };
    for format in formats {
        let target = out.join(format!("{name}.{format}.{}", format.extension()));
        let outcome = try_format(program, path, &source, *format, &name, &target);
        eprintln!("{outcome}");
        if *format == Format::Epub3
            && outcome.bytes > 0
            && let Ok(made) = std::fs::read(&target)
        {
            tried.epub = Some(ConvertedEpub { name: name.clone(), package: made, source: bytes.clone() });
        }
        tried.outcomes.push(outcome);
    }
    tried
}

/// The books of a folder, by name.
fn list_books(folder: &Path) -> ExampleResult<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "epub" || extension == "zip") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// One book in one format.
fn try_format(
    program: &Path,
    path: &Path,
    source: &SampleSource,
    format: Format,
    name: &str,
    target: &Path,
) -> FormatOutcome {
    let start = Instant::now();
    let map = target.with_extension("map");
    let mut convert = Command::new(program);
    convert.args(["convert", "--format", format.as_str(), "--map"]).arg(&map).arg(path).arg(target);
    let run = convert.output();
    let seconds = start.elapsed().as_secs_f64();
    let failed = |reason: &str| FormatOutcome::from_refusal(name, format.as_str(), reason);
    match run {
        Err(error) => failed(&error.to_string()),
        Ok(run) if !run.status.success() => failed(&String::from_utf8_lossy(&run.stderr)),
        Ok(_) => match std::fs::read(target) {
            Ok(bytes) => {
                let mut looked = checks::check_file(format, source, &bytes);
                let (size, faults) = places::check_map(format, &map, bytes.len());
                looked.map = Some(size);
                looked.faults.extend(faults);
                FormatOutcome::from_check(name, format.as_str(), seconds, bytes.len(), looked)
            }
            Err(error) => failed(&error.to_string()),
        },
    }
}

/// epubcheck and Ace, each started once for all books. What the source violates already is its own.
fn validate_epubs(
    epubs: &[(String, Vec<u8>)],
    sources: &[(String, Vec<u8>)],
    outcomes: &mut [FormatOutcome],
) {
    let mut blame = |name: &str, fault: String| {
        let own = outcomes.iter_mut().find(|outcome| outcome.book == name && outcome.format == "EPUB3");
        own.expect("it was made").faults.push(fault);
    };
    if epubs.is_empty() {
        return;
    }
    for (name, problems) in run_epubcheck(epubs).into_iter().flatten() {
        for problem in problems {
            blame(&name, format!("epubcheck: {problem}"));
        }
    }
    let Some(found) = run_ace(epubs) else { return };
    let violating: Vec<(String, Vec<String>)> =
        found.into_iter().filter(|(_, violations)| !violations.is_empty()).collect();
    if violating.is_empty() {
        return;
    }
    // Ace starts a browser for each book, so only the sources that matter are checked.
    let is_violating = |(name, _): &&(String, Vec<u8>)| violating.iter().any(|(other, _)| other == name);
    let suspects: Vec<_> = sources.iter().filter(is_violating).cloned().collect();
    let Some(before) = run_ace(&suspects) else { return };
    for ((name, violations), (_, before)) in violating.into_iter().zip(before) {
        // By rule and number: the place may be named otherwise.
        let rule = |violation: &String| violation.split(':').next().unwrap_or_default().to_owned();
        let mut own: Vec<String> = before.iter().map(rule).collect();
        for violation in violations {
            match own.iter().position(|known| *known == rule(&violation)) {
                Some(at) => drop(own.swap_remove(at)),
                None => blame(&name, format!("Ace: {violation}")),
            }
        }
    }
}
