//! Subscriptions.

use domain::{AccountId, AuditedAct};
use jiff::civil::{Date, date};
use services::subscriptions::{
    NewSubscription, SubscriptionAddress, SubscriptionDetails, SubscriptionForm, change, create, get, list,
};
use services::work::{
    DecisionOutcome, FormOutcome, SubscriptionBeginning, SubscriptionHolder, begin_subscription,
    open_subscriptions,
};
use services::{Change, Faults, Field};
use store::{KeyPage, db_test};

use crate::world::{add_school, error_key, operator_context, read_required};

fn sample_form() -> NewSubscription {
    NewSubscription {
        start_date: date(2026, 11, 1).into(),
        user_subscription_type: read_required("individual"),
        details: SubscriptionDetails::default(),
    }
}

fn ending_on(day: Date) -> SubscriptionForm {
    let details = SubscriptionDetails { end_date: Change::Set(day), ..SubscriptionDetails::default() };
    SubscriptionForm { details, ..SubscriptionForm::default() }
}

db_test! {
    async fn a_subscription_is_given_changed_and_ended(db: Db) {
        add_school(&db).await;
        let held = create(&operator_context(&db), "ada", sample_form(), Faults::default()).await.unwrap();
        let id = held.subscription.id;
        let address = SubscriptionAddress { person: "ada", id: &id };
        let ended = change(&operator_context(&db), address, ending_on(date(2026, 11, 20)), Faults::default()).await.unwrap();
        assert_eq!(ended.subscription.end.unwrap().to_string(), "2026-11-20T00:00:00Z");
        assert_eq!(ended.subscription.start.to_string(), "2026-11-01T00:00:00Z", "what is not said stays");
        let early = change(&operator_context(&db), address, ending_on(date(2026, 10, 1)), Faults::default()).await;
        assert_eq!(error_key(early), "INVALID_DATE");
        assert_eq!(get(&operator_context(&db), address).await.unwrap().subscription, ended.subscription);
        let listed = list(&operator_context(&db), "ada", &KeyPage::first_page(10)).await.unwrap();
        assert_eq!((listed.total, listed.rows.len()), (1, 1));
        let none = SubscriptionAddress { person: "ada", id: &"none".into() };
        let unknown = change(&operator_context(&db), none, ending_on(date(2026, 11, 20)), Faults::default()).await;
        assert_eq!(error_key(unknown), "SUBSCRIPTION_NOT_FOUND");
    }

    async fn a_subscription_of_a_person_or_an_organization_is_begun_once(db: Db) {
        let school = add_school(&db).await;
        let (op, ada) = (operator_context(&db), AccountId::from("ada"));
        for holder in [SubscriptionHolder::Account(&ada), SubscriptionHolder::Organization(&school.id)] {
            let before = open_subscriptions(&op, holder).await.unwrap();
            assert!(before.offered_types.iter().any(|kind| kind.name == "individual"));
            let count = u64::try_from(before.subscriptions.len()).unwrap();
            let begin = async |subscription, count| {
                let beginning = SubscriptionBeginning { subscription, subscriptions_before: count };
                begin_subscription(&op, holder, beginning, Faults::default()).await.unwrap()
            };
            let begun = begin(sample_form(), count).await;
            assert!(matches!(begun, FormOutcome::Processed(DecisionOutcome::Decided)), "{begun:?}");
            let again = begin(sample_form(), count).await;
            assert!(matches!(again, FormOutcome::Processed(DecisionOutcome::DecidedBefore)), "{again:?}");
            let unknown = NewSubscription { user_subscription_type: read_required("gold"), ..sample_form() };
            let FormOutcome::Refused(faults, shown) = begin(unknown, count + 1).await else {
                panic!("there is no such type")
            };
            assert_eq!(faults[0].field, Some(Field::UserSubscriptionType));
            assert_eq!(shown.subscriptions.len(), before.subscriptions.len() + 1);
        }
        let changes = store::audit_changes::list_about(&db, &ada, 50).await.unwrap();
        let acts: Vec<_> = changes.into_iter().map(|change| change.act).collect();
        assert_eq!(acts, [Some(AuditedAct::AddSubscription)]);
    }

    async fn missing_fields_of_a_new_subscription_are_reported(db: Db) {
        add_school(&db).await;
        let mut faults = Faults::default();
        let nothing = NewSubscription {
            start_date: faults.require(Field::StartDate, None),
            user_subscription_type: faults.require(Field::UserSubscriptionType, None),
            details: SubscriptionDetails::default(),
        };        let nothing = create(& operator_context(&db), "ada", nothing, faults).await;
        assert_eq!(
            nothing.unwrap_err().to_string(),
            "start date: is required; user subscription type: is required"
        );
        let unknown = NewSubscription { user_subscription_type: read_required("gold"), ..sample_form() };
        assert_eq!(error_key(create(& operator_context(&db), "ada", unknown, Faults::default()).await), "INVALID_PARAMETER");
        assert_eq!(error_key(create(& operator_context(&db), "nobody", sample_form(), Faults::default()).await), "USER_NOT_FOUND");
        assert_eq!(list(&operator_context(&db), "ada", &KeyPage::first_page(10)).await.unwrap().total, 0);
    }
}
