//! Emails are sent, retried and given up.

use domain::UsageRestriction;
use domain::confirmations::{Confirmation, OPEN_FOR};
use domain::fixtures::{school, site};
use domain::problem_reports::{ProblemKind, ProblemReport};
use domain::roster_holds::RosterFileEffect;
use jiff::SignedDuration;
use jobs::emails::{SendEmail, enqueue};
use mail::Mailer;
use mail::testkit::{Answer, MailServer, ReceivedEmail};
use store::jobs::JobState;
use store::roster_imports::{self, PendingImport};
use store::{Db, confirmations, db_test, organizations, password_resets, problem_reports};

use crate::Run;
use crate::job::Runner as _;
use crate::testing::{Bench, claim_next};

/// A library with the reader `ada`, whose emails go to the test's mail server.
async fn bench_with_mail(db: Db) -> (Bench, MailServer) {
    let mut bench = Bench::new(db).await;
    let server = MailServer::start().await;
    let mailer = Mailer::to_server(&server.smtp_settings(), "Library <library@example.org>").unwrap();
    bench.ctx.mailer = mailer;
    bench.ctx.base_url = "https://library.example.org".into();
    bench.add_reader("ada").await;
    (bench, server)
}

fn password_reset() -> SendEmail {
    SendEmail::PasswordReset { account: Some("ada".into()) }
}

/// One attempt to send an email, without a worker's delays.
async fn send_now(bench: &Bench, email: &SendEmail) {
    let mut tx = bench.db().begin().await.unwrap();
    enqueue(&mut tx, email, bench.current_time()).await.unwrap();
    tx.commit().await.unwrap();
    let mut claimed = claim_next::<SendEmail>(bench, "test", SignedDuration::from_mins(1)).await;
    let run = Run { job: claimed.pop().unwrap() };
    email.run(&bench.ctx, &run).await.unwrap();
    assert!(store::jobs::complete(bench.db(), &run.job, bench.current_time()).await.unwrap());
}

/// The key in the email's link.
fn key_in_link(email: &ReceivedEmail, page: &str) -> String {
    let beginning = format!("https://library.example.org{page}/");
    email.find_word(&beginning).unwrap_or_else(|| panic!("no link in {}", email.text))[beginning.len()..]
        .to_owned()
}

async fn ask_authority(bench: &Bench, id: &str) {
    let asked = Confirmation {
        id: id.into(),
        account: "ada".into(),
        email: "lund@clinic.example".into(),
        authority: Some("Dr. Lund".into()),
        message: Some("We met\r\nin May.".into()),
        requested: bench.current_time(),
    };
    confirmations::insert(bench.db(), &asked).await.unwrap();
}

