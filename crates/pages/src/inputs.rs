//! The fields of a form that is shown again, with what was typed and what is wrong with it.

use jiff::civil::Date;
use layout::Wording;
use layout::inputs::FormValues;
pub(crate) use layout::inputs::{InputError, InputField, form_status, list_errors};
use services::values::ParseValue as _;

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
