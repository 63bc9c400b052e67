//! Long commands show their progress on a terminal, and nothing elsewhere.

use std::process::Command;

use super::book::book;
use super::moves::configure;
use crate::support::{Backend, Library, Program, report_missing, text, write};

/// Runs the program on a terminal of its own, and returns what appears there.
fn run_on_terminal(args: &[&str]) -> Option<String> {
    let line: Vec<String> =
        [env!("CARGO_BIN_EXE_openshelf")].iter().chain(args).map(|word| format!("'{word}'")).collect();
    let mut command = Command::new("script");
    command.args(["-qec", &line.join(" "), "/dev/null"]).env("TERM", "xterm");
    let output = report_missing(command.output().ok(), "script (bsdutils)")?;
    assert!(output.status.success(), "{}", text(&output.stdout));
    Some(text(&output.stdout))
}

#[test]
fn long_work_shows_how_far_it_is() {
    let library = Library::new(&Backend::Sqlite);
    library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
    let books = library.dir.path().join("books");
    for n in 0..9 {
        write(&books.join(format!("{n}.epub")), &book(&format!("Kelp {n}")));
    }
    let (data, books) = (library.dir.path().display().to_string(), books.display().to_string());
    let (one, out) = (format!("{books}/0.epub"), format!("{data}/out.zip"));
    let catalog = format!("{data}/catalog.xml");
    for (args, shown) in [
        (["convert", "--format", "DAISY", &one, &out].as_slice(), "/2 documents"),
        (&["ingest", &books, "--data-dir", &data], "/9 books"),
        (&["reindex", "--data-dir", &data], "/9 titles"),
        (&["export", "--format", "onix", "--out", &catalog, "--data-dir", &data], "/9 titles"),
    ] {
        let Some(seen) = run_on_terminal(args) else { return };
        assert!(seen.contains(shown), "{args:?}: {seen}");
        let output = Program::run(args);
        assert!(!text(&output.stderr).contains(shown), "{args:?} in a script");
    }

    let target = Library::new(&Backend::Sqlite);
    let to = configure(&target, "");
    let Some(seen) = run_on_terminal(&["move", "--data-dir", &data, "--to-config", &to]) else { return };
    for shown in [" rows", " left", "are the same in both"] {
        assert!(seen.contains(shown), "move: {shown} is not in {seen}");
    }
}
