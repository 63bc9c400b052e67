//! /desk/organizations/{id}/erase: what an erasure of an organization would do, and the erasure.

use axum::response::Response;
use domain::OrganizationId;
use services::erasure::{self, ErasureOutcome, OrganizationPreview, preview_organization};

use super::wording::obstacle_text;
use super::{as_refusal, certificate_path, identifier_field, read_identifier};
use crate::desk::organization_path;
use crate::desk::work::{claim_text, show_claim};
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::{Form, Page, Path, Result, Section, Visitor, render_with_status};

#[derive(askama::Template)]
#[template(path = "desk_erase_organization.html")]
struct OrganizationErasurePage<'a> {
    page: Page<'a>,
    name: String,
    path: String,
    /// Who else has taken work about the organization. Empty if nobody has.
    claim: String,
    /// Why the organization is not erased now. `None` if nothing forbids it.
    obstacle: Option<String>,
    /// The certificate, which is not finished while people wait. `None` before the erasure.
    certificate_href: Option<String>,
    /// Sentences with the numbers of people.
    people: Vec<String>,
    identifier: InputField,
    errors: Vec<InputError>,
}

/// GET: whom an erasure would concern.
pub(super) async fn show_form(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let shown = preview_organization(&visitor.op, &id).await?;
    let identifier = identifier_field(&page, shown.organization.id.as_str());
    Ok(render_preview(page, &shown, identifier))
}

/// POST: erases the organization whose identifier was typed.
pub(super) async fn erase_organization(
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let identifier = read_identifier(&page, &fields, &id);
    let shown = if identifier.error.is_some() {
        preview_organization(&visitor.op, &id).await?
    } else {
        match erasure::erase_organization(&visitor.op, &id).await? {
            ErasureOutcome::Begun(begun) => {
                let address = certificate_path(begun.id);
                return visitor.redirect_with_message("erasure-begun", &address);
            }
            ErasureOutcome::Claimed(claim) => {
                let path = format!("{}/erase", organization_path(&OrganizationId::from(id)));
                return Ok(show_claim(&visitor, &claim, &path));
            }
            // The form says why, for example because somebody is held since.
            ErasureOutcome::Refused(shown) => *shown,
        }
    };
    Ok(as_refusal(render_preview(page, &shown, identifier)))
}

fn render_preview(page: Page<'_>, preview: &OrganizationPreview, identifier: InputField) -> Response {
    let errors = list_errors(&[&identifier]);
    let counts = [
        ("erasure-people-members", preview.people.members),
        ("erasure-people-sponsors", preview.people.sponsors),
        ("erasure-people-linked", preview.people.linked),
        ("erasure-people-removed", preview.people.removed),
        ("erasure-people-held", preview.held),
    ];
    let page_view = OrganizationErasurePage {
        name: preview.organization.name.clone(),
        path: format!("{}/erase", organization_path(&preview.organization.id)),
        claim: preview.other_claim.as_ref().map(|claim| claim_text(&page, claim)).unwrap_or_default(),
        obstacle: preview.obstacle.map(|obstacle| obstacle_text(&page, obstacle)),
        certificate_href: preview.erasure.as_ref().map(|erasure| certificate_path(erasure.id)),
        people: counts.into_iter().map(|(message, count)| page.count(message, count)).collect(),
        identifier,
        errors,
        page,
    };
    render_with_status(inputs::form_status(&page_view.errors), &page_view)
}
