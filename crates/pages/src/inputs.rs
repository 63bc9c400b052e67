//! The fields of a form that is shown again, with what was typed and what is wrong with it.

use std::collections::HashSet;
use std::hash::Hash;

use axum::http::StatusCode;
use domain::{TitleId, WireEnum};
use jiff::civil::Date;
use layout::Wording;
use layout::inputs::FormValues;
pub(crate) use layout::inputs::{InputError, InputField, Select, form_status, list_countries, list_errors};
use services::values::{Email, ParseValue as _};

use crate::Fields;

impl FormValues for Fields {
    fn value(&self, name: &'static str) -> Option<&str> {
        self.get(name)
    }
}

/// A field for a day as it was typed, and the day, if it is one. The message says that something else is not.
pub(crate) fn read_day<'a>(
    words: impl Into<Wording<'a>>,
    fields: &Fields,
    field: InputField,
    wrong_message: &str,
) -> (InputField, Option<Date>) {
    let words = words.into();
    // As text: the fields of browsers for dates have the order of the browser's language, not the page's.
    let mut field = field.read_from(words, fields);
    let day = Date::parse_value(&field.value).ok();
    if day.is_none() && !field.value.is_empty() && field.error.is_none() {
        field.error = Some(words.text(wrong_message));
    }
    (field, day)
}

/// An email address as it was typed. The message says that something else is not one.
pub(crate) fn read_email<'a>(
    words: impl Into<Wording<'a>>,
    fields: &Fields,
    field: InputField,
    wrong_message: &str,
) -> InputField {
    let words = words.into();
    let mut field = field.read_from(words, fields);
    if field.error.is_none() && Email::parse_value(&field.value).is_err() {
        field.error = Some(words.text(wrong_message));
    }
    field
}

/// A title by its number, or by the address of its page.
pub(crate) fn parse_title_number(text: &str) -> Option<TitleId> {
    let number = match text.rsplit_once("/titles/") {
        Some((_, rest)) => rest.split(['/', '?', '#']).next()?,
        None => text,
    };
    number.trim().parse().ok()
}

/// The chosen items of a list with several pages, each once, and true if there are more than `max`, so that
/// the last ones are left out. The field `chosen` has those on other pages of the list, and the field `field`
/// those on the page that was sent.
pub(crate) fn read_chosen<'a, T: Copy + Eq + Hash>(
    fields: &'a Fields,
    field: &'a str,
    max: usize,
    parse: impl Fn(&'a str) -> Option<T>,
) -> (Vec<T>, bool) {
    let mut seen = HashSet::new();
    let all = fields.get_all("chosen").chain(fields.get_all(field));
    let mut new = all.filter_map(parse).filter(|value| seen.insert(*value));
    let chosen = new.by_ref().take(max).collect();
    let is_cut = new.next().is_some();
    (chosen, is_cut)
}

/// The field for the file of a form that has no other field with errors.
pub(crate) struct FileInput {
    /// The limits of the file, in a sentence.
    pub(crate) hint: String,
    /// The files that browsers offer to choose from. Empty for all.
    pub(crate) accept: &'static str,
    pub(crate) error: Option<FileError>,
}

impl FileInput {
    /// The status of a page with the form.
    pub(crate) fn status(&self) -> StatusCode {
        if self.error.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK }
    }
}

pub(crate) struct FileError {
    pub(crate) text: String,
    /// The library's own sentence that explains it, in English. Empty if there is none.
    pub(crate) reason: String,
}

/// A value to choose: an option, a radio button or a checkbox.
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) text: String,
    /// The language of the text, as a BCP 47 tag. Empty if it is that of the page, or unknown.
    pub(crate) lang: &'static str,
    pub(crate) is_chosen: bool,
}

impl Choice {
    pub(crate) fn new(value: impl Into<String>, text: String, is_chosen: bool) -> Self {
        Self { value: value.into(), text, lang: "", is_chosen }
    }

    /// A choice for each value of an enumeration.
    pub(crate) fn list_all<E: WireEnum>(
        name: impl Fn(E) -> String,
        is_chosen: impl Fn(E) -> bool,
    ) -> Vec<Self> {
        Self::list(E::ALL.iter().copied(), name, is_chosen)
    }

    /// A choice for each of these values.
    pub(crate) fn list<E: WireEnum>(
        values: impl IntoIterator<Item = E>,
        name: impl Fn(E) -> String,
        is_chosen: impl Fn(E) -> bool,
    ) -> Vec<Self> {
        let choice = |value: E| Self::new(value.as_str(), name(value), is_chosen(value));
        values.into_iter().map(choice).collect()
    }
}

#[cfg(test)]
mod tests {
    use domain::TitleId;

    use super::parse_title_number;

    #[test]
    fn a_title_is_a_number_or_an_address() {
        for text in
            ["1003", "https://library.example/titles/1003", "/titles/1003?for=mia", "/titles/1003/problem"]
        {
            assert_eq!(parse_title_number(text), Some(TitleId(1003)), "{text}");
        }
        for text in ["", "ferry", "/titles/", "-3", "10 03"] {
            assert_eq!(parse_title_number(text), None, "{text}");
        }
    }
}
