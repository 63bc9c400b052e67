//! Settings of people: preferences, recommendation profiles, schools, credits.

use domain::fixtures::{days_ago, individual, lab, noon, site};
use domain::preferences::BrailleFormat;
use domain::recommendation_profiles::RecommendationProfile;
use domain::students::StudentProfile;
use domain::subscription_types::{Payment, defaults};
use domain::{AccountId, ContentWarning, Format, Preferences, SubscriptionType};
use store::subscription_types;
use store::subscriptions::Holder;
use store::{Db, credits, db_test, preferences, recommendation_profiles, students};

use crate::world;

async fn settle_ada(db: &Db) -> AccountId {
    world::create_sites(db).await;
    world::settle(db, &individual("ada")).await;
    world::settle(db, &individual("bea")).await;
    "ada".into()
}

db_test! {
    async fn preferences_are_the_defaults_until_they_are_set(db: Db) {
        let ada = settle_ada(&db).await;
        assert_eq!(preferences::get(&db, &ada).await.unwrap(), Preferences::default());
        for format in [Some(Format::Brf), None] {
            let set = Preferences {
                format,
                braille_format: BrailleFormat::Embossable,
                braille_cell_line_width: 28,
                ..Preferences::default()
            };
            committed!(db, tx => preferences::set(&mut tx, &ada, &set));
            assert_eq!(preferences::get(&db, &ada).await.unwrap(), set);
        }
        assert_eq!(preferences::get(&db, &"bea".into()).await.unwrap(), Preferences::default());
    }

    async fn a_recommendation_profile_is_empty_until_it_is_set(db: Db) {
        let ada = settle_ada(&db).await;
        let empty = RecommendationProfile::default();
        assert_eq!(recommendation_profiles::get(&db, &ada).await.unwrap(), empty);
        let set = RecommendationProfile {
            include_global_collection: Some(false),
            excluded_content_warnings: vec![ContentWarning::Violence],
            included_authors: vec!["Mara Lindqvist".into()],
            ..empty.clone()
        };
        committed!(db, tx => recommendation_profiles::set(&mut tx, &ada, &set));
        assert_eq!(recommendation_profiles::get(&db, &ada).await.unwrap(), set);
        committed!(db, tx => recommendation_profiles::set(&mut tx, &ada, &empty));
        assert_eq!(recommendation_profiles::get(&db, &ada).await.unwrap(), empty);
    }

    async fn a_school_is_kept_and_cleared(db: Db) {
        let ada = settle_ada(&db).await;
        assert_eq!(students::get(&db, &ada).await.unwrap(), StudentProfile::default());
        let school = StudentProfile {
            organization_name: Some("Harbor School".into()),
            reference_org_id: None,
            grade: Some("6".into()),
        };
        students::set(&db, &ada, &school).await.unwrap();
        assert_eq!(students::get(&db, &ada).await.unwrap(), school);
        students::set(&db, &ada, &StudentProfile::default()).await.unwrap();
        assert_eq!(students::get(&db, &ada).await.unwrap(), StudentProfile::default());
    }

    async fn credits_are_taken_as_far_as_they_go(db: Db) {
        let ada = settle_ada(&db).await;
        assert_eq!(credits::get_balance(&db, &ada).await.unwrap(), 0);
        credits::add(&db, &ada, 20).await.unwrap();
        credits::add(&db, &ada, 10).await.unwrap();
        for (price, taken, left) in [(0, 0, 30), (25, 25, 5), (25, 5, 0), (25, 0, 0)] {
            assert_eq!(committed!(db, tx => credits::take_up_to(&mut tx, &ada, price)), taken);
            assert_eq!(credits::get_balance(&db, &ada).await.unwrap(), left);
        }
        let mut tx = db.begin().await.unwrap();
        assert_eq!(credits::take_up_to(&mut tx, &"bea".into(), 5).await.unwrap(), 0);
    }

    async fn a_site_offers_the_known_types_until_it_has_its_own(db: Db) {
        settle_ada(&db).await;
        let mut known = defaults();
        known.sort_by_key(|kind| kind.name.clone());
        assert_eq!(subscription_types::list_for_site(&db, &site()).await.unwrap(), known);
        let mut own = SubscriptionType { price: 900, books_allowed: Some(5), ..known[0].clone() };
        subscription_types::set(&db, &site(), &own).await.unwrap();
        own.months = None;
        subscription_types::set(&db, &site(), &own).await.unwrap();
        assert_eq!(subscription_types::list_for_site(&db, &site()).await.unwrap(), [own]);
        assert_eq!(subscription_types::list_for_site(&db, &lab()).await.unwrap(), known);
    }

    async fn a_promo_code_is_of_one_site_in_any_case_and_ends(db: Db) {
        settle_ada(&db).await;
        subscription_types::set_promo_code(&db, &site(), "Spring", 20, Some(noon())).await.unwrap();
        let percent = async |site, at| subscription_types::find_discount(&db, &site, " SPRING ", at).await.unwrap();
        assert_eq!(percent(site(), days_ago(1)).await, Some(20));
        assert_eq!(percent(site(), noon()).await, None);
        assert_eq!(percent(lab(), days_ago(1)).await, None);
        subscription_types::set_promo_code(&db, &site(), "spring", 30, None).await.unwrap();
        assert_eq!(percent(site(), noon()).await, Some(30));
        assert_eq!(subscription_types::find_discount(&db, &site(), "summer", noon()).await.unwrap(), None);
    }

    async fn a_payment_is_kept_with_its_subscription(db: Db) {
        let ada = settle_ada(&db).await;
        let own = store::subscriptions::list_all(&db, Holder::Account(&ada)).await.unwrap()[0].id.clone();
        assert_eq!(subscription_types::get_payment(&db, &own).await.unwrap(), Payment::default());
        let paid = Payment { promo_code: Some("spring".into()), cost: 7, credits_used: 5, amount_due: 2 };
        subscription_types::record_payment(&db, &own, &paid).await.unwrap();
        assert_eq!(subscription_types::get_payment(&db, &own).await.unwrap(), paid);
    }

    /// Of concurrent payments each credit is taken once.
    async fn credits_are_taken_once(db: Db) {
        let ada = settle_ada(&db).await;
        credits::add(&db, &ada, 10).await.unwrap();
        let pay = async || {
            committed!(db, tx => credits::take_up_to(&mut tx, &"ada".into(), 7))
        };
        let (one, two, three) = tokio::join!(pay(), pay(), pay());
        assert_eq!(one + two + three, 10);
    }
}
