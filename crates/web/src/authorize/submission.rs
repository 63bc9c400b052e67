//! A submitted form of the sign-in or consent page.

use axum::http::HeaderMap;
use domain::Peer;
use oauth::{Fault, Lifetimes, Params};
use services::grants::ConsentStep;
use services::sign_in::SignInProof;

use super::answer::AuthorizeEnd;
use crate::{SignInFlow, WebState};

/// A submitted form: the user's progress, and what the user does.
pub(super) struct Submission {
    pub(super) flow: SignInFlow,
    /// The action, or a fault of its fields.
    pub(super) action: Result<SubmittedAction, Fault>,
}

pub(super) enum SubmittedAction {
    /// Denies the app access.
    Deny,
    /// Gives the app access.
    Approve(SignInProof),
    /// Signs in as another user.
    Switch,
    /// Comes back to the consent page.
    Resume(SignInProof),
    SignIn {
        name: String,
        password: String,
    },
}

impl Submission {
    pub(super) fn read(
        state: &WebState,
        headers: &HeaderMap,
        form: Result<Params, Fault>,
    ) -> Result<Self, AuthorizeEnd> {
        let form = form?;
        let key = &state.settings.form_key;
        let now = state.current_time();
        let flow = form.get("flow")?.and_then(|text| SignInFlow::open(text, headers, key, now));
        let flow = flow.ok_or(AuthorizeEnd::Stale)?;
        let action = SubmittedAction::read(&form, flow.proof());
        Ok(Self { flow, action })
    }

    pub(super) fn step<'a>(&'a self, peer: &'a Peer, lifetimes: &'a Lifetimes) -> ConsentStep<'a> {
        match &self.action {
            Ok(SubmittedAction::Approve(proof)) => ConsentStep::Approve { proof, lifetimes },
            Ok(SubmittedAction::Resume(proof)) => ConsentStep::Resume(proof),
            Ok(SubmittedAction::SignIn { name, password })
                if !name.trim().is_empty() && !password.is_empty() =>
            {
                ConsentStep::SignIn { name, password, peer }
            }
            Ok(SubmittedAction::Deny | SubmittedAction::Switch | SubmittedAction::SignIn { .. }) | Err(_) => {
                ConsentStep::Show
            }
        }
    }
}

impl SubmittedAction {
    fn read(form: &Params, proof: Option<SignInProof>) -> Result<Self, Fault> {
        Ok(match (form.get("decision")?, proof) {
            (Some("deny"), _) => Self::Deny,
            (Some("approve"), Some(proof)) => Self::Approve(proof),
            (Some("switch"), Some(_)) => Self::Switch,
            (_, Some(proof)) => Self::Resume(proof),
            (_, None) => {
                let typed = |name| Ok::<_, Fault>(form.get(name)?.unwrap_or_default().to_owned());
                Self::SignIn { name: typed("username")?, password: typed("password")? }
            }
        })
    }

    /// The name in the sign-in form; empty for other actions.
    pub(super) fn typed_name(&self) -> &str {
        match self {
            Self::SignIn { name, .. } => name,
            _ => "",
        }
    }
}
