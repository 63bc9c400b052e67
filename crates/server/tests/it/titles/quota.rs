//! A used up quota says when the next book may be had (spec 4, 4.5).

use domain::subscriptions::DownloadTimeframe;
use store::{Db, DbOptions, subscriptions};

use crate::both;
use crate::support::{Reply, Sandbox, package};

/// `individual` has a subscription of one book.
async fn one_book(sandbox: &Sandbox, timeframe: DownloadTimeframe) {
    let db = Db::connect(&DbOptions::new(sandbox.database_url())).await.unwrap();
    let mut own = subscriptions::get(&db, &"demo-individual-subscription".into()).await.unwrap().unwrap();
    (own.books_allowed, own.timeframe) = (Some(1), timeframe);
    assert!(subscriptions::update(&db, &own).await.unwrap());
    db.close().await;
}

#[expect(clippy::disallowed_methods, reason = "the server's clock is this machine's")]
fn now() -> jiff::Timestamp {
    jiff::Timestamp::now()
}

/// The answer to another book after the one.
async fn second(sandbox: &Sandbox) -> Reply {
    let token = sandbox.token("individual").await;
    let path = |title| format!("/v2/titles/{}/EPUB3", sandbox.title(title));
    package(sandbox, Some(&token), &path("copyright")).await;
    package(sandbox, Some(&token), &path("publicDomain")).await;
    let again = sandbox.guest(&path("copyright")).bearer(&token).send().await;
    assert_ne!(again.status, 403, "the same book counts once");
    sandbox.guest(&path("mending")).bearer(&token).send().await.expect_error(403, "DOWNLOAD_LIMIT_REACHED")
}

both! {
    async fn a_month_later_there_is_place_again(sandbox: Sandbox) {
        one_book(sandbox, DownloadTimeframe::Monthly).await;
        let reply = second(sandbox).await;
        let message = reply.json["messages"][0].as_str().unwrap();
        let (_, rest) = message.split_once("may be downloaded from ").unwrap_or_else(|| panic!("{message}"));
        let at: jiff::Timestamp = rest.split(' ').next().unwrap().parse().unwrap();
        let days = at.duration_since(now()).as_hours();
        assert!((718..=720).contains(&days), "30 days from the first fetch: {message}");
    }

    async fn a_subscription_that_is_used_up_whole_says_so(sandbox: Sandbox) {
        one_book(sandbox, DownloadTimeframe::EntireSubscription).await;
        let reply = second(sandbox).await;
        assert!(reply.json["messages"][0].as_str().unwrap().contains("with another subscription"), "{}", reply.json);
    }
}
