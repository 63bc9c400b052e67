//! The library's staff, and what ends with their roles.

use std::collections::HashMap;

use domain::fixtures::{account, days_ago, individual, lab, noon, with_change};
use domain::sessions::{Browser, Session};
use domain::work::WorkKind;
use domain::{AccountId, Role, SessionKind};
use store::testkit::{TestDb, explain};
use store::work_claims::{self, WorkAddress};
use store::{db_test, sessions, staff};

use crate::world;

fn ids<'a>(accounts: impl IntoIterator<Item = &'a domain::Account>) -> Vec<&'a str> {
    accounts.into_iter().map(|account| account.id.as_str()).collect()
}

db_test! {
    async fn staff_are_listed_by_name_with_their_last_sign_in(db: Db) {
        world::create_sites(&db).await;
        world::settle(&db, &individual("ada")).await;
        // A person whose name is that of a role is not staff.
        let namesake = with_change(account("ann", Role::Individual), |ann| ann.name.last = "administrator".into());
        let closed = with_change(account("carl", Role::Administrator), |carl| carl.deleted = true);
        let locked = with_change(account("mara", Role::MembershipAssistant), |mara| {
            (mara.locked, mara.site) = (true, lab());
            mara.roles.insert(Role::Individual);
        });
        let adam = account("adam", Role::Administrator);
        for account in [&namesake, &closed, &locked, &adam] {
            world::settle_account(&db, account).await;
        }
        // All are called Reed.
        assert_eq!(ids(&staff::list(&db).await.unwrap()), ["adam", "mara"]);
        assert_eq!(staff::list_administrators(&db).await.unwrap(), [AccountId::from("adam")]);
        for (hash, account, days) in [("one", "adam", 3), ("two", "adam", 1), ("three", "ada", 0)] {
            let session = Session::start(account.into(), SessionKind::Password, Browser::default(), days_ago(days));
            sessions::insert(&db, hash, &session).await.unwrap();
        }
        let sign_ins = staff::list_last_sign_ins(&db, &[&adam.id, &locked.id]).await.unwrap();
        assert_eq!(sign_ins, HashMap::from([(adam.id, days_ago(1))]));
    }

    async fn claims_end_with_the_role(db: Db) {
        world::create_sites(&db).await;
        let holders = ["mara", "eve"].map(|id| account(id, Role::MembershipAssistant));
        for (holder, subject) in holders.iter().zip(["one", "two"]) {
            world::settle_account(&db, holder).await;
            let work = WorkAddress { kind: WorkKind::Proof, subject };
            assert!(work_claims::take(&db, work, &holder.id, noon()).await.unwrap());
        }
        work_claims::release_of_holder(&db, &holders[0].id).await.unwrap();
        let left = work_claims::list_of_subjects(&db, &["one", "two"], noon()).await.unwrap();
        assert_eq!(left.iter().map(|claim| claim.subject.as_str()).collect::<Vec<_>>(), ["two"]);
    }
}

#[tokio::test]
async fn the_index_of_staff_spares_the_records_of_readers() {
    let test = TestDb::create_sqlite().await;
    let plans = explain(&test.db, staff::list(&test.db)).await;
    assert!(plans[0].steps.iter().all(|step| step.contains("USING INDEX accounts_staff")), "{plans:?}");
    test.drop().await;
}
