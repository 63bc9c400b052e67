//! Two accounts of one person, and people who are erased: nobody acts on those whom somebody else has taken,
//! and open work follows the person.

use domain::confirmations::{Confirmation, Evidence, Statement};
use domain::fixtures::{account, days_ago, noon};
use domain::staff_decisions::ProofOutcome;
use domain::work::WorkKind;
use domain::{AccountId, DisabilityType, Membership, Organization, ProofSource, Role};
use services::account_merges::{MergeKey, MergeOutcome, MergeRequest, UndoOutcome, merge, preview, undo};
use services::confirmations::{AuthorityAnswer, ConfirmationOutcome, confirm_by_key};
use services::duplicates::mark_distinct;
use services::erasure::{ErasureOutcome, erase, erase_organization, preview_organization};
use services::preferences::keep_display;
use services::proofs::{NewSubmission, submit};
use services::students::leave_school;
use services::work::{
    DecisionOutcome, WorkAddress, WorkClaim, claim_work, list_work, open_proofs, release_work,
};
use services::{Operation, erasure};
use store::proofs::{Proof, Submission};
use store::{Db, db_test, work_claims};

use crate::work::{act_meanwhile, new_staff};
use crate::world::{add_school, error_key, operator_context, user_context};

const ADA: &str = "ada";
const EVE: &str = "eve";
/// A pupil of the school.
const MIA: &str = "mia";

/// A proof that waits.
const PROOF_OF_ADA: WorkAddress<'static> = WorkAddress { kind: WorkKind::Proof, subject: ADA };
const PROOF_OF_EVE: WorkAddress<'static> = WorkAddress { kind: WorkKind::Proof, subject: EVE };
const PROOF_OF_MIA: WorkAddress<'static> = WorkAddress { kind: WorkKind::Proof, subject: MIA };

/// Ada's other account.
async fn add_eve(db: &Db) {
    let mut tx = db.begin().await.unwrap();
    store::accounts::insert(&mut tx, &account(EVE, Role::Individual), None).await.unwrap();
    tx.commit().await.unwrap();
}

/// Mia, whose password the school knows.
async fn add_mia(db: &Db, school: &Organization) {
    let mut mia = account(MIA, Role::OrganizationMember);
    mia.membership = Some(Membership::new(school.id.clone()));
    let mut tx = db.begin().await.unwrap();
    store::accounts::insert(&mut tx, &mia, Some("a hash")).await.unwrap();
    tx.commit().await.unwrap();
}

async fn merge_eve(op: &Operation) -> MergeOutcome {
    let (ada, eve) = (AccountId::from(ADA), AccountId::from(EVE));
    let request = MergeRequest { kept: &ada, closed: &eve, confirms_birth_dates: false };
    Box::pin(merge(op, request)).await.unwrap()
}

/// Merges Eve's account into Ada's; returns the merge.
async fn must_merge_eve(op: &Operation) -> MergeKey {
    match merge_eve(op).await {
        MergeOutcome::Merged(key) => key,
        other => panic!("not merged: {other:?}"),
    }
}

async fn undo_merge(op: &Operation, key: &MergeKey) -> UndoOutcome {
    undo(op, &key.kept, key.id).await.unwrap()
}

/// The kinds, subjects and holders of claims on work about both accounts.
async fn list_claims(db: &Db) -> Vec<(WorkKind, String, String)> {
    let claims = work_claims::list_of_subjects(db, &[ADA, EVE], noon()).await.unwrap();
    claims.into_iter().map(|claim| (claim.kind, claim.subject, claim.holder.to_string())).collect()
}

/// The people whose proofs wait.
async fn list_waiting(op: &Operation) -> Vec<String> {
    let page = list_work(op, Some(WorkKind::Proof), None).await.unwrap();
    page.entries.into_iter().map(|entry| entry.item.subject).collect()
}

