//! A form to request membership. The response to a valid form is the same for every email address.

use std::marker::PhantomData;

use askama::Template;
use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use domain::joining::Applicant;
use domain::{MAIN_SITE, SiteId};
use layout::inputs::{InputError, InputField};
use oauth::{Fault, Params};
use services::joining::{self, ApplicantKind, JoinChoices, JoinFormRequest, NewJoinRequest};
use services::values::{Email, ParseValue as _};

use super::references;
use crate::outcome::{self, Outcome};
use crate::replies::retry_seconds;
use crate::{
    FormParams, FormProblem, MainSitePage, Page, PeerAddress, SignInFlow, WebState, form_flow, problem,
};

/// A field that people do not see: programs that fill in every field are recognized by it.
pub(super) const TRAP_FIELD: &str = "website";

/// A kind of such forms.
pub(super) trait JoinForm: Sized + Send + Sync + 'static {
    const PATH: &'static str;

    const KIND: ApplicantKind;

    /// The empty form, or the submitted one with its errors.
    fn read(state: &WebState, choices: JoinChoices, sent: Option<&Params>) -> Result<Self, FormProblem>;

    fn email(&mut self) -> &mut InputField;

    /// Faults, in the order of the fields.
    fn errors(&self) -> Vec<InputError>;

    /// The applicant. `None` if there are errors.
    fn applicant(&self) -> Option<Applicant>;

    fn page<'a>(&'a self, frame: JoinFrame<'a>) -> impl Template + 'a;
}

/// Values that every page with such a form shows.
pub(super) struct JoinFrame<'a> {
    pub(super) page: &'a Page,
    pub(super) flow: &'a str,
    pub(super) action: &'static str,
    pub(super) trap: &'static str,
    pub(super) errors: &'a [InputError],
}

pub(super) fn routes<F: JoinForm>() -> Router<WebState> {
    Router::new().route(F::PATH, get(show::<F>).post(post::<F>))
}

/// The page of the form `F`, if it is open: the site admits such applicants, and emails can be sent.
struct OpenForm<F> {
    state: WebState,
    choices: JoinChoices,
    form: PhantomData<F>,
}

impl<F: JoinForm> FromRequestParts<WebState> for OpenForm<F> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &WebState) -> Result<Self, Response> {
        let Ok(MainSitePage(state)) = MainSitePage::from_request_parts(parts, state).await;
        if !state.settings.sends_mail {
            return Err(closed_response(&state));
        }
        let reference = references::named_reference(parts);
        let form = JoinFormRequest { kind: F::KIND, reference: reference.as_deref() };
        match joining::find_choices(&state.operation(), &SiteId::from(MAIN_SITE), form).await {
            Ok(Some(choices)) => Ok(Self { state, choices, form: PhantomData }),
            Ok(None) => Err(closed_response(&state)),
            Err(error) => Err(FormProblem::from(error).into_page(&state.page)),
        }
    }
}

async fn show<F: JoinForm>(OpenForm { state, choices, .. }: OpenForm<F>) -> Response {
    if let Some(chosen) = choices.reference.as_ref().filter(|chosen| chosen.is_registered) {
        return registered_response(&state, &chosen.entry.name);
    }
    let begun = F::read(&state, choices, None)
        .map(|form| form_flow::start_flow(&state, "", |flow| page(&state, flow, &form, None)));
    form_flow::page_or_problem(&state, begun)
}

pub(super) fn closed_response(state: &WebState) -> Response {
    problem::render_problem(&state.page, StatusCode::NOT_FOUND, "join-closed-heading", "join-closed-text")
}

/// The page for a visitor who has chosen a registered organization. It explains whom to contact, without
/// names.
fn registered_response(state: &WebState, name: &str) -> Response {
    let page = &state.page;
    let answer = Outcome {
        heading: page.text("join-exists-heading"),
        texts: vec![page.with_name("join-exists-chosen", name), page.text("join-exists-ask")],
        link: Some((references::PATH, page.text("join-find-again"))),
    };
    outcome::outcome_page(page, &answer)
}

async fn post<F: JoinForm>(
    OpenForm { state, choices, .. }: OpenForm<F>,
    peer: PeerAddress,
    headers: HeaderMap,
    FormParams(sent): FormParams,
) -> Response {
    form_flow::page_or_problem(&state, proceed::<F>(&state, choices, &peer, &headers, sent).await)
}

async fn proceed<F: JoinForm>(
    state: &WebState,
    choices: JoinChoices,
    peer: &PeerAddress,
    headers: &HeaderMap,
    sent: Result<Params, Fault>,
) -> Result<Response, FormProblem> {
    let sent = sent?;
    let flow = form_flow::open_flow(state, headers, &sent)?;
    let mut form = F::read(state, choices, Some(&sent))?;
    let email = read_email(&state.page, form.email());
    let (Some(applicant), Some(email)) = (form.applicant(), email) else {
        return Ok(page(state, &flow.next_step(None, state.current_time()), &form, None));
    };
    // A program gets the same response as a person.
    if sent.get(TRAP_FIELD)?.is_none_or(str::is_empty) {
        let site = SiteId::from(MAIN_SITE);
        let language = state.page.language().tag();
        let new = NewJoinRequest { site: &site, applicant, email: &email, language, peer: peer.peer() };
        match joining::request(&state.operation(), new).await {
            Ok(()) => {}
            Err(services::Error::Wait { seconds, .. }) => {
                let wait = retry_seconds(seconds);
                form.email().error = Some(state.page.wait_text("forgot-wait", wait));
                return Ok(page(state, &flow.next_step(None, state.current_time()), &form, Some(wait)));
            }
            Err(error) => return Err(error.into()),
        }
    }
    let answer = Outcome {
        heading: state.page.text("join-sent-heading"),
        texts: vec![state.page.text("join-sent-text"), state.page.text("join-sent-help")],
        link: None,
    };
    Ok(form_flow::end_flow(state, &flow, outcome::outcome_page(&state.page, &answer)))
}

/// The email address. A field without one gets its error.
fn read_email(page: &Page, field: &mut InputField) -> Option<Email> {
    if field.error.is_some() {
        return None;
    }
    let email = Email::parse_value(&field.value).ok();
    if email.is_none() {
        field.error = Some(page.text("join-email-wrong"));
    }
    email
}

fn page<F: JoinForm>(state: &WebState, flow: &SignInFlow, form: &F, wait: Option<u32>) -> Response {
    let errors = form.errors();
    let flow = flow.seal(&state.settings.form_key);
    let frame =
        JoinFrame { page: &state.page, flow: &flow, action: F::PATH, trap: TRAP_FIELD, errors: &errors };
    form_flow::form_page(&form.page(frame), &errors, wait, None)
}
