//! Subscriptions.

use jiff::civil::date;
use services::subscriptions::{SubscriptionForm, change, create, get, list};
use services::{Change, Faults};
use store::{KeyPage, db_test};

use crate::world::{add_school, error_key, operator_context, read_value};

fn sample_form() -> SubscriptionForm {
    SubscriptionForm {
        start_date: Some(date(2026, 11, 1)),
        user_subscription_type: read_value("individual"),
        ..SubscriptionForm::default()
    }
}

db_test! {
    async fn a_subscription_is_given_changed_and_ended(db: Db) {
        add_school(&db).await;
        let held = create(&mut operator_context(&db), "ada", sample_form(), Faults::default()).await.unwrap();
        let id = held.subscription.id;
        let ends = |day| SubscriptionForm { end_date: Change::Set(day), ..SubscriptionForm::default() };
        let ended = change(&operator_context(&db), "ada", &id, ends(date(2026, 11, 20)), Faults::default()).await.unwrap();
        assert_eq!(ended.subscription.end.unwrap().to_string(), "2026-11-20T00:00:00Z");
        assert_eq!(ended.subscription.start.to_string(), "2026-11-01T00:00:00Z", "what is not said stays");
        let early = change(&operator_context(&db), "ada", &id, ends(date(2026, 10, 1)), Faults::default()).await;
        assert_eq!(error_key(early), "INVALID_DATE");
        assert_eq!(get(&operator_context(&db), "ada", &id).await.unwrap().subscription, ended.subscription);
        let listed = list(&operator_context(&db), "ada", &KeyPage::first_page(10)).await.unwrap();
        assert_eq!((listed.total, listed.rows.len()), (1, 1));
        let unknown = change(&operator_context(&db), "ada", &"none".into(), sample_form(), Faults::default()).await;
        assert_eq!(error_key(unknown), "SUBSCRIPTION_NOT_FOUND");
    }

    async fn missing_fields_of_a_new_subscription_are_reported(db: Db) {
        add_school(&db).await;
        let nothing = create(&mut operator_context(&db), "ada", SubscriptionForm::default(), Faults::default()).await;
        assert_eq!(
            nothing.unwrap_err().to_string(),
            "startDate: is required; userSubscriptionType: is required"
        );
        let unknown = SubscriptionForm { user_subscription_type: read_value("gold"), ..sample_form() };
        assert_eq!(error_key(create(&mut operator_context(&db), "ada", unknown, Faults::default()).await), "INVALID_PARAMETER");
        assert_eq!(error_key(create(&mut operator_context(&db), "nobody", sample_form(), Faults::default()).await), "USER_NOT_FOUND");
        assert_eq!(list(&operator_context(&db), "ada", &KeyPage::first_page(10)).await.unwrap().total, 0);
    }
}
