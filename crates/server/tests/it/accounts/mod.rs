//! /v2/accounts (docs/rules/memberships.md#rule-7).

mod agreements;
mod callers;
mod creating;
mod editing;
mod effects;
mod lists;
mod password;
mod preferences;
mod proofs;
mod recommendation_profile;
mod subscriptions;

use serde_json::Value;

use crate::support::{Reply, Sandbox, User};

const ACCOUNTS: &str = "/v2/accounts";
const PASSWORD: &str = "pebble-beach-7";

/// The required fields of an individual member.
const FORM: [(&str, &str); 5] = [
    ("firstName", "Nadia"),
    ("lastName", "Brook"),
    ("emailAddress", "nadia@shelf.example"),
    ("country", "US"),
    ("dateOfBirth", "1990-04-12"),
];

/// One of the sandbox's users with the key that is for membership staff.
pub(crate) async fn staff<'a>(sandbox: &'a Sandbox, name: &str) -> User<'a> {
    User::sign_in(sandbox, name).await.with_key_of("privileged")
}

/// A membership assistant of the other site, whom the administrator admits.
pub(crate) async fn lab_staff(sandbox: &Sandbox) -> User<'_> {
    let form = [
        ("firstName", "Liv"),
        ("lastName", "Moen"),
        ("emailAddress", "liv@lab.example"),
        ("country", "US"),
        ("role", "membershipAssistant"),
        ("site", "lab"),
        ("password", PASSWORD),
    ];
    staff(sandbox, "administrator").await.post(ACCOUNTS, &form).await.expect_status(201);
    User::sign_in_with_password(sandbox, "liv@lab.example", PASSWORD).await.with_key_of("privileged")
}

/// The account identifier of one of the sandbox's users.
fn id<'a>(sandbox: &'a Sandbox, name: &str) -> &'a str {
    sandbox.user(name)["userAccountId"].as_str().unwrap()
}

/// The path of the account of one of the sandbox's users.
fn account(sandbox: &Sandbox, name: &str) -> String {
    format!("{ACCOUNTS}/{}", id(sandbox, name))
}

/// Admits a person with these values instead of, or next to, the required ones; an empty value is left out.
async fn admit(staff: &User<'_>, more: &[(&str, &str)]) -> Reply {
    let changed = |name: &str| more.iter().any(|(given, _)| *given == name);
    let kept = FORM.into_iter().filter(|(name, _)| !changed(name));
    let form: Vec<_> = kept.chain(more.iter().copied()).filter(|(_, value)| !value.is_empty()).collect();
    staff.post(ACCOUNTS, &form).await
}

/// The path of an account from its record.
fn path(reply: &Reply) -> String {
    format!("{ACCOUNTS}/{}", reply.json["userAccountId"].as_str().unwrap())
}

/// Names of a record's members, sorted.
fn members(record: &Value) -> Vec<&str> {
    let mut names: Vec<_> = record.as_object().expect("a record").keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// The endpoints that the audit lists for a person's disability data, newest first.
fn audited_endpoints(sandbox: &Sandbox, person: &str) -> Vec<String> {
    let list = sandbox.command(&["admin", "audit", "list", "--user", person]);
    let endpoint = |line: &str| {
        let verbs = ["GET /", "POST /", "PUT /", "DELETE /"];
        let at = verbs.iter().filter_map(|verb| line.find(verb)).min().expect("an endpoint");
        let mut words = line[at..].split_whitespace();
        format!("{} {}", words.next().unwrap(), words.next().unwrap())
    };
    list.lines().map(endpoint).collect()
}
