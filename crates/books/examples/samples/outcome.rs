//! The outcome of one book in one format, and the table of all.

use std::fmt;

use books::testkit::WordComparison;

/// The result of checking one file.
#[derive(Default)]
pub(crate) struct CheckResult {
    /// The comparison of its words with those of the source.
    pub(crate) comparison: Option<WordComparison>,
    /// Bytes of the map of places. `None` if none was checked.
    pub(crate) map: Option<usize>,
    /// The fault.
    pub(crate) faults: Vec<String>,
}

/// One line of the table.
pub(crate) struct FormatOutcome {
    pub(crate) book: String,
    pub(crate) format: String,
    pub(crate) seconds: f64,
    pub(crate) bytes: usize,
    pub(crate) comparison: Option<WordComparison>,
    pub(crate) map: Option<usize>,
    pub(crate) faults: Vec<String>,
}

impl FormatOutcome {
    pub(crate) fn from_refusal(book: &str, format: &str, reason: &str) -> Self {
        Self {
            book: book.into(),
            format: format.into(),
            seconds: 0.0,
            bytes: 0,
            comparison: None,
            map: None,
            faults: vec![reason.trim().into()],
        }
    }

    pub(crate) fn from_check(
        book: &str,
        format: &str,
        seconds: f64,
        bytes: usize,
        looked: CheckResult,
    ) -> Self {
        let CheckResult { comparison: compared, map, faults } = looked;
        Self { book: book.into(), format: format.into(), seconds, bytes, comparison: compared, map, faults }
    }
}

impl fmt::Display for FormatOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result =
            if self.faults.is_empty() { "ok".to_owned() } else { format!("FAILED {}", self.faults.len()) };
        let Self { book, format, seconds, bytes, .. } = self;
        write!(f, "{book:36} {format:14} {result:11} {seconds:8.1} s {bytes:>12}")?;
        if let Some(compared) = &self.comparison {
            let (all, moved) =
                (compared.share_with_moved() * 100.0, compared.share_with_moved() - compared.share());
            write!(f, "  {all:6.2} % of {:6} words, {:.2} % moved", compared.words, moved * 100.0)?;
        }
        if let Some(map) = self.map {
            write!(f, ", map {map}")?;
        }
        Ok(())
    }
}

/// Prints all lines, then all faults; returns whether there are none.
pub(crate) fn print_table(outcomes: &[FormatOutcome]) -> bool {
    println!("\n{:36} {:14} {:11} {:>10} {:>12}", "book", "format", "result", "time", "bytes");
    for outcome in outcomes {
        println!("{outcome}");
    }
    let failed = outcomes.iter().filter(|outcome| !outcome.faults.is_empty());
    for outcome in failed.clone() {
        println!("\n{} {}", outcome.book, outcome.format);
        outcome.faults.iter().take(20).for_each(|fault| println!("    {fault}"));
        if outcome.faults.len() > 20 {
            println!("    and {} more", outcome.faults.len() - 20);
        }
    }
    let failed = failed.count();
    println!("\n{} passed, {failed} failed", outcomes.len() - failed);
    failed == 0
}
