use domain::Account;

use super::NameRecord;
use crate::http::Link;
use crate::{Api, routes};

/// The signed-in user (docs/rules/records.md#rule-21).
#[endpoint::record]
pub struct UserIdentity {
    /// Sign-in name: the email address of accounts that have one.
    pub username: String,
    /// Account identifier.
    pub user_account_id: String,
    /// Name.
    pub name: NameRecord,
    /// self and account.
    pub links: Vec<Link>,
}

impl UserIdentity {
    pub fn new(api: &Api, account: &Account) -> Self {
        Self {
            username: account.sign_in_name().to_owned(),
            user_account_id: account.id.to_string(),
            name: account.name.clone().into(),
            links: vec![
                Link::new("self", api.absolute_url(routes::ME)),
                Link::new("account", api.absolute_url(routes::MY_ACCOUNT)),
            ],
        }
    }
}
