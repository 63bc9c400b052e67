//! Subscriptions of people, as membership staff give and change them (docs/rules/memberships.md#rule-9).

pub mod own;

use domain::dates::start_of;
use domain::{
    Account, AuditSubject, AuditedAct, DownloadTimeframe, SiteId, Subscription, SubscriptionId,
    SubscriptionType,
};
use jiff::Timestamp;
use jiff::civil::Date;
use store::subscriptions::{Holder, StartPosition};
use store::{KeyPage, Tx};

use crate::accounts::{find_managed, lock_managed};
use crate::values::{Count, Text};
use crate::{Change, ErrorKey, Fault, Faults, Field, Operation, Reason, RequiredField, Result, ShortText};

/// A new subscription as staff enter it.
#[derive(Debug, Clone)]
pub struct NewSubscription {
    /// The day it begins.
    pub start_date: RequiredField<Date>,
    /// Name of a type that the person's site offers.
    pub user_subscription_type: RequiredField<ShortText>,
    pub details: SubscriptionDetails,
}

/// A change of a subscription as staff enter it. `None` keeps a field.
#[derive(Debug, Clone, Default)]
pub struct SubscriptionForm {
    pub start_date: Option<Date>,
    /// Name of a type that the person's site offers.
    pub user_subscription_type: Option<ShortText>,
    pub details: SubscriptionDetails,
}

/// Details of a subscription. Those that are not set follow its type, or stay.
#[derive(Debug, Clone, Default)]
pub struct SubscriptionDetails {
    /// It ends when this day begins, in UTC. Open without one.
    pub end_date: Change<Date>,
    /// Books in a time frame.
    pub num_books_allowed: Change<Count>,
    /// The time frame.
    pub download_timeframe: Change<DownloadTimeframe>,
    pub notes: Change<Text<2000>>,
}

#[derive(Debug, Clone)]
pub struct SubscriptionView {
    pub owner: Account,
    pub subscription: Subscription,
    /// Subscription types of the person's site.
    pub offered_types: Vec<SubscriptionType>,
}

/// A part of a person's subscriptions.
#[derive(Debug, Clone)]
pub struct SubscriptionPage {
    pub owner: Account,
    /// Number of all subscriptions of the person.
    pub total: u64,
    /// Subscriptions of the page, newest start first, each with its position.
    pub rows: Vec<(StartPosition, Subscription)>,
    /// Subscription types of the person's site.
    pub offered_types: Vec<SubscriptionType>,
}

/// A page of a person's subscriptions.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn list(op: &Operation, person: &str, page: &KeyPage<StartPosition>) -> Result<SubscriptionPage> {
    let owner = find_managed(op, person).await?;
    let holder = Holder::Account(&owner.id);
    let total = store::subscriptions::count(op.db(), holder).await?;
    let rows = store::subscriptions::page(op.db(), holder, page).await?;
    let offered = store::subscription_types::list_for_site(op.db(), &owner.site).await?;
    Ok(SubscriptionPage { owner, total, rows, offered_types: offered })
}

#[derive(Debug, Clone, Copy)]
pub struct SubscriptionAddress<'a> {
    /// The person's identifier or user name.
    pub person: &'a str,
    pub id: &'a SubscriptionId,
}

/// One subscription of a person.
///
/// # Errors
/// `USER_NOT_FOUND`; `SUBSCRIPTION_NOT_FOUND` if the person has none with this identifier.
pub async fn get(op: &Operation, address: SubscriptionAddress<'_>) -> Result<SubscriptionView> {
    let SubscriptionAddress { person, id } = address;
    let owner = find_managed(op, person).await?;
    let found = store::subscriptions::find(op.db(), Holder::Account(&owner.id), id).await?;
    let subscription = found.ok_or(ErrorKey::SubscriptionNotFound)?;
    let offered = store::subscription_types::list_for_site(op.db(), &owner.site).await?;
    Ok(SubscriptionView { owner, subscription, offered_types: offered })
}

