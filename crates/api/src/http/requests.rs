//! Parameters as the fields of an operation's request: what a parameter requires of its value is checked, and
//! only the value is left.

use std::collections::BTreeSet;

use domain::Category;
use services::RequiredField;

use crate::http::params::{Change, Replace, ReplaceList, RequiredParam, ValidatedParam};
use crate::http::values::{Country, Email, Grade, Issn, Language, OneOf, ShortText, Text, Years};

/// A parameter that a field of a request is made from, as [`params!`](crate::params!) does.
pub trait IntoField<F> {
    fn into_field(self) -> F;
}

/// A parsed value that a request contains, unchanged or unwrapped.
pub trait IntoFieldValue<V> {
    fn into_value(self) -> V;
}

impl<V> IntoFieldValue<V> for V {
    fn into_value(self) -> V {
        self
    }
}

impl<V> IntoFieldValue<V> for OneOf<V> {
    fn into_value(self) -> V {
        self.0
    }
}

impl<const MAX: usize> IntoFieldValue<String> for Text<MAX> {
    fn into_value(self) -> String {
        self.0
    }
}

/// The library's own category with this name.
impl IntoFieldValue<Category> for ShortText {
    fn into_value(self) -> Category {
        Category::service(self.0)
    }
}

macro_rules! into_values {
    ($($type:ty => $value:ty;)+) => {$(
        impl IntoFieldValue<$value> for $type {
            fn into_value(self) -> $value {
                self.0
            }
        }
    )+};
}

into_values! {
    Country => String;
    Email => String;
    Grade => String;
    Issn => String;
    Language => String;
    ShortText => String;
    Years => i32;
}

impl<T: IntoFieldValue<V>, V> IntoField<Option<V>> for Option<T> {
    fn into_field(self) -> Option<V> {
        self.map(T::into_value)
    }
}

impl<T: IntoFieldValue<V>, V> IntoField<Change<V>> for Option<T> {
    fn into_field(self) -> Change<V> {
        self.map(T::into_value).map_or(Change::Keep, Change::Set)
    }
}

impl<T: IntoFieldValue<V>, V> IntoField<Option<V>> for RequiredParam<T> {
    fn into_field(self) -> Option<V> {
        Some(self.0.into_value())
    }
}

impl<T: IntoFieldValue<V>, V> IntoField<Option<V>> for Replace<T> {
    fn into_field(self) -> Option<V> {
        self.0.into_field()
    }
}

impl<T: IntoFieldValue<V>, V> IntoField<Change<V>> for Replace<T> {
    fn into_field(self) -> Change<V> {
        self.0.into_field()
    }
}

impl<T: IntoFieldValue<V>, V> IntoField<Change<V>> for Change<T> {
    fn into_field(self) -> Change<V> {
        self.map(T::into_value)
    }
}

impl<T: IntoFieldValue<V>, V> IntoField<RequiredField<V>> for ValidatedParam<T> {
    fn into_field(self) -> RequiredField<V> {
        self.0.map(T::into_value)
    }
}

impl<T: IntoFieldValue<V>, V: Ord> IntoField<BTreeSet<V>> for Vec<T> {
    fn into_field(self) -> BTreeSet<V> {
        self.into_iter().map(T::into_value).collect()
    }
}

impl<T: IntoFieldValue<V>, V: Ord> IntoField<Option<BTreeSet<V>>> for ReplaceList<T> {
    fn into_field(self) -> Option<BTreeSet<V>> {
        self.0.map(Vec::into_field)
    }
}

impl<T: IntoFieldValue<V>, V> IntoField<Option<Vec<V>>> for ReplaceList<T> {
    fn into_field(self) -> Option<Vec<V>> {
        self.0.map(|values| values.into_iter().map(T::into_value).collect())
    }
}
