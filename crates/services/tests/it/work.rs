//! Decisions at the desk: nobody decides on what somebody else has taken, and of two people one decides.

use std::time::Duration;

use domain::fixtures::{account, days_ago, noon};
use domain::hand_overs::HandOver;
use domain::staff_decisions::{AdmissionOutcome, DeclineReason};
use domain::work::WorkKind;
use domain::{AccountId, AgreementType, ProofSource, Role};
use jiff::civil::date;
use services::agreements::NewAgreement;
use services::subscriptions::{NewSubscription, SubscriptionDetails};
use services::work::{
    AdmissionRequest, DecisionOutcome, Extension, FormOutcome, ProofVerdict, SubscriptionBeginning,
    SubscriptionHolder, VerdictRequest, WorkAddress, begin_subscription, decide_hand_over,
    decide_organization, decide_proof, extend_subscription, record_agreement,
};
use services::{Faults, Operation};
use store::proofs::Submission;
use store::{Db, db_test, work_claims};

use crate::world::{PETRA, add_school, read_required, user_context};

/// The time for which the subject of a decision stays locked. A decision that reads claims before it locks
/// its subject has read them by then.
const LOCK_TIME: Duration = Duration::from_millis(50);

pub(crate) async fn new_staff(db: &Db, name: &str) -> Operation {
    let staff = account(name, Role::MembershipAssistant);
    let mut tx = db.begin().await.unwrap();
    store::accounts::insert(&mut tx, &staff, None).await.unwrap();
    tx.commit().await.unwrap();
    user_context(db, &staff)
}

fn new_agreement() -> NewAgreement {
    NewAgreement {
        agreement_type: AgreementType::TermsOfUse.into(),
        date_signed: days_ago(1).into(),
        print_name: read_required("Ada Reed"),
        signed_by_legal_guardian: None,
    }
}

fn new_verdict() -> VerdictRequest {
    VerdictRequest {
        verdict: ProofVerdict::Decline(DeclineReason::Unreadable),
        remark: None,
        events_before: 1,
    }
}

fn new_beginning() -> SubscriptionBeginning {
    let subscription = NewSubscription {
        start_date: date(2026, 1, 15).into(),
        user_subscription_type: read_required("individual"),
        details: SubscriptionDetails::default(),
    };
    SubscriptionBeginning { subscription, subscriptions_before: 0 }
}

/// The result of a form that is not wrong.
fn to_processed<V>(outcome: FormOutcome<V>) -> DecisionOutcome {
    match outcome {
        FormOutcome::Processed(outcome) => outcome,
        FormOutcome::Refused(faults, _) => panic!("{faults:?}"),
    }
}

async fn record_agreement_of_ada(op: &Operation) -> DecisionOutcome {
    to_processed(record_agreement(op, &"ada".into(), new_agreement(), Faults::default()).await.unwrap())
}

async fn decline_proof_of_ada(op: &Operation) -> DecisionOutcome {
    decide_proof(op, &"ada".into(), new_verdict()).await.unwrap()
}

/// Waits for an act that begins while this person takes the work, and gives the work back.
pub(crate) async fn act_meanwhile<T>(
    db: &Db,
    taker: &AccountId,
    work: WorkAddress<'_>,
    act: impl Future<Output = T>,
) -> T {
    let mut tx = db.begin().await.unwrap();
    if work.kind.is_about_organization() {
        store::organizations::get_for_update(&mut tx, &work.subject.into()).await.unwrap();
    } else {
        store::accounts::get_for_update(&mut tx, &work.subject.into()).await.unwrap();
    }
    assert!(work_claims::take(&mut tx, work, taker, noon()).await.unwrap());
    let taking = async {
        tokio::time::sleep(LOCK_TIME).await;
        tx.commit().await.unwrap();
    };
    let (outcome, ()) = tokio::join!(act, taking);
    assert!(work_claims::release(db, work, taker).await.unwrap());
    outcome
}

/// Checks that one of two people has decided, and the other has not.
fn assert_one_decided(first: DecisionOutcome, second: DecisionOutcome) {
    let outcomes = [first, second];
    for expected in [DecisionOutcome::Decided, DecisionOutcome::DecidedBefore] {
        assert!(outcomes.contains(&expected), "{outcomes:?}");
    }
}