async fn submit_proof(db: &Db, person: &str, days: i64) {
    let submission = Submission {
        source: Some(ProofSource::Nls),
        membership_id: Some("N-1".into()),
        kinds: [].into(),
        note: None,
        date: days_ago(days),
        suffices: true,
    };
    store::proofs::record_submission(db, &person.into(), &submission).await.unwrap();
}

/// Checks that nothing was done because this person has taken the work.
#[track_caller]
fn assert_claimed(claim: Option<WorkClaim>, holder: &AccountId) {
    assert_eq!(claim.map(|claim| claim.holder).as_ref(), Some(holder));
}

fn claim_of_merge(outcome: MergeOutcome) -> Option<WorkClaim> {
    if let MergeOutcome::Claimed(claim) = outcome { Some(claim) } else { None }
}

fn claim_of_undo(outcome: UndoOutcome) -> Option<WorkClaim> {
    if let UndoOutcome::Claimed(claim) = outcome { Some(claim) } else { None }
}

fn claim_of_decision(outcome: DecisionOutcome) -> Option<WorkClaim> {
    if let DecisionOutcome::Claimed(claim) = outcome { Some(claim) } else { None }
}

fn claim_of_erasure<P>(outcome: ErasureOutcome<P>) -> Option<WorkClaim> {
    if let ErasureOutcome::Claimed(claim) = outcome { Some(claim) } else { None }
}

