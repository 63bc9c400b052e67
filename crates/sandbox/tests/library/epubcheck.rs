//! The official validator, where there is one.

use std::process::Command;
use std::{env, fs};

/// `EPUBCHECK_JAR=.../epubcheck.jar cargo test -p sandbox -- --ignored` (needs java).
#[test]
#[ignore = "needs java and EPUBCHECK_JAR"]
fn epubcheck_finds_no_error_and_no_warning() {
    let jar = env::var("EPUBCHECK_JAR").unwrap();
    let folder = env::temp_dir().join(format!("sandbox-epubcheck-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut faults = Vec::new();
    let books = sandbox::books().unwrap().into_iter().map(|book| (book.slug.to_owned(), book.epub));
    let editions = sandbox::periodicals().unwrap().into_iter().flat_map(|series| {
        series
            .editions
            .into_iter()
            .map(move |edition| (format!("{}-{}", series.slug, edition.slug), edition.epub))
    });
    for (name, epub) in books.chain(editions) {
        let path = folder.join(format!("{name}.epub"));
        fs::write(&path, epub).unwrap();
        let run = Command::new("java").args(["-jar", &jar, "--failonwarnings"]).arg(&path).output().unwrap();
        if !run.status.success() {
            faults.push(format!("{name}:\n{}", String::from_utf8_lossy(&run.stderr)));
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
