//! A test reader of a restored library.

use std::collections::BTreeSet;

use anyhow::{Context as _, bail};
use domain::{Peer, Role};
use secrets::Passwords;
use services::accounts::operator::{self, NewAccount};
use services::sign_in::{PasswordSignIn, verify_password};
use services::values::{Country, Email, ParseValue as _, ShortText};
use services::{Error, Operation};

use crate::app::build_operations;
use crate::library::{Library, new_rng};

/// The command that the operations see.
const COMMAND: &str = "openshelf restore --rehearse";

/// Creates a reader and signs the reader in by name and password, as apps and pages do. A wrong password must
/// be refused.
pub(super) async fn sign_in_test_reader(library: &Library) -> anyhow::Result<()> {
    let sites = store::sites::list(&library.db).await?;
    let Some(site) = sites.first() else { bail!("the library has no site") };
    let name = format!("rehearsal-{}@example.org", store::random_id(&mut new_rng()).to_lowercase());
    let request = NewAccount {
        email: Email::parse_value(&name).ok().context("not an email address")?,
        first_name: "Test".to_owned(),
        last_name: "Reader".to_owned(),
        roles: BTreeSet::from([Role::Individual]),
        site: ShortText(site.id.to_string()),
        country: Country::parse_value(&site.country).ok().context("the site's country is unknown")?,
        date_of_birth: None,
    };
    let operations = build_operations(library, None, Passwords::new(1))?;
    let op = Operation::by_operator(&operations, COMMAND);
    let (account, password) = operator::create(&op, request).await.context("creating a reader")?;
    let op = Operation::by_anybody(&operations);
    let peer = Peer::from(None);
    let sign_in = PasswordSignIn { name: &name, password: &password.0, peer: &peer };
    let signed_in = verify_password(&op, sign_in).await?;
    if signed_in.account.id != account.id {
        bail!("another account was signed in");
    }
    match verify_password(&op, PasswordSignIn { password: "not the password", ..sign_in }).await {
        Err(Error::Credentials) => Ok(()),
        Err(error) => Err(error.into()),
        Ok(_) => bail!("a wrong password was accepted"),
    }
}