/// Gives a person a subscription, besides those that it has.
///
/// # Errors
/// The faults of the request; `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`.
pub async fn create(
    op: &Operation,
    person: &str,
    new: NewSubscription,
    mut faults: Faults,
) -> Result<SubscriptionView> {
    let mut tx = op.db().begin().await?;
    // An unknown person is reported only after the faults of the request
    // (docs/rules/errors.md#rule-2).
    let owner = lock_managed(op, &mut tx, person).await;
    if owner.is_err() {
        new.clone().into_form().validate(None, None, &mut faults);
    }
    let (owner, faults) = faults.report_before(owner)?;
    let holder = (Holder::Account(&owner.id), &owner.site);
    let (subscription, offered_types) = insert_subscription(op, &mut tx, holder, new, faults).await?;
    tx.commit().await?;
    Ok(SubscriptionView { owner, subscription, offered_types })
}

/// Adds a subscription to those of a holder of this site, whom the transaction has locked. Returns it with
/// the types that the site offers.
///
/// # Errors
/// The faults of the request.
pub(crate) async fn insert_subscription(
    op: &Operation,
    tx: &mut Tx,
    (holder, site): (Holder<'_>, &SiteId),
    new: NewSubscription,
    mut faults: Faults,
) -> Result<(Subscription, Vec<SubscriptionType>)> {
    let form = new.into_form();
    let offered = store::subscription_types::list_for_site(&mut *tx, site).await?;
    form.validate(None, Some(&offered), &mut faults);
    let (start, ShortText(name)) =
        faults.complete_with(form.start_date.zip(form.user_subscription_type.clone()))?;
    let kind = offered.iter().find(|kind| kind.name == name).ok_or(ErrorKey::InvalidParameter)?;
    let mut subscription = kind.open(op.random_id(), start_of(start));
    form.apply_to(&mut subscription, &offered);
    store::subscriptions::insert(&mut *tx, holder, &subscription).await?;
    op.record_change(tx, AuditedAct::AddSubscription, audit_subject(holder)).await?;
    Ok((subscription, offered))
}

pub(crate) fn audit_subject(holder: Holder<'_>) -> AuditSubject<'_> {
    match holder {
        Holder::Account(id) => AuditSubject::Account(id),
        Holder::Organization(id) => AuditSubject::Organization(id),
    }
}

/// Changes a subscription of a person; omitted fields stay. It counts in the person's next request. A
/// subscription is ended by its `end_date`.
///
/// # Errors
/// The faults of the request; `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `SUBSCRIPTION_NOT_FOUND` if the
/// person has none with this identifier.
pub async fn change(
    op: &Operation,
    address: SubscriptionAddress<'_>,
    form: SubscriptionForm,
    mut faults: Faults,
) -> Result<SubscriptionView> {
    let SubscriptionAddress { person, id } = address;
    let mut tx = op.db().begin().await?;
    // What does not exist is reported after what is wrong with the request (docs/rules/errors.md#rule-2).
    let owner = lock_managed(op, &mut tx, person).await;
    let (old, offered) = match &owner {
        Ok(owner) => {
            let old = store::subscriptions::find(&mut tx, Holder::Account(&owner.id), id).await?;
            (old, store::subscription_types::list_for_site(&mut tx, &owner.site).await?)
        }
        Err(_) => (None, Vec::new()),
    };
    // Which type a subscription may keep that does not exist is not known.
    form.validate(old.as_ref(), old.is_some().then_some(&offered), &mut faults);
    faults.into_result()?;
    let owner = owner?;
    let mut subscription = old.ok_or(ErrorKey::SubscriptionNotFound)?;
    form.apply_to(&mut subscription, &offered);
    store::subscriptions::update(&mut tx, &subscription).await?;
    op.commit_change(tx, AuditedAct::ChangeSubscription, &owner.id).await?;
    Ok(SubscriptionView { owner, subscription, offered_types: offered })
}

impl NewSubscription {
    pub fn into_form(self) -> SubscriptionForm {
        SubscriptionForm {
            start_date: self.start_date.into_value(),
            user_subscription_type: self.user_subscription_type.into_value(),
            details: self.details,
        }
    }
}

impl SubscriptionForm {
    /// Adds the faults of the fields in combination, and compared with stored data: `old` is the subscription
    /// before the change; `offered` are the types that the person's site offers, if known. A subscription may
    /// keep a type that is no longer offered.
    fn validate(
        &self,
        old: Option<&Subscription>,
        offered: Option<&Vec<SubscriptionType>>,
        faults: &mut Faults,
    ) {
        if let (Some(ShortText(name)), Some(offered)) = (&self.user_subscription_type, offered) {
            let kept = old.is_some_and(|old| old.kind == *name);
            if !kept && !offered.iter().any(|kind| kind.name == *name) {
                faults.push(not_offered(Field::UserSubscriptionType, offered));
            }
        }
        // A span with a bad end is not judged.
        if faults.has_field(Field::StartDate) || faults.has_field(Field::EndDate) {
            return;
        }
        if let (Some(start), Some(end)) = self.start_and_end(old)
            && end < start
        {
            let reason = Reason::from("must not be before ").then_field(Field::StartDate);
            faults.add(ErrorKey::InvalidDate, Field::EndDate, reason);
        }
    }

    fn start_and_end(&self, old: Option<&Subscription>) -> (Option<Timestamp>, Option<Timestamp>) {
        let start = self.start_date.map(start_of).or(old.map(|old| old.start));
        let end = match self.details.end_date {
            Change::Keep => old.and_then(|old| old.end),
            Change::Clear => None,
            Change::Set(date) => Some(start_of(date)),
        };
        (start, end)
    }

    /// Changes the subscription; what is cleared is as its type says.
    fn apply_to(self, subscription: &mut Subscription, offered: &[SubscriptionType]) {
        let (start, end) = self.start_and_end(Some(subscription));
        (subscription.start, subscription.end) = (start.unwrap_or(subscription.start), end);
        if let Some(ShortText(name)) = self.user_subscription_type {
            subscription.kind = name;
        }
        let kind = offered.iter().find(|kind| kind.name == subscription.kind);
        match self.details.num_books_allowed {
            Change::Keep => {}
            Change::Clear => subscription.books_allowed = kind.and_then(|kind| kind.books_allowed),
            Change::Set(Count(books)) => subscription.books_allowed = Some(books.unsigned_abs()),
        }
        match self.details.download_timeframe {
            Change::Keep => {}
            Change::Clear => {
                subscription.timeframe = kind.map_or(DownloadTimeframe::Monthly, |kind| kind.timeframe);
            }
            Change::Set(timeframe) => subscription.timeframe = timeframe,
        }
        self.details.notes.map(|notes| notes.0).apply_to_field(&mut subscription.notes);
    }
}

/// The fault of a type that is not among those that may be chosen.
pub fn not_offered(field: Field, open: &[SubscriptionType]) -> Fault {
    let names: Vec<&str> = open.iter().map(|kind| kind.name.as_str()).collect();
    Fault::new(ErrorKey::InvalidParameter, field, format!("must be one of {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use domain::subscription_types::defaults;
    use domain::{DownloadTimeframe, Subscription};
    use jiff::civil::{Date, date};

    use super::{SubscriptionDetails, SubscriptionForm};
    use crate::values::Count;
    use crate::{Change, Faults, ShortText};

    fn sample_form(kind: &str) -> SubscriptionForm {
        SubscriptionForm {
            start_date: Some(date(2026, 11, 21)),
            user_subscription_type: Some(ShortText(kind.into())),
            ..SubscriptionForm::default()
        }
    }

    fn fault_texts(form: &SubscriptionForm, old: Option<&Subscription>) -> Option<String> {
        let mut faults = Faults::default();
        form.validate(old, Some(&defaults()), &mut faults);
        faults.into_result().err().map(|error| error.to_string())
    }

    fn ending_on(day: Date) -> SubscriptionForm {
        let details = SubscriptionDetails { end_date: Change::Set(day), ..SubscriptionDetails::default() };
        SubscriptionForm { details, ..sample_form("trial") }
    }

    #[test]
    fn takes_cleared_fields_from_the_subscription_type() {
        let mut offered = defaults();
        offered[0].books_allowed = Some(7);
        let mut held = offered[0].open("s".into(), jiff::Timestamp::UNIX_EPOCH);
        sample_form("individual").apply_to(&mut held, &offered);
        assert_eq!((held.books_allowed, held.end), (Some(7), None), "without an end: staff say when");
        let details = SubscriptionDetails {
            end_date: Change::Set(date(2027, 1, 1)),
            num_books_allowed: Change::Set(Count(0)),
            download_timeframe: Change::Set(DownloadTimeframe::EntireSubscription),
            notes: Change::Keep,
        };
        let set = SubscriptionForm { details, ..sample_form("individual") };
        set.apply_to(&mut held, &offered);
        assert_eq!(held.end.unwrap().to_string(), "2027-01-01T00:00:00Z");
        assert_eq!((held.books_allowed, held.timeframe), (Some(0), DownloadTimeframe::EntireSubscription));
        let details = SubscriptionDetails {
            end_date: Change::Clear,
            num_books_allowed: Change::Clear,
            download_timeframe: Change::Clear,
            notes: Change::Keep,
        };
        let clear = SubscriptionForm { details, ..sample_form("individual") };
        clear.apply_to(&mut held, &offered);
        assert_eq!(
            (held.end, held.books_allowed, held.timeframe),
            (None, Some(7), DownloadTimeframe::Monthly)
        );
    }

    #[test]
    fn a_change_of_nothing_changes_nothing() {
        let offered = defaults();
        let mut held = offered[0].open("s".into(), jiff::Timestamp::UNIX_EPOCH);
        ending_on(date(2027, 1, 1)).apply_to(&mut held, &offered);
        let before = held.clone();
        SubscriptionForm::default().apply_to(&mut held, &offered);
        assert_eq!(held, before);
    }

    #[test]
    fn a_type_that_is_no_longer_offered_may_be_kept() {
        let mut held = defaults()[0].open("s".into(), jiff::Timestamp::UNIX_EPOCH);
        let fault = fault_texts(&sample_form("gold"), Some(&held)).unwrap();
        assert!(fault.starts_with("user subscription type: must be one of individual, "), "{fault}");
        held.kind = "gold".into();
        assert_eq!(fault_texts(&sample_form("gold"), Some(&held)), None);
        assert!(fault_texts(&sample_form("gold"), None).is_some());
    }

    #[test]
    fn the_end_is_not_before_the_start_also_if_it_was_there() {
        let mut held = defaults()[0].open("s".into(), jiff::Timestamp::UNIX_EPOCH);
        held.end = Some(domain::dates::start_of(date(2026, 11, 20)));
        assert_eq!(
            fault_texts(&sample_form("trial"), Some(&held)).as_deref(),
            Some("end date: must not be before start date")
        );
        assert_eq!(fault_texts(&ending_on(date(2026, 11, 21)), Some(&held)), None, "the same day");
        assert_eq!(fault_texts(&ending_on(date(9999, 12, 31)), None), None, "the calendar has that day too");
        // Only the end is said: the start that is stored counts.
        let only_end = SubscriptionForm { start_date: None, ..ending_on(date(1969, 12, 31)) };
        assert!(fault_texts(&only_end, Some(&held)).is_some());
    }
}
