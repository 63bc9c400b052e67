//! Notices to the visitors of a site's pages.

use std::sync::Arc;

use domain::fixtures::{lab, noon, site};
use domain::site_notices::SiteNotice;
use domain::{Client, Role, SiteId, utc_date};
use jiff::SignedDuration;
use services::site_notices::{get, set};
use store::db_test;

use crate::library::World;
use crate::world::error_key;

db_test! {
    async fn pages_show_the_notice_of_an_administrator_for_its_days(db: Db) {
        let world = World::new(db, None).await;
        let mut ada = world.new_user("ada", Role::Administrator).await;
        ada.client = Arc::new(Client::pages(&site()));
        let find = async |id: SiteId, now| world.library.notice_cache().find_site_notice(&id, now).await.unwrap();
        let tomorrow = noon() + SignedDuration::from_hours(24);
        assert!(find(site(), noon()).await.is_none());

        let day = utc_date(noon());
        let texts = [("en".to_owned(), "No downloads tonight.".to_owned())].into();
        let notice = SiteNotice { texts, first_day: day, last_day: day };
        set(&ada, &site(), Some(notice.clone())).await.unwrap();
        assert_eq!(find(site(), noon()).await.as_deref(), Some(&notice));
        let sent = world.db.statement_count();
        assert!(find(lab(), noon()).await.is_none() && find(site(), noon()).await.is_some());
        assert_eq!(world.db.statement_count(), sent, "they are in memory");
        assert!(find(site(), tomorrow).await.is_none());
        assert_eq!(get(&ada, &site()).await.unwrap().notice, Some(notice.clone()));
        set(&ada, &site(), None).await.unwrap();
        assert!(find(site(), noon()).await.is_none());

        let empty = SiteNotice { texts: [].into(), ..notice.clone() };
        assert_eq!(error_key(set(&ada, &site(), Some(empty)).await), "MISSING_PARAMETER");
        assert_eq!(error_key(set(&ada, &"nothing".into(), Some(notice)).await), "INVALID_PARAMETER");
        assert_eq!(error_key(get(&ada, &"nothing".into()).await), "NOT_FOUND");
        let mut mara = world.new_user("mara", Role::MembershipAssistant).await;
        mara.client = Arc::new(Client::pages(&site()));
        assert_eq!(error_key(get(&mara, &site()).await), "FORBIDDEN");
        assert_eq!(error_key(set(&mara, &site(), None).await), "FORBIDDEN");
    }
}
