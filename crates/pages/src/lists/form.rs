//! Name, description and access of a list, as forms ask for them.

use axum::http::StatusCode;
use domain::accounts::Account;
use domain::lists::{ListAccess, ReadingList, organization_of};
use domain::wire::WireEnum as _;

use super::access;
use crate::fields::Fields;
use crate::inputs::{self, InputError, InputField, errors};
use crate::page::Page;

/// Who may see the list, as a choice.
pub(super) struct AccessChoice {
    pub(super) value: &'static str,
    /// Its name.
    pub(super) text: String,
    /// Whether it is chosen.
    pub(super) chosen: bool,
}

/// The form of a list.
pub(super) struct ListForm {
    pub(super) name: InputField,
    pub(super) description: InputField,
    /// Who sees the list. `None` if the form names nothing that is known.
    pub(super) access: Option<ListAccess>,
    /// What the visitor can choose of that.
    pub(super) choices: Vec<AccessChoice>,
    /// What is wrong.
    pub(super) errors: Vec<InputError>,
}

impl ListForm {
    /// The form for a new list.
    pub(super) fn empty(page: &Page<'_>, account: &Account) -> Self {
        Self::new(page, account, Some(ListAccess::Private))
    }

    /// The form of a list as it is.
    pub(super) fn of(page: &Page<'_>, account: &Account, list: &ReadingList) -> Self {
        let form = Self::new(page, account, Some(list.access));
        Self {
            name: form.name.with_value(&list.name),
            description: form.description.with_value(&list.description),
            ..form
        }
    }

    /// What was sent, with what is wrong with it.
    pub(super) fn read(page: &Page<'_>, account: &Account, fields: &Fields) -> Self {
        let access = fields.get("access").and_then(|text| ListAccess::parse(text).ok());
        let form = Self::new(page, account, access);
        let name = form.name.read_from(page, fields);
        let description = form.description.read_from(page, fields);
        let mut errors = errors(&[&name, &description]);
        if !form.choices.iter().any(|choice| choice.chosen) {
            errors.push(InputError { field: "access", text: page.text("list-access-missing") });
        }
        Self { name, description, errors, ..form }
    }

    /// The status of a page that shows the form.
    pub(super) fn status(&self) -> StatusCode {
        inputs::status(&self.errors)
    }

    fn new(page: &Page<'_>, account: &Account, chosen: Option<ListAccess>) -> Self {
        let open = ListAccess::ALL.iter().filter(|access| organization_of(**access, account).is_ok());
        let choice = |value: &ListAccess| AccessChoice {
            value: value.as_str(),
            text: page.text(access(*value)),
            chosen: chosen == Some(*value),
        };
        Self {
            name: InputField::new_required(page, "name", "list-name"),
            description: InputField::new_optional(page, "description", "list-description"),
            access: chosen,
            choices: open.map(choice).collect(),
            errors: Vec::new(),
        }
    }
}
