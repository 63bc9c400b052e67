//! A library with many members: their agreements, proofs and subscriptions, what waits for staff, and a long
//! audit.

use domain::sessions::{Browser, Session};
use domain::{
    Account, AccountId, Address, Agreement, AgreementType, AuditSubject, AuditedAct, ClientId,
    DisabilityType, DownloadTimeframe, MAIN_SITE, Membership, Name, Organization, OrganizationId,
    ProofSource, Role, SessionKind, Subscription,
};
use jiff::civil::{Date, date};
use jiff::{SignedDuration, Span, Timestamp};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use store::audit::AuditedRequest;
use store::audit_changes::AuditedChange;
use store::proofs::Submission;
use store::subscriptions::Holder;
use store::{Db, Tx};

use super::days_before;
use crate::library::{CLIENT_KEY, create_sites, with_database};
use crate::words::{self, WordList};

/// Entries of the audit, reads and changes together.
pub(super) const ENTRIES_PER_MEMBER: u32 = READS_PER_MEMBER + CHANGES_PER_MEMBER;
/// The value of the cookie of the staff member's browser.
pub(super) const SESSION_SECRET: &str = "session-of-the-desk-of-the-bench";

const READS_PER_MEMBER: u32 = 6;
const CHANGES_PER_MEMBER: u32 = 4;
/// People of one request, and of one change.
const PEOPLE_PER_ENTRY: u32 = 50;
const MEMBERS_PER_SCHOOL: u32 = 100;
const STAFF_MEMBERS: u32 = 20;
const PEOPLE_PER_TRANSACTION: u32 = 5_000;
const DAYS_OF_MEMBERSHIPS: u32 = 1_500;
const DAYS_OF_AUDIT: u32 = 1_400;
/// Acts of the audit, frequent ones first: each happens three times as often as the next.
const ACTS: [AuditedAct; 6] = [
    AuditedAct::ChangeMember,
    AuditedAct::AssignTitle,
    AuditedAct::ChangeAccount,
    AuditedAct::AddProof,
    AuditedAct::LockAccount,
    AuditedAct::EraseAccount,
];

pub(super) struct DeskLibrary {
    /// The time at which everything in it ends.
    pub(super) now: Timestamp,
}

/// Draws the names and birth dates of people.
pub(super) struct MemberGenerator {
    given: WordList,
    family: WordList,
    seed: u64,
}

impl MemberGenerator {
    pub(super) fn new(seed: u64) -> Self {
        Self { given: words::given_names(), family: words::family_names(), seed }
    }

    /// Given name, family name and birth date.
    pub(super) fn draw_person(&self, rng: &mut StdRng) -> (&'static str, &'static str, Date) {
        let first = self.given.draw_word(rng);
        let last = self.family.draw_word(rng);
        let days = Span::new().days(rng.random_range(0..25_000_i64));
        (first, last, date(1945, 1, 1).saturating_add(days))
    }

    /// Draws everything about one person.
    pub(super) fn rng_of(&self, number: u32) -> StdRng {
        StdRng::seed_from_u64((self.seed << 32) | u64::from(number))
    }
}

pub(super) fn person_id(number: u32) -> String {
    format!("desk-person-{number:06}")
}

pub(super) fn staff_id(number: u32) -> String {
    format!("desk-staff-{number}")
}

fn school_id(number: u32) -> OrganizationId {
    OrganizationId(format!("desk-school-{number:05}"))
}

/// Makes the library in a new, empty database.
#[expect(clippy::disallowed_methods, reason = "the people of the library are made relative to today")]
pub(super) fn make_library(database: &str, members: u32, seed: u64) -> anyhow::Result<DeskLibrary> {
    let maker = LibraryMaker { people: MemberGenerator::new(seed), members, now: Timestamp::now() };
    with_database(database, async |db| {
        create_sites(db).await?;
        maker.make_staff(db).await?;
        for from in (0..members).step_by(PEOPLE_PER_TRANSACTION as usize) {
            let mut tx = db.begin().await?;
            maker.insert_people(&mut tx, from..(from + PEOPLE_PER_TRANSACTION).min(members)).await?;
            tx.commit().await?;
            crate::report::print_progress(&format!("{from} members written"));
        }
        maker.make_audit(db).await
    })?;
    Ok(DeskLibrary { now: maker.now })
}

