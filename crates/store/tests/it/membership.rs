//! Subscriptions, agreements and proofs.

use domain::fixtures::{days_ago, individual, noon, school, subscription, with_change};
use domain::{AccountId, AgreementType, DisabilityType, DownloadTimeframe, ProofSource};
use store::proofs::{Proof, Submission};
use store::subscriptions::Holder;
use store::{Db, KeyPage, agreements, db_test, proofs, subscriptions};

use crate::world;

async fn settle_ada(db: &Db) -> AccountId {
    world::create_sites(db).await;
    let ada = with_change(individual("ada"), |r| {
        r.subscriptions.clear();
        r.agreement_signed = false;
        r.proof = domain::proofs::ProofStatus::Missing;
    });
    world::settle(db, &ada).await;
    ada.account.id
}

db_test! {
    async fn subscriptions_are_listed_newest_start_first(db: Db) {
        let ada = settle_ada(&db).await;
        let old = with_change(subscription("trial"), |s| {
            s.start = days_ago(400);
            s.end = Some(days_ago(35));
            s.books_allowed = Some(30);
            s.timeframe = DownloadTimeframe::EntireSubscription;
            s.notes = Some("asked for more time".into());
        });
        let mut new = subscription("individual");
        for each in [&old, &new] {
            subscriptions::insert(&db, Holder::Account(&ada), each).await.unwrap();
        }
        let of = subscriptions::list_all(&db, Holder::Account(&ada)).await.unwrap();
        assert_eq!(of, [new.clone(), old.clone()]);
        new.end = Some(noon());
        assert!(subscriptions::update(&db, &new).await.unwrap());
        assert_eq!(subscriptions::get(&db, &new.id).await.unwrap(), Some(new.clone()));
        assert_eq!(subscriptions::get(&db, &"none".into()).await.unwrap(), None);
        assert!(!subscriptions::update(&db, &with_change(new, |s| s.id = "none".into())).await.unwrap());
        let error = subscriptions::insert(&db, Holder::Account(&ada), &old).await.unwrap_err();
        assert!(error.conflicts_with("subscriptions_pkey"), "{error}");
        let school = school();
        let of = subscriptions::list_all(&db, Holder::Organization(&school.organization.id)).await.unwrap();
        assert_eq!(of, school.subscriptions);
    }

    async fn a_holders_subscriptions_come_in_pages_and_to_it_alone(db: Db) {
        let ada = settle_ada(&db).await;
        let holder = Holder::Account(&ada);
        // Two begin at the same time: the identifier decides.
        for (id, start) in [("c", 3), ("a", 1), ("d", 2), ("b", 2)] {
            let each = with_change(subscription(id), |s| (s.id, s.start) = (id.into(), days_ago(start)));
            subscriptions::insert(&db, holder, &each).await.unwrap();
        }
        assert_eq!(subscriptions::count(&db, holder).await.unwrap(), 4);
        let (mut after, mut seen) = (None, Vec::new());
        loop {
            let rows = subscriptions::page(&db, holder, &KeyPage { after, limit: 1 }).await.unwrap();
            let Some((place, found)) = rows.into_iter().next() else { break };
            seen.push(found.id.0);
            after = Some(place);
        }
        assert_eq!(seen, ["a", "b", "d", "c"]);
        let before = db.statement_count();
        let whole = subscriptions::page(&db, holder, &KeyPage::first_page(10)).await.unwrap();
        assert_eq!(db.statement_count() - before, 1);
        assert_eq!(whole.into_iter().map(|(_, s)| s.id.0).collect::<Vec<_>>(), seen);

        let found = subscriptions::find(&db, holder, &"a".into()).await.unwrap();
        assert_eq!(found.unwrap().start, days_ago(1));
        let school = school();
        let shared = &school.subscriptions[0].id;
        assert_eq!(subscriptions::find(&db, holder, shared).await.unwrap(), None, "it is the school's");
        let theirs = Holder::Organization(&school.organization.id);
        assert_eq!(subscriptions::find(&db, theirs, &"a".into()).await.unwrap(), None);
        assert!(subscriptions::find(&db, theirs, shared).await.unwrap().is_some());
        assert_eq!(subscriptions::count(&db, theirs).await.unwrap(), 1);
    }

    async fn an_account_has_one_current_agreement_of_a_kind(db: Db) {
        let ada = settle_ada(&db).await;
        let first = world::current_agreement(&ada);
        agreements::insert(&db, &first).await.unwrap();
        let second = with_change(first.clone(), |a| {
            a.id = "second".into();
            a.date_signed = noon();
            a.recorded_by = Some(ada.clone());
            a.signed_by_legal_guardian = true;
        });
        let error = agreements::insert(&db, &second).await.unwrap_err();
        assert!(error.conflicts_with("agreements_current"), "{error}");
        agreements::insert(&db, &with_change(first.clone(), |a| {
            a.id = "other".into();
            a.kind = AgreementType::Volunteer;
            a.date_signed = days_ago(91);
        })).await.unwrap();

        assert!(agreements::expire(&db, &first.id, noon()).await.unwrap());
        assert!(!agreements::expire(&db, &first.id, noon()).await.unwrap());
        agreements::insert(&db, &second).await.unwrap();
        let ids: Vec<_> =
            agreements::list_for_account(&db, &ada).await.unwrap().into_iter().map(|a| a.id.0).collect();
        assert_eq!(ids, ["second", "agreement-ada", "other"]);
        assert_eq!(agreements::get(&db, &second.id).await.unwrap(), Some(second));
        let ended = agreements::get(&db, &first.id).await.unwrap().unwrap();
        assert_eq!(ended.date_expired, Some(noon()));
    }

    async fn an_account_has_one_proof_of_each_disability(db: Db) {
        let ada = settle_ada(&db).await;
        let visual = Proof { kind: DisabilityType::Visual, source: ProofSource::Nls };
        let learning = Proof { kind: DisabilityType::Learning, source: ProofSource::Faxed };
        assert!(proofs::add(&db, &ada, &visual, noon()).await.unwrap());
        assert!(proofs::add(&db, &ada, &learning, noon()).await.unwrap());
        assert!(!proofs::add(&db, &ada, &visual, noon()).await.unwrap());
        assert!(proofs::set_source(&db, &ada, visual.kind, ProofSource::Partner).await.unwrap());
        let partner = Proof { source: ProofSource::Partner, ..visual };
        assert_eq!(proofs::list_for_account(&db, &ada).await.unwrap(), [learning, partner]);
        assert!(proofs::remove(&db, &ada, learning.kind).await.unwrap());
        assert!(!proofs::remove(&db, &ada, learning.kind).await.unwrap());
        assert!(!proofs::set_source(&db, &ada, learning.kind, ProofSource::Nls).await.unwrap());
        assert_eq!(proofs::list_for_account(&db, &ada).await.unwrap(), [partner]);
    }

    async fn submissions_are_listed_newest_first(db: Db) {
        let ada = settle_ada(&db).await;
        let old = Submission {
            source: Some(ProofSource::LearningOrg),
            membership_id: Some("L-17".into()),
            kinds: [DisabilityType::Visual, DisabilityType::Learning].into(),
            note: None,
            date: days_ago(3),
            suffices: false,
        };
        let new = Submission { source: None, membership_id: None, kinds: [].into(), note: Some("see mail".into()), date: noon(), suffices: true };
        proofs::record_submission(&db, &ada, &old).await.unwrap();
        proofs::record_submission(&db, &ada, &new).await.unwrap();
        assert_eq!(proofs::list_submissions(&db, &ada).await.unwrap(), [new, old]);
    }
}
