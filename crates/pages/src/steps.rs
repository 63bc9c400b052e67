//! What a person needs before the library lends books, step by step: what is done, what is missing, and who
//! does what.

use domain::access::{AlertCode, Requirements};
use domain::proofs::ProofStatus;
use domain::subscriptions::SubscriptionStatus;

use crate::page::{Link, Page};

/// A step of the path.
pub(crate) struct Step {
    /// What it is about.
    pub(crate) heading: String,
    /// Done, in progress or missing, in words.
    pub(crate) state: String,
    /// Whether there is nothing to do.
    pub(crate) done: bool,
    /// What was done, or who does what.
    pub(crate) text: String,
    /// Where the visitor does it.
    pub(crate) way: Option<Link>,
}

impl Step {
    /// The steps in their order.
    pub(crate) fn all(page: &Page<'_>, requirements: Requirements) -> Vec<Self> {
        let proof = requirements.proof.map(|status| proof(page, requirements, status));
        let mut all = vec![agreement(page, requirements)];
        all.extend(proof);
        all.push(subscription(page, requirements));
        if requirements.suspended {
            all.push(Self::missing(page, "step-suspended", "step-suspended-text"));
        }
        all
    }

    fn done(page: &Page<'_>, heading: &str, text: &str) -> Self {
        Self { done: true, state: page.text("step-state-done"), ..Self::missing(page, heading, text) }
    }

    fn missing(page: &Page<'_>, heading: &str, text: &str) -> Self {
        let state = page.text("step-state-missing");
        Self { heading: page.text(heading), state, done: false, text: page.text(text), way: None }
    }

    fn with(self, href: &str, text: String) -> Self {
        Self { way: Some(Link::new(href, text)), ..self }
    }
}

/// Where the visitor does what is missing, for a title that is closed for this reason. `None` if somebody
/// else has to do it, or nobody.
pub(crate) fn way_out(page: &Page<'_>, code: AlertCode) -> Option<Link> {
    let requirements = page.requirements()?;
    let step = match code {
        AlertCode::AgreementMissing => agreement(page, requirements),
        AlertCode::PodMissing => proof(page, requirements, requirements.proof?),
        AlertCode::SubscriptionMissing | AlertCode::SubscriptionExpired => subscription(page, requirements),
        _ => return None,
    };
    step.way
}

fn agreement(page: &Page<'_>, requirements: Requirements) -> Step {
    let heading = "step-agreement";
    match (requirements.agreement, requirements.by_organization) {
        (true, _) => Step::done(page, heading, "step-agreement-done"),
        (false, true) => Step::missing(page, heading, "step-agreement-by-organization"),
        (false, false) => Step::missing(page, heading, "step-agreement-missing")
            .with("/account/agreement", page.text("agreement-heading")),
    }
}

fn proof(page: &Page<'_>, requirements: Requirements, status: ProofStatus) -> Step {
    let heading = "step-proof";
    match status {
        ProofStatus::Active => Step::done(page, heading, "step-proof-done"),
        ProofStatus::Submitted => Step {
            state: page.text("step-state-waiting"),
            ..Step::missing(page, heading, "step-proof-submitted")
        }
        .with("/account/proof", page.text("proof-ask-again")),
        ProofStatus::Missing if requirements.by_organization => {
            Step::missing(page, heading, "step-proof-by-organization")
        }
        ProofStatus::Missing => {
            Step::missing(page, heading, "step-proof-missing").with("/account/proof", page.text("proof-ask"))
        }
    }
}

fn subscription(page: &Page<'_>, requirements: Requirements) -> Step {
    let heading = "step-subscription";
    match (requirements.subscription, requirements.by_organization) {
        (SubscriptionStatus::Active, _) => Step::done(page, heading, "step-subscription-done"),
        (_, true) => Step::missing(page, heading, "step-subscription-by-organization"),
        (SubscriptionStatus::Expired, _) => Step::missing(page, heading, "step-subscription-expired")
            .with("/account/subscription", page.text("subscription-take")),
        (SubscriptionStatus::Missing, _) => Step::missing(page, heading, "step-subscription-missing")
            .with("/account/subscription", page.text("subscription-take")),
    }
}
