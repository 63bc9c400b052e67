//! A library with one school, whose primary contact is Petra, and one individual reader, Ada.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use books::testkit::ToneEngine;
use delivery::{Config, Delivery, Files, Limits};
use domain::documents::Allowance;
use domain::fixtures::{account, individual, noon, with_change};
use domain::{Account, Organization, Reader, Role, Site};
use rand::SeedableRng;
use rand::rngs::StdRng;
use secrets::Passwords;
use services::machine::MachineState;
use services::organizations::{NewContact, OptionalDetails, OrganizationForm, create};
use services::{
    Error, Faults, Library, Operation, OperationSettings, ParseValue, Parts, RequiredField, ShortText,
};
use store::Db;

/// Petra's sign-in name.
pub(crate) const PETRA: &str = "petra@harbor.example";

/// Seeds of the generators: no two draw the same identifiers, nor those of another library on the database.
static NEXT_SEED: AtomicU64 = AtomicU64::new(1 << 32);

/// An operation of the operator.
pub(crate) fn operator_context(db: &Db) -> Operation {
    Operation::by_operator(&library_without_files(db), "openshelf admin test")
}

/// An operation of a user who is signed in.
pub(crate) fn user_context(db: &Db, account: &Account) -> Operation {
    let mut op = Operation::by_anybody(&library_without_files(db)).with_endpoint("GET /v2/test".into());
    op.reader = Some(Arc::new(Reader { account: account.clone(), ..individual(account.id.as_str()) }));
    op
}

/// An operation of Petra's.
pub(crate) async fn petra_context(db: &Db) -> Operation {
    let (petra, _) = store::accounts::find_by_login(db, PETRA).await.unwrap().unwrap();
    let mut op = user_context(db, &petra);
    op.reader = store::readers::find_by_account(db, &petra.id, op.now).await.unwrap().map(Arc::new);
    op
}

/// The library of a command, whose files nobody opens.
fn library_without_files(db: &Db) -> Library {
    let files = Files::local(tempfile::tempdir().unwrap().path()).unwrap();
    let config = Config { ticket_key: [1; 32], fingerprint_key: [2; 32], limits: Limits::default() };
    Library::new(Parts {
        db: db.clone(),
        index: None,
        delivery: Delivery::with_engine(files, &config, Arc::new(ToneEngine::default())),
        settings: OperationSettings {
            concurrent_downloads: 1,
            documents: Allowance { documents: 1, bytes: 0 },
            drive: None,
            takes_roster_files: true,
            retention: domain::erasure::RetentionRules::default(),
        },
        partner: None,
        passwords: Passwords::new(2),
        clock: Arc::new(noon),
        seed: Arc::new(|| StdRng::seed_from_u64(NEXT_SEED.fetch_add(1, Ordering::Relaxed))),
        machine: Arc::new(MachineState::default),
    })
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
    let shown = create(&operator_context(db), form, Faults::default()).await.unwrap();
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
