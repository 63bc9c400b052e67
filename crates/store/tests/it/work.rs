//! What waits for membership staff, claims on it, and decisions.

use std::collections::BTreeMap;

use domain::confirmations::Confirmation;
use domain::fixtures::{
    account, days_ago, individual, lab, noon, person, school, site, sponsor, subscription, with_change,
};
use domain::proofs::ProofStatus;
use domain::readers::OrganizationStanding;
use domain::staff_decisions::{AdmissionOutcome, DeclineReason, ProofOutcome};
use domain::wire::WireEnum as _;
use domain::work::{CLAIM_DURATION, WorkKind};
use domain::{AccountId, DisabilityType, Organization, ProofSource, Reader, Role, SiteId};
use jiff::Timestamp;
use store::organization_admissions::{self, AdmissionDecision};
use store::proof_decisions::{self, ProofDecision};
use store::proofs::{self, Proof, Submission};
use store::subscriptions::Holder;
use store::work::{self, WorkPosition, WorkScope};
use store::work_claims::{self, WorkAddress, WorkSubjects};
use store::{
    Conn, Db, Sql, Tx, accounts, agreements, confirmations, db_test, organizations, readers, subscriptions,
};

use crate::world;

fn scope(site: Option<&SiteId>) -> WorkScope<'_> {
    WorkScope { site, now: noon() }
}

fn beginning() -> WorkPosition {
    WorkPosition { since: Timestamp::MIN, subject: String::new() }
}

/// The subjects that wait on the main site, with the times since which they do.
async fn list_waiting(db: &Db, kind: WorkKind) -> Vec<(String, Timestamp)> {
    let items = work::list(db, kind, scope(Some(&site())), &beginning(), 10).await.unwrap();
    items.into_iter().map(|item| (item.subject, item.since)).collect()
}

fn newcomer(id: &str, days: i64) -> Reader {
    with_change(person(id, Role::Individual), |reader| reader.account.created = days_ago(days))
}

/// A member with everything but a proof.
fn without_proof(id: &str) -> Reader {
    with_change(individual(id), |reader| reader.proof = ProofStatus::Missing)
}

fn submission(date: Timestamp) -> Submission {
    Submission {
        source: Some(ProofSource::Nls),
        membership_id: None,
        kinds: [DisabilityType::Visual].into(),
        note: None,
        date,
        suffices: true,
    }
}

async fn submit_proof(db: &Db, id: &str, days: i64) {
    proofs::record_submission(db, &id.into(), &submission(days_ago(days))).await.unwrap();
}

/// A decision at noon.
fn decision(outcome: ProofOutcome) -> ProofDecision {
    ProofDecision {
        decided: noon(),
        decided_by: None,
        outcome,
        reason: (outcome == ProofOutcome::Declined).then_some(DeclineReason::Unreadable),
        remark: Some("Please send both pages.".into()),
    }
}

async fn decide_proof(db: &Db, id: &str, outcome: ProofOutcome) {
    let id = AccountId::from(id);
    committed!(db, tx => proof_decisions::record(&mut tx, &id, &decision(outcome)));
}

const VISUAL_PROOF: Proof = Proof { kind: DisabilityType::Visual, source: ProofSource::Nls };

/// An event in the history of a person's proof.
#[derive(Debug, Clone, Copy)]
enum ProofAct {
    Submit,
    /// Somebody records a proof at the library.
    Record,
    Withdraw,
    Decline,
}

const PROOF_ACTS: [ProofAct; 4] = [ProofAct::Submit, ProofAct::Record, ProofAct::Withdraw, ProofAct::Decline];

/// The state of a person by the rule alone.
#[derive(Debug, Default)]
struct ProofCase {
    is_proven: bool,
    /// Times of submissions that wait, oldest first.
    open: Vec<Timestamp>,
    /// Times of submissions that the proof has answered.
    answered: Vec<Timestamp>,
    /// Number of proofs that answered something.
    answers: usize,
}

