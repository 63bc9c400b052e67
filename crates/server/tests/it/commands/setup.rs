//! `openshelf doctor`, `migrate`, `openapi`, and a server without any configuration.

use crate::each;
use crate::support::{Backend, Library, Program, free_address, text};

each! {
    async fn migrate_brings_an_empty_database_up_to_date(backend: Backend) {
        let library = Library::new(&backend);
        let check = text(&library.run(&["migrate", "--check"]).stdout);
        assert!(check.starts_with("the database has no tables yet; openshelf "), "{check}");
        let first = library.command(&["migrate"]);
        assert!(first.contains("applied"), "{first}");
        assert!(library.command(&["migrate"]).contains("is up to date"));
    }

    async fn doctor_says_what_is_missing_and_how_to_get_it(backend: Backend) {
        let library = Library::new(&backend);
        // It looks, and changes nothing: the tables are not made by it.
        for _ in 0..2 {
            let said = library.command(&["doctor"]);
            let line = said.lines().find(|line| line.contains("database")).unwrap();
            assert!(line.starts_with("missing") && line.contains("migrations"), "{said}");
            assert!(said.contains("openshelf migrate"), "the remedy: {said}");
            assert!(said.contains("openshelf reindex"), "the remedy: {said}");
        }
        library.command(&["migrate"]);
        library.command(&["reindex"]);
        let said = library.command(&["doctor"]);
        for what in ["data folder", "database", "clock", "search index", "file store", "public address"] {
            let line = said.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {said}"));
            assert!(line.starts_with("ok"), "{line}");
        }
    }
}

#[test]
fn doctor_fails_when_the_server_could_not_run() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("in the way");
    std::fs::write(&file, "").unwrap();
    let unusable = file.join("data").display().to_string();
    let nobody = format!("postgres://nobody@{}/nothing", free_address());
    let good = dir.path().display().to_string();
    for (args, reason) in [
        (["doctor", "--data-dir", &unusable].as_slice(), "in the way"),
        (&["doctor", "--data-dir", &good, "--database-url", &nobody], "refused"),
        (
            &["doctor", "--data-dir", &good, "--database-url", "mysql://nobody@localhost/nothing"],
            "postgres://",
        ),
    ] {
        let output = Program::run(args);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.contains("FAILED") && said.contains(reason), "{args:?}: {said}");
    }
    let mut command = Program::command(&["doctor", "--data-dir", &good]);
    let output = command.env("OPENSHELF_BASE_URL", "http://library.example.org").output().unwrap();
    assert!(text(&output.stdout).contains("not protected by TLS"));
}

#[test]
fn openapi_describes_the_interface() {
    let dir = tempfile::tempdir().unwrap();
    let output = Program::command(&["openapi"]).current_dir(dir.path()).output().unwrap();
    assert!(output.status.success());
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(document["openapi"].as_str().unwrap().starts_with("3."));
    assert!(document["paths"]["/v2/titles"]["get"]["operationId"].is_string());
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "it makes no library");
}

#[tokio::test]
async fn an_empty_folder_is_all_that_a_server_needs() {
    let dir = tempfile::tempdir().unwrap();
    let (listen, admin) = (free_address(), free_address());
    // Only the ports differ from a plain `openshelf serve`, because tests run side by side.
    let mut command = Program::command(&["serve", "--listen", &listen, "--admin-listen", &admin]);
    command.current_dir(dir.path());
    let mut program = Program::spawn(dir.path(), command);
    let get = async |path: &'static str| reqwest::get(format!("http://{listen}{path}")).await.ok();
    program
        .wait_until("readyz", async || get("/readyz").await.filter(|reply| reply.status() == 200).map(|_| ()))
        .await;
    assert_eq!(get("/").await.unwrap().status(), 200, "the start page");
    assert_eq!(get("/v2/titles").await.unwrap().status(), 403, "no key is registered yet");
    program.terminate();
    assert!(dir.path().join("openshelf-data/library.db").is_file());
}

#[test]
fn the_sandbox_stays_on_this_machine() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().display().to_string();
    let output = Program::run(&["demo", "--listen", "0.0.0.0:0", "--data-dir", &data]);
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("--allow-remote"));
    assert!(!dir.path().join("demo.json").exists());
}
