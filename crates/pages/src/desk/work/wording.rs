//! Kinds of work, decisions and claims in words.

use domain::staff_decisions::{DeclineReason, ProofOutcome};
use domain::subscriptions::Subscription;
use domain::work::WorkKind;
use services::work::{ProofDecision, WorkClaim};

use crate::{Page, format_day_of, format_moment};

pub(super) fn kind_name(page: &Page<'_>, kind: WorkKind) -> String {
    page.value_text("work-kind", kind)
}

/// A sentence about who has taken work, and until when.
pub(in crate::desk) fn claim_text(page: &Page<'_>, claim: &WorkClaim) -> String {
    let time = format_moment(page, claim.expires);
    page.format(
        "work-taken-by",
        &[("name", claim.holder_name.as_str().into()), ("time", time.as_str().into())],
    )
}

pub(in crate::desk) fn outcome_name(page: &Page<'_>, outcome: ProofOutcome) -> String {
    page.value_text("work-outcome", outcome)
}

/// The link to the subscriptions of a person or an organization, which names what staff can do there first.
pub(in crate::desk) fn subscription_link(page: &Page<'_>, subscriptions: &[Subscription]) -> String {
    let can_extend = subscriptions.iter().any(|one| one.end.is_some());
    page.text(if can_extend { "work-subscription-link" } else { "work-subscription-new" })
}

/// A subscription in a line: type, beginning and end.
pub(super) fn subscription_line(page: &Page<'_>, subscription: &Subscription) -> String {
    let end = subscription.end.map(|end| format_day_of(page, end));
    let end = end.unwrap_or_else(|| page.text("subscription-endless"));
    format!("{} · {} · {end}", subscription.kind, format_day_of(page, subscription.start))
}

/// The reason of a refusal in a sentence, as the person reads it.
pub(crate) fn reason_text(page: &Page<'_>, reason: DeclineReason) -> String {
    page.value_text("proof-declined", reason)
}

/// A decision in a line: when, what, by whom and why.
pub(super) fn decision_line(page: &Page<'_>, decision: &ProofDecision, by: &str) -> String {
    let mut parts =
        vec![format_moment(page, decision.decided), outcome_name(page, decision.outcome), by.to_owned()];
    parts.extend(decision.reason.map(|reason| reason_text(page, reason)));
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use domain::staff_decisions::{DeclineReason, ProofOutcome};
    use domain::work::WorkKind;

    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn kinds_outcomes_and_reasons_have_words_in_every_language() {
        assert_messages(value_messages::<WorkKind>("work-kind"));
        assert_messages(value_messages::<ProofOutcome>("work-outcome"));
        assert_messages(value_messages::<DeclineReason>("proof-declined"));
    }
}
