//! A library with one school, whose primary contact is Petra, and one individual reader, Ada.

use domain::accounts::{Account, Role};
use domain::fixtures::{account, noon, with_change};
use domain::ids::ClientId;
use domain::organizations::Organization;
use domain::sites::Site;
use rand::SeedableRng;
use rand::rngs::StdRng;
use secrets::Passwords;
use services::organizations::{NewContact, OptionalDetails, OrganizationForm, create};
use services::values::{ParseValue, ShortText};
use services::{Actor, Context, Error, Faults, RequiredField};
use store::Db;

/// Petra's sign-in name.
pub(crate) const PETRA: &str = "petra@harbor.example";

pub(crate) fn operator_context(db: &Db) -> Context<'_> {
    test_context(db, Actor::Operator { command: "openshelf admin test" })
}

/// Somebody signed in.
pub(crate) fn user_context<'a>(db: &'a Db, account: &'a Account, client: &'a ClientId) -> Context<'a> {
    test_context(db, Actor::User { account, client, endpoint: "GET /v2/test" })
}

fn test_context<'a>(db: &'a Db, actor: Actor<'a>) -> Context<'a> {
    // Identifiers are drawn again by each operation.
    let rng = StdRng::seed_from_u64(db.statement_count());
    Context { db, passwords: Passwords::new(2), actor, now: noon(), rng }
}

/// A value as somebody writes it.
pub(crate) fn read_value<T: ParseValue>(text: &str) -> Option<T> {
    T::parse_value(text).ok().or_else(|| panic!("{text}: is not a value"))
}

/// The value of a required field in a request.
pub(crate) fn read_required<T: ParseValue>(text: &str) -> RequiredField<T> {
    read_value::<T>(text).expect("it panics otherwise").into()
}

/// The key of an error.
#[track_caller]
pub(crate) fn error_key<T: std::fmt::Debug>(result: Result<T, Error>) -> &'static str {
    result.unwrap_err().key().expect("the request is to blame").as_str()
}

/// The site, Ada and the school.
pub(crate) async fn add_school(db: &Db) -> Organization {
    let site = domain::fixtures::site();
    let site = Site { id: site, name: "Library".into(), country: "US".into(), private_label: false };
    store::sites::insert(db, &site).await.unwrap();
    let ada = with_change(account("ada", Role::Individual), |ada| ada.site = site.id.clone());
    let mut tx = db.begin().await.unwrap();
    store::accounts::insert(&mut tx, &ada, None).await.unwrap();
    tx.commit().await.unwrap();
    let form = new_organization("Harbor School", PETRA);
    let shown = create(&mut operator_context(db), form, Faults::default()).await.unwrap();
    shown.organization
}

/// A new school with this primary contact.
pub(crate) fn new_organization(name: &str, contact: &str) -> OrganizationForm {
    OrganizationForm {
        organization_name: read_required(name),
        address1: read_required("1 Quay Street"),
        city: read_required("Salem"),
        country: read_required("US"),
        postal_code: read_required("97301"),
        organization_type: read_required("school"),
        subscription_type: None,
        site: Some(ShortText(domain::fixtures::site().0)),
        details: OptionalDetails { state: read_value("OR"), ..OptionalDetails::default() },
        contact: NewContact {
            contact_first_name: read_required("Petra"),
            contact_last_name: read_required("Quay"),
            contact_title: read_required("Librarian"),
            contact_email_address: read_required(contact),
            contact_phone_number: None,
        },
    }
}
