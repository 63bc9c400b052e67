//! A process that reads one hostile file, with little memory and little time: it ends with a book or with a
//! reason.

use std::process::Command;
use std::sync::Mutex;

use books::testkit::{HostileFile, HostileReader, hostile_file, hostile_names, report_missing};
use books::{Format, Limits, Options};
use documents::{DocumentOptions, Kind, to_epub};

/// Names the file that a child process reads.
const CHILD_VARIABLE: &str = "DOCUMENTS_TEST_HOSTILE";
/// KiB of memory.
const MAX_MEMORY_KIB: u32 = 1 << 20;
/// Seconds of work.
const MAX_CPU_SECONDS: u32 = 60;

/// The files that can be read on this machine.
pub(crate) fn readable_files() -> Vec<(&'static str, HostileReader)> {
    let tools = documents::list_tools()
        .iter()
        .all(|tool| tool.is_installed || report_missing::<()>(tool.name).is_some());
    hostile_names()
        .filter(|(_, way)| match way {
            HostileReader::Epub
            | HostileReader::Daisy
            | HostileReader::Dtbook
            | HostileReader::Score
            | HostileReader::Presentation => true,
            HostileReader::Pdf | HostileReader::Picture => tools,
            _ => false,
        })
        .collect()
}

/// Reads a file in every way, and makes of it what can be made.
fn read_every_way(hostile: HostileFile) -> Result<(), String> {
    let modified = "2026-01-02T03:04:05Z".parse().unwrap();
    let document = |kind| {
        let options = DocumentOptions::new("urn:hostile", modified);
        let made = to_epub(kind, hostile.bytes.clone().into(), &options, &mut ());
        made.map(|made| made.epub).map_err(|error| error.to_string())
    };
    let source = match hostile.way {
        HostileReader::Pdf => document(Kind::Pdf)?,
        HostileReader::Presentation => document(Kind::Pptx)?,
        HostileReader::Picture => document(Kind::Png)?,
        _ => hostile.bytes,
    };
    let source = bytes::Bytes::from(source);
    let options = Options::new(modified);
    let _ = books::detect_kind(&source, &options.limits);
    let _ = books::list_resources(source.clone(), &options.limits);
    let _ = marks::trace_copy(&source, &marks::Key::new(b"key"), &Limits::default());
    let book =
        books::read_book(source.clone(), &options.limits, &mut ()).map_err(|error| error.to_string())?;
    let _ = books::find_cover(&book);
    let mut refused = None;
    for format in [Format::Epub3, Format::Daisy, Format::Docx, Format::Brf] {
        if let Err(error) = books::convert(format, source.clone(), &options, &mut ()) {
            refused = Some(format!("{format}: {error}"));
        }
    }
    refused.map_or(Ok(()), Err)
}

#[test]
fn a_hostile_file_is_read_in_a_child_process() {
    // Without a name, this is a test like any other, and there is nothing to do.
    let Ok(number) = std::env::var(CHILD_VARIABLE) else { return };
    let (name, way) = readable_files()[number.parse::<usize>().unwrap()];
    match read_every_way(hostile_file(name, way).unwrap()) {
        Ok(()) => println!("{way:?} {name}: read"),
        Err(reason) => {
            assert!(!reason.is_empty() && reason.len() < 1000, "{reason:.200}");
            println!("{way:?} {name}: {reason}");
        }
    }
}

/// Fails if one of these files takes more than a process has, or ends it in another way.
pub(crate) fn read_all(wanted: impl Fn(&str, HostileReader) -> bool) {
    let ways = readable_files();
    let numbers = (0..ways.len()).filter(|number| wanted(ways[*number].0, ways[*number].1));
    let next = Mutex::new(numbers.collect::<Vec<_>>().into_iter());
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(number) = next.lock().unwrap().next() else { return };
                    let script =
                        format!("ulimit -Sv {MAX_MEMORY_KIB}; ulimit -t {MAX_CPU_SECONDS}; ulimit -c 0; exec \"$0\" \"$@\"");
                    let output = Command::new("sh")
                        .args(["-c", &script])
                        .arg(std::env::current_exe().unwrap())
                        .args(["--exact", "child::a_hostile_file_is_read_in_a_child_process", "--nocapture"])
                        .env(CHILD_VARIABLE, number.to_string())
                        .output()
                        .unwrap();
                    let said = String::from_utf8_lossy(&output.stdout).into_owned();
                    let ended = said.lines().any(|line| line.contains(ways[number].0) && line.contains(": "));
                    if !output.status.success() || !ended {
                        let why = String::from_utf8_lossy(&output.stderr).into_owned();
                        failed
                            .lock()
                            .unwrap()
                            .push(format!("{:?} {}: {why:.600}", ways[number], output.status));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
