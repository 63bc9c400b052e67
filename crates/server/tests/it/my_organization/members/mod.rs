//! /v2/myOrganization/members, rosterTags and titleAvailabilities (docs/rules/access.md#rule-18,
//! docs/rules/organizations.md#rule-2, docs/rules/organizations.md#rule-1).

mod audit;
mod availabilities;
mod creating;
mod editing;
mod listing;
mod preferences;
mod removing;
mod roster_tags;

use serde_json::Value;

use super::{account, admin, give_role};
use crate::support::{Reply, Sandbox, User};

const MEMBERS: &str = "/v2/myOrganization/members";
const TAGS: &str = "/v2/myOrganization/rosterTags";

/// The required fields of a member.
const FORM: [(&str, &str); 4] =
    [("firstName", "Noa"), ("lastName", "Ash"), ("dateOfBirth", "2014-02-28"), ("grade", "K")];

/// The path of one of the sandbox's members.
fn member(sandbox: &Sandbox, name: &str) -> String {
    format!("{MEMBERS}/{}", account(sandbox, name))
}

/// Family names of a page of people.
fn names<'a>(page: &'a Value, list: &str) -> Vec<&'a str> {
    let people = page[list].as_array().unwrap_or_else(|| panic!("no list {list} in {page}"));
    people.iter().map(|person| person["name"]["lastName"].as_str().unwrap()).collect()
}

/// Adds a member with more than it must have.
async fn add(sponsor: &User<'_>, more: &[(&str, &str)]) -> Reply {
    let changed = |name: &str| more.iter().any(|(given, _)| *given == name);
    let form: Vec<_> =
        FORM.into_iter().filter(|(name, _)| !changed(name)).chain(more.iter().copied()).collect();
    sponsor.post(MEMBERS, &form).await
}

/// The path of a member from its record.
fn path(reply: &Reply) -> String {
    format!("{MEMBERS}/{}", reply.json["userAccountId"].as_str().unwrap())
}

/// Family names of all pages of a list, walked by its links.
async fn walk(user: &User<'_>, first: &str, list: &str) -> Vec<String> {
    let mut reply = user.get(first).await.expect_status(200);
    let mut all: Vec<String> = names(&reply.json, list).into_iter().map(str::to_owned).collect();
    while reply.json["next"] != Value::Null {
        reply = user.get(&reply.link("next")).await.expect_status(200);
        all.extend(names(&reply.json, list).into_iter().map(str::to_owned));
    }
    assert_eq!(reply.json["totalResults"], all.len(), "{first}");
    all
}
