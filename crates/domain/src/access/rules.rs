//! The fourteen rules of docs/rules/access.md, one function each, in order.

use super::alerts::AlertCode;
use super::case::{AccessRight, Case, NamedMember, organization};
use super::decision::QuotaOf;
use super::standing::adult_content_bar;
use crate::offering::has_available_format;
use crate::proofs::ProofStatus;
use crate::quotas::{self, Quota};
use crate::subscriptions::SubscriptionStatus;
use crate::{DisabilityPlan, Organization, Territory, TitleStatus, treaties};

/// Name of the subscription type that `availableToDemo` titles are open to (docs/rules/values.md#rule-14).
const TRIAL: &str = "trial";

/// A rule of docs/rules/access.md. The order is the order in which they are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rule {
    Live,
    HasFormat,
    Site,
    Place,
    Account,
    SignIn,
    Agreement,
    Subscription,
    Proof,
    AdultContent,
    Nimac,
    Assignment,
    Recipient,
    Quota,
}

impl Rule {
    /// Returns true if a case has to pass the rule.
    pub(super) fn applies_to(self, case: &Case<'_>) -> bool {
        let is_for_own_books = matches!(self, Self::Live | Self::HasFormat | Self::Account);
        match case.right {
            AccessRight::Owner(_) | AccessRight::Checking(_) => is_for_own_books,
            // The recipient's name is written into the copy, so a sponsor may not name a stranger even for a
            // free title.
            AccessRight::Sponsor { named_member: NamedMember::Stranger, .. } if self == Self::Recipient => {
                true
            }
            _ if case.is_own_document() => is_for_own_books,
            _ if case.facts.title.usage().is_free() => self <= Self::SignIn,
            // Quotas are of books.
            _ if self == Self::Quota && !quotas::counts_in_quota(case.facts.title) => false,
            AccessRight::Guest { .. } | AccessRight::Powerless(_) => self <= Self::SignIn,
            // Without a member there is no reader whom the later rules could be about.
            AccessRight::Sponsor { .. } => self <= Self::Subscription || self == Self::Recipient,
            AccessRight::Individual(_) | AccessRight::Member { .. } => true,
        }
    }
}

