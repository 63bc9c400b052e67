//! /desk/people/{id}/why: the decision of the access rule for a person, a title and a format, in sentences.

use domain::ids::AccountId;
use layout::reasons::{message_id_for, next_book_text};
use services::desk::{AccessAnswer, AccessQuestion, explain_access};

use super::person_path;
use super::question::QuestionForm;
use crate::inputs::{self, InputError, list_errors};
use crate::remedies::{RemedyReader, remedy_text};
use crate::{Link, Page, Path, Query, Result, Section, Visitor, format_name, render_with_status};

/// A reason that closes the title, and what would remove it.
struct ReasonView {
    text: String,
    change: String,
}

struct AnswerView {
    title: Link,
    verdict: String,
    reasons: Vec<ReasonView>,
    /// Sentences about what is worth knowing and closes nothing.
    notes: Vec<String>,
}

#[derive(askama::Template)]
#[template(path = "desk_why.html")]
struct WhyPage<'a> {
    page: Page<'a>,
    name: String,
    person_href: String,
    question: QuestionForm,
    errors: Vec<InputError>,
    answer: Option<AnswerView>,
}

pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let person = AccountId::from(id);
    let (mut form, format) = QuestionForm::from_fields(&page, &person, &fields);
    let title = inputs::parse_title_number(&form.title.value);
    let check = explain_access(&visitor.op, AccessQuestion { person: &person, title, format }).await?;
    if check.answer.is_none() && form.title.error.is_none() {
        form.title.error = Some(page.text("desk-why-title-unknown"));
    }
    let errors = list_errors(&[&form.title]);
    let format = format_name(&page, format);
    let status = inputs::form_status(&errors);
    let shown = WhyPage {
        name: check.account.display_name(),
        person_href: person_path(&person),
        question: form,
        errors,
        answer: check.answer.map(|answer| answer_view(&page, &answer, &format)),
        page,
    };
    Ok(render_with_status(status, &shown))
}

fn answer_view(page: &Page<'_>, answer: &AccessAnswer, format: &str) -> AnswerView {
    let reason_text = |code| page.text(&message_id_for(code, answer.adult_content_bar));
    let (mut reasons, mut notes) = (Vec::new(), Vec::new());
    for alert in &answer.alerts {
        match remedy_text(page, alert.code, RemedyReader::Staff) {
            Some(change) => reasons.push(ReasonView { text: reason_text(alert.code), change }),
            None => notes.push(reason_text(alert.code)),
        }
    }
    if !answer.has_format {
        reasons.push(ReasonView {
            text: page.with_name("desk-why-no-format", format),
            change: page.text("desk-change-format"),
        });
    }
    notes.extend(answer.next_book.map(|next| next_book_text(page, next)));
    AnswerView {
        title: Link::for_title(format!("/titles/{}", answer.title.id), &answer.title),
        verdict: page.with_name(if answer.is_open { "desk-why-open" } else { "desk-why-closed" }, format),
        reasons,
        notes,
    }
}
