//! /system/organization-types: the types of organizations.

use axum::response::Response;
use domain::organization_types::{OrganizationType, is_name};
use services::organization_types;

use crate::inputs::{InputError, InputField, form_status};
use crate::question::Question;
use crate::{Fields, Form, Link, Page, Problem, Query, Result, Section, Visitor};
use crate::{list_errors, percent_encode, render_with_status};

const LIST_PATH: &str = "/system/organization-types";
const REMOVAL_PATH: &str = "/system/organization-types/remove";

struct TypeCard {
    name: String,
    description: String,
    change: Link,
    removal: Link,
}

impl TypeCard {
    fn new(page: &Page<'_>, kind: &OrganizationType) -> Self {
        let name = percent_encode(&kind.name);
        let with_name = |id: &str| page.with_name(id, &kind.description);
        Self {
            name: kind.name.clone(),
            description: kind.description.clone(),
            change: Link::new(format!("{LIST_PATH}?name={name}#set"), with_name("system-type-change")),
            removal: Link::new(format!("{REMOVAL_PATH}?name={name}"), with_name("system-remove")),
        }
    }
}

/// The form that adds a type or describes one, with what was typed.
struct TypeForm {
    name: InputField,
    description: InputField,
}

impl TypeForm {
    fn new(page: &Page<'_>) -> Self {
        Self {
            name: InputField::new_required(page, "name", "system-type-name")
                .with_hint(page.text("system-type-name-hint")),
            description: InputField::new_required(page, "description", "system-type-description"),
        }
    }

    fn from_type(page: &Page<'_>, kind: &OrganizationType) -> Self {
        let form = Self::new(page);
        Self {
            name: form.name.with_value(&kind.name),
            description: form.description.with_value(&kind.description),
        }
    }

    fn read(page: &Page<'_>, fields: &Fields) -> Self {
        let form = Self::new(page);
        let mut name = form.name.read_from(page, fields);
        if name.error.is_none() && !is_name(&name.value) {
            name.error = Some(page.text("system-type-name-wrong"));
        }
        Self { name, description: form.description.read_from(page, fields) }
    }

    fn to_type(&self) -> OrganizationType {
        OrganizationType { name: self.name.value.clone(), description: self.description.value.clone() }
    }
}

#[derive(askama::Template)]
#[template(path = "system_organization_types.html")]
struct TypesPage<'a> {
    page: Page<'a>,
    types: Vec<TypeCard>,
    form: TypeForm,
    errors: Vec<InputError>,
}

/// GET: all types. The form has the one that the address names.
pub(super) async fn list_types(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    let all = organization_types::list(&visitor.op).await?;
    let page = visitor.page(Section::Account);
    let chosen = fields.get("name").and_then(|name| all.iter().find(|kind| kind.name == name));
    let form = chosen.map_or_else(|| TypeForm::new(&page), |kind| TypeForm::from_type(&page, kind));
    Ok(render_list(page, &all, form))
}

/// The page with these types, or with the form alone if it has errors.
fn render_list(page: Page<'_>, all: &[OrganizationType], form: TypeForm) -> Response {
    let errors = list_errors(&[&form.name, &form.description]);
    let status = form_status(&errors);
    let types = all.iter().map(|kind| TypeCard::new(&page, kind)).collect();
    render_with_status(status, &TypesPage { page, types, form, errors })
}

/// POST: adds a type, or changes the description of one.
pub(super) async fn set_type(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let page = visitor.page(Section::Account);
    let form = TypeForm::read(&page, &fields);
    if form.name.error.is_some() || form.description.error.is_some() {
        return Ok(render_list(page, &[], form));
    }
    organization_types::set(&visitor.op, &form.to_type()).await?;
    visitor.redirect_with_message("system-type-saved", LIST_PATH)
}

pub(super) async fn ask_to_remove(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    let name = fields.get("name").ok_or(Problem::NotFound)?;
    let kind = organization_types::get(&visitor.op, name).await?;
    let page = visitor.page(Section::Account);
    let question = Question {
        heading: page.with_name("system-type-remove-question", &kind.description),
        subject: String::new(),
        paragraphs: vec![page.text("system-type-remove-text")],
        action: REMOVAL_PATH.to_owned(),
        fields: vec![("name", kind.name)],
        button: page.text("system-remove-now"),
        back: Link::new(LIST_PATH, page.text("system-types-back")),
    };
    Ok(question.render(page))
}

pub(super) async fn remove_type(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    let name = fields.get("name").ok_or(Problem::NotFound)?;
    organization_types::remove(&visitor.op, name).await?;
    visitor.redirect_with_message("system-type-removed", LIST_PATH)
}