impl ProofCase {
    /// Does the next act, on the day that has begun then.
    async fn do_next(&mut self, tx: &mut Tx, id: &AccountId, act: ProofAct, now: Timestamp) {
        match act {
            ProofAct::Submit => {
                proofs::record_submission(&mut *tx, id, &submission(now)).await.unwrap();
                self.open.push(now);
            }
            ProofAct::Record => {
                let is_new = proofs::add(&mut *tx, id, &VISUAL_PROOF, now).await.unwrap();
                assert_eq!(is_new, !self.is_proven);
                let staff = AccountId::from("staff");
                proof_decisions::refresh_submissions(tx, &[id].into(), Some(&staff), now).await.unwrap();
                if is_new {
                    self.is_proven = true;
                    self.answers += usize::from(!self.open.is_empty());
                    self.answered.append(&mut self.open);
                }
            }
            ProofAct::Withdraw => {
                proofs::remove(&mut *tx, id, VISUAL_PROOF.kind).await.unwrap();
                proof_decisions::refresh_submissions(tx, &[id].into(), None, now).await.unwrap();
                self.is_proven = false;
                let later = std::mem::replace(&mut self.open, std::mem::take(&mut self.answered));
                self.open.extend(later);
            }
            ProofAct::Decline => {
                let declined = ProofDecision { decided: now, ..decision(ProofOutcome::Declined) };
                proof_decisions::record(tx, id, &declined).await.unwrap();
                self.open.clear();
                self.answered.clear();
            }
        }
    }
}

