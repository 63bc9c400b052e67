//! Changes of one field, and of a record, by a request.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
    /// Returns true if the field stays unchanged.
    pub fn is_keep(&self) -> bool {
        matches!(self, Self::Keep)
    }

    /// Converts the value of the change to another form.
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
    pub fn apply_to_field(self, field: &mut Option<T>) {
        match self {
            Self::Keep => {}
            Self::Clear => *field = None,
            Self::Set(value) => *field = Some(value),
        }
    }
}

/// Replaces a field if there is a new value.
pub fn set_if_given<T>(field: &mut T, new: Option<T>) {
    if let Some(value) = new {
        *field = value;
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

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Clear, Self::Set))
    }
}

/// A change of a field or a record.
pub trait Edit {
    fn is_empty(&self) -> bool;
}

/// A change of a value of this type.
pub trait EditOf<T>: Edit {
    fn apply_to(&self, value: &mut T);
}

/// A field that always has a value: none stays unchanged.
impl<T> Edit for Option<T> {
    fn is_empty(&self) -> bool {
        self.is_none()
    }
}

impl<T: Clone> EditOf<T> for Option<T> {
    fn apply_to(&self, value: &mut T) {
        if let Some(new) = self {
            value.clone_from(new);
        }
    }
}

impl<T> Edit for Change<T> {
    fn is_empty(&self) -> bool {
        self.is_keep()
    }
}

impl<T: Clone + Into<U>, U> EditOf<Option<U>> for Change<T> {
    fn apply_to(&self, value: &mut Option<U>) {
        self.clone().map(Into::into).apply_to_field(value);
    }
}

/// Declares what changes a record. A field has its name in the record; it is an [`Option`] where the record
/// always has a value, a [`Change`] where it may have none, and an edit where it is a record itself. Fields
/// that are not declared cannot be changed. JSON is a merge patch of the record (RFC 7396).
macro_rules! edit {
    ($(#[$meta:meta])* pub struct $edit:ident of $record:ident {
        $($(#[$about:meta])* $field:ident: $change:ty,)+
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(default, rename_all = "camelCase")]
        pub struct $edit {
            $($(#[$about])* #[serde(skip_serializing_if = "crate::change::Edit::is_empty")] pub $field: $change,)+
        }

        impl $crate::change::Edit for $edit {
            fn is_empty(&self) -> bool {
                $($crate::change::Edit::is_empty(&self.$field))&&+
            }
        }

        impl $crate::change::EditOf<$record> for $edit {
            fn apply_to(&self, record: &mut $record) {
                $($crate::change::EditOf::apply_to(&self.$field, &mut record.$field);)+
            }
        }

        impl $edit {
            /// The record after the edit.
            pub fn apply(&self, record: &$record) -> $record {
                let mut changed = record.clone();
                $crate::change::EditOf::apply_to(self, &mut changed);
                changed
            }
        }
    };
}

pub(crate) use edit;
