//! A library with one school, whose primary contact is Petra, and one individual reader, Ada.

use domain::accounts::{Account, Role};
use domain::fixtures::{account, now, with};
use domain::ids::ClientId;
use domain::organizations::Organization;
use domain::sites::Site;
use passwords::Passwords;
use rand::SeedableRng;
use rand::rngs::StdRng;
use services::organizations::{NewContact, NewOrganization, OptionalDetails, create};
use services::values::{Read, ShortText};
use services::{Actor, Context, Error, Faults};
use store::Db;

/// Petra's sign-in name.
pub(crate) const PETRA: &str = "petra@harbor.example";

pub(crate) fn operator(db: &Db) -> Context<'_> {
    context(db, Actor::Operator { command: "openshelf admin test" })
}

/// Somebody signed in.
pub(crate) fn user<'a>(db: &'a Db, account: &'a Account, client: &'a ClientId) -> Context<'a> {
    context(db, Actor::User { account, client, endpoint: "GET /v2/test" })
}

fn context<'a>(db: &'a Db, actor: Actor<'a>) -> Context<'a> {
    // Identifiers are drawn again by each operation.
    let rng = StdRng::seed_from_u64(db.statement_count());
    Context { db, passwords: Passwords::new(2), actor, now: now(), rng }
}

/// A value as somebody writes it.
pub(crate) fn read<T: Read>(text: &str) -> Option<T> {
    T::read(text).ok().or_else(|| panic!("{text}: is not a value"))
}

/// The key of an error.
#[track_caller]
pub(crate) fn key<T: std::fmt::Debug>(result: Result<T, Error>) -> &'static str {
    result.unwrap_err().key().expect("the request is to blame").as_str()
}

/// The site, Ada and the school.
pub(crate) async fn school(db: &Db) -> Organization {
    let site = domain::fixtures::site();
    let site = Site { id: site, name: "Library".into(), country: "US".into(), private_label: false };
    store::sites::insert(db, &site).await.unwrap();
    let ada = with(account("ada", Role::Individual), |ada| ada.site = site.id.clone());
    let mut tx = db.begin().await.unwrap();
    store::accounts::insert(&mut tx, &ada, None).await.unwrap();
    tx.commit().await.unwrap();
    let form = organization("Harbor School", PETRA);
    let shown = create(&mut operator(db), form, Faults::default()).await.unwrap();
    shown.organization
}

/// A new school with this primary contact.
pub(crate) fn organization(name: &str, contact: &str) -> NewOrganization {
    NewOrganization {
        organization_name: read(name),
        address1: read("1 Quay Street"),
        city: read("Salem"),
        country: read("US"),
        postal_code: read("97301"),
        organization_type: read("school"),
        subscription_type: None,
        site: Some(ShortText(domain::fixtures::site().0)),
        details: OptionalDetails { state: read("OR"), ..OptionalDetails::default() },
        contact: NewContact {
            contact_first_name: read("Petra"),
            contact_last_name: read("Quay"),
            contact_title: read("Librarian"),
            contact_email_address: read(contact),
            contact_phone_number: None,
        },
    }
}
