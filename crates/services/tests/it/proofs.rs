//! Proofs of disability, and who reads them.

use std::sync::Arc;

use domain::admission::AdmissionRules;
use domain::fixtures::{account, noon, site};
use domain::proofs::ProofStatus;
use domain::staff_decisions::ProofOutcome;
use domain::work::WorkKind;
use domain::{Client, DisabilityType, ProofSource, Role};
use services::proofs::{NewSubmission, Proof, add, list, remove, set_source, submit};
use services::work::{list_work, open_proofs};
use store::audit::{EntrySearch, list as audited};
use store::db_test;

use crate::world::{add_school, error_key, operator_context, user_context};

db_test! {
    async fn a_proof_is_added_changed_and_withdrawn(db: Db) {
        add_school(&db).await;
        let (visual, faxed) = (DisabilityType::Visual, ProofSource::Faxed);
        let proof = Proof { kind: visual, source: faxed };
        assert_eq!(error_key(remove(&operator_context(&db), "ada", visual).await), "POD_NOT_FOUND");
        let added = add(&operator_context(&db), "ada", proof).await.unwrap();
        assert_eq!((added.proofs[0].kind, added.proofs[0].source), (visual, faxed));
        assert_eq!(error_key(add(&operator_context(&db), "ada", proof).await), "POD_EXISTS");
        let other = Proof { source: ProofSource::Nls, ..proof };
        let changed = set_source(&operator_context(&db), "ada", other).await.unwrap();
        assert_eq!(changed.proofs[0].source, ProofSource::Nls);
        assert!(remove(&operator_context(&db), "ada", visual).await.unwrap().proofs.is_empty());
        assert_eq!(error_key(add(&operator_context(&db), "nobody", proof).await), "USER_NOT_FOUND");
    }

    async fn a_recorded_proof_closes_what_was_submitted_before(db: Db) {
        add_school(&db).await;
        let ada = store::accounts::get(&db, &"ada".into()).await.unwrap().unwrap();
        let mara = account("mara", Role::MembershipAssistant);
        let mut tx = db.begin().await.unwrap();
        store::accounts::insert(&mut tx, &mara, None).await.unwrap();
        tx.commit().await.unwrap();
        let (mut app, mut staff) = (user_context(&db, &ada), user_context(&db, &mara));
        app.client = Arc::new(Client::reading_apps(&site()));
        staff.client = Arc::new(Client::pages(&site()));
        let (source, membership_id) = (ProofSource::Nls, "N-1".to_owned());
        submit(&app, NewSubmission { source, membership_id, kinds: Vec::new(), note: None }).await.unwrap();
        let kind = Some(WorkKind::Proof);
        assert_eq!(list_work(&staff, kind, None).await.unwrap().entries.len(), 1);
        let proof = Proof { kind: DisabilityType::Visual, source };
        add(&staff, "ada", proof).await.unwrap();
        assert!(list_work(&staff, kind, None).await.unwrap().entries.is_empty());
        let check = open_proofs(&staff, &ada.id).await.unwrap();
        let [answer] = &check.decisions[..] else { panic!("{:?}", check.decisions) };
        assert_eq!((answer.outcome, answer.decided), (ProofOutcome::Answered, noon()));
        assert_eq!((answer.decided_by.as_ref(), check.is_open), (Some(&mara.id), false));
        // Without the proof it waits again.
        remove(&staff, "ada", proof.kind).await.unwrap();
        assert_eq!(list_work(&staff, kind, None).await.unwrap().entries.len(), 1);
        assert!(open_proofs(&staff, &ada.id).await.unwrap().is_open);
        let reader = store::readers::find_by_account(&db, &ada.id, noon()).await.unwrap().unwrap();
        assert_eq!(reader.proof, ProofStatus::Submitted);
    }

    async fn pages_refuse_a_proof_that_does_not_suffice_and_apps_have_it_marked(db: Db) {
        add_school(&db).await;
        let rules = AdmissionRules {
            proof_sources: [ProofSource::Faxed].into(),
            provisional_days: 14,
            ..AdmissionRules::default()
        };
        assert!(store::sites::set_admission_rules(&db, &site(), &rules).await.unwrap());
        let ada = store::accounts::get(&db, &"ada".into()).await.unwrap().unwrap();
        let (mut app, mut pages) = (user_context(&db, &ada), user_context(&db, &ada));
        app.client = Arc::new(Client::reading_apps(&site()));
        pages.client = Arc::new(Client::pages(&site()));
        let (source, membership_id) = (ProofSource::Nls, "N-1".to_owned());
        let new = NewSubmission { source, membership_id, kinds: Vec::new(), note: None };
        assert_eq!(error_key(submit(&pages, new.clone()).await), "INVALID_PARAMETER");
        assert!(!submit(&app, new).await.unwrap().submissions[0].suffices);
        let reader = store::readers::find_by_account(&db, &ada.id, noon()).await.unwrap().unwrap();
        assert_eq!(reader.provisional_until, None, "it begins no access");
    }

    async fn the_operator_who_reads_is_in_the_audit(db: Db) {
        add_school(&db).await;
        list(&operator_context(&db), "ada").await.unwrap();
        let entries = audited(&db, EntrySearch::default(), 10).await.unwrap();
        let [entry] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!((entry.reader.as_ref(), entry.account.as_str()), (None, "ada"));
        assert_eq!((entry.client.as_str(), entry.endpoint.as_str()), ("command line", "openshelf admin test"));
    }
}
