use domain::preferences::BrailleFormat;
use domain::{BrailleGrade, access};
use jiff::civil::Date;
use services::preferences::AccountPreferences;

use super::FormatRecord;
use crate::http::Link;

/// Preferences, including defaults (docs/rules/records.md#rule-25).
#[endpoint::record]
pub struct PreferencesRecord {
    /// Adult titles are open; false for minors without a setting.
    pub allow_adult_content: bool,
    /// All titles are listed, including inaccessible ones.
    pub show_all_books: bool,
    /// Recommendations are shown.
    pub show_recommendations: bool,
    /// ISO 639-2 alpha-3.
    pub language: Option<String>,
    /// Preferred download format, if any.
    pub format: Option<FormatRecord>,
    /// contracted or uncontracted.
    #[schema(value_type = String)]
    pub braille_grade: BrailleGrade,
    /// Unified English Braille.
    pub use_ueb: bool,
    /// refreshable or embossable.
    #[schema(value_type = String)]
    pub braille_format: BrailleFormat,
    /// Cells per line.
    pub braille_cell_line_width: u32,
    /// No reminders to upgrade.
    pub skip_upgrade_reminder: bool,
    /// self.
    pub links: Vec<Link>,
    /// PUT if the caller may change them.
    pub allows: Option<Vec<&'static str>>,
}

impl PreferencesRecord {
    /// The record of one account, found at `address`; `edits`: the caller may change it.
    pub fn new(preferred: &AccountPreferences, edits: bool, today: Date, address: String) -> Self {
        let AccountPreferences { account, preferences } = preferred;
        Self {
            allow_adult_content: access::adult_content_allowed(account, today),
            show_all_books: account.show_all_books,
            show_recommendations: preferences.show_recommendations,
            language: account.language.clone(),
            format: preferences.format.map(FormatRecord::from),
            braille_grade: preferences.braille_grade,
            use_ueb: preferences.use_ueb,
            braille_format: preferences.braille_format,
            braille_cell_line_width: preferences.braille_cell_line_width,
            skip_upgrade_reminder: preferences.skip_upgrade_reminder,
            links: vec![Link::new("self", address)],
            allows: edits.then(|| vec!["PUT"]),
        }
    }
}
