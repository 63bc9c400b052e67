//! The page that the link in an email opens: the holder of the key may submit the form once.

use askama::Template;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use axum::{RequestPartsExt as _, Router};
use domain::SiteId;
use oauth::{Fault, Params};
use services::{Operation, sites};

use crate::outcome::{self, Outcome};
use crate::{FormParams, FormProblem, MainSitePage, Page, SignInFlow, WebState, form_flow, problem};
use layout::inputs::{InputError, form_status};
use layout::{Language, html};

/// The form of a page about a subject, with its values and errors.
pub(crate) trait EmailForm<Subject>: Sized + Send + Sync {
    type Content;

    /// The submitted form; empty before.
    fn read(page: &Page, subject: &Subject, sent: Option<&Params>) -> Result<Self, Fault>;

    fn errors(&self) -> Vec<InputError>;

    /// The valid content. `None` if there are errors.
    fn content(&self) -> Option<Self::Content>;
}

pub(crate) trait EmailPage: Send + Sync + 'static {
    /// The path before the key.
    const PATH_PREFIX: &'static str;
    /// The message that explains a key that is no longer valid.
    const USED_MESSAGE_ID: &'static str;
    type Subject: Send + Sync + 'static;
    type PageForm: EmailForm<Self::Subject, Content = Self::Content>;
    /// The valid content of the form.
    type Content: Send;

    /// The subject of this key; `None` if the key is not valid, or no longer.
    fn find_subject(
        state: &WebState,
        key: &str,
    ) -> impl Future<Output = Result<Option<Self::Subject>, FormProblem>> + Send;

    /// The site that the email is about: the page shows its name.
    fn site(subject: &Self::Subject) -> &SiteId;

    /// The language of the reader of the page, a tag or code. `None` to use the browser's.
    fn language(subject: &Self::Subject) -> Option<&str>;

    /// The page with the form: a template, shown by [`EmailFrame::show`].
    fn render(frame: &EmailFrame<'_>, subject: &Self::Subject, form: &Self::PageForm) -> Response;

    /// The operation that applies the form, with the endpoint as the audit names it.
    fn begin_operation(state: &WebState) -> Operation {
        state.operation().with_endpoint(format!("POST {}/{{key}}", Self::PATH_PREFIX).into())
    }

    /// Applies the form; `None` if the key was used in the meantime.
    fn apply(
        state: &WebState,
        key: &str,
        subject: &Self::Subject,
        content: Self::Content,
    ) -> impl Future<Output = Result<Option<Outcome<'static>>, FormProblem>> + Send;
}

/// Common contents of all pages with such a form.
pub(crate) struct EmailFrame<'a> {
    pub(crate) page: &'a Page,
    pub(crate) flow: &'a str,
    pub(crate) action: &'a str,
    pub(crate) errors: &'a [InputError],
}

impl EmailFrame<'_> {
    pub(crate) fn show(&self, page: &impl Template) -> Response {
        html::private_page(form_status(self.errors), page, None)
    }
}

pub(crate) fn routes<P: EmailPage>() -> Router<WebState> {
    Router::new().route(&format!("{}/{{key}}", P::PATH_PREFIX), get(show_form::<P>).post(submit::<P>))
}

struct KeyHolder<P: EmailPage> {
    /// The state for a page about the subject: with the name of its site, and in the language of its reader.
    state: WebState,
    key: String,
    /// `None` if the key is not valid, or no longer.
    subject: Option<P::Subject>,
}

impl<P: EmailPage> FromRequestParts<WebState> for KeyHolder<P> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &WebState) -> Result<Self, Response> {
        // A path that is not text is refused before.
        let key = parts.extract::<Path<String>>().await.map(|Path(key)| key).unwrap_or_default();
        let Ok(MainSitePage(state)) = MainSitePage::from_request_parts(parts, state).await;
        Self::identify(&state, key).await.map_err(|problem| problem.into_page(&state.page))
    }
}

impl<P: EmailPage> KeyHolder<P> {
    async fn identify(state: &WebState, key: String) -> Result<Self, FormProblem> {
        let Some(subject) = P::find_subject(state, &key).await? else {
            return Ok(Self { state: state.clone(), key, subject: None });
        };
        let site = sites::find(&state.operation(), P::site(&subject)).await?;
        let state = state.for_site(site.as_ref()).await;
        let state = match P::language(&subject).and_then(Language::from_tag) {
            Some(language) => state.with_page(state.page.in_language(language)),
            None => state,
        };
        Ok(Self { state, key, subject: Some(subject) })
    }
}

async fn show_form<P: EmailPage>(holder: KeyHolder<P>) -> Response {
    form_flow::page_or_problem(&holder.state, start(&holder))
}

fn start<P: EmailPage>(KeyHolder { state, key, subject }: &KeyHolder<P>) -> Result<Response, FormProblem> {
    let Some(subject) = subject else { return Ok(render_used::<P>(state)) };
    let form = <P::PageForm as EmailForm<_>>::read(&state.page, subject, None)?;
    Ok(form_flow::start_flow(state, key, |flow| render_form::<P>(state, flow, subject, &form)))
}

async fn submit<P: EmailPage>(
    holder: KeyHolder<P>,
    headers: HeaderMap,
    FormParams(form): FormParams,
) -> Response {
    form_flow::page_or_problem(&holder.state, process(&holder, &headers, form).await)
}

async fn process<P: EmailPage>(
    KeyHolder { state, key, subject }: &KeyHolder<P>,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, FormProblem> {
    let form = form?;
    let flow = form_flow::open_flow(state, headers, &form)?;
    // A form belongs to the email that it was opened from.
    if flow.query != *key {
        return Err(FormProblem::Stale);
    }
    let Some(subject) = subject else { return Ok(render_used::<P>(state)) };
    let page_form = <P::PageForm as EmailForm<_>>::read(&state.page, subject, Some(&form))?;
    let Some(content) = EmailForm::<P::Subject>::content(&page_form) else {
        return Ok(render_form::<P>(state, &flow.next_step(None, state.current_time()), subject, &page_form));
    };
    let Some(outcome) = P::apply(state, key, subject, content).await? else {
        return Ok(render_used::<P>(state));
    };
    Ok(form_flow::end_flow(state, &flow, outcome::outcome_page(&state.page, &outcome)))
}

fn render_form<P: EmailPage>(
    state: &WebState,
    flow: &SignInFlow,
    subject: &P::Subject,
    form: &P::PageForm,
) -> Response {
    let frame = EmailFrame {
        page: &state.page,
        flow: &flow.seal(&state.settings.form_key),
        action: &format!("{}/{}", P::PATH_PREFIX, flow.query),
        errors: &EmailForm::<P::Subject>::errors(form),
    };
    P::render(&frame, subject, form)
}

fn render_used<P: EmailPage>(state: &WebState) -> Response {
    problem::render_problem(&state.page, StatusCode::NOT_FOUND, "link-used-heading", P::USED_MESSAGE_ID)
}
