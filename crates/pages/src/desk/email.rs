//! /desk/people/{id}/email: an email from a template, shown to staff before it is sent.

use askama::Template;
use axum::Router;
use axum::extract::Path;
use axum::response::Response;
use axum::routing::{get, post};
use domain::ids::AccountId;
use layout::Language;
use mail::staff_texts::{StaffNotice, wrap_words};
use mail::texts::EmailText as _;
use services::staff_emails::{
    self, EMAIL_LINK_PATH, EmailDraft, MAX_SENTENCE_CHARS, RecipientView, SendOutcome, StaffEmail,
    StaffEmailKind,
};
use services::values::Text;

use super::person_path;
use super::wording::staff_name;
use crate::inputs::{self, Choice, InputError};
use crate::{
    Fields, Form, Page, Pages, Problem, Query, Result, Section, Visitor, format_moment, render,
    render_with_status,
};

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/desk/people/{id}/email", get(show_form).post(show_preview))
        .route("/desk/people/{id}/email/send", post(send_email))
}

#[derive(Default)]
struct TypedEmail {
    kind: Option<StaffEmailKind>,
    /// `None` for that of the person.
    language: Option<Language>,
    sentence: String,
    /// Number of the last email before, as the preview knew it.
    last_email: i64,
}

impl TypedEmail {
    fn from_fields(fields: &Fields) -> Self {
        let sentence = fields.get("sentence").unwrap_or_default().replace(char::is_control, " ");
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let tag = fields.get("language").unwrap_or_default();
        Self {
            kind: fields.get("kind").and_then(|kind| kind.parse().ok()),
            language: Language::ALL.into_iter().find(|language| language.tag() == tag),
            sentence: words.join(" "),
            // A form without the number has not seen any preview: nothing is sent.
            last_email: fields.get("last").and_then(|number| number.parse().ok()).unwrap_or(-1),
        }
    }

    /// The email, or everything that is wrong with it.
    fn to_draft(&self, page: &Page<'_>) -> Result<EmailDraft, Vec<InputError>> {
        let mut errors = Vec::new();
        let mut report = |field, message: &str| {
            errors.push(InputError { field, text: page.count(message, MAX_SENTENCE_CHARS as u64) });
        };
        if self.kind.is_none() {
            report("kind", "staff-email-kind-missing");
        }
        if self.language.is_none() {
            report("language", "staff-email-language-missing");
        }
        if self.sentence.chars().count() > MAX_SENTENCE_CHARS {
            report("sentence", "staff-email-sentence-long");
        } else if self.sentence.is_empty() && self.kind.is_some_and(StaffEmailKind::needs_sentence) {
            report("sentence", "staff-email-sentence-missing");
        }
        match self.kind.zip(self.language).filter(|_| errors.is_empty()) {
            Some((kind, language)) => {
                let sentence = (!self.sentence.is_empty()).then(|| Text(self.sentence.clone()));
                Ok(EmailDraft { kind, language, sentence, last_email: self.last_email })
            }
            None => Err(errors),
        }
    }
}

#[derive(Template)]
#[template(path = "desk_email.html")]
struct EmailPage<'a> {
    page: Page<'a>,
    name: String,
    person_href: String,
    /// Why no email can be sent. Empty if one can.
    obstacle: String,
    /// The person's email address. Empty if there is none.
    address: String,
    kinds: Vec<Choice>,
    languages: Vec<Choice>,
    sentence: String,
    sentence_hint: String,
    /// Emails so far, each with its sentence, which may be empty.
    sent: Vec<(String, String)>,
    errors: Vec<InputError>,
}

#[derive(Template)]
#[template(path = "desk_email_preview.html")]
struct EmailPreviewPage<'a> {
    page: Page<'a>,
    name: String,
    person_href: String,
    address: String,
    subject: String,
    text: String,
    kind: &'static str,
    /// BCP 47 tag.
    language: &'static str,
    sentence: String,
    /// Number of the last email before this one.
    last_email: i64,
}

/// The address of the form in which a template is chosen.
pub(super) fn template_path(id: &AccountId, kind: StaffEmailKind) -> String {
    format!("{}/email?kind={kind}", person_path(id))
}

