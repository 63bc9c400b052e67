//! The form that asks why a title is closed to a person.

use domain::{AccountId, Format};

use super::person_path;
use crate::inputs::Choice;
use crate::{Fields, InputField, Page, format_name};

/// The format that is chosen before anybody has chosen one.
const DEFAULT_FORMAT: Format = Format::Epub3;

pub(super) struct QuestionForm {
    pub(super) action: String,
    pub(super) title: InputField,
    pub(super) formats: Vec<Choice>,
}

impl QuestionForm {
    /// The empty form on the page about a person.
    pub(super) fn new_empty(page: &Page<'_>, person: &AccountId) -> Self {
        Self::with_format(page, person, DEFAULT_FORMAT)
    }

    /// The form with the fields of an address, and the format that is asked for.
    pub(super) fn from_fields(page: &Page<'_>, person: &AccountId, fields: &Fields) -> (Self, Format) {
        let format = fields.get("format").and_then(Format::from_path).unwrap_or(DEFAULT_FORMAT);
        let form = Self::with_format(page, person, format);
        (Self { title: form.title.read_from(page, fields), ..form }, format)
    }

    fn with_format(page: &Page<'_>, person: &AccountId, chosen: Format) -> Self {
        Self {
            action: format!("{}/why", person_path(person)),
            title: InputField::new_required(page, "title", "desk-why-title")
                .with_hint(page.text("desk-why-title-hint")),
            formats: Choice::list_all(|format| format_name(page, format), |format| format == chosen),
        }
    }
}
