//! Entries of the audit in words.

use std::collections::HashMap;

use domain::{Account, AccountId};
use services::Operation;
use services::audit::{AuditEvent, AuditLine, ChangedThing, FoundEntries};

use crate::desk::person_path;
use crate::desk::wording::{accountless_actor_name, act_name};
use crate::{Link, Page, format_moment};

/// An entry as the page shows it. A link without an address is a text.
pub(super) struct EntryView {
    pub(super) act: String,
    pub(super) moment: String,
    pub(super) subject: Link,
    pub(super) actor: Link,
    /// The endpoint, command or job.
    pub(super) endpoint: String,
}

pub(super) fn list_entries(page: &Page<'_>, op: &Operation, found: &FoundEntries) -> Vec<EntryView> {
    let people = People::new(op, &found.people);
    found.lines.iter().map(|line| entry_view(page, &people, line)).collect()
}

fn entry_view(page: &Page<'_>, people: &People<'_>, line: &AuditLine) -> EntryView {
    let (act, subject) = match &line.event {
        AuditEvent::Read(id) => (page.text("audit-read"), people.link_to(id)),
        AuditEvent::Change { act, subject, organization_name } => {
            let subject = match subject {
                Some(ChangedThing::Account(id)) => people.link_to(id),
                Some(ChangedThing::Organization(id)) => {
                    Link::new("", organization_name.as_deref().unwrap_or(id.as_str()))
                }
                Some(ChangedThing::Title(id)) => {
                    let text = page.with_name("audit-subject-title", &id.to_string());
                    Link::new(format!("/titles/{id}"), text)
                }
                Some(ChangedThing::Series(id)) => {
                    Link::new("", page.with_name("audit-subject-periodical", id.as_str()))
                }
                Some(ChangedThing::Client(id)) => {
                    Link::new("", page.with_name("audit-subject-client", id.as_str()))
                }
                Some(ChangedThing::Site(id)) => {
                    Link::new("", page.with_name("audit-subject-site", id.as_str()))
                }
                None => Link::new("", page.text("desk-none")),
            };
            (act_name(page, *act), subject)
        }
    };
    let actor = match &line.actor {
        Some(id) => people.link_to(id),
        None => Link::new("", accountless_actor_name(page, &line.endpoint)),
    };
    EntryView { act, moment: format_moment(page, line.at), subject, actor, endpoint: line.endpoint.clone() }
}

struct People<'a> {
    op: &'a Operation,
    accounts: &'a HashMap<AccountId, Account>,
    /// The number of people with each name.
    namesakes: HashMap<String, usize>,
}

impl<'a> People<'a> {
    fn new(op: &'a Operation, accounts: &'a HashMap<AccountId, Account>) -> Self {
        let mut namesakes = HashMap::new();
        for account in accounts.values() {
            *namesakes.entry(account.display_name()).or_default() += 1;
        }
        Self { op, accounts, namesakes }
    }

    /// A link to the page about a person, for those who may see it. Different people have different names.
    fn link_to(&self, id: &AccountId) -> Link {
        let Some(account) = self.accounts.get(id) else { return Link::new("", id.as_str()) };
        let name = account.display_name();
        let is_shared = self.namesakes.get(&name).is_some_and(|count| *count > 1);
        let text = if is_shared { format!("{name} ({id})") } else { name };
        let href = if self.op.manages_membership(&account.site) { person_path(id) } else { String::new() };
        Link::new(href, text)
    }
}