db_test! {
    async fn a_reported_problem_goes_to_collection_staff_if_they_have_an_address(db: Db) {
        let (mut bench, server) = bench_with_mail(db).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let report = ProblemReport {
            id: 0,
            title: title.id,
            site: site(),
            reporter: Some("ada".into()),
            kind: ProblemKind::Sound,
            words: Some("Chapter 2 is silent.".into()),
            reported: bench.current_time(),
            closed: None,
        };
        let mut tx = bench.db().begin().await.unwrap();
        let report = problem_reports::insert(&mut tx, &report).await.unwrap();
        tx.commit().await.unwrap();
        let email = SendEmail::ProblemReported { report };
        assert_eq!(bench.run_job(&email).await, JobState::Done);
        assert_eq!(server.attempt_count(), 0, "there is no address");
        bench.ctx.problems_address = Some("collection@library.example".into());
        assert_eq!(bench.run_job(&email).await, JobState::Done);
        let received = server.received_emails();
        assert_eq!((received.len(), received[0].to.as_str()), (1, "collection@library.example"));
        assert!(received[0].text.contains("> Chapter 2 is silent."), "{}", received[0].text);
        assert!(!received[0].text.contains("ada"), "it does not name the reader: {}", received[0].text);
        problem_reports::close(bench.db(), report, bench.current_time()).await.unwrap();
        assert_eq!(bench.run_job(&email).await, JobState::Done);
        assert_eq!(server.received_emails().len(), 1, "closed meanwhile");
    }

    async fn a_held_file_is_reported_while_it_waits(db: Db) {
        let (bench, server) = bench_with_mail(db).await;
        let school = school().organization;
        organizations::insert(bench.db(), &school).await.unwrap();
        let effect = RosterFileEffect { members: 40, removed: 9, rows: 31, refused: 0 };
        let held = PendingImport {
            id: "held".into(),
            organization: school.id,
            account: None,
            file_name: "pupils.csv".into(),
            content: "{}".into(),
            uploaded: bench.current_time(),
            hold: effect.to_hold(),
        };
        let mut tx = bench.db().begin().await.unwrap();
        roster_imports::replace_held(&mut tx, &held).await.unwrap();
        tx.commit().await.unwrap();
        let email = SendEmail::RosterFileHeld { account: "ada".into(), import: "held".into() };
        assert_eq!(bench.run_job(&email).await, JobState::Done);
        let received = server.received_emails();
        assert_eq!((received.len(), received[0].to.as_str()), (1, "ada@example.org"));
        for said in ["pupils.csv", "remove more members", "https://library.example.org/school/import/held"] {
            assert!(received[0].text.contains(said), "{said} in {}", received[0].text);
        }
        assert!(roster_imports::delete(bench.db(), "held").await.unwrap());
        assert_eq!(bench.run_job(&email).await, JobState::Done);
        assert_eq!(server.received_emails().len(), 1, "decided meanwhile");
    }

    async fn an_email_carries_a_key_that_is_nowhere_else(db: Db) {
        let (bench, server) = bench_with_mail(db).await;
        assert_eq!(bench.run_job(&password_reset()).await, JobState::Done);
        let emails = server.received_emails();
        assert_eq!((emails.len(), emails[0].to.as_str()), (1, "ada@example.org"));
        let key = key_in_link(&emails[0], "/oauth/new-password");
        let hash = secrets::hash_token(&key);
        let owner = password_resets::find_account(bench.db(), &hash, bench.current_time()).await.unwrap();
        assert_eq!(owner, Some("ada".into()));
        assert_eq!(password_resets::find_account(bench.db(), &key, bench.current_time()).await.unwrap(), None);
    }

    async fn the_owner_of_a_new_account_has_a_week_to_choose_a_password(db: Db) {
        let (bench, server) = bench_with_mail(db).await;
        let email = SendEmail::AccountCreated { account: "ada".into() };
        assert_eq!(bench.run_job(&email).await, JobState::Done);
        let hash = secrets::hash_token(&key_in_link(&server.received_emails()[0], "/oauth/new-password"));
        let until = bench.current_time() + password_resets::INVITATION_PERIOD;
        let before = until - SignedDuration::from_mins(1);
        assert!(password_resets::find_account(bench.db(), &hash, before).await.unwrap().is_some());
        assert!(password_resets::find_account(bench.db(), &hash, until).await.unwrap().is_none());
    }

    async fn an_email_that_was_refused_for_now_goes_later(db: Db) {
        let (bench, server) = bench_with_mail(db).await;
        server.set_answers([Answer::Refuse(451), Answer::HangUp, Answer::Refuse(421)]);
        assert_eq!(bench.run_job(&password_reset()).await, JobState::Done);
        assert_eq!((server.attempt_count(), server.received_emails().len()), (4, 1));
        let key = key_in_link(&server.received_emails()[0], "/oauth/new-password");
        let hash = secrets::hash_token(&key);
        assert!(password_resets::find_account(bench.db(), &hash, bench.current_time()).await.unwrap().is_some());
    }

    async fn an_email_that_was_refused_for_good_is_a_dead_letter(db: Db) {
        let (bench, server) = bench_with_mail(db).await;
        server.set_answers([Answer::Refuse(550)]);
        assert_eq!(bench.run_job(&password_reset()).await, JobState::Dead);
        assert_eq!((server.attempt_count(), server.received_emails().len()), (1, 0));
    }

    async fn the_dead_letter_explains_that_no_mail_server_is_set(db: Db) {
        let bench = Bench::new(db).await;
        bench.add_reader("ada").await;
        assert_eq!(bench.run_job(&password_reset()).await, JobState::Dead);
        let page = store::KeyPage { after: None, limit: 10 };
        let jobs = store::jobs::list(bench.db(), None, &page).await.unwrap();
        let reason = jobs[0].last_error.as_deref().unwrap();
        assert!(reason.contains("mail is not configured"), "{reason}");
    }

    async fn unknown_and_locked_users_and_those_without_an_address_get_no_email(db: Db) {
        let (bench, server) = bench_with_mail(db).await;
        let mut tx = bench.db().begin().await.unwrap();
        let account = |id: &str, email: Option<&str>, locked| {
            let mut account = domain::fixtures::individual(id).account;
            (account.email, account.locked) = (email.map(str::to_owned), locked);
            account
        };
        for account in [account("bea", None, false), account("cleo", Some("cleo@example.org"), true)] {
            store::accounts::insert(&mut tx, &account, None).await.unwrap();
        }
        tx.commit().await.unwrap();
        for who in [None, Some("nobody"), Some("bea"), Some("cleo")] {
            let email = SendEmail::PasswordReset { account: who.map(Into::into) };
            assert_eq!(bench.run_job(&email).await, JobState::Done, "{who:?}");
        }
        assert_eq!(server.attempt_count(), 0);
    }

    async fn repeated_requests_send_five_emails(db: Db) {
        let (bench, server) = bench_with_mail(db).await;
        for _ in 0..7 {
            send_now(&bench, &password_reset()).await;
        }
        assert_eq!(server.received_emails().len(), 5);
        bench.advance_clock(SignedDuration::from_hours(1));
        send_now(&bench, &password_reset()).await;
        assert_eq!(server.received_emails().len(), 6);
    }

    async fn an_authority_is_asked_once_there_is_something_to_ask(db: Db) {
        let (bench, server) = bench_with_mail(db).await;
        ask_authority(&bench, "c1").await;
        let email = |id: &str| SendEmail::ConfirmationAsked { confirmation: id.into() };
        for id in ["c1", "gone"] {
            assert_eq!(bench.run_job(&email(id)).await, JobState::Done, "{id}");
        }
        let emails = server.received_emails();
        assert_eq!((emails.len(), emails[0].to.as_str()), (1, "lund@clinic.example"));
        assert!(emails[0].text.contains("\n> We met\n> in May.\n"), "{}", emails[0].text);
        let key = key_in_link(&emails[0], "/confirm");
        assert!(emails[0].text.contains(&format!("\n{key}\n")), "the identifier by itself");
        let asked = confirmations::find_by_key(bench.db(), &secrets::hash_token(&key), bench.current_time()).await.unwrap();
        assert_eq!(asked.unwrap().id, "c1");

        ask_authority(&bench, "c2").await;
        bench.advance_clock(OPEN_FOR);
        assert_eq!(bench.run_job(&email("c2")).await, JobState::Done);
        assert_eq!(server.received_emails().len(), 1, "too late");
    }

    async fn each_event_is_reported(db: Db) {
        let (bench, server) = bench_with_mail(db).await;
        for email in [
            SendEmail::PasswordChanged { account: "ada".into() },
            SendEmail::ConfirmationGiven { account: "ada".into() },
            SendEmail::MailTest { account: "ada".into() },
        ] {
            assert_eq!(bench.run_job(&email).await, JobState::Done);
        }
        let emails = server.received_emails();
        assert!(emails.iter().all(|email| email.to == "ada@example.org"));
        assert!(emails[0].text.contains("https://library.example.org/oauth/forgot-password"));
        assert!(emails[1].text.contains("complete"));
        assert!(emails[2].text.contains("https://library.example.org/system/emails"));
    }
}
