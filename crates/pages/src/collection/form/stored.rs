//! Stored values as a form shows them.

use domain::WireEnum;

pub(crate) fn text(value: Option<&str>) -> String {
    value.unwrap_or_default().to_owned()
}

/// A number, or true or false.
pub(crate) fn number(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

pub(crate) fn value(value: Option<impl WireEnum>) -> String {
    value.map(|value| value.as_str().to_owned()).unwrap_or_default()
}

pub(crate) fn join_lines(values: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.as_ref().to_owned()).collect();
    values.join("\n")
}
