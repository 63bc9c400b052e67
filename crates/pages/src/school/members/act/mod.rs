//! /school/members/act: an act on several members, which is shown with its numbers before it is done.

mod cards;
mod form;
mod repair;
mod result;
mod views;

use services::ErrorKey;
use services::member_acts::{ActRequest, ActResult, apply, list_choices, preview};

use self::form::{ActForm, FormFault};
use crate::{Form, Result, Section, Visitor};

/// POST: what an act would do. It changes nothing. A form with an error is shown again, with those who were
/// chosen.
pub(super) async fn show_preview(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    let form = ActForm::from_fields(&fields);
    let act = match form.read_act() {
        Ok(act) => act,
        Err(fault) => return render_again(&visitor, &form, fault).await,
    };
    match preview(&visitor.op, &form.selection(), &act).await {
        Ok(shown) => Ok(views::render_preview(&visitor, (&form, &act), &shown, false)),
        Err(error) if error.key() == Some(ErrorKey::TitleNotFound) => {
            Ok(repair::render_form(&visitor, &form, FormFault::Title, None))
        }
        Err(error) => Err(error.into()),
    }
}

/// POST: does what was shown. If it would do something else by now, it is shown again.
pub(super) async fn apply_act(visitor: Visitor, Form(fields): Form) -> Result {
    let organization = &visitor.op.require_sponsor()?.organization.name;
    let form = ActForm::from_fields(&fields);
    let act = match form.read_act() {
        Ok(act) => act,
        Err(fault) => return render_again(&visitor, &form, fault).await,
    };
    let digest = fields.get("digest").unwrap_or_default().to_owned();
    let page = visitor.page(Section::Account);
    let cards = form.cards.to_request(&page, &act, organization);
    let request = ActRequest { selection: form.selection(), act, digest, cards };
    match apply(&visitor.op, &request).await? {
        ActResult::Finished(finished) => {
            Ok(result::render_result(page, organization, (&form, &request.act), finished))
        }
        ActResult::Outdated(shown) => {
            Ok(views::render_preview(&visitor, (&form, &request.act), &shown, true))
        }
    }
}

/// The form again with its error, and what it can name.
async fn render_again(visitor: &Visitor, form: &ActForm, fault: FormFault) -> Result {
    let choices = list_choices(&visitor.op).await?;
    Ok(repair::render_form(visitor, form, fault, Some(&choices)))
}