/// GET: the form, with the template that the address names.
async fn show_form(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result<Response> {
    visitor.op.require_membership_staff()?;
    let view = staff_emails::open_recipient(&visitor.op, &AccountId::from(id)).await?;
    let kind = fields.get("kind").and_then(|kind| kind.parse().ok());
    let typed = TypedEmail { kind, ..TypedEmail::default() };
    Ok(render_form(&visitor, &view, (typed, Vec::new())))
}

/// POST: the email as it will be sent, or the form again, to change it.
async fn show_preview(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result<Response> {
    visitor.op.require_membership_staff()?;
    let typed = TypedEmail::from_fields(&fields);
    let view = staff_emails::open_recipient(&visitor.op, &AccountId::from(id)).await?;
    if fields.get("change").is_some() || !can_send(&visitor.pages, &view) {
        return Ok(render_form(&visitor, &view, (typed, Vec::new())));
    }
    match typed.to_draft(&visitor.page(Section::Account)) {
        Ok(draft) => render_preview(&visitor, &view, &draft),
        Err(errors) => Ok(render_form(&visitor, &view, (typed, errors))),
    }
}

async fn send_email(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result<Response> {
    visitor.op.require_membership_staff()?;
    let id = AccountId::from(id);
    let typed = TypedEmail::from_fields(&fields);
    match typed.to_draft(&visitor.page(Section::Account)) {
        Ok(draft) if visitor.pages.settings.sends_mail => {
            let message = match staff_emails::send(&visitor.op, &id, draft).await? {
                SendOutcome::Sent => "staff-email-sent",
                SendOutcome::SentBefore => "staff-email-sent-before",
            };
            let address = format!("{}/email", person_path(&id));
            visitor.redirect_with_message(message, &address)
        }
        outcome => {
            let errors = outcome.err().unwrap_or_default();
            let view = staff_emails::open_recipient(&visitor.op, &id).await?;
            Ok(render_form(&visitor, &view, (typed, errors)))
        }
    }
}

/// Returns true if the library sends emails and the person has an address.
fn can_send(pages: &Pages, view: &RecipientView) -> bool {
    pages.settings.sends_mail && view.account.email.is_some()
}

/// Why no email can be sent to the person. Empty if one can.
fn describe_obstacle(page: &Page<'_>, pages: &Pages, view: &RecipientView) -> String {
    if can_send(pages, view) {
        String::new()
    } else if pages.settings.sends_mail {
        page.text("staff-email-no-address")
    } else {
        page.text("staff-email-no-server")
    }
}

fn render_form(
    visitor: &Visitor,
    view: &RecipientView,
    (typed, errors): (TypedEmail, Vec<InputError>),
) -> Response {
    let page = visitor.page(Section::Account);
    let own_language = view.account.language.as_deref().and_then(Language::from_tag).unwrap_or_default();
    let chosen = typed.language.unwrap_or(own_language);
    let language =
        |language: Language| Choice::new(language.tag(), language.name().to_owned(), language == chosen);
    let shown = EmailPage {
        name: view.account.display_name(),
        person_href: person_path(&view.account.id),
        obstacle: describe_obstacle(&page, &visitor.pages, view),
        address: view.account.email.clone().unwrap_or_default(),
        kinds: Choice::list_all(
            |kind| template_name(&page, kind, view.is_more_needed),
            |kind| typed.kind == Some(kind),
        ),
        languages: Language::ALL.into_iter().map(language).collect(),
        sentence_hint: page.count("staff-email-sentence-hint", MAX_SENTENCE_CHARS as u64),
        sent: view.sent.iter().map(|email| sent_line(&page, view, email)).collect(),
        sentence: typed.sentence,
        errors,
        page,
    };
    render_with_status(inputs::form_status(&shown.errors), &shown)
}

pub(super) fn kind_name(page: &Page<'_>, kind: StaffEmailKind) -> String {
    page.value_text("staff-email", kind)
}

/// The name of a template for a person, who may have been asked for more than the proof that they have
/// submitted.
fn template_name(page: &Page<'_>, kind: StaffEmailKind, is_more_needed: bool) -> String {
    if is_more_needed && kind == StaffEmailKind::ProofMissing {
        page.text("staff-email-proof-more")
    } else {
        kind_name(page, kind)
    }
}

fn sent_line(page: &Page<'_>, view: &RecipientView, email: &StaffEmail) -> (String, String) {
    let by = staff_name(page, &view.names, email.sent_by.as_ref());
    let line = format!("{} · {} · {by}", format_moment(page, email.sent), kind_name(page, email.kind));
    (line, email.sentence.clone().unwrap_or_default())
}

/// The email as the worker will write it.
fn render_preview(visitor: &Visitor, view: &RecipientView, draft: &EmailDraft) -> Result<Response> {
    let page = visitor.page(Section::Account);
    let (name, address) = (view.account.display_name(), view.account.email.clone().unwrap_or_default());
    let sentence = draft.sentence.as_ref().map(|sentence| sentence.0.clone()).unwrap_or_default();
    let notice = StaffNotice {
        site: &view.site_name,
        name: &name,
        kind: draft.kind,
        is_more_needed: view.is_more_needed,
        sentence: &wrap_words(&sentence),
        subscription_end: view.subscription_end,
        link: &page.absolute_address(EMAIL_LINK_PATH),
        language: draft.language,
    };
    let email = notice.email(&address, &name).map_err(|_| Problem::Trouble)?;
    Ok(render(&EmailPreviewPage {
        person_href: person_path(&view.account.id),
        subject: email.subject,
        text: email.text,
        kind: draft.kind.as_str(),
        language: draft.language.tag(),
        last_email: view.last_email_number(),
        name,
        address,
        sentence,
        page,
    }))
}

#[cfg(test)]
mod tests {
    use services::staff_emails::StaffEmailKind;

    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn every_template_has_a_name_in_every_language() {
        assert_messages(value_messages::<StaffEmailKind>("staff-email"));
    }
}
