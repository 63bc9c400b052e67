//! The recipient's data in one copy.

use jiff::civil::Date;

/// The watermark of one copy: its visible notice and the record in its hidden fingerprints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watermark {
    /// The displayed text, such as [`Watermark::format_notice`] returns.
    pub notice: String,
    /// The language of the notice (BCP 47).
    pub language: String,
    /// The number of the download record.
    pub record: u64,
}

impl Watermark {
    /// Returns the notice in English. `recipient` is the first name before the last name.
    pub fn format_notice(recipient: &str, date: Date) -> String {
        format!("This copy was made for {recipient} on {date}. It is for this person's own use.")
    }

    /// Creates a watermark with the notice in English.
    pub fn new(recipient: &str, date: Date, record: u64) -> Self {
        Self { notice: Self::format_notice(recipient, date), language: "en".to_owned(), record }
    }
}
