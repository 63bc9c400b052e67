//! What one copy says of its recipient.

use jiff::civil::Date;

/// The mark of one copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// What is shown, such as [`Mark::notice`] makes it.
    pub notice: String,
    /// The language of the notice (BCP 47).
    pub language: String,
    /// The number of the download record.
    pub record: u64,
}

impl Mark {
    /// The notice in English. `recipient` is the first name before the last name.
    pub fn notice(recipient: &str, date: Date) -> String {
        format!("This copy was made for {recipient} on {date}. It is for this person's own use.")
    }

    /// A mark with the notice in English.
    pub fn new(recipient: &str, date: Date, record: u64) -> Self {
        Self { notice: Self::notice(recipient, date), language: "en".to_owned(), record }
    }
}
