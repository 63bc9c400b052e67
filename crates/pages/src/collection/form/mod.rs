//! Forms with many fields: one of them changes only what was changed in the form, so that two members of
//! staff can edit different fields of one title at the same time.

mod control;
mod reader;

pub(super) use control::{Choices, Control};
pub(super) use reader::FormReader;

use services::{Error, ErrorKey, Field};

use crate::inputs::Choice;
use crate::{Fields, InputError, Page};
use reader::{join_fingerprints, typed_text};

/// Name of the hidden field that says what the page has shown.
const FINGERPRINTS_NAME: &str = "fingerprints";

#[derive(Debug)]
pub(super) struct FormField {
    pub(super) field: Field,
    /// Its name in the form, and the identifier of its element.
    pub(super) name: &'static str,
    /// The message of its label.
    pub(super) label: &'static str,
    pub(super) control: Control,
    /// The message that says which values are allowed.
    pub(super) rule: &'static str,
}

impl FormField {
    pub(super) const fn new(field: Field, name: &'static str, label: &'static str) -> Self {
        Self { field, name, label, control: Control::Line, rule: "collection-rule-line" }
    }

    pub(super) const fn with_control(self, control: Control) -> Self {
        Self { control, ..self }
    }

    pub(super) const fn with_rule(self, rule: &'static str) -> Self {
        Self { rule, ..self }
    }

    /// A choice between values.
    pub(super) const fn with_choices(self, choices: Choices) -> Self {
        Self { control: Control::Choice(choices), rule: "collection-rule-choice", ..self }
    }

    /// Returns true if the rule is also shown before anything is typed.
    fn has_hint(&self) -> bool {
        !matches!(self.rule, "collection-rule-line" | "collection-rule-choice")
    }
}

/// Fields under a heading.
#[derive(Debug)]
pub(super) struct FieldGroup {
    /// The message of its heading. Empty for fields that are always shown.
    pub(super) heading: &'static str,
    pub(super) fields: &'static [FormField],
}

/// A field as the page shows it.
pub(super) struct FieldView {
    pub(super) name: &'static str,
    pub(super) label: String,
    /// The values that are allowed. Empty if no hint is needed.
    pub(super) hint: String,
    /// The fault of the value. Empty if there is none.
    pub(super) error: String,
    pub(super) value: String,
    /// Number of lines of a text area. 0 for other fields.
    pub(super) rows: u8,
    /// The values to choose from. Empty for texts.
    pub(super) options: Vec<Choice>,
    pub(super) allows_many: bool,
}

impl FieldView {
    fn new(page: &Page<'_>, field: &FormField, value: String, errors: &[InputError]) -> Self {
        let error = errors.iter().find(|error| error.field == field.name);
        let hint = if field.has_hint() { page.text(field.rule) } else { String::new() };
        Self {
            name: field.name,
            label: page.text(field.label),
            hint,
            error: error.map(|error| error.text.clone()).unwrap_or_default(),
            rows: field.control.rows(),
            options: field.control.list_options(page, &value),
            allows_many: field.control == Control::Warnings,
            value,
        }
    }

    /// The elements that describe the field.
    pub(super) fn described_by(&self) -> String {
        let hint = (!self.hint.is_empty()).then(|| format!("{}-hint", self.name));
        let error = (!self.error.is_empty()).then(|| format!("{}-error", self.name));
        [hint, error].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// A group as the page shows it.
pub(super) struct GroupView {
    /// Empty for fields that are always shown.
    pub(super) heading: String,
    pub(super) fields: Vec<FieldView>,
}

impl GroupView {
    /// Returns true if a field of it is wrong.
    pub(super) fn has_errors(&self) -> bool {
        self.fields.iter().any(|field| !field.error.is_empty())
    }
}

/// A form as the page shows it.
pub(super) struct FormView {
    pub(super) groups: Vec<GroupView>,
    /// Fingerprints of the values that the page has shown before anything was typed.
    pub(super) fingerprints: String,
    pub(super) errors: Vec<InputError>,
}

/// Values of a form by their fields.
pub(super) type StoredText<'a> = &'a dyn Fn(&FormField) -> String;

impl FormView {
    /// The form with stored values.
    pub(super) fn new(page: &Page<'_>, groups: &[FieldGroup], stored: StoredText<'_>) -> Self {
        let texts: Vec<String> = list_fields(groups).map(stored).collect();
        Self {
            groups: view_groups(page, groups, stored, &[]),
            fingerprints: join_fingerprints(&texts),
            errors: Vec::new(),
        }
    }

    /// The form with what was typed, and what is wrong with it.
    pub(super) fn with_faults(page: &Page<'_>, groups: &[FieldGroup], typed: &Fields, error: &Error) -> Self {
        let errors = list_faults(page, groups, error);
        Self {
            groups: view_groups(page, groups, &|field| typed_text(typed, field.name), &errors),
            fingerprints: typed.get(FINGERPRINTS_NAME).unwrap_or_default().to_owned(),
            errors,
        }
    }
}

fn list_fields(groups: &[FieldGroup]) -> impl Iterator<Item = &FormField> {
    groups.iter().flat_map(|group| group.fields)
}

fn view_groups(
    page: &Page<'_>,
    groups: &[FieldGroup],
    text: StoredText<'_>,
    errors: &[InputError],
) -> Vec<GroupView> {
    let group = |group: &FieldGroup| GroupView {
        heading: if group.heading.is_empty() { String::new() } else { page.text(group.heading) },
        fields: group.fields.iter().map(|field| FieldView::new(page, field, text(field), errors)).collect(),
    };
    groups.iter().map(group).collect()
}

/// The faults in the order of the fields, each field once.
fn list_faults(page: &Page<'_>, groups: &[FieldGroup], error: &Error) -> Vec<InputError> {
    let is_wrong = |field: Field| match error {
        Error::Invalid(faults) => faults.iter().any(|fault| fault.field == Some(field)),
        other => field == Field::ProductIdentifier && other.key() == Some(ErrorKey::ProductIdentifierExists),
    };
    let text = |field: &FormField| {
        let (label, rule) = (page.text(field.label), page.text(field.rule));
        page.format("collection-wrong", &[("name", label.as_str().into()), ("rule", rule.as_str().into())])
    };
    let wrong = list_fields(groups).filter(|field| is_wrong(field.field));
    wrong.map(|field| InputError { field: field.name, text: text(field) }).collect()
}
