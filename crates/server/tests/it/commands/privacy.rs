//! Files that the program writes are readable for its own user only, whatever the machine's defaults are.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::one;
use crate::support::{Program, Sandbox, text};

fn is_open(path: &Path) -> bool {
    path.metadata().unwrap().permissions().mode() & 0o077 != 0
}

/// Lists a folder's content, and the folder itself.
fn list_folder(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_owned()];
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        all.extend(if path.is_dir() { list_folder(&path) } else { vec![path] });
    }
    all
}

/// The output of a command on a machine where new files are readable by everybody.
fn run(data: &Path, args: &[&str]) -> String {
    let shell = ["sh", "-c", "umask 022; exec \"$0\" \"$@\""].map(str::to_owned);
    let mut command = Program::command_in_wrapper(&shell, args);
    let mail = data.join("mail");
    command
        .arg("--data-dir")
        .arg(data)
        .env("OPENSHELF_MAIL__FOLDER", mail)
        .env("OPENSHELF_MAIL__FROM", "a@b.example");
    let output = command.output().unwrap();
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn a_new_library_is_closed_to_other_users_and_the_doctor_warns_of_an_open_one() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("library");
    run(&data, &["migrate"]);
    let said = run(&data, &["doctor"]);
    assert!(said.contains("only this user can read the data"), "{said}");
    let all = list_folder(&data);
    assert!(["library.db", "mail"].iter().all(|name| all.contains(&data.join(name))), "{all:?}");
    assert_eq!(all.iter().filter(|path| is_open(path)).collect::<Vec<_>>(), Vec::<&PathBuf>::new());

    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    let said = run(&data, &["doctor"]);
    assert!(said.contains(&format!("other users of this machine can enter {}", data.display())), "{said}");
    assert!(said.contains("chmod -R go="), "{said}");
}

one! {
    async fn the_passwords_of_the_demo_are_closed_to_other_users(sandbox: Sandbox) {
        let demo = sandbox.library.dir.path().join("demo.json");
        assert!(!is_open(&demo), "{}", demo.display());
    }
}