db_test! {
    async fn a_proof_answers_earlier_submissions_until_it_is_withdrawn(db: Db) {
        world::create_sites(&db).await;
        world::settle_account(&db, &account("staff", Role::MembershipAssistant)).await;
        let mut cases = BTreeMap::new();
        let mut tx = db.begin().await.unwrap();
        // Up to three acts in every order, for one person each.
        for number in 0..125_usize {
            let person = account(&format!("p{number}"), Role::Individual);
            accounts::insert(&mut tx, &person, None).await.unwrap();
            let mut case = ProofCase::default();
            let acts = [number % 5, number / 5 % 5, number / 25];
            let acts = acts.into_iter().filter_map(|act| PROOF_ACTS.get(act).copied());
            let acts: Vec<ProofAct> = acts.collect();
            for (day, act) in (1..).zip(acts) {
                case.do_next(&mut tx, &person.id, act, days_ago(9 - day)).await;
            }
            cases.insert(person.id, case);
        }
        tx.commit().await.unwrap();
        let items = work::list(&db, WorkKind::Proof, scope(Some(&site())), &beginning(), 200).await.unwrap();
        let waiting: BTreeMap<String, Timestamp> = items.into_iter().map(|item| (item.subject, item.since)).collect();
        let since = |(id, case): (&AccountId, &ProofCase)| Some((id.to_string(), *case.open.first()?));
        let expected: BTreeMap<String, Timestamp> = cases.iter().filter_map(since).collect();
        assert_eq!(waiting, expected);
        // Not only hidden: the rows are closed.
        let open = "SELECT COUNT(*) FROM proof_submissions WHERE decided_at IS NULL";
        let (open,) = Conn::fetch_one::<(i64,)>(&mut &db, Sql::new(open)).await.unwrap();
        assert_eq!(usize::try_from(open).unwrap(), cases.values().map(|case| case.open.len()).sum::<usize>());
        for (id, case) in &cases {
            let decisions = proof_decisions::list_for_account(&db, id).await.unwrap();
            let is_answer = |one: &&ProofDecision| one.outcome == ProofOutcome::Answered;
            let answers: Vec<&ProofDecision> = decisions.iter().filter(is_answer).collect();
            assert_eq!(answers.len(), case.answers, "{id}: {decisions:?}");
            let by_staff = |one: &&ProofDecision| one.decided_by.as_ref().is_some_and(|by| by.as_str() == "staff");
            assert!(answers.iter().all(by_staff), "{id}: {decisions:?}");
        }
    }

    async fn proofs_of_many_people_answer_the_earlier_submissions_of_each(db: Db) {
        world::create_sites(&db).await;
        for (id, days) in [("ada", 1), ("bea", 1), ("cas", -1), ("dan", 1)] {
            world::settle_account(&db, &account(id, Role::Individual)).await;
            submit_proof(&db, id, days).await;
        }
        let people = ["ada", "bea", "cas", "dan"].map(AccountId::from);
        let [ada, bea, cas, dan] = &people;
        let proven = [ada, cas, dan].map(|id| (id, DisabilityType::Learning, ProofSource::SchoolVerified));
        committed!(db, tx => proofs::add_many(&mut tx, &proven, noon()));
        committed!(db, tx => proof_decisions::refresh_submissions(&mut tx, &[ada, bea, cas].into(), None, noon()));
        for (id, is_open, answers) in [(ada, false, 1), (bea, true, 0), (cas, true, 0), (dan, false, 0)] {
            assert_eq!(proof_decisions::has_open_submission(&db, id).await.unwrap(), is_open, "{id}");
            assert_eq!(proof_decisions::list_for_account(&db, id).await.unwrap().len(), answers, "{id}");
        }
        // A program of the release before closes nothing when it records a proof.
        for id in [ada, dan] {
            assert!(proofs::remove(&db, id, DisabilityType::Learning).await.unwrap());
        }
        committed!(db, tx => proof_decisions::refresh_submissions(&mut tx, &[ada, dan].into(), None, noon()));
        for id in [ada, dan] {
            let reader = readers::find_by_account(&db, id, noon()).await.unwrap().unwrap();
            assert_eq!(reader.proof, ProofStatus::Submitted, "{id}");
        }
    }

    async fn more_is_needed_from_a_decision_to_the_next_submission(db: Db) {
        world::create_sites(&db).await;
        world::settle(&db, &without_proof("ada")).await;
        let ada = AccountId::from("ada");
        let is_needed = async |at| proof_decisions::is_more_needed(&db, &ada, at).await.unwrap();
        submit_proof(&db, "ada", 2).await;
        assert!(!is_needed(noon()).await);
        decide_proof(&db, "ada", ProofOutcome::MoreNeeded).await;
        assert!(is_needed(noon()).await && !is_needed(days_ago(1)).await);
        submit_proof(&db, "ada", -1).await;
        assert!(is_needed(noon()).await && !is_needed(days_ago(-1)).await);
        decide_proof(&db, "ada", ProofOutcome::Declined).await;
        assert!(!is_needed(noon()).await);
    }

    async fn readers_wait_for_what_they_lack(db: Db) {
        world::create_sites(&db).await;
        let complete = with_change(individual("complete"), |reader| reader.account.created = days_ago(2));
        let elsewhere = with_change(newcomer("elsewhere", 4), |reader| reader.account.site = lab());
        let locked = with_change(newcomer("locked", 4), |reader| reader.account.locked = true);
        for reader in [newcomer("b", 3), newcomer("a", 3), newcomer("old", 40), complete, elsewhere, locked] {
            world::settle(&db, &reader).await;
        }
        world::settle(&db, &individual("lapsed")).await;
        agreements::expire(&db, &"agreement-lapsed".into(), days_ago(5)).await.unwrap();
        world::settle(&db, &individual("ada")).await;
        let new = [("a".to_owned(), days_ago(3)), ("b".to_owned(), days_ago(3))];
        assert_eq!(list_waiting(&db, WorkKind::NewReader).await, new);
        let unsigned = [("old".to_owned(), days_ago(40)), ("lapsed".to_owned(), days_ago(5))];
        assert_eq!(list_waiting(&db, WorkKind::ReaderAgreement).await, unsigned);
        // A program of the release before does not note who has signed.
        Conn::execute(&mut &db, Sql::new("UPDATE accounts SET has_signed = FALSE")).await.unwrap();
        assert_eq!(list_waiting(&db, WorkKind::ReaderAgreement).await, unsigned);
        let after = WorkPosition { since: days_ago(3), subject: "a".into() };
        let rest = work::list(&db, WorkKind::NewReader, scope(None), &after, 10).await.unwrap();
        assert_eq!(rest.iter().map(|item| item.subject.as_str()).collect::<Vec<_>>(), ["b"]);
        assert_eq!(rest[0].name, "b Reed");
    }

    async fn a_new_reader_may_lack_a_subscription_alone(db: Db) {
        world::create_sites(&db).await;
        let unsubscribed = with_change(individual("unsubscribed"), |reader| reader.subscriptions.clear());
        let unproven = with_change(without_proof("unproven"), |reader| reader.subscriptions.clear());
        let lapsed = with_change(individual("lapsed"), |reader| {
            for subscription in &mut reader.subscriptions {
                subscription.end = Some(days_ago(1));
            }
        });
        for reader in [unsubscribed, unproven, lapsed, individual("complete"), newcomer("new", 1)] {
            world::settle(&db, &reader).await;
        }
        let people = ["complete", "lapsed", "new", "nobody", "unproven", "unsubscribed"];
        let lacking = work::list_lacking_subscription(&db, &people, noon()).await.unwrap();
        assert_eq!(lacking, ["lapsed".to_owned(), "unsubscribed".to_owned()].into());
        assert!(work::list_lacking_subscription(&db, &[], noon()).await.unwrap().is_empty());
    }

    async fn proofs_wait_from_their_submission_to_a_decision(db: Db) {
        world::create_sites(&db).await;
        for id in ["sent", "decided", "asked"] {
            world::settle(&db, &without_proof(id)).await;
        }
        // Its proof is newer than what was submitted.
        world::settle(&db, &individual("proven")).await;
        for (id, days) in [("sent", 1), ("sent", 2), ("decided", 4), ("proven", 1)] {
            submit_proof(&db, id, days).await;
        }
        decide_proof(&db, "decided", ProofOutcome::Declined).await;
        let request = Confirmation {
            id: "request".into(),
            account: "asked".into(),
            email: "nurse@example.org".into(),
            authority: None,
            message: None,
            requested: days_ago(7),
        };
        confirmations::insert(&db, &request).await.unwrap();
        assert_eq!(list_waiting(&db, WorkKind::Proof).await, [("sent".to_owned(), days_ago(2))]);
        assert_eq!(list_waiting(&db, WorkKind::AuthorityRequest).await, [("asked".to_owned(), days_ago(7))]);
    }

    async fn a_declined_proof_is_not_a_submitted_one_until_another_is_sent(db: Db) {
        world::create_sites(&db).await;
        world::settle(&db, &without_proof("ada")).await;
        let ada = AccountId::from("ada");
        submit_proof(&db, "ada", 2).await;
        assert_eq!(proof_decisions::find_answer(&db, &ada).await.unwrap(), None);
        decide_proof(&db, "ada", ProofOutcome::Declined).await;
        let status = async || readers::find_by_account(&db, &ada, noon()).await.unwrap().unwrap().proof;
        assert_eq!(status().await, ProofStatus::Missing);
        assert!(!proof_decisions::has_open_submission(&db, &ada).await.unwrap());
        let answer = proof_decisions::find_answer(&db, &ada).await.unwrap();
        assert_eq!(answer, Some(decision(ProofOutcome::Declined)));
        submit_proof(&db, "ada", 0).await;
        assert_eq!(status().await, ProofStatus::Submitted);
        assert_eq!(proof_decisions::find_answer(&db, &ada).await.unwrap(), None);
        assert!(proof_decisions::has_open_submission(&db, &ada).await.unwrap());
        decide_proof(&db, "ada", ProofOutcome::Accepted).await;
        assert_eq!(proof_decisions::find_answer(&db, &ada).await.unwrap(), None);
        assert_eq!(proof_decisions::count_events(&db, &ada).await.unwrap(), 4);
        assert_eq!(proof_decisions::list_for_account(&db, &ada).await.unwrap().len(), 2);
    }

    async fn organizations_and_subscriptions_wait(db: Db) {
        world::create_sites(&db).await;
        let ends = |days: i64| with_change(subscription("individual"), |one| one.end = Some(days_ago(-days)));
        for (id, held) in [
            ("ends", vec![ends(10)]),
            ("renewed", vec![ends(10), subscription("individual")]),
            ("later", vec![ends(31)]),
            ("twice", vec![ends(10), ends(10)]),
        ] {
            world::settle(&db, &with_change(individual(id), |reader| reader.subscriptions = held)).await;
        }
        let waiting = [("ends".to_owned(), days_ago(20)), ("twice".to_owned(), days_ago(20))];
        assert_eq!(list_waiting(&db, WorkKind::ReaderSubscription).await, waiting);
        let academy = OrganizationStanding {
            organization: with_change(school().organization, |academy: &mut Organization| {
                academy.id = "academy".into();
                academy.agreement_signed = false;
            }),
            ..school()
        };
        let id = academy.organization.id.clone();
        organizations::insert(&db, &academy.organization).await.unwrap();
        assert_eq!(list_waiting(&db, WorkKind::OrganizationAgreement).await, [], "nobody can sign");
        world::settle(&db, &sponsor("sam", &academy)).await;
        let held = with_change(ends(5), |one| one.id = "held".into());
        subscriptions::insert(&db, Holder::Organization(&id), &held).await.unwrap();
        organization_admissions::request(&db, &id, days_ago(6)).await.unwrap();
        for (kind, since) in [
            (WorkKind::OrganizationAgreement, days_ago(500)),
            (WorkKind::OrganizationSubscription, days_ago(25)),
            (WorkKind::OrganizationAdmission, days_ago(6)),
        ] {
            assert_eq!(list_waiting(&db, kind).await, [("academy".to_owned(), since)], "{kind}");
        }
        let decision = AdmissionDecision {
            decided: noon(),
            decided_by: Some("sam".into()),
            outcome: AdmissionOutcome::Declined,
            remark: None,
        };
        assert!(organization_admissions::decide(&db, &id, &decision).await.unwrap());
        assert!(!organization_admissions::decide(&db, &id, &decision).await.unwrap(), "once");
        let admission = organization_admissions::get(&db, &id).await.unwrap().unwrap();
        assert_eq!(admission.decision, Some(decision));
        assert_eq!(list_waiting(&db, WorkKind::OrganizationAdmission).await, []);
    }

    async fn one_statement_counts_all_work(db: Db) {
        world::create_sites(&db).await;
        let elsewhere = with_change(newcomer("elsewhere", 9), |reader| reader.account.site = lab());
        for reader in [newcomer("a", 3), newcomer("b", 5), newcomer("old", 40), elsewhere] {
            world::settle(&db, &reader).await;
        }
        submit_proof(&db, "a", 1).await;
        let before = db.statement_count();
        let summaries = work::summarize(&db, scope(Some(&site()))).await.unwrap();
        assert_eq!(db.statement_count() - before, 1);
        assert_eq!(summaries.iter().map(|one| one.kind).collect::<Vec<_>>(), WorkKind::ALL);
        for summary in summaries {
            let waiting = list_waiting(&db, summary.kind).await;
            assert_eq!(summary.count, waiting.len() as u64, "{}", summary.kind);
            assert_eq!(summary.oldest, waiting.first().map(|(_, since)| *since), "{}", summary.kind);
        }
        let everywhere = work::summarize(&db, scope(None)).await.unwrap();
        assert_eq!((everywhere[0].count, everywhere[0].oldest), (3, Some(days_ago(9))));
    }

    async fn claims_on_work_about_a_person_move_and_end_together(db: Db) {
        world::create_sites(&db).await;
        for id in ["ann", "bob"] {
            world::settle_account(&db, &account(id, Role::MembershipAssistant)).await;
        }
        let (ann, bob) = (AccountId::from("ann"), AccountId::from("bob"));
        let (old, new) = (AccountId::from("old"), AccountId::from("new"));
        let later = noon() + CLAIM_DURATION;
        let address = |kind, subject| WorkAddress { kind, subject };
        for (work, holder, at) in [
            (address(WorkKind::Proof, "old"), &ann, later),
            (address(WorkKind::NewReader, "old"), &bob, later),
            (address(WorkKind::ReaderAgreement, "old"), &ann, noon()),
            (address(WorkKind::HandOver, "old"), &ann, later),
            // One that has ended, and one that ends later.
            (address(WorkKind::Proof, "new"), &bob, noon()),
            (address(WorkKind::ReaderAgreement, "new"), &ann, later),
        ] {
            assert!(work_claims::take(&db, work, holder, at).await.unwrap());
        }
        let claims = async || {
            let claims = work_claims::list_of_subjects(&db, &["new", "old"], later).await.unwrap();
            let claims = claims.into_iter();
            claims.map(|claim| (claim.kind, claim.subject, claim.holder.to_string())).collect::<Vec<_>>()
        };
        let claim = |kind, subject: &str, holder: &str| (kind, subject.to_owned(), holder.to_owned());
        work_claims::move_to_person(&db, [&old, &new], &ann).await.unwrap();
        let others = [claim(WorkKind::HandOver, "old", "ann"), claim(WorkKind::NewReader, "old", "bob")];
        let mut expected = others.to_vec();
        expected.push(claim(WorkKind::Proof, "new", "ann"));
        expected.push(claim(WorkKind::ReaderAgreement, "new", "ann"));
        assert_eq!(claims().await, expected, "work about an organization, and of somebody else, stays");
        let people = ["old", "new"];
        let found = work_claims::find_held_by_others(&db, WorkSubjects::People(&people), &ann, later).await.unwrap();
        assert_eq!(found.map(|claim| claim.holder), Some(bob.clone()));
        assert_eq!(work_claims::find_held_by_others(&db, WorkSubjects::People(&[]), &ann, later).await.unwrap(), None);
        work_claims::release_all(&db, WorkSubjects::People(&people), &ann).await.unwrap();
        assert_eq!(claims().await, others);
    }

    async fn one_of_several_people_takes_a_case(db: Db) {
        world::create_sites(&db).await;
        for id in ["ann", "bob"] {
            world::settle_account(&db, &account(id, Role::MembershipAssistant)).await;
        }
        let (ann, bob) = (AccountId::from("ann"), AccountId::from("bob"));
        for number in 0..10 {
            let subject = format!("case-{number}");
            let work = WorkAddress { kind: WorkKind::Proof, subject: &subject };
            let (anns, bobs) = tokio::join!(
                work_claims::take(&db, work, &ann, noon()),
                work_claims::take(&db, work, &bob, noon())
            );
            assert!(anns.unwrap() != bobs.unwrap(), "exactly one has it");
        }
        let work = WorkAddress { kind: WorkKind::Proof, subject: "case" };
        let later = noon() + CLAIM_DURATION;
        assert!(work_claims::take(&db, work, &ann, noon()).await.unwrap());
        assert!(work_claims::take(&db, work, &ann, noon()).await.unwrap(), "her own again");
        assert!(!work_claims::take(&db, work, &bob, noon()).await.unwrap());
        assert!(!work_claims::release(&db, work, &bob).await.unwrap());
        let claims = work_claims::list_of_subjects(&db, &["case", "nothing"], noon()).await.unwrap();
        assert_eq!((claims.len(), claims[0].holder_name.as_str(), claims[0].expires), (1, "ann Reed", later));
        // Other work about the same person is closed to him as well; not so work about an organization.
        let other = WorkAddress { kind: WorkKind::NewReader, ..work };
        let found = work_claims::find_held_by_others(&db, other.subjects(), &bob, noon()).await.unwrap();
        assert_eq!(found.map(|claim| claim.holder), Some(ann.clone()));
        assert_eq!(work_claims::find_held_by_others(&db, other.subjects(), &ann, noon()).await.unwrap(), None);
        let organization = WorkAddress { kind: WorkKind::OrganizationAdmission, ..work };
        assert_eq!(work_claims::find_held_by_others(&db, organization.subjects(), &bob, noon()).await.unwrap(), None);
        // A claim ends by itself.
        assert_eq!(work_claims::find_held_by_others(&db, work.subjects(), &bob, later).await.unwrap(), None);
        assert!(work_claims::take(&db, work, &bob, later).await.unwrap());
        assert!(!work_claims::take(&db, work, &ann, later).await.unwrap());
        assert!(work_claims::release(&db, work, &bob).await.unwrap());
        assert_eq!(work_claims::purge(&db, later).await.unwrap(), 10);
    }
}
