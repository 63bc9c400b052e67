//! The form of an act that lacks something: those who were chosen stay chosen.

use axum::response::Response;
use domain::WireEnum as _;
use domain::proofs::DisabilityType;
use services::member_acts;

use super::form::{ActForm, FormFault};
use crate::disabilities::disability_name;
use crate::inputs::{InputError, form_status};
use crate::school::members::choices::{ACTS, NO_TAG_VALUE, act_message};
use crate::school::members::grades::{GRADE_CODES, grade_name};
use crate::school::members::row::tag_name;
use crate::{Page, Section, Visitor, render_with_status};

#[derive(askama::Template)]
#[template(path = "school_act_form.html")]
struct RepairFormPage<'a> {
    page: Page<'a>,
    errors: Vec<InputError>,
    field: &'static str,
    label: String,
    /// True if nobody was chosen, so that there is nothing to fill in.
    is_scope_missing: bool,
    is_typed: bool,
    /// True if the sponsor has no list to choose.
    needs_list: bool,
    /// True if the organization has no group to choose.
    needs_group: bool,
    /// Values to choose from, with their texts. Empty for a field that is typed.
    options: Vec<(String, String)>,
    value: &'a str,
    hidden_fields: Vec<(&'static str, String)>,
    /// Hidden fields of the way back.
    back_fields: Vec<(&'static str, String)>,
    /// The address of the list of members.
    back_path: String,
}

/// The form with the field that is missing or wrong. Without `choices`, the field is one that is typed.
pub(super) fn render_form(
    visitor: &Visitor,
    form: &ActForm,
    fault: FormFault,
    choices: Option<&member_acts::ActChoices>,
) -> Response {
    let page = visitor.page(Section::Account);
    let text = page.value_text("school-bulk-choose", fault);
    let errors = vec![InputError { field: fault.as_str(), text }];
    let mut hidden_fields = form.scope_fields();
    hidden_fields.extend(form.act_fields(Some(fault.as_str())));
    let status = form_status(&errors);
    let options = choices.map(|choices| list_options(&page, fault, choices)).unwrap_or_default();
    render_with_status(
        status,
        &RepairFormPage {
            errors,
            field: fault.as_str(),
            label: field_label(&page, fault),
            is_scope_missing: fault == FormFault::Scope,
            is_typed: fault == FormFault::Title,
            needs_list: fault == FormFault::List && options.is_empty(),
            needs_group: fault == FormFault::Group && options.is_empty(),
            options,
            value: form.typed_title(),
            hidden_fields,
            back_fields: form.list_fields(),
            back_path: form.list_address(),
            page,
        },
    )
}

fn field_label(page: &Page<'_>, fault: FormFault) -> String {
    match fault {
        FormFault::Scope => page.text("school-bulk-back"),
        fault => page.value_text("school-acts", fault),
    }
}

/// The values that the field can have, with their texts.
fn list_options(
    page: &Page<'_>,
    fault: FormFault,
    choices: &member_acts::ActChoices,
) -> Vec<(String, String)> {
    match fault {
        FormFault::Scope | FormFault::Title => Vec::new(),
        FormFault::Act => ACTS.iter().map(|act| ((*act).to_owned(), page.text(&act_message(act)))).collect(),
        FormFault::Grade => {
            GRADE_CODES.iter().map(|code| ((*code).to_owned(), grade_name(page, code))).collect()
        }
        FormFault::Tag => {
            let tags = choices.tags.iter().map(|tag| (tag.id.to_string(), tag_name(tag)));
            let none = (NO_TAG_VALUE.to_owned(), page.text("school-acts-no-tag"));
            tags.chain([none]).collect()
        }
        FormFault::Group => {
            choices.groups.iter().map(|group| (group.id.to_string(), group.name.clone())).collect()
        }
        FormFault::Disability => DisabilityType::ALL
            .iter()
            .map(|kind| (kind.as_str().to_owned(), disability_name(page, *kind)))
            .collect(),
        FormFault::List => choices.lists.iter().map(|list| (list.id.clone(), list.name.clone())).collect(),
    }
}
