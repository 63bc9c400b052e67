//! /v2/myOrganization (docs/rules/organizations.md#rule-2, docs/rules/organizations.md#rule-1).

mod get;
mod members;
mod primary_contact;
mod put;
mod register;
mod sponsors;

use domain::{AccountId, Role};

use crate::support::{Sandbox, User};

const ORGANIZATION: &str = "/v2/myOrganization";

/// A user with the key that has every privilege.
async fn admin<'a>(sandbox: &'a Sandbox, name: &str) -> User<'a> {
    User::sign_in(sandbox, name).await.with_key_of("privileged")
}

/// The account identifier of one of the sandbox's users.
fn account<'a>(sandbox: &'a Sandbox, name: &str) -> &'a str {
    sandbox.user(name)["userAccountId"].as_str().unwrap()
}

/// The path of one of the sandbox's sponsors.
fn sponsor(sandbox: &Sandbox, name: &str) -> String {
    format!("{ORGANIZATION}/sponsors/{}", account(sandbox, name))
}

/// Gives one of the sandbox's users one more role, behind the server's back.
pub(crate) async fn give_role(sandbox: &Sandbox, name: &str, role: Role) {
    let db = sandbox.database().await;
    let mut tx = db.begin().await.unwrap();
    let id = AccountId::from(account(sandbox, name));
    let mut account = store::accounts::get_for_update(&mut tx, &id).await.unwrap().unwrap();
    account.roles.insert(role);
    store::accounts::update(&mut tx, &account).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}
