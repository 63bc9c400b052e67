//! Records the statements that tests send, for the comparison of a release with the schema of the next
//! (docs/database.md#adding-a-migration).

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs::File;
use std::io::Write as _;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::Backend;

/// Names the file that statements are appended to.
const FILE_VARIABLE: &str = "OPENSHELF_RECORD_STATEMENTS";

/// Open if statements are to be recorded.
static RECORDING_FILE: LazyLock<Option<File>> = LazyLock::new(|| {
    let path = std::env::var_os(FILE_VARIABLE)?;
    Some(File::options().create(true).append(true).open(path).expect("the file of statements opens"))
});

/// The lines that this process has written.
static RECORDED_LINES: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

tokio::task_local! {
    /// The statements that a task has sent, for [`record_statements`].
    static TASK_STATEMENTS: RefCell<Vec<String>>;
}

/// Runs a task, and returns its output and the statements that it sent.
pub(crate) async fn record_statements<F: Future>(work: F) -> (F::Output, Vec<String>) {
    let collecting = async {
        let output = work.await;
        (output, TASK_STATEMENTS.with(RefCell::take))
    };
    TASK_STATEMENTS.scope(RefCell::default(), collecting).await
}

/// Writes a statement as a line, once.
pub(crate) fn record(backend: Backend, text: &str) {
    // Not every task is collected.
    let _ = TASK_STATEMENTS.try_with(|texts| texts.borrow_mut().push(text.to_owned()));
    let Some(mut file) = RECORDING_FILE.as_ref() else { return };
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = format!("{backend}\t{}\n", words.join(" "));
    if RECORDED_LINES.lock().unwrap_or_else(PoisonError::into_inner).insert(line.clone()) {
        file.write_all(line.as_bytes()).expect("a statement is recorded");
    }
}