/// A function that returns the alert of a case that fails a rule, whether or not the rule applies to it;
/// `None` if the case passes.
type RuleCheck = fn(&Case<'_>) -> Option<AlertCode>;

/// The rules in the order in which they are checked.
const RULE_CHECKS: [(Rule, RuleCheck); 14] = [
    (Rule::Live, check_live),
    (Rule::HasFormat, has_format),
    (Rule::Site, check_site),
    (Rule::Place, check_place),
    (Rule::Account, check_account),
    (Rule::SignIn, check_sign_in),
    (Rule::Agreement, check_agreement),
    (Rule::Subscription, check_subscription),
    (Rule::Proof, check_proof),
    (Rule::AdultContent, check_adult),
    (Rule::Nimac, check_nimac),
    (Rule::Assignment, check_assigned),
    (Rule::Recipient, check_recipient),
    (Rule::Quota, check_quota),
];

pub(super) fn failing_rules<'a>(case: &'a Case<'_>) -> impl Iterator<Item = (Rule, AlertCode)> + 'a {
    let applying = RULE_CHECKS.into_iter().filter(|(rule, _)| rule.applies_to(case));
    applying.filter_map(|(rule, check)| Some((rule, check(case)?)))
}

/// Rule 1: the title is live, or a document owned by the caller. Those who check titles of their site get
/// withdrawn and pending ones too (docs/rules/access.md#rule-16).
fn check_live(case: &Case<'_>) -> Option<AlertCode> {
    let title = case.facts.title;
    let open = match title.status() {
        TitleStatus::Removed => false,
        _ if title.owner().is_some() => case.is_own_document(),
        TitleStatus::Live => true,
        _ => matches!(case.right, AccessRight::Checking(_)),
    };
    (!open).then_some(AlertCode::TitleNotLive)
}

/// Rule 2: at least one format is available.
fn has_format(case: &Case<'_>) -> Option<AlertCode> {
    let (title, can) = (case.facts.title, case.facts.can);
    let open = match case.right {
        AccessRight::Checking(_) => {
            title.artifacts().iter().any(|artifact| title.is_checkable(artifact, can))
        }
        _ => has_available_format(title, can),
    };
    (!open).then_some(AlertCode::FormatsPending)
}

/// Rule 3: the title belongs to R's site or is shared with it. A guest's site is settled before.
fn check_site(case: &Case<'_>) -> Option<AlertCode> {
    let reader = case.reader()?;
    (!case.facts.title.in_view_of(&reader.account.site)).then_some(AlertCode::SiteRestricted)
}

/// Rule 4: the title may be distributed where R is.
fn check_place(case: &Case<'_>) -> Option<AlertCode> {
    let (country, state) = case.location();
    (!is_distributed_in(case.facts.title.territory(), country, state)).then_some(AlertCode::CountryRestricted)
}

/// Returns true if distribution is allowed in this country and state; an unknown country matches none of
/// the listed ones.
pub(super) fn is_distributed_in(territory: &Territory, country: Option<&str>, state: Option<&str>) -> bool {
    let in_country = territory.worldwide
        || country.is_some_and(|country| {
            territory.countries.contains(country)
                || (territory.marrakesh_available && treaties::is_marrakesh_member(country))
        });
    let in_state = territory.states.is_empty() || state.is_some_and(|state| territory.states.contains(state));
    in_country && in_state
}

/// Rule 5: no account is locked or deleted, and the role may read.
fn check_account(case: &Case<'_>) -> Option<AlertCode> {
    let readers = [case.reader(), case.facts.caller.reader()];
    if readers.into_iter().flatten().any(|reader| reader.account.locked || reader.account.deleted) {
        return Some(AlertCode::AccountLocked);
    }
    let powerless = matches!(case.right, AccessRight::Powerless(_)) && !case.facts.title.usage().is_free();
    powerless.then_some(AlertCode::RoleNotAllowed)
}

/// Rule 6: guests stop here, but for free titles.
fn check_sign_in(case: &Case<'_>) -> Option<AlertCode> {
    let stops = matches!(case.right, AccessRight::Guest { .. }) && !case.facts.title.is_open_to_guests();
    stops.then_some(AlertCode::LoginRequired)
}

/// Rule 7: a current signed agreement.
fn check_agreement(case: &Case<'_>) -> Option<AlertCode> {
    if case.is_organizational() {
        let signed = organization(case).is_some_and(|organization| organization.agreement_signed);
        return (!signed).then_some(AlertCode::OrgAgreementMissing);
    }
    let signed = case.reader()?.agreement_signed || is_demo(case);
    (!signed).then_some(AlertCode::AgreementMissing)
}

/// Rule 8: an active subscription; an organization must not be suspended.
fn check_subscription(case: &Case<'_>) -> Option<AlertCode> {
    let now = case.facts.now;
    let status = if case.is_organizational() {
        let standing = case.organization();
        if standing.is_some_and(|standing| standing.organization.suspended) {
            return Some(AlertCode::OrgSuspended);
        }
        standing.map_or(SubscriptionStatus::Missing, |standing| standing.subscription_status(now))
    } else {
        case.reader()?.subscription_status(now)
    };
    match status {
        SubscriptionStatus::Active => None,
        SubscriptionStatus::Expired => Some(AlertCode::SubscriptionExpired),
        SubscriptionStatus::Missing => Some(AlertCode::SubscriptionMissing),
    }
}

/// Rule 9: proof of disability, unless the title is excepted.
fn check_proof(case: &Case<'_>) -> Option<AlertCode> {
    if case.facts.title.territory().marrakesh_pod_exception || is_demo(case) {
        return None;
    }
    let reader = case.reader()?;
    match reader.proof {
        _ if reader.counts_as_proven(case.facts.now) => None,
        ProofStatus::Active => None,
        ProofStatus::Submitted => Some(AlertCode::PodSubmitted),
        ProofStatus::Missing => Some(AlertCode::PodMissing),
    }
}

/// A demonstration title for a person on trial: rules 7 to 9 pass (an active trial passes rule 8 itself).
fn is_demo(case: &Case<'_>) -> bool {
    let on_trial = |reader: &crate::readers::Reader| {
        reader.subscriptions.iter().any(|s| s.kind == TRIAL && s.is_active_at(case.facts.now))
    };
    case.facts.title.is_for_demo()
        && matches!(case.right, AccessRight::Individual(reader) if on_trial(reader))
}

/// Rule 10: adult content only for those who want it.
fn check_adult(case: &Case<'_>) -> Option<AlertCode> {
    let account = &case.reader()?.account;
    let closed = case.facts.title.is_adult() && adult_content_bar(account, case.facts.today).is_some();
    closed.then_some(AlertCode::AdultContent)
}

/// Rule 11: titles from the national source for pupils.
fn check_nimac(case: &Case<'_>) -> Option<AlertCode> {
    if !case.facts.title.is_nimac() {
        return None;
    }
    let open = match case.right {
        AccessRight::Member { reader, signed_in } => {
            let in_plan = |plan| reader.account.membership.as_ref().is_some_and(|m| m.plans.contains(&plan));
            organization(case).is_some_and(may_have_nimac)
                && in_plan(DisabilityPlan::Iep)
                && (!signed_in || case.facts.relation.assigned)
        }
        _ => false,
    };
    (!open).then_some(AlertCode::NimacRestricted)
}

/// An organization in the United States that the national source serves.
fn may_have_nimac(organization: &Organization) -> bool {
    organization.can_download_nimac && organization.address.country.as_deref() == Some("US")
}

/// Rule 12: a member who signs in gets what is assigned, listed or released.
fn check_assigned(case: &Case<'_>) -> Option<AlertCode> {
    let AccessRight::Member { reader, signed_in: true } = case.right else { return None };
    let relation = case.facts.relation;
    (!(relation.assigned || relation.on_list || reader.may_search_downloads()))
        .then_some(AlertCode::NotAssigned)
}

/// Rule 13: a sponsor downloads for a member of the sponsor's organization.
fn check_recipient(case: &Case<'_>) -> Option<AlertCode> {
    match case.right {
        AccessRight::Sponsor { named_member: NamedMember::Nobody, .. } => Some(AlertCode::ForUserRequired),
        AccessRight::Sponsor { .. } => Some(AlertCode::NotOrgMember),
        _ => None,
    }
}

/// Rule 14: the quota is not used up, or the title has been counted already.
pub(super) fn check_quota(case: &Case<'_>) -> Option<AlertCode> {
    let reached = !is_counted(case) && quota_of(case).is_some_and(|quota| quota.is_used_up());
    reached.then_some(AlertCode::DownloadLimitReached)
}

/// The quota that a download by this right counts against.
pub(super) fn counts_against(case: &Case<'_>) -> QuotaOf {
    match case.right {
        _ if !quotas::counts_in_quota(case.facts.title) => QuotaOf::Nobody,
        AccessRight::Individual(_) => QuotaOf::Recipient,
        AccessRight::Member { .. } => QuotaOf::Organization,
        _ => QuotaOf::Nobody,
    }
}

/// The title has been counted already against that quota.
pub(super) fn is_counted(case: &Case<'_>) -> bool {
    match counts_against(case) {
        QuotaOf::Nobody => false,
        QuotaOf::Recipient => case.facts.relation.counted,
        QuotaOf::Organization => case.facts.relation.counted_for_organization,
    }
}

/// The quota that a download by this right counts against.
pub(super) fn quota_of(case: &Case<'_>) -> Option<Quota> {
    match case.right {
        AccessRight::Individual(reader) => Some(quotas::individual_quota(reader, case.facts.now)),
        AccessRight::Member { .. } => case.organization().map(quotas::organization_quota),
        _ => None,
    }
}
