//! /system/staff: the library's staff, and who gets or loses a role (docs/rules/access.md#rule-28).

use axum::extract::Path;
use axum::response::Response;
use domain::AccountId;
use services::ErrorKey;
use services::staff::{self, StaffMember};

use super::staff_roles::list_role_links;
use crate::desk::{account_state_text, list_roles, person_path, sign_in_name_text};
use crate::inputs::{InputError, InputField, form_status};
use crate::{Fields, Link, Page, Query, Result, Section, Visitor};
use crate::{format_moment, list_errors, percent_encode, redirect_to, render, render_with_status};

const LIST_PATH: &str = "/system/staff";

struct StaffCard {
    link: Link,
    facts: Vec<(String, String)>,
}

#[derive(askama::Template)]
#[template(path = "system_staff.html")]
struct StaffPage<'a> {
    page: Page<'a>,
    person: InputField,
    errors: Vec<InputError>,
    staff: Vec<StaffCard>,
}

/// The address of the page about a person's roles.
pub(super) fn staff_path(id: &AccountId) -> String {
    format!("{LIST_PATH}/{}", percent_encode(id.as_str()))
}

/// GET: everybody with a role of staff, and the form that finds another person.
pub(super) async fn list_staff(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    if fields.get_untrimmed("person").is_some() {
        return find_person(&visitor, &fields).await;
    }
    let all = staff::list(&visitor.op).await?;
    let page = visitor.page(Section::Account);
    let person = person_field(&page);
    Ok(render_list(page, person, &all))
}

/// Leads to the person whom the form names, or shows the form again.
async fn find_person(visitor: &Visitor, fields: &Fields) -> Result {
    let page = visitor.page(Section::Account);
    let mut person = person_field(&page).read_from(&page, fields);
    if person.error.is_none() {
        match staff::get(&visitor.op, &person.value).await {
            Ok(member) => return redirect_to(&staff_path(&member.account.id)),
            Err(error) if error.key() == Some(ErrorKey::UserNotFound) => {
                person.error = Some(page.text("system-staff-unknown"));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(render_list(page, person, &[]))
}

fn person_field(page: &Page<'_>) -> InputField {
    InputField::new_required(page, "person", "system-staff-person")
        .with_hint(page.text("system-staff-person-hint"))
}

/// The page with these people. A form with an error stands alone.
fn render_list(page: Page<'_>, person: InputField, all: &[StaffMember]) -> Response {
    let errors = list_errors(&[&person]);
    let status = form_status(&errors);
    let card = |member: &StaffMember| StaffCard {
        link: Link::new(staff_path(&member.account.id), member.account.display_name()),
        facts: list_facts(&page, member),
    };
    let staff = all.iter().map(card).collect();
    render_with_status(status, &StaffPage { page, person, errors, staff })
}

/// How a person signs in, the site, the roles and the last sign-in.
fn list_facts(page: &Page<'_>, member: &StaffMember) -> Vec<(String, String)> {
    let account = &member.account;
    let last = member.last_sign_in.map(|at| format_moment(page, at));
    page.label_all_facts([
        ("desk-sign-in", sign_in_name_text(page, account)),
        ("desk-site", member.site_name.clone()),
        ("system-staff-account", account_state_text(page, account)),
        ("desk-roles", list_roles(page, account)),
        ("system-staff-last-sign-in", last.unwrap_or_else(|| page.text("system-staff-no-sign-in"))),
    ])
}

#[derive(askama::Template)]
#[template(path = "system_staff_member.html")]
struct MemberPage<'a> {
    page: Page<'a>,
    name: String,
    facts: Vec<(String, String)>,
    /// The questions that lead to other roles.
    questions: Vec<Link>,
    /// True if it is the administrator's own account, which keeps its roles.
    is_own: bool,
    person_href: String,
}

pub(super) async fn show_member(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_administrator()?;
    let member = staff::get(&visitor.op, &id).await?;
    let page = visitor.page(Section::Account);
    let is_own = visitor.op.signed_in_id() == Some(&member.account.id);
    Ok(render(&MemberPage {
        name: member.account.display_name(),
        facts: list_facts(&page, &member),
        questions: list_role_links(&page, &member.account, is_own),
        is_own,
        person_href: person_path(&member.account.id),
        page,
    }))
}
