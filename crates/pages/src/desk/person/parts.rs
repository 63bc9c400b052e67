//! The parts of the page about a person: each has a heading, sentences and cards.

use std::cmp::Reverse;

use domain::quotas::{self, Quota};
use domain::{AccountId, Agreement, OfferedItem, SessionKind, Subscription};
use jiff::Timestamp;
use services::desk::{ChangeEntry, CopyEntry, PersonOverview, ReadingPositionEntry};

use super::EventLine;
use crate::assignments::to_percent;
use crate::browsers::browser_text;
use crate::copies::describe_copy;
use crate::desk::email::kind_name;
use crate::desk::wording::{accountless_actor_name, act_name, source_name};
use crate::desk::work::outcome_name;
use crate::items::item_link;
use crate::{Link, Page, format_day_of, format_moment, format_name};

pub(super) struct PersonPart {
    /// Identifier of its heading.
    pub(super) id: &'static str,
    pub(super) heading: String,
    pub(super) lines: Vec<String>,
    pub(super) cards: Vec<PartCard>,
}

pub(super) struct PartCard {
    pub(super) heading: Link,
    pub(super) facts: Vec<(String, String)>,
}

impl PartCard {
    fn new(heading: impl Into<String>, facts: Vec<(String, String)>) -> Self {
        Self { heading: Link::new("", heading), facts }
    }
}

impl PersonPart {
    /// A part without lines says that there is nothing.
    fn new(page: &Page<'_>, id: &'static str, heading: &str, cards: Vec<PartCard>) -> Self {
        let lines = if cards.is_empty() { vec![page.text("desk-nothing")] } else { Vec::new() };
        Self { id, heading: page.text(heading), lines, cards }
    }

    /// The agreements of the person, and whether the organization has one.
    pub(super) fn for_agreements(page: &Page<'_>, person: &PersonOverview) -> Self {
        let card = |agreement: &Agreement| {
            let by_guardian = agreement.signed_by_legal_guardian.then(|| page.text("desk-yes"));
            let recorded_by = agreement.recorded_by.as_ref().map(|by| name_of(page, person, by));
            let facts = page.label_known_facts([
                ("desk-agreement-signed", Some(format_day_of(page, agreement.date_signed))),
                ("desk-agreement-by", Some(agreement.print_name.clone())),
                ("desk-agreement-guardian", by_guardian),
                ("desk-agreement-recorded", recorded_by),
                ("desk-agreement-ended", agreement.date_expired.map(|ended| format_day_of(page, ended))),
            ]);
            PartCard::new(page.value_text("desk-agreement", agreement.kind), facts)
        };
        let cards = person.agreements.iter().map(card).collect();
        let mut part = Self::new(page, "agreement", "desk-agreement", cards);
        if let Some(standing) = &person.reader.organization {
            let signed = standing.organization.agreement_signed;
            let line = if signed { "desk-org-agreement" } else { "desk-org-agreement-missing" };
            part.lines.push(page.text(line));
        }
        part
    }

    /// The subscriptions of the person and the organization, and what is left of their quotas.
    pub(super) fn for_subscriptions(page: &Page<'_>, person: &PersonOverview, now: Timestamp) -> Self {
        let reader = &person.reader;
        let card = |subscription: &Subscription, owner: &str| {
            let state = if subscription.is_active_at(now) {
                "desk-subscription-active"
            } else if subscription.start > now {
                "desk-subscription-future"
            } else {
                "desk-subscription-ended"
            };
            let end = subscription.end.map(|end| format_day_of(page, end));
            let facts = page.label_all_facts([
                ("desk-subscription-of", page.text(owner)),
                ("desk-subscription-state", page.text(state)),
                ("desk-subscription-from", format_day_of(page, subscription.start)),
                ("desk-subscription-to", end.unwrap_or_else(|| page.text("subscription-endless"))),
                ("desk-subscription-counted", page.value_text("desk-timeframe", subscription.timeframe)),
            ]);
            let kind = person.subscription_types.iter().find(|kind| kind.name == subscription.kind);
            PartCard::new(kind.map_or(&subscription.kind, |kind| &kind.description).clone(), facts)
        };
        let own = reader.subscriptions.iter().map(|one| card(one, "desk-subscription-own"));
        let shared = reader.organization.iter().flat_map(|standing| &standing.subscriptions);
        let shared = shared.map(|one| card(one, "desk-subscription-organization"));
        let mut part = Self::new(page, "subscription", "desk-subscription", own.chain(shared).collect());
        if reader.subscription(now).is_some() {
            part.lines.push(quota_text(page, "desk-quota-own", quotas::individual_quota(reader, now)));
        }
        if let Some(standing) = &reader.organization {
            let quota = quotas::organization_quota(standing);
            part.lines.push(quota_text(page, "desk-quota-organization", quota));
            if standing.organization.suspended {
                part.lines.push(page.text("desk-org-suspended"));
            }
        }
        part
    }

