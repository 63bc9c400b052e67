//! The standing of one person, independent of the title.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::accounts::is_under_age;
use crate::proofs::ProofStatus;
use crate::subscriptions::SubscriptionStatus;
use crate::{Account, Reader, Role};

/// Returns true if the account wants adult content: its own choice; otherwise yes for adults
/// (docs/rules/access.md#rule-10). Readers of unknown age count as minors; all other accounts are staff,
/// and so adults.
pub fn adult_content_allowed(account: &Account, today: Date) -> bool {
    account.allow_adult_content.unwrap_or_else(|| !is_minor(account, today))
}

/// Returns true if the library treats the owner of an account as younger than 18.
pub fn is_minor(account: &Account, today: Date) -> bool {
    match account.date_of_birth {
        Some(born) => is_under_age(born, today),
        None => account.has_role(Role::Individual) || account.has_role(Role::OrganizationMember),
    }
}

/// Why adult content is closed for an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdultContentBar {
    /// The organization has closed it.
    SafeSearch,
    /// The reader is younger than 18.
    Minor,
    /// The library does not know the reader's age.
    UnknownAge,
    /// An adult's own choice.
    Preference,
}

/// Why adult content is closed for an account. `None` if it is open.
pub fn adult_content_bar(account: &Account, today: Date) -> Option<AdultContentBar> {
    if account.safe_search {
        return Some(AdultContentBar::SafeSearch);
    }
    if adult_content_allowed(account, today) {
        return None;
    }
    Some(match account.date_of_birth {
        _ if !is_minor(account, today) => AdultContentBar::Preference,
        Some(_) => AdultContentBar::Minor,
        None => AdultContentBar::UnknownAge,
    })
}

/// `subscriptionStatus` of an account: of sponsors and members that of the organization, of linked accounts
/// the better one (docs/rules/records.md#rule-22).
pub fn subscription_status(reader: &Reader, now: Timestamp) -> SubscriptionStatus {
    let own = reader.subscription_status(now);
    let shared = reader.organization.as_ref().map(|standing| standing.subscription_status(now));
    match shared {
        None => own,
        Some(shared) if !reader.account.has_role(Role::Individual) => shared,
        // The better a status, the smaller.
        Some(shared) => own.min(shared),
    }
}

/// `canDownload` of an account: agreement, subscription and proof are in order and the account is not
/// locked (docs/rules/records.md#rule-22). For members the organization's agreement and subscription count;
/// sponsors need no proof of their own. A submitted proof counts as long as the site gives access while it is
/// checked.
pub fn can_download(reader: &Reader, now: Timestamp) -> bool {
    let account = &reader.account;
    let proven = reader.counts_as_proven(now);
    let individual = account.has_role(Role::Individual)
        && reader.agreement_signed
        && reader.subscription_status(now) == SubscriptionStatus::Active
        && proven;
    let organization = reader.organization.as_ref().is_some_and(|standing| {
        standing.organization.agreement_signed
            && !standing.organization.suspended
            && standing.subscription_status(now) == SubscriptionStatus::Active
            && (account.has_role(Role::OrganizationSponsor)
                || (account.has_role(Role::OrganizationMember) && proven))
    });
    account.may_sign_in() && (individual || organization)
}

/// Requirements for borrowing books, and the state of each: the parts of [`can_download`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirements {
    /// True if the organization sees to agreement and subscription, and not the person.
    pub by_organization: bool,
    /// True if a current agreement is signed.
    pub agreement: bool,
    /// The proof of disability. `None` for sponsors, who need none.
    pub proof: Option<ProofStatus>,
    /// The end of the access that the person has now while the proof is checked. `None` if there is none.
    pub provisional_until: Option<Timestamp>,
    pub subscription: SubscriptionStatus,
    /// True if the library has suspended downloads of the organization.
    pub suspended: bool,
    /// True if the account is locked or closed.
    pub locked: bool,
}

impl Requirements {
    fn is_proof_met(&self) -> bool {
        self.proof.is_none_or(|proof| proof == ProofStatus::Active) || self.provisional_until.is_some()
    }

    /// Returns true if nothing is missing now.
    pub fn are_met(&self) -> bool {
        self.agreement
            && self.is_proof_met()
            && self.subscription == SubscriptionStatus::Active
            && !self.suspended
            && !self.locked
    }
}

