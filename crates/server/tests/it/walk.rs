//! The walk of docs/operations.md from an empty folder to a first reader: its own lines are run.

use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{free_address, read_zip, text};

const PAGE: &str = include_str!("../../../../docs/operations.md");
const HEADING: &str = "\n## From an empty folder to a first reader\n";

/// The lines of the shell that a section of the page has, in their order.
fn lines(heading: &str) -> String {
    let (_, section) = PAGE.split_once(heading).expect("the page has the section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let mut blocks = section.split("\n```sh\n").skip(1);
    let lines: Vec<&str> = blocks.by_ref().filter_map(|block| Some(block.split_once("\n```")?.0)).collect();
    assert!(lines.len() > 5, "the blocks were found");
    lines.join("\n")
}

#[test]
fn the_walk_of_the_operations_page_ends_with_a_book_in_braille() {
    if !Path::new("/usr/bin/curl").exists() {
        assert!(!store::testkit::everything_must_run(), "curl is missing");
        return;
    }
    let (bin, dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    symlink(env!("CARGO_BIN_EXE_openshelf"), bin.path().join("openshelf")).unwrap();
    let (listen, admin) = (free_address(), free_address());
    // Only the port differs from the page, because tests run next to each other. Whatever happens, the server
    // ends.
    let script =
        format!("trap 'kill $(jobs -p)' EXIT\n{}", lines(HEADING).replace("127.0.0.1:8080", &listen));
    let mut command = Command::new("bash");
    command.args(["-euo", "pipefail", "-c", &script]).current_dir(dir.path()).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("OPENSHELF_") {
            command.env_remove(name);
        }
    }
    let path = format!("{}:{}", bin.path().display(), std::env::var("PATH").unwrap_or_default());
    command.env("PATH", path).env("OPENSHELF_LISTEN", &listen).env("OPENSHELF_ADMIN_LISTEN", &admin);
    command.env("OPENSHELF_BASE_URL", format!("http://{listen}")).process_group(0);
    let output = command.output().expect("bash runs");
    let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{said}");
    for (file, name) in [("mia.zip", ",MIA"), ("ann.zip", ",ANN")] {
        let copy = std::fs::read(dir.path().join(file)).unwrap_or_else(|_| panic!("{file}: {said}"));
        let entries = read_zip(&copy).unwrap_or_else(|_| panic!("{file} is no copy: {said}"));
        let braille = entries.iter().find(|(name, _)| name == "the-last-ferry.brf");
        let (_, braille) = braille.expect("a book in braille");
        let braille = text(braille);
        assert!(
            braille.contains("COPY 0 MADE") && braille.contains(name),
            "the notice names the reader: {braille}"
        );
        assert!(braille.contains("TIDE"), "the text is there: {braille}");
    }
}
