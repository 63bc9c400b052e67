//! /join/confirm/{key}: the holder of the emailed key chooses a password, and has an account.

use axum::response::Response;
use domain::SiteId;
use domain::joining::{Applicant, JoinOutcome, JoinRequest};
use layout::inputs::{InputError, InputField};
use services::email_links::CONFIRM_JOINING;
use services::{ErrorKey, NewPassword, joining};

use crate::email_page::{EmailFrame, EmailPage};
use crate::outcome::Outcome;
use crate::password::NewPasswordForm;
use crate::{FormProblem, Page, WebState};

/// Address of the sign-in that continues at the account page, with its remaining steps.
const SIGN_IN: &str = "/sign-in?back=%2Faccount";

#[derive(askama::Template)]
#[template(path = "join_confirm.html")]
struct JoinConfirmPage<'a> {
    page: &'a Page,
    flow: &'a str,
    action: &'a str,
    username: &'a str,
    name: &'a str,
    inputs: &'a [InputField],
    errors: &'a [InputError],
}

pub(super) struct ConfirmJoining;

impl EmailPage for ConfirmJoining {
    const PATH_PREFIX: &'static str = CONFIRM_JOINING;
    const USED_MESSAGE_ID: &'static str = "join-used";
    type Subject = JoinRequest;
    type PageForm = NewPasswordForm;
    type Content = NewPassword;

    async fn find_subject(state: &WebState, key: &str) -> Result<Option<JoinRequest>, FormProblem> {
        Ok(joining::find_by_key(&state.operation(), key).await?)
    }

    fn site(request: &JoinRequest) -> &SiteId {
        &request.site
    }

    fn language(request: &JoinRequest) -> Option<&str> {
        Some(&request.language)
    }

    fn render(frame: &EmailFrame<'_>, request: &JoinRequest, form: &NewPasswordForm) -> Response {
        let name = match &request.applicant {
            Applicant::Reader(reader) => reader.name.display_name(),
            Applicant::Organization(organization) => organization.name.clone(),
        };
        frame.show(&JoinConfirmPage {
            page: frame.page,
            flow: frame.flow,
            action: frame.action,
            username: &request.email,
            name: &name,
            inputs: &form.inputs,
            errors: frame.errors,
        })
    }

    async fn apply(
        state: &WebState,
        _: &str,
        request: &JoinRequest,
        password: NewPassword,
    ) -> Result<Option<Outcome<'static>>, FormProblem> {
        let page = &state.page;
        let text = match joining::redeem(&Self::begin_operation(state), request, &password).await {
            Ok(Some(JoinOutcome::Reader)) => "join-done-reader",
            Ok(Some(JoinOutcome::Organization { awaits_review: true })) => "join-done-review",
            Ok(Some(JoinOutcome::Organization { awaits_review: false })) => "join-done-organization",
            Err(services::Error::Refused(ErrorKey::OrganizationExists)) => {
                let texts = vec![page.text("join-exists-text")];
                return Ok(Some(Outcome { heading: page.text("join-exists-heading"), texts, link: None }));
            }
            // Used, or the address got an account in the meantime, or the site has closed.
            Ok(None) | Err(services::Error::Refused(ErrorKey::UserExists | ErrorKey::Forbidden)) => {
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        let link = Some((SIGN_IN, page.text("join-done-link")));
        let texts = vec![page.text(text)];
        Ok(Some(Outcome { heading: page.text("join-done-heading"), texts, link }))
    }
}
