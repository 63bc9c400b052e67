//! Requests of sponsors to become the primary contact, and emails that staff send.

use domain::fixtures::{account, days_ago, individual, lab, noon, school, site, sponsor};
use domain::hand_overs::{HandOver, HandOverDecision};
use domain::staff_emails::{StaffEmail, StaffEmailKind};
use domain::work::WorkKind;
use domain::{Account, Role};
use jiff::Timestamp;
use store::work::{self, WorkPosition, WorkScope};
use store::{Db, accounts, closing, db_test, hand_overs, staff_emails};

use crate::world;

const BEGINNING: (Timestamp, i64) = (Timestamp::MIN, 0);

fn request(sponsor: &str, days: i64) -> HandOver {
    HandOver {
        id: 0,
        organization: school().organization.id,
        requested_by: sponsor.into(),
        reason: "Petra has left.".into(),
        requested: days_ago(days),
        decision: None,
    }
}

/// A school with two sponsors, and a staff member.
async fn settle_school(db: &Db) {
    world::create_sites(db).await;
    let school = school();
    for reader in [sponsor("tess", &school), sponsor("tom", &school)] {
        world::settle(db, &reader).await;
    }
    world::settle_account(db, &account("ann", Role::MembershipAssistant)).await;
}

async fn close(db: &Db, id: &str) {
    let mut tx = db.begin().await.unwrap();
    let account: Account = accounts::get_for_update(&mut tx, &id.into()).await.unwrap().unwrap();
    closing::close(&mut tx, &account, noon()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn count_work(db: &Db) -> usize {
    let (scope, from) = (
        WorkScope { site: None, now: noon() },
        WorkPosition { since: Timestamp::MIN, subject: String::new() },
    );
    work::list(db, WorkKind::HandOver, scope, &from, 10).await.unwrap().len()
}

db_test! {
    async fn one_request_of_an_organization_waits(db: Db) {
        settle_school(&db).await;
        let id = school().organization.id;
        assert!(hand_overs::insert(&db, &request("tess", 3)).await.unwrap());
        assert!(!hand_overs::insert(&db, &request("tom", 2)).await.unwrap());
        let (waiting, asked_by) = hand_overs::find_waiting(&db, &id).await.unwrap().unwrap();
        assert_eq!((asked_by.id.as_str(), waiting.reason.as_str()), ("tess", "Petra has left."));
        assert_eq!(count_work(&db).await, 1);
        assert!(!hand_overs::withdraw(&db, &id, &"tom".into()).await.unwrap(), "somebody else's");
        assert!(hand_overs::withdraw(&db, &id, &"tess".into()).await.unwrap());
        assert!(hand_overs::insert(&db, &request("tom", 2)).await.unwrap());

        let found = hand_overs::list_waiting(&db, Some(&site()), BEGINNING, 10).await.unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].sponsor.id.as_str(), &found[0].organization.id), ("tom", &id));
        let asked = found[0].request.clone();
        let last = (asked.requested, asked.id);
        assert!(hand_overs::list_waiting(&db, Some(&site()), last, 10).await.unwrap().is_empty());
        assert!(hand_overs::list_waiting(&db, Some(&lab()), BEGINNING, 10).await.unwrap().is_empty());

        let decision =
            HandOverDecision { decided: noon(), decided_by: Some("ann".into()), is_granted: true };
        assert!(hand_overs::decide(&db, asked.id, &decision).await.unwrap());
        assert!(!hand_overs::decide(&db, asked.id, &decision).await.unwrap(), "once");
        let decided = hand_overs::get(&db, asked.id).await.unwrap().unwrap();
        assert_eq!(decided.decision, Some(decision));
        assert_eq!(count_work(&db).await, 0);
        assert!(hand_overs::insert(&db, &request("tess", 1)).await.unwrap(), "another one");
    }

    async fn the_request_of_somebody_who_has_left_is_in_nobodys_way(db: Db) {
        settle_school(&db).await;
        let id = school().organization.id;
        assert!(hand_overs::insert(&db, &request("tess", 3)).await.unwrap());
        assert!(!hand_overs::remove_orphan(&db, &id).await.unwrap(), "still a sponsor");
        let mut tx = db.begin().await.unwrap();
        let mut tess = accounts::get_for_update(&mut tx, &"tess".into()).await.unwrap().unwrap();
        tess.leave_organization(Role::OrganizationSponsor);
        accounts::update(&mut tx, &tess).await.unwrap();
        tx.commit().await.unwrap();
        assert!(hand_overs::find_waiting(&db, &id).await.unwrap().is_none());
        assert!(hand_overs::list_waiting(&db, None, BEGINNING, 10).await.unwrap().is_empty());
        assert_eq!(count_work(&db).await, 0);
        assert!(hand_overs::remove_orphan(&db, &id).await.unwrap());
        assert!(hand_overs::insert(&db, &request("tom", 2)).await.unwrap());
        close(&db, "tom").await;
        assert!(!hand_overs::remove_orphan(&db, &id).await.unwrap(), "it goes with the account");
    }

    async fn emails_of_staff_go_with_the_person(db: Db) {
        settle_school(&db).await;
        world::settle(&db, &individual("ada")).await;
        let email = |sentence: Option<&str>, days| StaffEmail {
            id: 0,
            account: "ada".into(),
            sent_by: Some("ann".into()),
            kind: StaffEmailKind::ProofDeclined,
            language: "fr".into(),
            sentence: sentence.map(str::to_owned),
            sent: days_ago(days),
        };
        let old = email(None, 2);
        let old = StaffEmail { id: committed!(db, tx => staff_emails::insert(&mut tx, &old)), ..old };
        let new = email(Some("Please sign it."), 1);
        let new = StaffEmail { id: committed!(db, tx => staff_emails::insert(&mut tx, &new)), ..new };
        assert_eq!(staff_emails::get(&db, old.id).await.unwrap(), Some(old.clone()));
        assert_eq!(staff_emails::list(&db, &"ada".into(), 1).await.unwrap(), std::slice::from_ref(&new));
        assert_eq!(staff_emails::list(&db, &"ada".into(), 9).await.unwrap(), [new, old.clone()]);
        close(&db, "ada").await;
        assert_eq!(staff_emails::get(&db, old.id).await.unwrap(), None);
    }
}
