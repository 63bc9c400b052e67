//! /school/year: a new school year, which is shown with its numbers before it is done
//! (docs/rules/organizations.md#rule-16).

mod form;
mod preview;

use axum::Router;
use axum::routing::{get, post};
use services::ErrorKey;
use services::school_year::{self, YearResult};

use self::form::{FormFault, YearForm};
use crate::{Form, Pages, Query, Result, Visitor};

const FORM_PATH: &str = "/school/year";

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/school/year", get(show_form).post(show_preview))
        .route("/school/year/apply", post(apply_year))
}

/// GET: the form, with the choices of the address.
async fn show_form(visitor: Visitor, Query(fields): Query) -> Result {
    form::render_form(&visitor, &YearForm::from_fields(&fields), None)
}

/// POST: what a new school year would do. It changes nothing.
async fn show_preview(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    let form = YearForm::from_fields(&fields);
    let Some(choices) = form.read_choices() else {
        return form::render_form(&visitor, &form, Some(FormFault::LastGrade));
    };
    match school_year::preview(&visitor.op, &choices).await {
        Ok(shown) => Ok(preview::render_preview(&visitor, (&form, &choices), &shown, false)),
        // The organization has too many members: the choices were read above.
        Err(error) if error.key() == Some(ErrorKey::InvalidParameter) => {
            form::render_form(&visitor, &form, Some(FormFault::TooManyMembers))
        }
        Err(error) => Err(error.into()),
    }
}

/// POST: does what was shown, and leads to the run that undoes it. If it would do something else by now, it
/// is shown again.
async fn apply_year(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    let form = YearForm::from_fields(&fields);
    let Some(choices) = form.read_choices() else {
        return form::render_form(&visitor, &form, Some(FormFault::LastGrade));
    };
    let digest = fields.get("digest").unwrap_or_default();
    match school_year::apply(&visitor.op, &choices, digest).await? {
        YearResult::Finished(Some(run)) => {
            visitor.redirect_with_message("school-year-done", &format!("/school/runs/{run}"))
        }
        YearResult::Finished(None) => visitor.redirect_with_message("school-year-no-effect", "/school/runs"),
        YearResult::Outdated(shown) => Ok(preview::render_preview(&visitor, (&form, &choices), &shown, true)),
    }
}
