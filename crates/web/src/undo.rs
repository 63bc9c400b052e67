//! /oauth/undo/{key}: undoes a change of the account's email address or password. The holder of the key,
//! which was sent to the address before, may do it once (docs/rules/accounts.md#rule-14).

use axum::response::Response;
use domain::{Account, SiteId};
use oauth::{Fault, Params};
use services::accounts::undo::{self, AccountUndo};

use crate::email_page::{EmailForm, EmailFrame, EmailPage};
use crate::outcome::Outcome;
use crate::{FormProblem, Page, WebState};
use layout::inputs::InputError;
use services::email_links::{FORGOT_PASSWORD, UNDO_CHANGE};

#[derive(askama::Template)]
#[template(path = "undo_change.html")]
struct UndoPage<'a> {
    page: &'a Page,
    flow: &'a str,
    action: &'a str,
    email: &'a str,
}

/// The form has only a button.
impl EmailForm<(AccountUndo, Account)> for bool {
    type Content = ();

    fn read(_: &Page, _: &(AccountUndo, Account), sent: Option<&Params>) -> Result<Self, Fault> {
        Ok(sent.is_some())
    }

    fn errors(&self) -> Vec<InputError> {
        Vec::new()
    }

    fn content(&self) -> Option<()> {
        self.then_some(())
    }
}

pub(crate) struct UndoChange;

impl EmailPage for UndoChange {
    const PATH_PREFIX: &'static str = UNDO_CHANGE;
    const USED_MESSAGE_ID: &'static str = "undo-used";
    type Subject = (AccountUndo, Account);
    type PageForm = bool;
    type Content = ();

    async fn find_subject(state: &WebState, key: &str) -> Result<Option<Self::Subject>, FormProblem> {
        Ok(undo::find_by_key(&state.operation(), key).await?)
    }

    fn site((_, account): &Self::Subject) -> &SiteId {
        &account.site
    }

    fn language((_, account): &Self::Subject) -> Option<&str> {
        account.language.as_deref()
    }

    fn render(frame: &EmailFrame<'_>, (undo, _): &Self::Subject, _: &bool) -> Response {
        frame.show(&UndoPage { page: frame.page, flow: frame.flow, action: frame.action, email: &undo.email })
    }

    async fn apply(
        state: &WebState,
        _: &str,
        (undo, _): &Self::Subject,
        (): (),
    ) -> Result<Option<Outcome<'static>>, FormProblem> {
        if !undo::undo_change(&Self::begin_operation(state), undo).await? {
            return Ok(None);
        }
        let page = &state.page;
        let link = Some((FORGOT_PASSWORD, page.text("undo-done-link")));
        Ok(Some(Outcome {
            heading: page.text("undo-done-heading"),
            texts: vec![page.text("undo-done-text")],
            link,
        }))
    }
}
