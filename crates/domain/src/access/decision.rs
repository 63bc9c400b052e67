//! The decision: what the rules say together.

use super::AccessFacts;
use super::alerts::{Alert, AlertCode};
use super::case::{AccessRight, Case, applicable_cases};
use super::rules::{self, Rule};
use crate::FormatStatus;

/// Everything that a caller learns about a title, and the outcome of a download request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The reasons, in the order of the rules, then what is worth knowing; no code twice.
    pub alerts: Vec<Alert>,
    /// The caller can get at least one format: for a sponsor, rules 1 to 8 pass (docs/rules/access.md).
    pub available: bool,
    /// The request needs `forUser` and has none.
    pub for_user_required: bool,
    /// The quota that the download counts against: that of the right which opens the title or gets furthest.
    pub quota_of: QuotaOf,
    refusal: Option<Refusal>,
}

/// The quota that a download counts against (docs/rules/quotas.md).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum QuotaOf {
    /// It does not count: free titles, own documents, editions of periodicals, staff who check a title.
    #[default]
    Nobody,
    /// R's own.
    Recipient,
    /// The quota of R's organization, shared by all its recipients.
    Organization,
}

/// Why a download is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// 401 `UNAUTHORIZED`: signing in could open the title (docs/rules/errors.md#rule-5).
    LoginRequired,
    /// 400 `FOR_USER_REQUIRED`.
    ForUserRequired,
    /// 403 `FORBIDDEN`: the caller may not send `forUser`.
    Forbidden,
    /// 403 with this key. `FORMATS_PENDING` appears here only if nothing else is wrong: the request for
    /// one format has been refused before with 400 `FORMAT_NOT_AVAILABLE` before
    /// (docs/rules/downloads.md#rule-1).
    Denied(AlertCode),
}

impl Decision {
    /// The refusal of a download request. `None` if it is allowed.
    pub fn refusal(&self) -> Option<Refusal> {
        self.refusal
    }
}

/// Decides about one title for one request (docs/rules/access.md, docs/rules/quotas.md).
pub fn decide(facts: &AccessFacts<'_>) -> Decision {
    let (cases, forbidden) = applicable_cases(facts);
    let outcomes = cases.iter().map(CaseOutcome::from_case);
    // A linked account is allowed what either side allows; if both sides are closed, the one that gets
    // further is reported. The order of the rights is fixed, so the order of the facts doesn't matter.
    let best =
        outcomes.reduce(|best, next| if next.progress_rank() > best.progress_rank() { next } else { best });
    let outcome = best.unwrap_or_default();
    let refusal = match outcome.refusal {
        Some(Refusal::Denied(AlertCode::TitleNotLive)) => outcome.refusal,
        refusal if forbidden => Some(match (refusal, facts.caller.reader()) {
            (Some(denied @ Refusal::Denied(_)), None) => denied,
            (_, None) => Refusal::LoginRequired,
            (_, Some(_)) => Refusal::Forbidden,
        }),
        refusal => refusal,
    };
    Decision {
        available: outcome.open && !forbidden,
        for_user_required: refusal == Some(Refusal::ForUserRequired),
        quota_of: outcome.quota_of,
        alerts: outcome.alerts,
        refusal,
    }
}

/// Result of the rules for one case.
#[derive(Debug, Default)]
struct CaseOutcome {
    alerts: Vec<Alert>,
    open: bool,
    first_failed: Option<Rule>,
    refusal: Option<Refusal>,
    quota_of: QuotaOf,
    counted: bool,
}

impl CaseOutcome {
    fn from_case(case: &Case<'_>) -> Self {
        let failing: Vec<(Rule, AlertCode)> = rules::failing_rules(case).collect();
        let closing = |code: AlertCode| code != AlertCode::ForUserRequired;
        let error = failing.iter().map(|(_, code)| *code).find(|code| Alert::from(*code).is_error());
        let open = !failing.iter().any(|(_, code)| closing(*code));
        let refusal = match (error, open) {
            (Some(AlertCode::LoginRequired), _) => Some(Refusal::LoginRequired),
            (Some(code), _) => Some(Refusal::Denied(code)),
            (None, false) => Some(Refusal::Denied(AlertCode::FormatsPending)),
            (None, true) if failing.is_empty() => None,
            (None, true) => Some(Refusal::ForUserRequired),
        };
        let codes = failing.iter().map(|(_, code)| *code).chain(additional_notes(case));
        Self {
            alerts: codes.map(|code| alert_for(case, code)).collect(),
            open,
            first_failed: failing.first().map(|(rule, _)| *rule),
            refusal,
            quota_of: rules::counts_against(case),
            counted: rules::is_counted(case),
        }
    }

    /// Rank of the case by its progress: open, then open with a member named, then by the first failing
    /// rule. Of two open ones, the one by which the title has been counted already goes first, so it counts
    /// once.
    fn progress_rank(&self) -> (bool, bool, bool, Option<Rule>, bool) {
        let open = self.refusal.is_none();
        (open, self.open, self.first_failed.is_none(), self.first_failed, open && self.counted)
    }
}

/// The alert of a rule, or of a note.
fn alert_for(case: &Case<'_>, code: AlertCode) -> Alert {
    let title = case.facts.title;
    let failed = || {
        let mut formats =
            title.artifacts().iter().map(|artifact| title.format_status(artifact, case.facts.can));
        title.owner().is_some() && formats.all(|status| status == FormatStatus::Unavailable)
    };
    if code == AlertCode::FormatsPending && failed() { Alert::document_failed() } else { code.into() }
}

/// Additional notes (docs/rules/access.md#rule-22).
fn additional_notes(case: &Case<'_>) -> impl Iterator<Item = AlertCode> {
    let relation = case.facts.relation;
    let known = !case.names_stranger() && !matches!(case.right, AccessRight::Guest { .. });
    let near = Rule::Quota.applies_to(case) && rules::quota_of(case).is_some_and(|quota| quota.is_near());
    let limit = near && rules::check_quota(case).is_none();
    let replaced = case.facts.title.is_replaced();
    [
        (known && relation.assigned, AlertCode::AlreadyAssigned),
        (known && relation.downloaded_before, AlertCode::DownloadedBefore),
        (limit, AlertCode::LimitNear),
        (replaced, AlertCode::Replaced),
    ]
    .into_iter()
    .filter_map(|(holds, code)| holds.then_some(code))
}
