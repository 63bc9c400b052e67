//! Name, description and access of a list, as forms ask for them.

use axum::http::StatusCode;
use domain::lists::{ListAccess, ReadingList, organization_of};
use domain::{Account, WireEnum as _};

use crate::inputs::{self, Choice, InputError, InputField, list_errors};
use crate::{Fields, Page};

pub(super) struct ListForm {
    pub(super) name: InputField,
    pub(super) description: InputField,
    /// The audience of the list. `None` if the form names none that exists.
    pub(super) access: Option<ListAccess>,
    /// The audiences that the visitor can choose.
    pub(super) choices: Vec<Choice>,
    pub(super) errors: Vec<InputError>,
    /// Distinguishes the form of a new list from all others. Empty for a list that exists.
    pub(super) mark: String,
}

impl ListForm {
    pub(super) fn new_empty(page: &Page<'_>, account: &Account) -> Self {
        Self::new(page, account, Some(ListAccess::Private))
    }

    /// The form of a list with its present values.
    pub(super) fn from_list(page: &Page<'_>, account: &Account, list: &ReadingList) -> Self {
        let form = Self::new(page, account, Some(list.access));
        Self {
            name: form.name.with_value(&list.name),
            description: form.description.with_value(&list.description),
            ..form
        }
    }

    /// The submitted values with their errors.
    pub(super) fn from_fields(page: &Page<'_>, account: &Account, fields: &Fields) -> Self {
        let access = fields.get("access").and_then(|text| ListAccess::parse(text).ok());
        let form = Self::new(page, account, access);
        let name = form.name.read_from(page, fields);
        let description = form.description.read_from(page, fields);
        let mut errors = list_errors(&[&name, &description]);
        if !form.choices.iter().any(|choice| choice.is_chosen) {
            errors.push(InputError { field: "access", text: page.text("list-access-missing") });
        }
        Self { name, description, errors, ..form }
    }

    /// The form as one for a new list, with this mark.
    pub(super) fn with_mark(self, mark: String) -> Self {
        Self { mark, ..self }
    }

    pub(super) fn status(&self) -> StatusCode {
        inputs::form_status(&self.errors)
    }

    fn new(page: &Page<'_>, account: &Account, chosen: Option<ListAccess>) -> Self {
        let open = ListAccess::ALL.iter().copied().filter(|access| organization_of(*access, account).is_ok());
        Self {
            name: InputField::new_required(page, "name", "list-name"),
            description: InputField::new_optional(page, "description", "list-description"),
            access: chosen,
            choices: Choice::list(
                open,
                |access| page.value_text("list-access", access),
                |access| chosen == Some(access),
            ),
            errors: Vec::new(),
            mark: String::new(),
        }
    }
}
