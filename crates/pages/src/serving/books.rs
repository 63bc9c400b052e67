//! Books: put on the shelf of the person, and ordered as copies.

use domain::{Format, TitleId};
use services::serving::{BookOrder, OrderOutcome, OrderedCopy, assign_title, order_copy};

use super::address::{ServedPath, search_path};
use super::to_problem;
use super::view::{ServiceDraft, read_words, refusal_error, render_view};
use crate::{Fields, Form, Problem, Result, Visitor};

/// POST: the title is assigned to the person.
pub(super) async fn put_on_shelf(
    visitor: Visitor,
    ServedPath(person): ServedPath,
    Form(fields): Form,
) -> Result {
    let back_path = search_path(&person, read_words(&fields).as_deref());
    assign_title(&visitor.op, &person, read_title(&fields)?).await.map_err(to_problem)?;
    visitor.redirect_with_message("serve-assigned", &back_path)
}

/// POST: a copy is ordered. A refusal is shown at the titles.
pub(super) async fn order(visitor: Visitor, ServedPath(person): ServedPath, Form(fields): Form) -> Result {
    let words = read_words(&fields);
    let order = BookOrder {
        title: read_title(&fields)?,
        format: fields.get("format").and_then(Format::from_path).ok_or(Problem::Unreadable)?,
        sends_email: fields.get("email").is_some() && visitor.pages.settings.sends_mail,
        words: words.as_deref(),
    };
    let outcome = order_copy(&visitor.op, &person, order).await.map_err(to_problem)?;
    let copy = match outcome {
        OrderOutcome::Ordered(copy) => copy,
        OrderOutcome::Refused(code, shown) => {
            let error = refusal_error(&visitor, &shown, code);
            let draft = ServiceDraft { words, errors: vec![error], ..ServiceDraft::default() };
            return Ok(render_view(&visitor, (&person, &*shown), draft));
        }
    };
    let message = match copy {
        OrderedCopy::Ready => "serve-ordered-ready",
        OrderedCopy::Pending { sends_email: true } => "serve-ordered-email",
        OrderedCopy::Pending { sends_email: false } => "serve-ordered",
    };
    visitor.redirect_with_message(message, &search_path(&person, words.as_deref()))
}

fn read_title(fields: &Fields) -> Result<TitleId> {
    fields.get("title").and_then(|number| number.parse().ok()).ok_or(Problem::Unreadable)
}