    /// Requests to authorities that can still be answered.
    pub(super) fn for_requests(page: &Page<'_>, person: &PersonOverview) -> Self {
        let cards = person.requests.iter().map(|request| {
            let facts = vec![
                (page.text("desk-request-sent"), format_day_of(page, request.requested)),
                (page.text("desk-request-until"), format_day_of(page, request.end_time())),
                (page.text("desk-email"), request.email.clone()),
            ];
            PartCard::new(request.authority.clone().unwrap_or_else(|| request.email.clone()), facts)
        });
        Self::new(page, "requests", "desk-requests", cards.collect())
    }

    /// Signed-in browsers.
    pub(super) fn for_sessions(page: &Page<'_>, person: &PersonOverview) -> Self {
        let cards = person.sessions.iter().map(|session| {
            let is_enrollment = session.kind == SessionKind::Enrollment;
            let facts = page.label_known_facts([
                ("session-started", Some(format_moment(page, session.started))),
                ("session-used", Some(format_moment(page, session.used))),
                ("session-latest-end", is_enrollment.then(|| format_day_of(page, session.latest_end()))),
            ]);
            PartCard::new(browser_text(page, session.browser), facts)
        });
        Self::new(page, "sessions", "account-sessions", cards.collect())
    }

    /// Devices and apps that sign in by themselves.
    pub(super) fn for_devices(page: &Page<'_>, person: &PersonOverview) -> Self {
        let cards = person.devices.iter().map(|device| {
            let used = device.last_used.map(|used| format_moment(page, used));
            let facts = vec![
                (page.text("device-sign-in"), device.sign_in.clone()),
                (page.text("device-created"), format_day_of(page, device.created)),
                (page.text("device-used"), used.unwrap_or_else(|| page.text("device-never-used"))),
            ];
            PartCard::new(device.name.clone(), facts)
        });
        Self::new(page, "devices", "account-devices", cards.collect())
    }

    /// Copies of the last 30 days.
    pub(super) fn for_copies(page: &Page<'_>, person: &PersonOverview, now: Timestamp) -> Self {
        let card = |copy: &CopyEntry| {
            let download = &copy.download;
            let other = download.caller.as_ref().filter(|by| **by != person.reader.account.id);
            let facts = page.label_known_facts([
                ("history-format", Some(format_name(page, download.format))),
                ("history-requested", Some(format_moment(page, download.date_requested))),
                ("history-state", Some(describe_copy(page, download, now))),
                ("desk-copy-by", other.map(|by| name_of(page, person, by))),
            ]);
            PartCard { heading: item_heading(page, copy.item.as_ref(), copy.is_document), facts }
        };
        Self::new(page, "copies", "desk-copies", person.copies.iter().map(card).collect())
    }

