//! /v2/organizations (docs/rules/organizations.md#rule-10, docs/rules/organizations.md#rule-1,
//! docs/rules/access.md#rule-24).

mod audit;
mod callers;
mod creating;
mod editing;
mod listing;
mod members;
mod primary_contact;
mod reading;

use serde_json::Value;

use crate::accounts::{lab_staff, staff};
use crate::support::{Reply, Sandbox};

const ORGANIZATIONS: &str = "/v2/organizations";

/// The required fields of a new organization and of its primary contact.
const FORM: [(&str, &str); 10] = [
    ("organizationName", "Cove Library"),
    ("address1", "1 Cove Road"),
    ("city", "Bandon"),
    ("country", "us"),
    ("postalCode", "97411"),
    ("organizationType", "library"),
    ("contactFirstName", "Nora"),
    ("contactLastName", "Fenn"),
    ("contactTitle", "Librarian"),
    ("contactEmailAddress", "nora@cove.example"),
];

/// The required fields of a new member.
const MEMBER: [(&str, &str); 4] =
    [("firstName", "Noa"), ("lastName", "Ash"), ("dateOfBirth", "2014-02-28"), ("grade", "K")];

/// The usual form with these values instead of, or in addition to, the usual ones.
fn form_with<'a>(usual: &[(&'a str, &'a str)], changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let given = |name: &str| changes.iter().any(|(changed, _)| *changed == name);
    let kept = usual.iter().copied().filter(|(name, _)| !given(name));
    kept.chain(changes.iter().copied()).collect()
}

/// The path of the sandbox's demo organization.
fn school(sandbox: &Sandbox) -> String {
    format!("{ORGANIZATIONS}/{}", sandbox.demo["organization"]["organizationId"].as_str().unwrap())
}

/// The account identifier of one of the sandbox's users.
fn account<'a>(sandbox: &'a Sandbox, name: &str) -> &'a str {
    sandbox.user(name)["userAccountId"].as_str().unwrap()
}

/// The path of an organization from its record.
fn path(reply: &Reply) -> String {
    format!("{ORGANIZATIONS}/{}", reply.json["organizationId"].as_str().unwrap())
}

/// A record without these members.
fn record_without(record: &Value, names: &[&str]) -> Value {
    let mut record = record.clone();
    for name in names {
        record.as_object_mut().unwrap().remove(*name).unwrap_or_else(|| panic!("no {name}"));
    }
    record
}

/// An organization of the other site, made by the administrator.
async fn lab_library(sandbox: &Sandbox) -> String {
    let form = form_with(&FORM, &[("site", "lab"), ("contactEmailAddress", "lena@lab.example")]);
    let reply = staff(sandbox, "administrator").await.post(ORGANIZATIONS, &form).await;
    path(&reply.expect_status(201))
}
