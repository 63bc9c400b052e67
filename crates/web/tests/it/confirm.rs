//! The page on which a competent authority confirms a disability (docs/rules/accounts.md#rule-9).

use axum::http::{StatusCode, header};
use domain::admission::{AdmissionRules, CertifierKind};
use domain::confirmations::{Confirmation, OPEN_FOR};
use domain::proofs::{DisabilityType, ProofSource};
use store::proofs::Proof;
use store::{confirmations, proofs, sites};

use crate::server::{Browser, TestServer};

const CONFIRM_PATH: &str = "/confirm/k1";

const FORM_FIELDS: [(&str, &str); 7] = [
    ("firstName", "Lis"),
    ("lastName", "Lund"),
    ("title", "Physician"),
    ("visual", "yes"),
    ("learning", "yes"),
    ("confirm", "yes"),
    ("certifier", "physician"),
];

/// A request of `ann` whose email carries the key `k1`.
async fn with_request(db: store::Db) -> TestServer {
    let server = TestServer::new(db).await;
    let asked = Confirmation {
        id: "c1".into(),
        account: "ann".into(),
        email: "lund@clinic.example".into(),
        authority: None,
        message: None,
        requested: server.current_time(),
    };
    confirmations::insert(&server.db, &asked).await.unwrap();
    confirmations::add_key(&server.db, "c1", &secrets::hash_token("k1")).await.unwrap();
    server
}

store::db_test! {
    async fn an_authority_confirms_once(db: Db) {
        let server = with_request(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.open(CONFIRM_PATH).await;
        assert_eq!(page.status, 200);
        assert!(page.header(header::CONTENT_SECURITY_POLICY).contains("form-action 'self';"));
        assert!(page.body.contains("Ann O&#39;Reader &#38; Co"), "{}", page.body);
        let done = browser.submit_to(CONFIRM_PATH, &page, &FORM_FIELDS).await;
        assert_eq!(done.status, 200, "{}", done.body);
        assert!(done.body.contains("<h1>Thank you</h1>") && browser.cookies.is_empty());
        let expected = [DisabilityType::Learning, DisabilityType::Visual]
            .map(|kind| Proof { kind, source: ProofSource::Faxed });
        assert_eq!(proofs::list_for_account(&server.db, &"ann".into()).await.unwrap(), expected);
        // The audit names the page without the key of the email.
        let changes = store::audit_changes::list_about(&server.db, &"ann".into(), 9).await.unwrap();
        assert_eq!((changes[0].actor.as_ref(), changes[0].endpoint.as_str()), (None, "POST /confirm/{key}"));
        assert_eq!(browser.open(CONFIRM_PATH).await.status, StatusCode::NOT_FOUND);
        let jobs = store::jobs::list(&server.db, None, &store::KeyPage { after: None, limit: 9 }).await.unwrap();
        assert_eq!(jobs[0].payload, serde_json::json!({"about": "confirmationGiven", "account": "ann"}));
    }

    async fn missing_values_are_reported_next_to_the_filled_in_ones(db: Db) {
        let server = with_request(db).await;
        let mut browser = Browser::new(&server);
        let mut page = browser.open(CONFIRM_PATH).await;
        for without in ["firstName", "lastName", "title", "confirm", "certifier"] {
            let fields: Vec<_> = FORM_FIELDS.into_iter().filter(|(name, _)| *name != without).collect();
            page = browser.submit_to(CONFIRM_PATH, &page, &fields).await;
            assert_eq!(page.status, 400, "{without}");
            assert_eq!(page.body.matches("href=\"#").count(), 1, "{without}: {}", page.body);
            assert!(page.body.contains(&format!("href=\"#{without}\"")), "{without}");
            assert_eq!(page.body.matches(" checked").count(), if without == "confirm" { 2 } else { 3 });
        }
        page = browser.submit_to(CONFIRM_PATH, &page, &FORM_FIELDS[..3]).await;
        for field in ["visual", "confirm"] {
            assert!(page.body.contains(&format!("href=\"#{field}\"")), "{field}");
        }
        assert!(page.body.contains("value=\"Lund\""));
        assert!(proofs::list_for_account(&server.db, &"ann".into()).await.unwrap().is_empty());
    }

    async fn professionals_who_do_not_suffice_are_refused_with_those_who_do(db: Db) {
        let server = with_request(db).await;
        let rules = AdmissionRules {
            certifiers: [CertifierKind::Ophthalmologist, CertifierKind::Optometrist].into(),
            ..AdmissionRules::default()
        };
        assert!(sites::set_admission_rules(&server.db, &"service".into(), &rules).await.unwrap());
        let mut browser = Browser::new(&server);
        let page = browser.open(CONFIRM_PATH).await;
        assert!(page.body.contains("accepts confirmations by: Ophthalmologist, Optometrist."), "{}", page.body);
        assert!(page.body.contains("A relative may not confirm it"));
        let page = browser.submit_to(CONFIRM_PATH, &page, &FORM_FIELDS).await;
        assert!(page.status == 400 && page.body.contains("<a href=\"#certifier\">"), "{}", page.body);
        assert!(proofs::list_for_account(&server.db, &"ann".into()).await.unwrap().is_empty());
        let fields: Vec<_> =
            FORM_FIELDS[..6].iter().copied().chain([("certifier", "optometrist")]).collect();
        assert_eq!(browser.submit_to(CONFIRM_PATH, &page, &fields).await.status, 200);
        let [submission] = &proofs::list_submissions(&server.db, &"ann".into()).await.unwrap()[..] else {
            panic!("one submission");
        };
        assert!(submission.suffices && submission.note.as_deref().unwrap().contains("Physician (optometrist)"));
    }

    async fn a_form_from_elsewhere_confirms_nothing(db: Db) {
        let server = with_request(db).await;
        let page = Browser::new(&server).open(CONFIRM_PATH).await;
        let answer = Browser::new(&server).submit_to(CONFIRM_PATH, &page, &FORM_FIELDS).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
        assert!(proofs::list_for_account(&server.db, &"ann".into()).await.unwrap().is_empty());
    }

    async fn a_key_ends_with_its_time_and_with_its_account(db: Db) {
        let server = with_request(db).await;
        let mut browser = Browser::new(&server);
        assert_eq!(browser.open("/confirm/made-up").await.status, StatusCode::NOT_FOUND);
        let page = browser.open(CONFIRM_PATH).await;
        server.lock_account("ann", true).await;
        assert_eq!(browser.open(CONFIRM_PATH).await.status, StatusCode::NOT_FOUND);
        assert_eq!(browser.submit_to(CONFIRM_PATH, &page, &FORM_FIELDS).await.status, StatusCode::NOT_FOUND);
        server.lock_account("ann", false).await;
        server.advance_clock(OPEN_FOR);
        assert_eq!(browser.open(CONFIRM_PATH).await.status, StatusCode::NOT_FOUND);
    }
}
