//! What packages are made of: manual pages, completions, the check of a running server.

use std::fs::File;
use std::process::Stdio;

use crate::each;
use crate::support::{Backend, Library, Program, free_address, text};

each! {
    async fn health_asks_the_server_whether_it_is_ready(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["migrate"]);
        let served = library.serve(&[], &[]).await;
        let address = served.base.trim_start_matches("http://").to_owned();
        let output = Program::run(&["health", "--address", &address]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "ready\n".to_owned()));
        drop(served);
        let output = Program::run(&["health", "--address", &address]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    }
}

#[test]
fn health_reports_an_address_where_nobody_listens() {
    let output = Program::run(&["health", "--address", &free_address()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot be asked"), "{}", text(&output.stderr));
}

#[test]
fn every_command_has_a_manual_page_and_is_completed() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    let output = Program::run(&["manual", pages.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for name in ["openshelf", "openshelf-serve", "openshelf-backup", "openshelf-admin-users-create"] {
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(".SH NAME") && page.contains("SYNOPSIS"), "{name}: {page}");
    }
    let hidden = pages.join("openshelf-worker-process.1");
    assert!(!hidden.exists(), "a command that only the program itself starts");
    for shell in ["bash", "zsh", "fish"] {
        let output = Program::run(&["completions", shell]);
        let script = text(&output.stdout);
        assert!(output.status.success() && script.contains("reindex"), "{shell}: {script}");
    }
}

#[test]
fn output_that_nobody_reads_ends_a_command_quietly() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = Program::command(&["openapi"]).stdout(writer).stderr(Stdio::piped()).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(141), String::new()));
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = Program::command(&["completions", "bash"]).stdout(full).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("openshelf: cannot write to standard output: ") && said.lines().count() == 1,
        "{said}"
    );
}
