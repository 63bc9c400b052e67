//! /collection/moves: a move of several titles, which is shown with its numbers before it is accepted.

mod form;
mod views;

use services::title_acts::{BulkMoveResult, apply, preview};

pub(super) use form::BulkMoveForm;

use super::start::render_start;
use crate::{Fields, Form, Result, Section, Visitor};
use views::{PreviewState, render_accepted, render_preview};

/// POST: what a move would do. It changes nothing. A form without titles or status is shown again.
pub(super) async fn show_preview(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_collection_staff()?;
    let form = BulkMoveForm::from_fields(&fields);
    match form.to_request() {
        Some(request) => {
            let shown = preview(&visitor.op, &request).await?;
            Ok(render_preview(visitor.page(Section::Account), (&form, request.to), &shown, PreviewState::New))
        }
        None => show_errors(&visitor, &fields, &form).await,
    }
}

/// Shows the page of the search with the form that lacks titles or a status.
async fn show_errors(visitor: &Visitor, fields: &Fields, form: &BulkMoveForm) -> Result {
    let errors = form.list_errors(&visitor.page(Section::Account));
    render_start(visitor, fields, form, errors).await
}

/// POST: accepts what was shown. If the move would do something else by now, it is shown again, as with a
/// comment that is wrong.
pub(super) async fn apply_moves(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_collection_staff()?;
    let form = BulkMoveForm::from_fields(&fields);
    let page = visitor.page(Section::Account);
    match (form.to_request(), form.check_comment(&page)) {
        (Some(request), errors) if errors.is_empty() => {
            match apply(&visitor.op, &request, &form.digest).await? {
                BulkMoveResult::Accepted(counts) => Ok(render_accepted(page, (&form, request.to), &counts)),
                BulkMoveResult::Outdated(shown) => {
                    Ok(render_preview(page, (&form, request.to), &shown, PreviewState::Outdated))
                }
            }
        }
        (Some(request), errors) => {
            let shown = preview(&visitor.op, &request).await?;
            Ok(render_preview(page, (&form, request.to), &shown, PreviewState::Wrong(errors)))
        }
        (None, _) => show_errors(&visitor, &fields, &form).await,
    }
}
