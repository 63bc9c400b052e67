//! Subscriptions.

use jiff::civil::date;
use services::subscriptions::{SubscriptionForm, change, create, get, list};
use services::{Change, Faults};
use store::{KeyPage, db_test};

use crate::world::{key, operator, read, school};

fn form() -> SubscriptionForm {
    SubscriptionForm {
        start_date: Some(date(2026, 11, 1)),
        user_subscription_type: read("individual"),
        ..SubscriptionForm::default()
    }
}

db_test! {
    async fn a_subscription_is_given_changed_and_ended(db: Db) {
        school(&db).await;
        let held = create(&mut operator(&db), "ada", form(), Faults::default()).await.unwrap();
        let id = held.subscription.id;
        let ends = |day| SubscriptionForm { end_date: Change::Set(day), ..SubscriptionForm::default() };
        let ended = change(&operator(&db), "ada", &id, ends(date(2026, 11, 20)), Faults::default()).await.unwrap();
        assert_eq!(ended.subscription.end.unwrap().to_string(), "2026-11-20T00:00:00Z");
        assert_eq!(ended.subscription.start.to_string(), "2026-11-01T00:00:00Z", "what is not said stays");
        let early = change(&operator(&db), "ada", &id, ends(date(2026, 10, 1)), Faults::default()).await;
        assert_eq!(key(early), "INVALID_DATE");
        assert_eq!(get(&operator(&db), "ada", &id).await.unwrap().subscription, ended.subscription);
        let listed = list(&operator(&db), "ada", &KeyPage::first_page(10)).await.unwrap();
        assert_eq!((listed.total, listed.rows.len()), (1, 1));
        let unknown = change(&operator(&db), "ada", &"none".into(), form(), Faults::default()).await;
        assert_eq!(key(unknown), "SUBSCRIPTION_NOT_FOUND");
    }

    async fn what_a_new_one_needs_is_named(db: Db) {
        school(&db).await;
        let nothing = create(&mut operator(&db), "ada", SubscriptionForm::default(), Faults::default()).await;
        assert_eq!(
            nothing.unwrap_err().to_string(),
            "startDate: is required; userSubscriptionType: is required"
        );
        let unknown = SubscriptionForm { user_subscription_type: read("gold"), ..form() };
        assert_eq!(key(create(&mut operator(&db), "ada", unknown, Faults::default()).await), "INVALID_PARAMETER");
        assert_eq!(key(create(&mut operator(&db), "nobody", form(), Faults::default()).await), "USER_NOT_FOUND");
        assert_eq!(list(&operator(&db), "ada", &KeyPage::first_page(10)).await.unwrap().total, 0);
    }
}
