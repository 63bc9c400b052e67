//! Steps that a person takes before the library lends books: what is done, what is missing, and who
//! does what.

use domain::access::{AlertCode, Requirements};
use domain::proofs::ProofStatus;
use domain::subscriptions::SubscriptionStatus;

use crate::{Link, Page, format_day_of};

pub(crate) struct Step {
    pub(crate) heading: String,
    /// Done, in progress or missing, in words.
    pub(crate) state: String,
    /// True if there is nothing to do.
    pub(crate) is_done: bool,
    /// A sentence about who has done the step, or who does it.
    pub(crate) text: String,
    /// A link to the page where the visitor takes the step.
    pub(crate) way: Option<Link>,
}

impl Step {
    pub(crate) fn from_requirements(page: &Page<'_>, requirements: Requirements) -> Vec<Self> {
        let proof = requirements.proof.map(|status| proof_step(page, requirements, status));
        let mut all = vec![agreement_step(page, requirements)];
        all.extend(proof);
        all.push(subscription_step(page, requirements));
        if requirements.suspended {
            let text =
                if is_of_sponsor(requirements) { "step-suspended-sponsor" } else { "step-suspended-text" };
            all.push(Self::new_missing(page, "step-suspended", text));
        }
        all
    }

    fn new_done(page: &Page<'_>, heading: &str, text: &str) -> Self {
        Self { is_done: true, state: page.text("step-state-done"), ..Self::new_missing(page, heading, text) }
    }

    fn new_missing(page: &Page<'_>, heading: &str, text: &str) -> Self {
        let state = page.text("step-state-missing");
        Self { heading: page.text(heading), state, is_done: false, text: page.text(text), way: None }
    }

    fn with_link(self, href: &str, text: String) -> Self {
        Self { way: Some(Link::new(href, text)), ..self }
    }
}

/// A link to the page where the visitor takes the missing step, for a title that is closed for this reason.
/// `None` if the visitor cannot take it.
pub(crate) fn next_step_link(page: &Page<'_>, code: AlertCode) -> Option<Link> {
    let requirements = page.requirements()?;
    let step = match code {
        AlertCode::AgreementMissing => agreement_step(page, requirements),
        AlertCode::PodMissing => proof_step(page, requirements, requirements.proof?),
        AlertCode::SubscriptionMissing | AlertCode::SubscriptionExpired => {
            subscription_step(page, requirements)
        }
        _ => return None,
    };
    step.way
}

/// Returns true if these are requirements of a sponsor, who needs no proof and signs for the organization.
fn is_of_sponsor(requirements: Requirements) -> bool {
    requirements.by_organization && requirements.proof.is_none()
}

fn agreement_step(page: &Page<'_>, requirements: Requirements) -> Step {
    let heading = "step-agreement";
    let own_text = match (requirements.agreement, requirements.by_organization) {
        (true, _) => return Step::new_done(page, heading, "step-agreement-done"),
        (false, true) if is_of_sponsor(requirements) => "step-agreement-for-organization",
        (false, true) => return Step::new_missing(page, heading, "step-agreement-by-organization"),
        (false, false) => "step-agreement-missing",
    };
    Step::new_missing(page, heading, own_text).with_link("/account/agreement", page.text("agreement-heading"))
}

fn proof_step(page: &Page<'_>, requirements: Requirements, status: ProofStatus) -> Step {
    let heading = "step-proof";
    match status {
        ProofStatus::Active => Step::new_done(page, heading, "step-proof-done"),
        ProofStatus::Submitted => {
            let step = Step::new_missing(page, heading, "step-proof-submitted");
            let text = match requirements.provisional_until {
                Some(until) => page.with_name("step-proof-provisional", &format_day_of(page, until)),
                None => step.text,
            };
            Step { state: page.text("step-state-waiting"), text, ..step }
                .with_link("/account/proof", page.text("proof-ask-again"))
        }
        ProofStatus::Missing if requirements.by_organization => {
            Step::new_missing(page, heading, "step-proof-by-organization")
        }
        ProofStatus::Missing => Step::new_missing(page, heading, "step-proof-missing")
            .with_link("/account/proof", page.text("proof-ask")),
    }
}

fn subscription_step(page: &Page<'_>, requirements: Requirements) -> Step {
    let heading = "step-subscription";
    match (requirements.subscription, requirements.by_organization) {
        (SubscriptionStatus::Active, _) => Step::new_done(page, heading, "step-subscription-done"),
        (_, true) => Step::new_missing(page, heading, "step-subscription-by-organization"),
        (SubscriptionStatus::Expired, _) => Step::new_missing(page, heading, "step-subscription-expired")
            .with_link("/account/subscription", page.text("subscription-take")),
        (SubscriptionStatus::Missing, _) => Step::new_missing(page, heading, "step-subscription-missing")
            .with_link("/account/subscription", page.text("subscription-take")),
    }
}
