//! Forms with many fields: one of them changes only what was changed in the form, so that two members of
//! staff can edit different fields of one title at the same time.

mod control;
#[cfg(test)]
pub(crate) mod fixtures;
mod reader;
mod stored;

pub(crate) use control::{Choices, Control};
pub(crate) use reader::FormReader;
pub(crate) use stored::{join_lines, number, text, value};

use services::{Error, ErrorKey, Field};

use crate::inputs::Choice;
use crate::{Fields, InputError, Page};
use reader::{join_fingerprints, typed_text};

/// Name of the hidden field that says what the page has shown.
const FINGERPRINTS_NAME: &str = "fingerprints";

#[derive(Debug)]
pub(crate) struct FormField {
    pub(crate) field: Field,
    /// Its name in the form, and the identifier of its element.
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) control: Control,
    /// The message that says which values are allowed.
    pub(crate) rule: &'static str,
}

impl FormField {
    pub(crate) const fn new(field: Field, name: &'static str, label: &'static str) -> Self {
        Self { field, name, label, control: Control::Line, rule: "collection-rule-line" }
    }

    /// A field for values, each on a line.
    pub(crate) const fn new_list(
        field: Field,
        name: &'static str,
        label: &'static str,
        rule: &'static str,
    ) -> Self {
        Self { field, name, label, control: Control::List, rule }
    }

    pub(crate) const fn with_control(self, control: Control) -> Self {
        Self { control, ..self }
    }

    pub(crate) const fn with_rule(self, rule: &'static str) -> Self {
        Self { rule, ..self }
    }

    /// A choice between values.
    pub(crate) const fn with_choices(self, choices: Choices) -> Self {
        Self { control: Control::Choice(choices), rule: "collection-rule-choice", ..self }
    }

    /// Returns true if the rule is also shown before anything is typed.
    fn has_hint(&self) -> bool {
        !matches!(self.rule, "collection-rule-line" | "collection-rule-choice")
    }
}

/// Fields under a heading.
#[derive(Debug)]
pub(crate) struct FieldGroup {
    /// The message of its heading. Empty for fields that are always shown.
    pub(crate) heading: &'static str,
    pub(crate) fields: &'static [FormField],
}

pub(crate) struct FieldView {
    pub(crate) name: &'static str,
    pub(crate) label: String,
    /// The values that are allowed. Empty if no hint is needed.
    pub(crate) hint: String,
    /// The fault of the value. Empty if there is none.
    pub(crate) error: String,
    pub(crate) value: String,
    /// Number of lines of a text area. 0 for other fields.
    pub(crate) rows: u8,
    /// The values to choose from. Empty for texts.
    pub(crate) options: Vec<Choice>,
    pub(crate) allows_many: bool,
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
    pub(crate) fn described_by(&self) -> String {
        let hint = (!self.hint.is_empty()).then(|| format!("{}-hint", self.name));
        let error = (!self.error.is_empty()).then(|| format!("{}-error", self.name));
        [hint, error].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

pub(crate) struct GroupView {
    /// Empty for fields that are always shown.
    pub(crate) heading: String,
    pub(crate) fields: Vec<FieldView>,
}

impl GroupView {
    /// Returns true if a field of it is wrong.
    pub(crate) fn has_errors(&self) -> bool {
        self.fields.iter().any(|field| !field.error.is_empty())
    }
}

pub(crate) struct FormView {
    pub(crate) groups: Vec<GroupView>,
    /// Fingerprints of the values that the page has shown before anything was typed.
    pub(crate) fingerprints: String,
    pub(crate) errors: Vec<InputError>,
}

pub(crate) type StoredText<'a> = &'a dyn Fn(&FormField) -> String;

impl FormView {
    pub(crate) fn new(page: &Page<'_>, groups: &[FieldGroup], stored: StoredText<'_>) -> Self {
        let texts: Vec<String> = list_fields(groups).map(stored).collect();
        Self {
            groups: view_groups(page, groups, stored, &[]),
            fingerprints: join_fingerprints(&texts),
            errors: Vec::new(),
        }
    }

    /// The form with what was typed, and what is wrong with it.
    pub(crate) fn with_faults(page: &Page<'_>, groups: &[FieldGroup], typed: &Fields, error: &Error) -> Self {
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
