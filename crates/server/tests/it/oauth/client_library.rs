//! Standard OAuth client libraries that nobody here wrote: they sign in, search, download, refresh and revoke
//! (scripts/oauth-client.py), and what they have downloaded passes the outside validators.

use std::path::Path;
use std::process::Command;

use books::testkit::{run_epubcheck, validate_daisy};
use serde_json::Value;

use super::browser::CALLBACK;
use crate::one;
use crate::support::{Sandbox, python, report_missing};

/// The report of one walk with a library.
fn walk(sandbox: &Sandbox, python: &Path, library: &str, title: &str, decision: &str) -> Value {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/oauth-client.py");
    let user = sandbox.user("individual");
    let output = Command::new(python)
        .arg(script)
        .env("BASE_URL", sandbox.base())
        .env("AUTH_URL", sandbox.demo["auth_url"].as_str().unwrap())
        .env("CLIENT_ID", sandbox.key("app"))
        .env("SECRET", "")
        .env("REDIRECT_URI", CALLBACK)
        .env("USERNAME", user["username"].as_str().unwrap())
        .env("PASSWORD", user["password"].as_str().unwrap())
        .env("SERVICE_ID", sandbox.title(title).to_string())
        .env("OUT", sandbox.library.dir.path().join(library))
        .env("LIBRARY", library)
        .env("DECISION", decision)
        .output()
        .expect("Python runs");
    let (report, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{library}: {report}\n{said}");
    serde_json::from_str(&report).expect("the report is JSON")
}

/// The files of a report's downloads, by format.
fn files(report: &Value) -> Vec<(String, Vec<u8>)> {
    let downloads = report["downloads"].as_array().expect("downloads");
    let file = |download: &Value| {
        let bytes = std::fs::read(download["file"].as_str().unwrap()).unwrap();
        assert_eq!(download["answers"].as_array().unwrap().last().unwrap(), 302);
        (download["format"].as_str().unwrap().to_owned(), bytes)
    };
    downloads.iter().map(file).collect()
}

one! {
    async fn two_libraries_read_a_book_and_validators_accept_it(sandbox: Sandbox) {
        let Some(python) = python() else { return };
        let mut epubs = Vec::new();
        for (library, title) in [("authlib", "copyright"), ("requests-oauthlib", "reading-the-tide")] {
            let report = tokio::task::block_in_place(|| walk(sandbox, &python, library, title, "approve"));
            assert_eq!(report["search"]["found"], true, "{report}");
            assert_eq!(report["afterRevocation"]["status"], 401, "{report}");
            let files = files(&report);
            assert_eq!(files.len(), 2, "EPUB3 and DAISY: {report}");
            for (format, bytes) in files {
                let name = format!("{library} {title} {format}");
                if format == "EPUB3" {
                    epubs.push((name, bytes));
                } else {
                    let problems = report_missing(validate_daisy(&bytes), "the validator of DAISY").unwrap_or_default();
                    assert!(problems.is_empty(), "{name}: {problems:#?}");
                }
            }
        }
        for (name, problems) in report_missing(run_epubcheck(&epubs), "epubcheck").into_iter().flatten() {
            assert!(problems.is_empty(), "{name}: {problems:#?}");
        }
    }

    async fn a_library_understands_a_refusal(sandbox: Sandbox) {
        let Some(python) = python() else { return };
        let report =
            tokio::task::block_in_place(|| walk(sandbox, &python, "requests-oauthlib", "copyright", "deny"));
        assert_eq!(report["redirect"]["error"], "access_denied", "{report}");
    }
}
