//! The data of the tests: two sites, a school, people and titles.

use domain::fixtures::{self, lab, school, site};
use domain::{AccountId, Reader, Site, Title, TitleId};
use store::assignments::{Assignment, AssignmentSort};
use store::subscriptions::Holder;
use store::{
    Db, PageRequest, accounts, agreements, assignments, clients, organizations, proofs, sites, subscriptions,
    titles, tokens,
};

/// Creates the two sites and the school with its open subscription.
pub(crate) async fn create_sites(db: &Db) {
    for (id, country) in [(site(), "US"), (lab(), "DE")] {
        let name = format!("Site {id}");
        let site = Site { id, name, country: country.into(), private_label: false };
        sites::insert(db, &site).await.unwrap();
    }
    let school = school();
    organizations::insert(db, &school.organization).await.unwrap();
    let holder = Holder::Organization(&school.organization.id);
    subscriptions::insert(db, holder, &school.subscriptions[0]).await.unwrap();
}

/// Stores an account alone.
pub(crate) async fn settle_account(db: &Db, account: &domain::accounts::Account) {
    committed!(db, tx => accounts::insert(&mut tx, account, Some("a hash")));
}

/// Stores a reader: the account, and its own agreement, proof and subscriptions.
pub(crate) async fn settle(db: &Db, reader: &Reader) {
    settle_account(db, &reader.account).await;
    let id = &reader.account.id;
    if reader.agreement_signed {
        agreements::insert(db, &current_agreement(id)).await.unwrap();
    }
    for (number, subscription) in reader.subscriptions.iter().enumerate() {
        let mut own = subscription.clone();
        own.id = format!("{id}-{number}").into();
        subscriptions::insert(db, Holder::Account(id), &own).await.unwrap();
    }
    if reader.proof == domain::proofs::ProofStatus::Active {
        let proof = proofs::Proof {
            kind: domain::proofs::DisabilityType::Visual,
            source: domain::proofs::ProofSource::Nls,
        };
        assert!(proofs::add(db, id, &proof, fixtures::noon()).await.unwrap());
    }
}

/// A current agreement to the terms of use.
pub(crate) fn current_agreement(account: &AccountId) -> domain::agreements::Agreement {
    domain::agreements::Agreement {
        id: format!("agreement-{account}").into(),
        account: account.clone(),
        kind: domain::agreements::AgreementType::TermsOfUse,
        date_signed: fixtures::days_ago(90),
        date_expired: None,
        print_name: "Ada Reed".into(),
        recorded_by: None,
        signed_by_legal_guardian: false,
    }
}

/// Inserts titles 1001, 1002 and so on.
pub(crate) async fn insert_titles(db: &Db, count: i64) -> Vec<TitleId> {
    let ids: Vec<TitleId> = (1001..1001 + count).map(TitleId).collect();
    let mut tx = db.begin().await.unwrap();
    let rows: Vec<_> = ids.iter().map(|id| (title_with_number(id.0), None)).collect();
    titles::insert_many(&mut tx, &rows).await.unwrap();
    tx.commit().await.unwrap();
    ids
}

/// The title of the fixtures under another number.
pub(crate) fn title_with_number(id: i64) -> Title {
    fixtures::with_change(fixtures::title(), |title| title.id = TitleId(id))
}

/// A client, and a token `access` of this account that runs out in an hour with its refresh token `refresh`.
pub(crate) async fn sign_in(db: &Db, account: &AccountId) {
    let client = domain::clients::Client {
        id: "key".into(),
        name: "Reader".into(),
        site: site(),
        secret_hash: None,
        redirect_uris: Vec::new(),
        privileges: std::collections::BTreeSet::new(),
        disabled: false,
    };
    clients::insert(db, &client).await.unwrap();
    let pair = tokens::NewTokenPair {
        access_hash: "access",
        access_expires: fixtures::noon() + jiff::SignedDuration::from_hours(1),
        refresh_hash: "refresh",
        refresh_expires: fixtures::noon() + jiff::SignedDuration::from_hours(24),
        client: &client.id,
        account,
        family: "family",
        replaces: None,
    };
    committed!(db, tx => tokens::insert_pair(&mut tx, &pair, fixtures::noon()));
}

/// The titles that are assigned to an account, oldest first.
pub(crate) async fn list_assigned(db: &Db, account: &AccountId) -> Vec<Assignment> {
    let part = PageRequest {
        sort: AssignmentSort::AssignedDate,
        descending: false,
        after: None,
        backward: false,
        limit: 100,
    };
    let page = assignments::page(db, account, part).await.unwrap();
    page.into_iter().map(|(_, assignment)| assignment).collect()
}
