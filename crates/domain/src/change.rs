//! What a request changes of one field.

use serde::{Serialize, Serializer};

/// A change of a nullable field: what is not sent stays, an empty value clears
/// (docs/rules/requests.md#rule-3).
///
/// In a record of changes that skips what is kept (`skip_serializing_if = "Change::is_keep"`), it is written
/// as a merge patch has it (RFC 7396): null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Change<T> {
    /// Not sent.
    #[default]
    Keep,
    /// Sent empty: for nullable fields.
    Clear,
    /// Sent.
    Set(T),
}

impl<T> Change<T> {
    /// Whether the field stays as it is.
    pub fn is_keep(&self) -> bool {
        matches!(self, Self::Keep)
    }

    /// The same change of another form of the value.
    pub fn map<U>(self, form: impl FnOnce(T) -> U) -> Change<U> {
        match self {
            Self::Keep => Change::Keep,
            Self::Clear => Change::Clear,
            Self::Set(value) => Change::Set(form(value)),
        }
    }

    /// The value, if one was sent.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Keep | Self::Clear => None,
        }
    }

    /// Applies it to a nullable field.
    pub fn apply(self, field: &mut Option<T>) {
        match self {
            Self::Keep => {}
            Self::Clear => *field = None,
            Self::Set(value) => *field = Some(value),
        }
    }
}

/// A value that may be left out.
impl<T> From<Option<T>> for Change<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Keep, Self::Set)
    }
}

impl<T: Serialize> Serialize for Change<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}
