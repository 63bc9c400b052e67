//! /desk/duplicates: accounts that may be of the same person, because name and birth date are the same.

use domain::{Account, AccountId};
use services::duplicates::{self, MAX_NAMESAKES, Namesake, NamesakeKey};

use super::account_merge::merge_path;
use super::person_path;
use super::work::{AskedDecision, show_outcome};
use crate::paging::{Pager, read_place};
use crate::{
    Form, Link, Page, Query, Result, Section, Visitor, format_day, format_day_of, redirect_to, render,
};

const DUPLICATES_PATH: &str = "/desk/duplicates";

/// An account of a group as the page shows it.
struct AccountCard {
    /// The name to sign in by, or else the identifier, which leads to the person.
    link: Link,
    id: String,
    facts: Vec<(String, String)>,
}

/// Accounts with the same name and birth date.
struct GroupView {
    name: String,
    birth_date: String,
    accounts: Vec<AccountCard>,
    /// Leads to a merge of the oldest account and each other one.
    merges: Vec<Link>,
    /// A sentence about accounts that are not shown. Empty if all are.
    more: String,
}

#[derive(askama::Template)]
#[template(path = "desk_duplicates.html")]
struct DuplicatesPage<'a> {
    page: Page<'a>,
    groups: Vec<GroupView>,
    pager: Pager,
}

pub(super) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_membership_staff()?;
    let after = read_place::<NamesakeKey>(&fields)?;
    let is_first = after.is_none();
    let found = duplicates::list(&visitor.op, after).await?;
    if found.groups.is_empty() && !is_first {
        // Everything on this page was decided meanwhile.
        return redirect_to(DUPLICATES_PATH);
    }
    let page = visitor.page(Section::Account);
    let list_links = Pager::new_onward(DUPLICATES_PATH, is_first, found.next.as_ref());
    let groups = found.groups.iter().map(|accounts| view_group(&page, accounts)).collect();
    Ok(render(&DuplicatesPage { page, groups, pager: list_links }))
}

/// POST: remembers that the accounts of a group are of different people.
pub(super) async fn mark_distinct(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let ids: Vec<AccountId> = fields.get_all("person").map(AccountId::from).collect();
    let outcome = &duplicates::mark_distinct(&visitor.op, &ids).await?;
    let (message, path) = ("duplicates-marked", DUPLICATES_PATH);
    show_outcome(&visitor, AskedDecision { outcome, message, path, next_path: path })
}

fn view_group(page: &Page<'_>, accounts: &[Namesake]) -> GroupView {
    let first = accounts.first();
    let is_whole = first.is_none_or(|first| first.group_size <= MAX_NAMESAKES as u64);
    let born = first.and_then(|first| first.account.date_of_birth);
    GroupView {
        name: first.map(|first| first.account.display_name()).unwrap_or_default(),
        birth_date: born.map_or_else(|| page.text("desk-none"), |born| format_day(page, born)),
        accounts: accounts.iter().map(|one| view_account(page, one)).collect(),
        merges: list_merges(page, accounts),
        more: if is_whole {
            String::new()
        } else {
            page.count("duplicates-more", first.map_or(0, |first| first.group_size))
        },
    }
}

/// Links to the pages on which two accounts of the group are merged.
fn list_merges(page: &Page<'_>, accounts: &[Namesake]) -> Vec<Link> {
    let Some((oldest, others)) = accounts.split_first() else { return Vec::new() };
    let link = |other: &Namesake| {
        let names =
            [("name", call_name(&oldest.account).into()), ("other", call_name(&other.account).into())];
        let path = merge_path(&oldest.account.id, &other.account.id);
        Link::new(path, page.format("merge-link", &names))
    };
    others.iter().map(link).collect()
}

/// The name to sign in by, or else the identifier.
fn call_name(account: &Account) -> &str {
    Some(account.sign_in_name()).filter(|name| !name.is_empty()).unwrap_or(account.id.as_str())
}

fn view_account(page: &Page<'_>, one: &Namesake) -> AccountCard {
    let account = &one.account;
    let organization = one.organization.clone();
    let last_sign_in = one.last_sign_in.map(|at| format_day_of(page, at));
    let facts = [
        ("desk-identifier", account.id.to_string()),
        ("desk-organization", organization.unwrap_or_else(|| page.text("desk-none"))),
        ("desk-created", format_day_of(page, account.created)),
        ("duplicates-last-sign-in", last_sign_in.unwrap_or_else(|| page.text("duplicates-unknown"))),
        ("duplicates-proofs", one.proofs.to_string()),
        ("merge-noun-agreements", one.agreements.to_string()),
        ("duplicates-subscriptions", one.subscriptions.to_string()),
    ];
    AccountCard {
        link: Link::new(person_path(&account.id), call_name(account)),
        id: account.id.to_string(),
        facts: page.label_all_facts(facts),
    }
}