    /// The last place in each book.
    pub(super) fn for_positions(page: &Page<'_>, person: &PersonOverview) -> Self {
        let card = |place: &ReadingPositionEntry| {
            let event = &place.event;
            let share = event.total_progression.map(to_percent);
            let facts = page.label_known_facts([
                ("history-format", Some(format_name(page, event.format))),
                ("desk-place", event.description.clone()),
                ("desk-place-share", share.map(|share| page.count("desk-place-percent", share))),
                ("desk-place-device", event.device_name.clone()),
                ("desk-place-read", Some(format_moment(page, event.date))),
            ]);
            PartCard { heading: item_heading(page, place.item.as_ref(), place.is_document), facts }
        };
        Self::new(page, "places", "desk-places", person.places.iter().map(card).collect())
    }
}

/// The link to a book or an edition. Without an address if it is gone or is a document.
fn item_heading(page: &Page<'_>, item: Option<&OfferedItem>, is_document: bool) -> Link {
    let gone = if is_document { "desk-copy-document" } else { "history-gone" };
    item.map_or_else(|| Link::new("", page.text(gone)), item_link)
}

/// A sentence about the use of a quota.
fn quota_text(page: &Page<'_>, message: &str, quota: Quota) -> String {
    match (quota.allowed, quota.books_left()) {
        (Some(allowed), Some(left)) => {
            let values = [
                ("taken", u64::from(quota.taken).into()),
                ("allowed", u64::from(allowed).into()),
                ("left", u64::from(left).into()),
            ];
            page.format(message, &values)
        }
        _ => page.text("desk-quota-unlimited"),
    }
}

/// The name of somebody who did something for the person, or the person's own.
fn name_of(page: &Page<'_>, person: &PersonOverview, id: &AccountId) -> String {
    if *id == person.reader.account.id {
        return person.reader.account.display_name();
    }
    person.names.get(id).cloned().unwrap_or_else(|| page.text("desk-somebody"))
}

/// The name of a staff member, or the library's for the operator.
fn staff_name(page: &Page<'_>, person: &PersonOverview, id: Option<&AccountId>) -> String {
    id.map_or_else(|| page.text("desk-by-operator"), |id| name_of(page, person, id))
}

/// Recorded changes, newest first.
pub(super) fn list_changes(page: &Page<'_>, person: &PersonOverview) -> Vec<EventLine> {
    let line = |change: &ChangeEntry| EventLine {
        date: format_moment(page, change.changed_at),
        text: act_name(page, change.act),
        by: match &change.actor {
            Some(id) => name_of(page, person, id),
            None => accountless_actor_name(page, &change.endpoint),
        },
    };
    person.changes.iter().map(line).collect()
}

/// The history of the membership, newest first, as far as it is stored.
pub(super) fn list_events(page: &Page<'_>, person: &PersonOverview) -> Vec<EventLine> {
    let mut events = vec![(person.reader.account.created, page.text("desk-event-created"), String::new())];
    for agreement in &person.agreements {
        let by = staff_name(page, person, agreement.recorded_by.as_ref());
        events.push((agreement.date_signed, page.text("desk-event-agreement"), by));
        if let Some(ended) = agreement.date_expired {
            events.push((ended, page.text("desk-event-agreement-ended"), String::new()));
        }
    }
    for (date, source) in &person.submissions {
        let by = source.map(|source| source_name(page, source)).unwrap_or_default();
        events.push((*date, page.text("desk-event-submitted"), by));
    }
    for decision in &person.decisions {
        let text = page.with_name("desk-event-decided", &outcome_name(page, decision.outcome));
        events.push((decision.decided, text, staff_name(page, person, decision.decided_by.as_ref())));
    }
    for email in &person.emails {
        let text = page.with_name("desk-event-email", &kind_name(page, email.kind));
        events.push((email.sent, text, staff_name(page, person, email.sent_by.as_ref())));
    }
    for proof in &person.proofs {
        let added = domain::dates::start_of(proof.added);
        events.push((added, page.text("desk-event-proof"), source_name(page, proof.source)));
    }
    events.sort_by_key(|(date, ..)| Reverse(*date));
    let line = |(date, text, by)| EventLine { date: format_day_of(page, date), text, by };
    events.into_iter().map(line).collect()
}
