//! The page that the link in an email opens: the holder of the key may submit the form once.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use domain::accounts::Account;
use oauth::{Fault, Params};

use crate::answered::{self, Answered};
use crate::flow::Flow;
use crate::form::Form;
use crate::page::Page;
use crate::problem;
use crate::state::WebState;
use crate::walk::{self, Halt};
use layout::html;
use layout::inputs::{InputError, status};

/// A kind of such pages.
pub(crate) trait EmailPage: Send + Sync + 'static {
    /// The path before the key.
    const PATH: &'static str;
    /// The message that explains a key that is no longer valid.
    const USED: &'static str;
    /// Whether the owner of the account reads the page, and not a person whom the owner named.
    const OWNERS: bool;
    /// The subject of a key.
    type Subject: Send + Sync;
    /// The form, with its values and errors.
    type Sheet: Send + Sync;
    /// The valid content of the form.
    type Said: Send;

    /// The subject of this key; `None` if the key is not or no longer valid.
    fn subject(
        state: &WebState,
        key: &str,
    ) -> impl Future<Output = Result<Option<Self::Subject>, Halt>> + Send;

    /// The account that the email is about: the page shows the name of its site.
    fn account(subject: &Self::Subject) -> &Account;

    /// The submitted form; empty before.
    fn sheet(page: &Page, sent: Option<&Params>) -> Result<Self::Sheet, Fault>;

    /// The errors of the form.
    fn errors(sheet: &Self::Sheet) -> Vec<InputError>;

    /// The content of the form; `None` if there are errors.
    fn said(sheet: &Self::Sheet) -> Option<Self::Said>;

    /// The page with the form: a template, shown by [`Frame::show`].
    fn page(frame: &Frame<'_>, subject: &Self::Subject, sheet: &Self::Sheet) -> Response;

    /// Applies the form; `None` if the key was used in the meantime.
    fn act(
        state: &WebState,
        key: &str,
        subject: &Self::Subject,
        said: Self::Said,
    ) -> impl Future<Output = Result<Option<Done>, Halt>> + Send;
}

/// What every page with such a form shows.
pub(crate) struct Frame<'a> {
    pub(crate) page: &'a Page,
    pub(crate) flow: &'a str,
    pub(crate) action: &'a str,
    pub(crate) errors: &'a [InputError],
}

impl Frame<'_> {
    /// The page with this form.
    pub(crate) fn show(&self, page: &impl Template) -> Response {
        html::private_page(status(self.errors), page, None)
    }
}

/// The final page's texts.
pub(crate) struct Done {
    pub(crate) heading: String,
    pub(crate) text: String,
    /// Address and text of a link to continue with.
    pub(crate) link: Option<(&'static str, String)>,
}

/// The route of these pages.
pub(crate) fn routes<P: EmailPage>() -> Router<WebState> {
    Router::new().route(&format!("{}/{{key}}", P::PATH), get(show::<P>).post(post::<P>))
}

/// GET: the form.
async fn show<P: EmailPage>(
    State(state): State<WebState>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> Response {
    let state = state.of_main_site(&headers).await;
    walk::shown(&state, begin::<P>(&state, &key).await)
}

async fn begin<P: EmailPage>(state: &WebState, key: &str) -> Result<Response, Halt> {
    let Some(subject) = P::subject(state, key).await? else { return Ok(used::<P>(state)) };
    let state = of_account::<P>(state, P::account(&subject)).await?;
    let sheet = P::sheet(&state.page, None)?;
    Ok(walk::begin(&state, key, |flow| page::<P>(&state, flow, &subject, &sheet)))
}

/// POST: the form.
async fn post<P: EmailPage>(
    State(state): State<WebState>,
    Path(key): Path<String>,
    headers: HeaderMap,
    Form(form): Form,
) -> Response {
    let state = state.of_main_site(&headers).await;
    walk::shown(&state, proceed::<P>(&state, &key, &headers, form).await)
}

async fn proceed<P: EmailPage>(
    state: &WebState,
    key: &str,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, Halt> {
    let form = form?;
    let flow = walk::opened(state, headers, &form)?;
    // A form belongs to the email that it was opened from.
    if flow.query != key {
        return Err(Halt::Stale);
    }
    let Some(subject) = P::subject(state, key).await? else { return Ok(used::<P>(state)) };
    let state = &of_account::<P>(state, P::account(&subject)).await?;
    let sheet = P::sheet(&state.page, Some(&form))?;
    let Some(said) = P::said(&sheet) else {
        return Ok(page::<P>(state, &flow.next(None, state.now()), &subject, &sheet));
    };
    let Some(Done { heading, text, link }) = P::act(state, key, &subject, said).await? else {
        return Ok(used::<P>(state));
    };
    let answered = Answered { heading, texts: vec![text], link };
    Ok(walk::end(state, &flow, answered::page(&state.page, &answered)))
}

/// The state for a page about this account: with the name of its site, and in its language if its owner reads
/// the page.
async fn of_account<P: EmailPage>(state: &WebState, account: &Account) -> Result<WebState, Halt> {
    let state = state.of_site(&account.site).await?;
    Ok(if P::OWNERS { state.with_page(state.page.for_account(account)) } else { state })
}

fn page<P: EmailPage>(state: &WebState, flow: &Flow, subject: &P::Subject, sheet: &P::Sheet) -> Response {
    let frame = Frame {
        page: &state.page,
        flow: &flow.seal(&state.settings.form_key),
        action: &format!("{}/{}", P::PATH, flow.query),
        errors: &P::errors(sheet),
    };
    P::page(&frame, subject, sheet)
}

fn used<P: EmailPage>(state: &WebState) -> Response {
    problem::page(&state.page, StatusCode::NOT_FOUND, "link-used-heading", P::USED)
}
