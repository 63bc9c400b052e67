//! A used-up quota states when the next book is available (docs/rules/quotas.md).

use domain::DownloadTimeframe;
use reqwest::Method;
use serde_json::{Value, json};
use store::{Db, DbOptions, subscriptions};

use crate::both;
use crate::site::Reader;
use crate::support::{Reply, Sandbox, User, current_time, package, repeat_until_packaged};

/// `individual` has a subscription of one book.
async fn one_book(sandbox: &Sandbox, timeframe: DownloadTimeframe) {
    let db = Db::connect(&DbOptions::new(sandbox.database_url())).await.unwrap();
    let mut own = subscriptions::get(&db, &"demo-individual-subscription".into()).await.unwrap().unwrap();
    (own.books_allowed, own.timeframe) = (Some(1), timeframe);
    assert!(subscriptions::update(&db, &own).await.unwrap());
    db.close().await;
}

/// The response for another book after the one.
async fn second(sandbox: &Sandbox) -> Reply {
    let token = sandbox.token("individual").await;
    let path = |title| format!("/v2/titles/{}/EPUB3", sandbox.title(title));
    package(sandbox, Some(&token), &path("copyright")).await;
    package(sandbox, Some(&token), &path("publicDomain")).await;
    let again = sandbox.guest(&path("copyright")).bearer(&token).send().await;
    assert_ne!(again.status, 403, "the same book counts once");
    sandbox.guest(&path("mending")).bearer(&token).send().await.expect_error(403, "DOWNLOAD_LIMIT_REACHED")
}

/// The way to the title that `individual` cannot have, in the catalog for reading apps; and in a page of it.
async fn ways(sandbox: &Sandbox) -> [Value; 2] {
    let token = sandbox.token("individual").await;
    let title = format!("/opds/titles/{}", sandbox.title("mending"));
    let get = async |path: &str| {
        sandbox.call(Method::GET, path).bearer(&token).send().await.expect_status(200).json
    };
    let way = |publication: &Value| {
        let links = publication["links"].as_array().unwrap().iter();
        links.clone().find(|link| link["rel"].as_str().unwrap().contains("/acquisition")).unwrap().clone()
    };
    let (publication, page) = (get(&title).await, get("/opds/all").await);
    let own = |one: &&Value| one["links"][0]["href"] == publication["links"][0]["href"];
    [way(&publication), way(page["publications"].as_array().unwrap().iter().find(own).unwrap())]
}

/// Expires all packages, as after 24 hours.
async fn expire_packages(sandbox: &Sandbox) {
    let db = Db::connect(&DbOptions::new(sandbox.database_url())).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let tomorrow = current_time() + domain::downloads::PACKAGE_LIFETIME + jiff::SignedDuration::from_mins(1);
    assert!(store::downloads::expire(&mut tx, tomorrow, 1000).await.unwrap() > 0);
    tx.commit().await.unwrap();
    db.close().await;
}

async fn remaining(user: &User<'_>) -> i64 {
    user.get("/v2/myAccount/subscription").await.expect_status(200).json["booksRemaining"].as_i64().unwrap()
}

/// A member of the school becomes an individual member with agreement and subscription of the own, and leaves
/// the school.
async fn go_on_alone(sandbox: &Sandbox, member: &User<'_>) {
    let form = [
        ("emailAddress", "olive@marsh.example"),
        ("country", "US"),
        ("guardianFirstName", "Opal"),
        ("guardianLastName", "Marsh"),
    ];
    member.post("/v2/myAccount/individualProfile", &form).await.expect_status(200);
    let signed = [("printName", "Opal Marsh"), ("signedByLegalGuardian", "true")];
    member.post("/v2/myAccount/agreement", &signed).await.expect_status(201);
    let form = [("userSubscriptionType", "individual")];
    member.post("/v2/myAccount/subscription", &form).await.expect_status(201);
    let olive = sandbox.user("orgMember")["userAccountId"].as_str().unwrap();
    let sponsor = User::sign_in(sandbox, "sponsor").await.with_key_of("privileged");
    sponsor.delete(&format!("/v2/myOrganization/members/{olive}")).await.expect_status(204);
}