db_test! {
    async fn a_decision_sees_who_takes_the_work_while_it_begins(db: Db) {
        let school = add_school(&db).await;
        let (ann, bob) = (AccountId::from("ann"), new_staff(&db, "bob").await);
        new_staff(&db, "ann").await;
        let (petra, _) = store::accounts::find_by_login(&db, PETRA).await.unwrap().unwrap();
        let request = HandOver {
            id: 0,
            organization: school.id.clone(),
            requested_by: petra.id.clone(),
            reason: "She has left.".into(),
            requested: days_ago(1),
            decision: None,
        };
        assert!(store::hand_overs::insert(&db, &request).await.unwrap());
        let (request, _) = store::hand_overs::find_waiting(&db, &school.id).await.unwrap().unwrap();
        let ada = AccountId::from("ada");
        let about_ada = |kind| WorkAddress { kind, subject: "ada" };
        let about_school = |kind| WorkAddress { kind, subject: school.id.as_str() };
        let mut outcomes = Vec::new();

        let decision = Box::pin(record_agreement_of_ada(&bob));
        outcomes.push(act_meanwhile(&db, &ann, about_ada(WorkKind::ReaderAgreement), decision).await);
        let decision = Box::pin(decline_proof_of_ada(&bob));
        outcomes.push(act_meanwhile(&db, &ann, about_ada(WorkKind::Proof), decision).await);
        let decision = Box::pin(async {
            let holder = SubscriptionHolder::Account(&ada);
            let begun = begin_subscription(&bob, holder, new_beginning(), Faults::default()).await;
            to_processed(begun.unwrap())
        });
        let work = about_ada(WorkKind::ReaderSubscription);
        outcomes.push(act_meanwhile(&db, &ann, work, decision).await);

        let decision = Box::pin(async {
            let recorded = record_agreement(&bob, &petra.id, new_agreement(), Faults::default()).await;
            to_processed(recorded.unwrap())
        });
        let work = about_school(WorkKind::OrganizationAgreement);
        outcomes.push(act_meanwhile(&db, &ann, work, decision).await);
        let decision = Box::pin(async {
            let admission = AdmissionRequest { outcome: AdmissionOutcome::Admitted, remark: None };
            decide_organization(&bob, &school.id, admission).await.unwrap()
        });
        let work = about_school(WorkKind::OrganizationAdmission);
        outcomes.push(act_meanwhile(&db, &ann, work, decision).await);
        let decision = Box::pin(async { decide_hand_over(&bob, request.id, true).await.unwrap() });
        outcomes.push(act_meanwhile(&db, &ann, about_school(WorkKind::HandOver), decision).await);
        let decision = Box::pin(async {
            let holder = SubscriptionHolder::Organization(&school.id);
            let extension = Extension { subscription: "none".into(), end_date: date(2027, 1, 15).into() };
            to_processed(extend_subscription(&bob, holder, extension, Faults::default()).await.unwrap())
        });
        let work = about_school(WorkKind::OrganizationSubscription);
        outcomes.push(act_meanwhile(&db, &ann, work, decision).await);

        for (at, outcome) in outcomes.iter().enumerate() {
            let DecisionOutcome::Claimed(claim) = outcome else { panic!("{at}: {outcome:?}") };
            assert_eq!(claim.holder, ann, "{at}");
        }
    }

    async fn of_two_people_who_decide_concurrently_one_does(db: Db) {
        add_school(&db).await;
        let (ann, bob) = (new_staff(&db, "ann").await, new_staff(&db, "bob").await);
        let ada = AccountId::from("ada");
        let submission = Submission {
            source: Some(ProofSource::Nls),
            membership_id: Some("N-1".into()),
            kinds: [].into(),
            note: None,
            date: days_ago(1),
            suffices: true,
        };
        store::proofs::record_submission(&db, &ada, &submission).await.unwrap();
        let (first, second) = tokio::join!(record_agreement_of_ada(&ann), record_agreement_of_ada(&bob));
        assert_one_decided(first, second);
        assert_eq!(store::agreements::list_for_account(&db, &ada).await.unwrap().len(), 1);
        let (first, second) = tokio::join!(decline_proof_of_ada(&ann), decline_proof_of_ada(&bob));
        assert_one_decided(first, second);
        assert_eq!(store::proof_decisions::list_for_account(&db, &ada).await.unwrap().len(), 1);
    }

    async fn an_agreement_ends_the_claim_on_its_work(db: Db) {
        add_school(&db).await;
        let ann = new_staff(&db, "ann").await;
        let work = WorkAddress { kind: WorkKind::ReaderAgreement, subject: "ada" };
        assert!(services::work::claim_work(&ann, work).await.unwrap());
        assert_eq!(record_agreement_of_ada(&ann).await, DecisionOutcome::Decided);
        assert!(work_claims::list_of_subjects(&db, &["ada"], noon()).await.unwrap().is_empty());
    }
}