db_test! {
    async fn nobody_merges_separates_or_erases_whom_somebody_else_takes_meanwhile(db: Db) {
        let school = add_school(&db).await;
        add_eve(&db).await;
        add_mia(&db, &school).await;
        let (ann, bob) = (AccountId::from("ann"), new_staff(&db, "bob").await);
        new_staff(&db, "ann").await;
        let both = [AccountId::from(ADA), AccountId::from(EVE)];
        for work in [PROOF_OF_ADA, WorkAddress { kind: WorkKind::NewReader, ..PROOF_OF_EVE }] {
            let merged = act_meanwhile(&db, &ann, work, Box::pin(merge_eve(&bob))).await;
            assert_claimed(claim_of_merge(merged), &ann);
            let marked = act_meanwhile(&db, &ann, work, Box::pin(mark_distinct(&bob, &both))).await;
            assert_claimed(claim_of_decision(marked.unwrap()), &ann);
        }
        let erased = act_meanwhile(&db, &ann, PROOF_OF_EVE, Box::pin(erase(&bob, EVE))).await;
        assert_claimed(claim_of_erasure(erased.unwrap()), &ann);
        let of_school = WorkAddress { kind: WorkKind::OrganizationAgreement, subject: school.id.as_str() };
        for work in [of_school, PROOF_OF_MIA] {
            let erasing = Box::pin(erase_organization(&bob, school.id.as_str()));
            assert_claimed(claim_of_erasure(act_meanwhile(&db, &ann, work, erasing).await.unwrap()), &ann);
        }
        let school = store::organizations::get(&db, &school.id).await.unwrap().unwrap();
        assert!(!school.suspended);

        let key = must_merge_eve(&bob).await;
        for work in [PROOF_OF_ADA, PROOF_OF_EVE] {
            let undone = act_meanwhile(&db, &ann, work, Box::pin(undo_merge(&bob, &key))).await;
            assert_claimed(claim_of_undo(undone), &ann);
        }
        assert_eq!(undo_merge(&bob, &key).await, UndoOutcome::Undone);
    }

    async fn pages_say_who_has_taken_the_case_and_the_operator_acts_in_spite_of_claims(db: Db) {
        let school = add_school(&db).await;
        add_eve(&db).await;
        let (ann, bob) = (new_staff(&db, "ann").await, new_staff(&db, "bob").await);
        let work = WorkAddress { kind: WorkKind::HandOver, subject: school.id.as_str() };
        assert!(claim_work(&ann, PROOF_OF_EVE).await.unwrap() && claim_work(&ann, work).await.unwrap());
        let (ada, eve) = (AccountId::from(ADA), AccountId::from(EVE));
        let holder = ann.signed_in_id().unwrap();
        assert_claimed(preview(&bob, [&ada, &eve], Some(&ada)).await.unwrap().other_claim, holder);
        assert_claimed(erasure::preview(&bob, EVE).await.unwrap().other_claim, holder);
        assert_claimed(preview_organization(&bob, school.id.as_str()).await.unwrap().other_claim, holder);
        assert_eq!(preview(&ann, [&ada, &eve], Some(&ada)).await.unwrap().other_claim, None, "her own");
        let operator = operator_context(&db);
        let key = must_merge_eve(&operator).await;
        assert_eq!(undo_merge(&operator, &key).await, UndoOutcome::Undone);
        assert_eq!(list_claims(&db).await, [(WorkKind::Proof, EVE.to_owned(), "ann".to_owned())]);
    }

    async fn own_claims_follow_the_work_and_end_with_the_person(db: Db) {
        let school = add_school(&db).await;
        add_eve(&db).await;
        let bob = new_staff(&db, "bob").await;
        let of_bob = |kind, subject: &str| (kind, subject.to_owned(), "bob".to_owned());
        assert!(claim_work(&bob, PROOF_OF_EVE).await.unwrap() && claim_work(&bob, PROOF_OF_ADA).await.unwrap());
        let both = [AccountId::from(ADA), AccountId::from(EVE)];
        assert_eq!(mark_distinct(&bob, &both).await.unwrap(), DecisionOutcome::Decided);
        assert_eq!(list_claims(&db).await.len(), 2, "no work was done");
        assert!(release_work(&bob, PROOF_OF_ADA).await.unwrap());
        let key = must_merge_eve(&bob).await;
        assert_eq!(list_claims(&db).await, [of_bob(WorkKind::Proof, ADA)]);
        assert_eq!(undo_merge(&bob, &key).await, UndoOutcome::Undone);
        assert_eq!(list_claims(&db).await, []);

        let subscription = WorkAddress { kind: WorkKind::ReaderSubscription, ..PROOF_OF_EVE };
        for work in [PROOF_OF_EVE, subscription] {
            assert!(claim_work(&bob, work).await.unwrap());
        }
        assert!(matches!(erase(&bob, EVE).await.unwrap(), ErasureOutcome::Begun(_)));
        assert_eq!(list_claims(&db).await, []);
        add_mia(&db, &school).await;
        let of_school = WorkAddress { kind: WorkKind::OrganizationAgreement, subject: school.id.as_str() };
        for work in [of_school, PROOF_OF_MIA] {
            assert!(claim_work(&bob, work).await.unwrap());
        }
        let erasing = erase_organization(&bob, school.id.as_str()).await.unwrap();
        assert!(matches!(erasing, ErasureOutcome::Begun(_)), "{erasing:?}");
        for work in [of_school, PROOF_OF_MIA] {
            assert!(!release_work(&bob, work).await.unwrap(), "it has ended");
        }
    }

    async fn a_pupil_who_becomes_more_than_that_by_a_merge_must_choose_another_password(db: Db) {
        let school = add_school(&db).await;
        add_eve(&db).await;
        add_mia(&db, &school).await;
        let (bob, mia, eve) = (new_staff(&db, "bob").await, AccountId::from(MIA), AccountId::from(EVE));
        for (keep, ends) in [(&mia, true), (&eve, false)] {
            let shown = preview(&bob, [&mia, &eve], Some(keep)).await.unwrap();
            assert_eq!(shown.ends_school_sign_in, ends, "{keep}");
        }
        let request = MergeRequest { kept: &mia, closed: &eve, confirms_birth_dates: false };
        let merged = Box::pin(merge(&bob, request)).await.unwrap();
        assert!(matches!(merged, MergeOutcome::Merged(_)), "{merged:?}");
        let mia = store::accounts::get(&db, &mia).await.unwrap().unwrap();
        assert!(mia.has_role(Role::Individual) && mia.needs_new_password, "{mia:?}");
    }

    async fn what_waits_for_a_decision_is_on_the_list_of_the_kept_person_and_goes_back(db: Db) {
        add_school(&db).await;
        add_eve(&db).await;
        let bob = new_staff(&db, "bob").await;
        submit_proof(&db, EVE, 3).await;
        let key = must_merge_eve(&bob).await;
        assert_eq!(list_waiting(&bob).await, [ADA]);
        assert_eq!(undo_merge(&bob, &key).await, UndoOutcome::Undone);
        assert_eq!(list_waiting(&bob).await, [EVE]);
    }

    async fn what_a_proof_of_the_other_account_answers_is_closed_with_an_entry_and_goes_back(db: Db) {
        add_school(&db).await;
        add_eve(&db).await;
        let (bob, ada) = (new_staff(&db, "bob").await, AccountId::from(ADA));
        submit_proof(&db, EVE, 3).await;
        let proof = Proof { kind: DisabilityType::Visual, source: ProofSource::Nls };
        assert!(store::proofs::add(&db, &ada, &proof, days_ago(2)).await.unwrap());
        let key = must_merge_eve(&bob).await;
        assert_eq!(list_waiting(&bob).await, [""; 0]);
        let check = open_proofs(&bob, &ada).await.unwrap();
        let [answer] = &check.decisions[..] else { panic!("{:?}", check.decisions) };
        assert_eq!((answer.outcome, answer.decided), (ProofOutcome::Answered, noon()));
        assert_eq!((answer.decided_by.as_ref(), check.submissions.len()), (bob.signed_in_id(), 1));
        assert_eq!(undo_merge(&bob, &key).await, UndoOutcome::Undone);
        assert_eq!(list_waiting(&bob).await, [EVE]);
        let check = open_proofs(&bob, &ada).await.unwrap();
        assert!(check.decisions.is_empty() && check.submissions.is_empty(), "{check:?}");
    }

    async fn nothing_is_submitted_or_changed_for_an_account_that_was_merged_meanwhile(db: Db) {
        add_school(&db).await;
        add_eve(&db).await;
        let (bob, ada, eve) = (new_staff(&db, "bob").await, AccountId::from(ADA), AccountId::from(EVE));
        let asked = Confirmation {
            id: "asked".into(),
            account: eve.clone(),
            email: "nurse@clinic.example".into(),
            authority: None,
            message: None,
            requested: days_ago(1),
        };
        store::confirmations::insert(&db, &asked).await.unwrap();
        // Requests that began before the merge.
        let of_eve = user_context(&db, &account(EVE, Role::Individual));
        must_merge_eve(&bob).await;
        let (source, membership_id) = (ProofSource::Nls, "N-1".to_owned());
        let new = NewSubmission { source, membership_id, kinds: Vec::new(), note: None };
        assert_eq!(error_key(submit(&of_eve, new).await), "USER_NOT_FOUND");
        assert_eq!(error_key(keep_display(&of_eve, "large".into()).await), "USER_NOT_FOUND");
        assert_eq!(error_key(leave_school(&of_eve).await), "USER_NOT_FOUND");
        let statement = Statement {
            first_name: "Nora".into(),
            last_name: "Lund".into(),
            title: "Nurse".into(),
            certifier: None,
            organization: None,
            phone_number: None,
            disabilities: [DisabilityType::Visual].into(),
        };
        let answer = AuthorityAnswer { evidence: Evidence::EmailedKey, statement: &statement };
        let confirmed = confirm_by_key(&of_eve, &asked, answer).await.unwrap();
        assert_eq!(confirmed, Some(ConfirmationOutcome::Active));
        assert_eq!(store::proofs::list_for_account(&db, &ada).await.unwrap().len(), 1);
        assert!(store::proofs::list_submissions(&db, &eve).await.unwrap().is_empty());
    }
}