both! {
    async fn a_book_counts_against_the_reader_who_has_it_now(sandbox: Sandbox) {
        let (member, sponsor) = (User::sign_in(sandbox, "orgMember").await, User::sign_in(sandbox, "sponsor").await);
        let assigned = format!("/v2/assignedTitles/{}", sandbox.user("orgMember")["userAccountId"].as_str().unwrap());
        let [old, new] = ["copyright", "mending"].map(|name| sandbox.title(name));
        for id in [old, new] {
            sponsor.post(&assigned, &[("serviceId", &id.to_string())]).await.expect_status(200);
        }
        let [old, new] = [old, new].map(|id| format!("/v2/titles/{id}/EPUB3"));
        // One was fetched for the school and is packaged again; the other is packaged, and nobody has fetched
        // it.
        package(sandbox, Some(member.token()), &old).await;
        expire_packages(sandbox).await;
        repeat_until_packaged(async || sandbox.guest(&new).bearer(member.token())).await.expect_status(302);
        go_on_alone(sandbox, &member).await;
        let own = remaining(&member).await;
        member.get(&new).await.expect_status(302);
        package(sandbox, Some(member.token()), &new).await;
        assert_eq!(remaining(&member).await, own - 1);
        package(sandbox, Some(member.token()), &old).await;
        assert_eq!(remaining(&member).await, own - 2);
    }

    async fn a_copy_that_counted_against_nobody_long_ago_counts_today(sandbox: Sandbox) {
        let reader = User::sign_in(sandbox, "individual2").await;
        let before = remaining(&reader).await;
        let path = format!("/v2/titles/{}/EPUB3", sandbox.title("mending"));
        package(sandbox, Some(reader.token()), &path).await;
        assert_eq!(remaining(&reader).await, before - 1);
    }

    async fn a_month_later_there_is_place_again(sandbox: Sandbox) {
        one_book(sandbox, DownloadTimeframe::Monthly).await;
        let reply = second(sandbox).await;
        let message = reply.json["messages"][0].as_str().unwrap();
        let (_, rest) = message.split_once("may be downloaded from ").unwrap_or_else(|| panic!("{message}"));
        let at: jiff::Timestamp = rest.split(' ').next().unwrap().parse().unwrap();
        let days = at.duration_since(current_time()).as_hours();
        assert!((718..=720).contains(&days), "30 days from the first fetch: {message}");

        // Reading apps learn it before they ask, and from the address of the way.
        let ways = ways(sandbox).await;
        for way in &ways {
            let availability = &way["properties"]["availability"];
            assert_eq!(availability["state"], "unavailable", "{way}");
            let until: jiff::Timestamp = availability["until"].as_str().unwrap().parse().unwrap();
            assert!(until.duration_since(at).as_secs().abs() <= 1, "{way}: {message}");
        }
        let token = sandbox.token("individual").await;
        let why = sandbox.call(Method::GET, ways[0]["href"].as_str().unwrap()).bearer(&token).send().await;
        let detail = why.expect_status(403).json["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(" from ") && detail.contains("next book"), "{detail}");
        // So does the page for people, in the language of all its sentences.
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let path = format!("/titles/{}/downloads/EPUB3", sandbox.title("mending"));
        let page = reader.get(&path).await.expect_status(403).text();
        assert!(page.contains("<p>The next book may be downloaded from "), "{page}");
    }

    async fn a_subscription_that_is_used_up_whole_says_so(sandbox: Sandbox) {
        one_book(sandbox, DownloadTimeframe::EntireSubscription).await;
        let reply = second(sandbox).await;
        assert!(reply.json["messages"][0].as_str().unwrap().contains("with another subscription"), "{}", reply.json);
        for way in ways(sandbox).await {
            assert_eq!(way["properties"]["availability"], json!({"state": "unavailable"}));
        }
    }
}