struct LibraryMaker {
    people: MemberGenerator,
    members: u32,
    now: Timestamp,
}

impl LibraryMaker {
    /// The people who work at the desk; the first of them is signed in.
    async fn make_staff(&self, db: &Db) -> anyhow::Result<()> {
        let mut tx = db.begin().await?;
        for number in 0..STAFF_MEMBERS {
            let joined = days_before(self.now, DAYS_OF_MEMBERSHIPS);
            let role = Role::MembershipAssistant;
            let mut account = Account::new(staff_id(number).into(), MAIN_SITE.into(), role, joined);
            account.name = Name::new("Staff", format!("Number {number}"));
            store::accounts::insert(&mut tx, &account, None).await?;
        }
        let session = Session::start(staff_id(0).into(), SessionKind::Password, Browser::default(), self.now);
        store::sessions::insert(&mut tx, &secrets::hash_token(SESSION_SECRET), &session).await?;
        Ok(tx.commit().await?)
    }

    /// People with everything about them.
    async fn insert_people(&self, tx: &mut Tx, numbers: std::ops::Range<u32>) -> anyhow::Result<()> {
        let people: Vec<NewPerson> = numbers.map(|number| self.draw_person(number)).collect();
        for person in &people {
            if let Some(school) = &person.new_school {
                store::organizations::insert(&mut *tx, school).await?;
            }
        }
        let accounts: Vec<(&Account, Option<&str>)> =
            people.iter().map(|person| (&person.account, None)).collect();
        store::accounts::insert_many(tx, &accounts).await?;
        let proved = people.iter().filter(|person| person.is_proved);
        let proofs: Vec<(&AccountId, DisabilityType, ProofSource)> =
            proved.map(|person| (&person.account.id, DisabilityType::Visual, ProofSource::Nls)).collect();
        store::proofs::add_many(tx, &proofs, days_before(self.now, 400)).await?;
        for person in &people {
            let id = &person.account.id;
            if let Some(agreement) = &person.agreement {
                store::agreements::insert(&mut *tx, agreement).await?;
            }
            if let Some(subscription) = &person.subscription {
                store::subscriptions::insert(&mut *tx, Holder::Account(id), subscription).await?;
            }
            if let Some(submission) = &person.submission {
                store::proofs::record_submission(&mut *tx, id, submission).await?;
            }
        }
        Ok(())
    }

    fn draw_person(&self, number: u32) -> NewPerson {
        let mut rng = self.people.rng_of(number);
        let (first, last, born) = self.people.draw_person(&mut rng);
        let is_individual = number.is_multiple_of(2);
        let school = number / 2 / MEMBERS_PER_SCHOOL;
        let is_sponsor = !is_individual && (number / 2).is_multiple_of(MEMBERS_PER_SCHOOL);
        let role = match (is_individual, is_sponsor) {
            (true, _) => Role::Individual,
            (_, true) => Role::OrganizationSponsor,
            _ => Role::OrganizationMember,
        };
        // One in fifty has joined lately.
        let days = if number % 100 < 2 { 29 } else { DAYS_OF_MEMBERSHIPS };
        let joined = days_before(self.now, rng.random_range(1..=days));
        let mut account = Account::new(person_id(number).into(), MAIN_SITE.into(), role, joined);
        account.name = Name::new(first, last);
        account.date_of_birth = Some(born);
        if !is_individual {
            let grade = (!is_sponsor).then(|| (1 + number % 12).to_string());
            account.membership = Some(Membership { grade, ..Membership::new(school_id(school)) });
        }
        let id = account.id.clone();
        NewPerson {
            agreement: (is_individual && rng.random_bool(0.97)).then(|| new_agreement(&id, joined)),
            is_proved: rng.random_bool(0.98),
            subscription: number.is_multiple_of(5).then(|| self.draw_subscription(&id, &mut rng)),
            submission: (number % 250 == 1).then(|| self.new_submission()),
            new_school: is_sponsor.then(|| new_school(school)),
            account,
        }
    }

