//! /desk/people/{id}/erase: what an erasure of a person would do, the erasure, and holds.

use axum::response::Response;
use domain::AccountId;
use services::erasure::{ErasureOutcome, PersonPreview, erase, preview, release_hold, set_hold};
use services::values::SingleLineText;

use super::wording::{list_erased, list_retained, obstacle_text};
use super::{as_refusal, certificate_path, identifier_field, read_identifier};
use crate::desk::person_path;
use crate::desk::work::{claim_text, show_claim};
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::{Form, Page, Path, Result, Section, Visitor, format_day_of, render_with_status};

const MAX_REASON_CHARS: usize = 500;

#[derive(askama::Template)]
#[template(path = "desk_erase_person.html")]
struct PersonErasurePage<'a> {
    page: Page<'a>,
    name: String,
    path: String,
    /// Who else has taken work about the person. Empty if nobody has.
    claim: String,
    /// Why the person is not erased now. `None` if nothing forbids it.
    obstacle: Option<String>,
    /// The certificate of an erased person. `None` before.
    certificate_href: Option<String>,
    erased: Vec<String>,
    retained: Vec<String>,
    identifier: InputField,
    /// Since when the person is held, and why. `None` if there is no hold.
    hold: Option<(String, String)>,
    reason: InputField,
    errors: Vec<InputError>,
}

/// GET: what would go and what would stay.
pub(super) async fn show_form(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let shown = preview(&visitor.op, &id).await?;
    let fields = (identifier_field(&page, shown.account.id.as_str()), reason_field(&page));
    Ok(render_preview(page, &shown, fields))
}

/// POST: erases the person whose identifier was typed.
pub(super) async fn erase_person(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let identifier = read_identifier(&page, &fields, &id);
    let shown = if identifier.error.is_some() {
        preview(&visitor.op, &id).await?
    } else {
        match erase(&visitor.op, &id).await? {
            ErasureOutcome::Begun(erasure) => {
                let address = certificate_path(erasure.id);
                return visitor.redirect_with_message("erasure-done", &address);
            }
            ErasureOutcome::Claimed(claim) => {
                let path = format!("{}/erase", person_path(&AccountId::from(id)));
                return Ok(show_claim(&visitor, &claim, &path));
            }
            // The form says why, for example because the person is held since.
            ErasureOutcome::Refused(shown) => *shown,
        }
    };
    let reason = reason_field(&page);
    Ok(as_refusal(render_preview(page, &shown, (identifier, reason))))
}

/// POST: keeps the person from being erased.
pub(super) async fn hold_person(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let reason = reason_field(&page).read_from(&page, &fields);
    if reason.error.is_some() {
        let shown = preview(&visitor.op, &id).await?;
        let identifier = identifier_field(&page, shown.account.id.as_str());
        Ok(render_preview(page, &shown, (identifier, reason)))
    } else {
        let account = set_hold(&visitor.op, &id, SingleLineText(reason.value)).await?;
        let address = format!("{}/erase", person_path(&account.id));
        visitor.redirect_with_message("erasure-hold-done", &address)
    }
}

pub(super) async fn release_person(visitor: Visitor, Path(id): Path<String>, Form(_): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let account = release_hold(&visitor.op, &id).await?;
    let address = format!("{}/erase", person_path(&account.id));
    visitor.redirect_with_message("erasure-release-done", &address)
}

fn reason_field(page: &Page<'_>) -> InputField {
    InputField::new_required(page, "reason", "erasure-hold-reason").with_max_chars(MAX_REASON_CHARS)
}

fn render_preview(
    page: Page<'_>,
    preview: &PersonPreview,
    (identifier, reason): (InputField, InputField),
) -> Response {
    let errors = list_errors(&[&identifier, &reason]);
    let hold = |hold: &services::erasure::ErasureHold| {
        let since = format_day_of(&page, hold.held);
        (page.format("erasure-hold-since", &[("date", since.as_str().into())]), hold.reason.clone())
    };
    let page_view = PersonErasurePage {
        name: display_name(&page, preview),
        claim: preview.other_claim.as_ref().map(|claim| claim_text(&page, claim)).unwrap_or_default(),
        obstacle: preview.obstacle.map(|obstacle| obstacle_text(&page, obstacle)),
        certificate_href: preview.erasure.as_ref().map(|erasure| certificate_path(erasure.id)),
        erased: list_erased(&page, &preview.report),
        retained: list_retained(&page, &preview.report),
        hold: preview.hold.as_ref().map(hold),
        path: person_path(&preview.account.id),
        identifier,
        reason,
        errors,
        page,
    };
    render_with_status(inputs::form_status(&page_view.errors), &page_view)
}

/// The name of the person; the identifier of people whose name is erased.
fn display_name(page: &Page<'_>, shown: &PersonPreview) -> String {
    let name = shown.account.display_name();
    if name.is_empty() { page.with_name("erasure-nameless", shown.account.id.as_str()) } else { name }
}
