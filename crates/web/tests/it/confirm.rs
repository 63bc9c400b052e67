//! The page on which a competent authority confirms a disability (docs/rules/accounts.md#rule-9).

use axum::http::{StatusCode, header};
use domain::confirmations::{Confirmation, OPEN_FOR};
use domain::proofs::{DisabilityType, ProofSource};
use store::proofs::Proof;
use store::{confirmations, proofs};

use crate::house::{Browser, House};

const PATH: &str = "/confirm/k1";

const FIELDS: [(&str, &str); 6] = [
    ("firstName", "Lis"),
    ("lastName", "Lund"),
    ("title", "Physician"),
    ("visual", "yes"),
    ("learning", "yes"),
    ("confirm", "yes"),
];

/// A request of `ann` whose email carries the key `k1`.
async fn house(db: store::Db) -> House {
    let house = House::new(db).await;
    let asked = Confirmation {
        id: "c1".into(),
        account: "ann".into(),
        email: "lund@clinic.example".into(),
        authority: None,
        message: None,
        requested: house.now(),
    };
    confirmations::insert(&house.db, &asked).await.unwrap();
    confirmations::add_key(&house.db, "c1", &oauth::tokens::hash("k1")).await.unwrap();
    house
}

store::db_test! {
    async fn an_authority_confirms_once(db: Db) {
        let house = house(db).await;
        let mut browser = Browser::new(&house);
        let page = browser.open(PATH).await;
        assert_eq!(page.status, 200);
        assert!(page.header(header::CONTENT_SECURITY_POLICY).contains("form-action 'self';"));
        assert!(page.body.contains("Ann O&#39;Reader &#38; Co"), "{}", page.body);
        let done = browser.submit_to(PATH, &page, &FIELDS).await;
        assert_eq!(done.status, 200, "{}", done.body);
        assert!(done.body.contains("<h1>Thank you</h1>") && browser.cookies.is_empty());
        let expected = [DisabilityType::Learning, DisabilityType::Visual]
            .map(|kind| Proof { kind, source: ProofSource::Faxed });
        assert_eq!(proofs::of_account(&house.db, &"ann".into()).await.unwrap(), expected);
        assert_eq!(browser.open(PATH).await.status, StatusCode::NOT_FOUND);
        let jobs = store::jobs::list(&house.db, None, &store::Page { after: None, limit: 9 }).await.unwrap();
        assert_eq!(jobs[0].payload, serde_json::json!({"about": "confirmationGiven", "account": "ann"}));
    }

    async fn what_is_missing_is_said_next_to_what_was_filled_in(db: Db) {
        let house = house(db).await;
        let mut browser = Browser::new(&house);
        let mut page = browser.open(PATH).await;
        for without in ["firstName", "lastName", "title", "confirm"] {
            let fields: Vec<_> = FIELDS.into_iter().filter(|(name, _)| *name != without).collect();
            page = browser.submit_to(PATH, &page, &fields).await;
            assert_eq!(page.status, 400, "{without}");
            assert_eq!(page.body.matches("href=\"#").count(), 1, "{without}: {}", page.body);
            assert!(page.body.contains(&format!("href=\"#{without}\"")), "{without}");
            assert_eq!(page.body.matches(" checked").count(), if without == "confirm" { 2 } else { 3 });
        }
        page = browser.submit_to(PATH, &page, &FIELDS[..3]).await;
        for field in ["visual", "confirm"] {
            assert!(page.body.contains(&format!("href=\"#{field}\"")), "{field}");
        }
        assert!(page.body.contains("value=\"Lund\""));
        assert!(proofs::of_account(&house.db, &"ann".into()).await.unwrap().is_empty());
    }

    async fn a_form_from_elsewhere_confirms_nothing(db: Db) {
        let house = house(db).await;
        let page = Browser::new(&house).open(PATH).await;
        let answer = Browser::new(&house).submit_to(PATH, &page, &FIELDS).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
        assert!(proofs::of_account(&house.db, &"ann".into()).await.unwrap().is_empty());
    }

    async fn a_key_ends_with_its_time_and_with_its_account(db: Db) {
        let house = house(db).await;
        let mut browser = Browser::new(&house);
        assert_eq!(browser.open("/confirm/made-up").await.status, StatusCode::NOT_FOUND);
        let page = browser.open(PATH).await;
        house.lock("ann", true).await;
        assert_eq!(browser.open(PATH).await.status, StatusCode::NOT_FOUND);
        assert_eq!(browser.submit_to(PATH, &page, &FIELDS).await.status, StatusCode::NOT_FOUND);
        house.lock("ann", false).await;
        house.wait(OPEN_FOR);
        assert_eq!(browser.open(PATH).await.status, StatusCode::NOT_FOUND);
    }
}
