//! What packages are made of: manual pages, completions, the check of a running server.

use std::fs::File;
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Stdio};
use std::time::Duration;

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
    assert!(text(&output.stderr).contains("cannot be reached"), "{}", text(&output.stderr));
}

/// `systemctl start` returns with the first message; without the second kind the service would be restarted.
#[test]
fn a_unit_hears_when_its_server_is_ready_alive_and_stopping_and_health_waits_for_it() {
    let (library, folder, address) =
        (Library::new(&Backend::Sqlite), tempfile::tempdir().unwrap(), free_address());
    let socket = folder.path().join("notify");
    let manager = UnixDatagram::bind(&socket).unwrap();
    manager.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let receive = || {
        let mut message = [0; 64];
        let length = manager.recv(&mut message).expect("a message");
        text(&message[..length])
    };
    let health = Program::start(folder.path(), &["health", "--wait", "60", "--address", &address]);
    let flags = library.flags();
    let args = ["serve", "--listen", &address, "--admin-listen", "off"];
    let args: Vec<&str> = args.into_iter().chain(flags.iter().map(String::as_str)).collect();
    let mut command = Program::command(&args);
    command.env("NOTIFY_SOCKET", &socket).env("WATCHDOG_USEC", "1000000");
    let server = Program::spawn(library.dir.path(), command);
    assert_eq!([receive(), receive(), receive()], ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]);
    health.wait();
    server.ask_to_stop();
    while receive() != "STOPPING=1" {}
    server.wait();
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

#[test]
fn the_notes_of_a_release_are_its_section_of_the_changelog() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/release-notes.sh");
    let run = |version: &str| Command::new("bash").args([script, version]).output().expect("bash runs");
    let output = run("0.1.0");
    let notes = text(&output.stdout);
    assert!(output.status.success() && notes.starts_with("# Openshelf 0.1.0\n"), "{notes}");
    assert!(notes.contains("\n- ") && !notes.contains("\n## ["), "{notes}");
    assert!(!run("0.0.0").status.success(), "a version that the changelog does not have");
}