    /// A subscription of a year that ends within the next year or has ended.
    fn draw_subscription(&self, id: &AccountId, rng: &mut StdRng) -> Subscription {
        let start = days_before(self.now, rng.random_range(1..=700));
        Subscription {
            id: format!("subscription-of-{id}").into(),
            kind: "individual".into(),
            start,
            end: Some(start + SignedDuration::from_hours(24 * 365)),
            books_allowed: None,
            timeframe: DownloadTimeframe::Monthly,
            notes: None,
        }
    }

    /// A proof that waits for a decision.
    fn new_submission(&self) -> Submission {
        Submission {
            source: Some(ProofSource::Nls),
            membership_id: None,
            kinds: [DisabilityType::Visual].into(),
            note: None,
            date: days_before(self.now, 3),
            suffices: true,
        }
    }

    /// The audit, from its beginning to now, by the staff.
    async fn make_audit(&self, db: &Db) -> anyhow::Result<()> {
        let key = ClientId::from(CLIENT_KEY);
        let staff: Vec<AccountId> = (0..STAFF_MEMBERS).map(|number| staff_id(number).into()).collect();
        let rounds = self.members / PEOPLE_PER_ENTRY;
        let span = SignedDuration::from_hours(24 * i64::from(DAYS_OF_AUDIT));
        let first = self.now - span;
        let mut rng = self.people.rng_of(u32::MAX);
        for round in 0..rounds {
            let mut tx = db.begin().await?;
            for turn in 0..READS_PER_MEMBER.max(CHANGES_PER_MEMBER) {
                let at = first + span / i32::try_from(rounds)? * i32::try_from(round)?;
                let from = rng.random_range(0..self.members - PEOPLE_PER_ENTRY);
                let ids: Vec<AccountId> =
                    (from..from + PEOPLE_PER_ENTRY).map(|number| person_id(number).into()).collect();
                // The first of the staff does half of the work.
                let place = rng.random_range(0..2 * STAFF_MEMBERS).saturating_sub(STAFF_MEMBERS);
                let actor = &staff[place as usize];
                if turn < READS_PER_MEMBER {
                    let endpoint = "GET /v2/myOrganization/members";
                    let reading = AuditedRequest { reader: Some(actor), client: &key, endpoint, read_at: at };
                    store::audit::record(&mut tx, reading, &ids.iter().collect::<Vec<_>>()).await?;
                }
                if turn < CHANGES_PER_MEMBER {
                    let change = AuditedChange {
                        actor: Some(actor),
                        client: &key,
                        endpoint: "POST /desk",
                        act: draw_act(&mut rng),
                        changed_at: at,
                    };
                    let subjects: Vec<AuditSubject<'_>> = ids.iter().map(AuditSubject::Account).collect();
                    store::audit_changes::record(&mut tx, change, &subjects).await?;
                }
            }
            tx.commit().await?;
            if round.is_multiple_of(100) {
                crate::report::print_progress(&format!("{round} of {rounds} rounds of the audit written"));
            }
        }
        Ok(())
    }
}

/// A person with everything that the bench stores about them.
struct NewPerson {
    account: Account,
    agreement: Option<Agreement>,
    is_proved: bool,
    subscription: Option<Subscription>,
    submission: Option<Submission>,
    /// The school, if the person is its sponsor.
    new_school: Option<Organization>,
}

fn draw_act(rng: &mut StdRng) -> AuditedAct {
    let last = ACTS.len() - 1;
    let place = (0..last).find(|_| rng.random_bool(2.0 / 3.0)).unwrap_or(last);
    ACTS[place]
}

fn new_agreement(account: &AccountId, signed: Timestamp) -> Agreement {
    Agreement {
        id: format!("agreement-of-{account}").into(),
        account: account.clone(),
        kind: AgreementType::TermsOfUse,
        date_signed: signed,
        date_expired: None,
        print_name: "A Member".into(),
        recorded_by: None,
        signed_by_legal_guardian: false,
    }
}

fn new_school(number: u32) -> Organization {
    let address = Address { country: Some("US".into()), ..Address::default() };
    let name = format!("School {number}");
    let mut school = Organization::new(school_id(number), MAIN_SITE.into(), name, "school".into(), address);
    school.agreement_signed = !number.is_multiple_of(50);
    school
}
