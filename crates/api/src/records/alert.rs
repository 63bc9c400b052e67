use domain::AlertCode;
use domain::access::{Alert, AlertLevel};

use crate::http::Link;

/// Why a title is not available, or what else a reader should know (docs/rules/records.md#rule-8).
#[endpoint::record]
pub struct AlertRecord {
    /// A code of docs/rules/access.md#rule-22.
    #[schema(value_type = String)]
    pub code: AlertCode,
    /// info, warning or error.
    #[schema(value_type = String)]
    pub level: AlertLevel,
    /// One plain sentence.
    pub message: &'static str,
    /// Always empty.
    pub links: Vec<Link>,
}

impl From<&Alert> for AlertRecord {
    fn from(alert: &Alert) -> Self {
        Self { code: alert.code, level: alert.level, message: alert.message(), links: Vec::new() }
    }
}
