use domain::wire_enum;

use crate::http::Link;

wire_enum! {
    /// Keys of a status that is not an error (docs/rules/errors.md#rule-4).
    pub enum StatusKey {
        /// Done.
        Success = "SUCCESS",
        /// Accepted, to be applied later.
        Accepted = "ACCEPTED",
        /// A download is being packaged.
        Submitted = "SUBMITTED",
        /// A download is ready.
        Completed = "COMPLETED",
        /// A file is ready.
        Available = "AVAILABLE",
        /// In progress.
        Pending = "PENDING",
        /// Downloaded.
        Downloaded = "DOWNLOADED",
        /// Deleted after its lifetime.
        Expired = "EXPIRED",
        /// Failed.
        Failed = "FAILED",
        /// A parameter had no effect.
        ParameterIgnored = "PARAMETER_IGNORED",
    }
}

/// A status (docs/rules/records.md#rule-2).
#[endpoint::record]
pub struct StatusRecord {
    /// What happened.
    #[schema(value_type = String)]
    pub key: StatusKey,
    /// Sentences for people, or a URL; null if there is none.
    pub messages: Option<Vec<String>>,
    /// May be empty.
    pub links: Vec<Link>,
}

impl StatusRecord {
    pub fn new(key: StatusKey, message: impl Into<String>) -> Self {
        Self { key, messages: Some(vec![message.into()]), links: Vec::new() }
    }

    pub fn without_messages(key: StatusKey) -> Self {
        Self { key, messages: None, links: Vec::new() }
    }
}
