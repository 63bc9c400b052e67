use domain::{Format, FormatStatus};

/// A format (docs/rules/records.md#rule-5).
#[endpoint::record]
pub struct FormatRecord {
    /// Identifier, for example `EPUB3`.
    #[schema(value_type = String)]
    pub format_id: Format,
    /// Display name.
    pub name: &'static str,
}

impl From<Format> for FormatRecord {
    fn from(format: Format) -> Self {
        Self { format_id: format, name: format.name() }
    }
}

/// A format and its availability (docs/rules/records.md#rule-5).
#[endpoint::record]
pub struct FormatStatusRecord {
    /// Identifier.
    #[schema(value_type = String)]
    pub format_id: Format,
    /// Display name.
    pub name: &'static str,
    /// AVAILABLE, UNAVAILABLE or PENDING.
    #[schema(value_type = String)]
    pub status: FormatStatus,
}

impl FormatStatusRecord {
    pub fn new(format: Format, status: FormatStatus) -> Self {
        Self { format_id: format, name: format.name(), status }
    }
}