/// The requirements of a person, by the organization for those who are nothing but its members or sponsors.
/// For a linked account the way that is complete counts, or else the person's own. `None` for staff, who
/// borrow nothing.
pub fn requirements_of(reader: &Reader, now: Timestamp) -> Option<Requirements> {
    let account = &reader.account;
    let locked = account.locked || account.deleted;
    let own = account.has_role(Role::Individual).then(|| Requirements {
        by_organization: false,
        agreement: reader.agreement_signed,
        proof: Some(reader.proof),
        provisional_until: reader.provisional_access(now),
        subscription: reader.subscription_status(now),
        suspended: false,
        locked,
    });
    let is_sponsor = account.has_role(Role::OrganizationSponsor);
    let belongs = is_sponsor || account.has_role(Role::OrganizationMember);
    let shared = reader.organization.as_ref().filter(|_| belongs).map(|standing| Requirements {
        by_organization: true,
        agreement: standing.organization.agreement_signed,
        proof: (!is_sponsor).then_some(reader.proof),
        provisional_until: reader.provisional_access(now).filter(|_| !is_sponsor),
        subscription: standing.subscription_status(now),
        suspended: standing.organization.suspended,
        locked,
    });
    shared.filter(Requirements::are_met).or(own).or(shared)
}

#[cfg(test)]
mod tests {
    use super::{
        ProofStatus, Reader, SubscriptionStatus, can_download, requirements_of, subscription_status,
    };
    use crate::Role;
    use crate::fixtures::{days_ago, individual, linked_account, member, noon, school, sponsor, with_change};

    /// Each person in every state that matters.
    fn sample_people() -> Vec<Reader> {
        let mut all = Vec::new();
        let places = [
            individual("ada"),
            member("mia", &school()),
            sponsor("sue", &school()),
            linked_account("lin", &school()),
        ];
        for state in 0..64_u8 {
            let is = |bit: u8| state & (1 << bit) != 0;
            all.extend(places.iter().cloned().map(|reader| {
                with_change(reader, |reader| {
                    reader.agreement_signed = is(0);
                    reader.proof = if is(1) { ProofStatus::Active } else { ProofStatus::Submitted };
                    reader.account.locked = is(2);
                    if is(3) {
                        reader.subscriptions.clear();
                    }
                    if let Some(standing) = &mut reader.organization {
                        standing.organization.agreement_signed = is(4);
                        standing.organization.suspended = is(5);
                    }
                })
            }));
        }
        all
    }

    #[test]
    fn requirements_say_one_by_one_what_can_download_says_of_all() {
        let (mut open, mut closed) = (0, 0);
        for reader in sample_people() {
            let met = requirements_of(&reader, noon()).unwrap().are_met();
            assert_eq!(met, can_download(&reader, noon()), "{reader:?}");
            if met { open += 1 } else { closed += 1 }
        }
        assert!(open > 20 && closed > 100, "{open} {closed}");
    }

    #[test]
    fn staff_need_nothing() {
        let staff =
            with_change(individual("ada"), |ada| ada.account.roles = [Role::CollectionAssistant].into());
        assert_eq!(requirements_of(&staff, noon()), None);
    }

    #[test]
    fn a_linked_account_has_the_better_subscription() {
        use SubscriptionStatus::{Active, Expired, Missing};
        let without = |start: &[i64]| {
            with_change(individual("ada"), |reader| {
                reader.subscriptions.truncate(start.len());
                for subscription in &mut reader.subscriptions {
                    subscription.end = Some(days_ago(1));
                }
            })
        };
        assert_eq!(subscription_status(&individual("ada"), noon()), Active);
        assert_eq!(subscription_status(&without(&[1]), noon()), Expired);
        assert_eq!(subscription_status(&without(&[]), noon()), Missing);

        let school = school();
        assert_eq!(subscription_status(&member("mia", &school), noon()), Active);
        let closed = with_change(school, |school| school.subscriptions.clear());
        let member = member("mia", &closed);
        assert_eq!(subscription_status(&member, noon()), Missing);
        let linked = with_change(member, |reader| {
            reader.account.roles.insert(Role::Individual);
            reader.subscriptions = individual("ada").subscriptions;
        });
        assert_eq!(subscription_status(&linked, noon()), Active);
    }
}
