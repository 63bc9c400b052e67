//! Charges to quotas (docs/rules/quotas.md), also for titles that are read file by file
//! (docs/rules/downloads.md#rule-7).

use domain::{Role, TitleId};
use jiff::SignedDuration;
use serde_json::Value;
use store::{accounts, downloads, organizations, readers, subscriptions};

use crate::both;
use crate::support::{Sandbox, User, current_time, link, package};

fn path(sandbox: &Sandbox, title: &str) -> String {
    format!("/v2/titles/{}/EPUB3", sandbox.title(title))
}

/// `individual` has a subscription of `allowed` books.
async fn books(sandbox: &Sandbox, allowed: u32) {
    let db = sandbox.database().await;
    let mut own = subscriptions::get(&db, &"demo-individual-subscription".into()).await.unwrap().unwrap();
    own.books_allowed = Some(allowed);
    assert!(subscriptions::update(&db, &own).await.unwrap());
    db.close().await;
}

/// `individual` is also a member of the school, which has `allowed` books for members who choose for
/// themselves.
async fn link_to_school(sandbox: &Sandbox, allowed: u32) {
    let db = sandbox.database().await;
    let mut tx = db.begin().await.unwrap();
    let pupil = accounts::get(&mut tx, &"demo-orgMember".into()).await.unwrap().unwrap();
    let mut both = accounts::get_for_update(&mut tx, &"demo-individual".into()).await.unwrap().unwrap();
    assert!(both.roles.insert(Role::OrganizationMember));
    both.membership = pupil.membership;
    let place = both.membership.as_mut().unwrap();
    place.allow_search_downloads = Some(true);
    let mut school = organizations::get_for_update(&mut tx, &place.organization).await.unwrap().unwrap();
    school.books_allowed = Some(allowed);
    assert!(organizations::update(&mut tx, &school).await.unwrap());
    assert!(accounts::update(&mut tx, &both).await.unwrap());
    tx.commit().await.unwrap();
    db.close().await;
}

/// Books of the individual's quota and of the school's that `individual` has used.
async fn quota_use(sandbox: &Sandbox) -> (u32, u32) {
    let db = sandbox.database().await;
    let reader =
        readers::find_by_account(&db, &"demo-individual".into(), current_time()).await.unwrap().unwrap();
    db.close().await;
    (reader.books_taken, reader.organization.map_or(0, |school| school.books_taken))
}

async fn remaining(user: &User<'_>) -> Value {
    user.get("/v2/myAccount/subscription").await.expect_status(200).json["booksRemaining"].clone()
}

/// The signed addresses of a title's files.
async fn files(user: &User<'_>, path: &str) -> Vec<String> {
    let list = user.get(&format!("{path}/resources?limit=100")).await.expect_status(200).json;
    list["titleFileResources"].as_array().unwrap().iter().map(|file| link(file, "self").unwrap()).collect()
}

/// Fetches a file by its signed address alone.
async fn fetch(sandbox: &Sandbox, file: &str) {
    let found = sandbox.get(file).send().await.expect_status(302);
    sandbox.get(found.header("location")).send().await.expect_status(200);
}

async fn alerts(user: &User<'_>, sandbox: &Sandbox, title: &str) -> Vec<String> {
    let record = user.get(&format!("/v2/titles/{}", sandbox.title(title))).await.expect_status(200).json;
    let alerts = record["titleAccessAlerts"].as_array().unwrap();
    alerts.iter().map(|alert| alert["code"].as_str().unwrap().to_owned()).collect()
}

both! {
    /// 4.2: a linked account is allowed what either side allows; docs/rules/quotas.md: members count against
    /// the organization.
    async fn a_linked_account_has_two_quotas_and_no_third(sandbox: Sandbox) {
        books(sandbox, 1).await;
        link_to_school(sandbox, 2).await;
        let token = sandbox.token("individual").await;
        let before = quota_use(sandbox).await;
        assert_eq!(before, (0, 0));
        for (title, after) in [("copyright", (1, 0)), ("mending", (1, 1)), ("adult", (1, 2))] {
            package(sandbox, Some(&token), &path(sandbox, title)).await;
            assert_eq!(quota_use(sandbox).await, after, "{title}");
        }
        // A title that counted in one way is fetched again, and does not count in the other.
        package(sandbox, Some(&token), &format!("/v2/titles/{}/DAISY", sandbox.title("mending"))).await;
        assert_eq!(quota_use(sandbox).await, (1, 2));
        let another = sandbox.guest(&path(sandbox, "la-banda-de-valdeolivos")).bearer(&token).send().await;
        another.expect_error(403, "DOWNLOAD_LIMIT_REACHED");
    }

    async fn a_book_that_is_read_file_by_file_counts_once(sandbox: Sandbox) {
        books(sandbox, 1).await;
        let user = User::sign_in(sandbox, "individual").await;
        let had = files(&user, &path(sandbox, "copyright")).await;
        assert_eq!(remaining(&user).await, 0, "a list takes a place, as a copy that is ready does");
        assert!(!alerts(&user, sandbox, "copyright").await.contains(&"DOWNLOADED_BEFORE".to_owned()));
        for (number, file) in had.iter().enumerate() {
            fetch(sandbox, file).await;
            assert_eq!(remaining(&user).await, 0, "after file {number}");
        }
        assert_eq!(quota_use(sandbox).await.0, 1);
        assert!(alerts(&user, sandbox, "copyright").await.contains(&"DOWNLOADED_BEFORE".to_owned()));
        let history = user.get("/v2/myAccount/history?limit=100").await.expect_status(200).json;
        let id = sandbox.title("copyright").to_string();
        let lines = history["titleDownloads"].as_array().unwrap();
        let lines: Vec<_> = lines.iter().filter(|line| line["serviceId"] == id.as_str()).collect();
        assert_eq!(lines.len(), 1, "one record per title and format and day");
        assert_eq!(lines[0]["downloadStatus"]["key"], "DOWNLOADED");
        assert!(lines[0]["dateDownloaded"].is_string());

        // The same book stays available; another one is one too many, whole or file by file.
        assert_eq!(files(&user, &path(sandbox, "copyright")).await.len(), had.len());
        package(sandbox, Some(user.token()), &path(sandbox, "copyright")).await;
        assert_eq!(quota_use(sandbox).await.0, 1);
        for rest in ["", "/resources", "/resources/nothing"] {
            let other = format!("{}{rest}", path(sandbox, "mending"));
            user.get(&other).await.expect_error(403, "DOWNLOAD_LIMIT_REACHED");
        }
    }

    async fn free_titles_that_are_read_file_by_file_do_not_count(sandbox: Sandbox) {
        books(sandbox, 1).await;
        let user = User::sign_in(sandbox, "individual").await;
        fetch(sandbox, &files(&user, &path(sandbox, "publicDomain")).await[0]).await;
        assert_eq!(remaining(&user).await, 1);
    }

    async fn an_assigned_title_that_is_read_file_by_file_was_downloaded(sandbox: Sandbox) {
        let member = User::sign_in(sandbox, "orgMember").await;
        let assigned = async || {
            let list = member.get("/v2/myAssignedTitles").await.expect_status(200).json;
            list["titles"][0].clone()
        };
        let title = assigned().await;
        assert_eq!(title["dateDownloaded"], Value::Null);
        let path = format!("/v2/titles/{}/EPUB3", title["serviceId"]);
        let files = files(&member, &path).await;
        assert_eq!(assigned().await["dateDownloaded"], Value::Null);
        fetch(sandbox, &files[0]).await;
        assert!(assigned().await["dateDownloaded"].is_string());
    }

    /// docs/rules/downloads.md#rule-7: a ticket is valid 24 hours, also that of a list at the end of a day.
    async fn the_files_of_a_list_outlive_the_package_of_a_download(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "individual").await;
        let file = files(&user, &path(sandbox, "copyright")).await.remove(0);
        package(sandbox, Some(user.token()), &path(sandbox, "copyright")).await;
        let db = sandbox.database().await;
        let mut tx = db.begin().await.unwrap();
        let later = current_time() + SignedDuration::from_hours(47);
        assert!(downloads::expire(&mut tx, later, 1000).await.unwrap() > 0);
        tx.commit().await.unwrap();
        db.close().await;
        user.get(&path(sandbox, "copyright")).await.expect_status(202);
        fetch(sandbox, &file).await;
    }

    async fn a_guests_address_ends_when_the_title_is_free_no_more(sandbox: Sandbox) {
        let id = TitleId(sandbox.title("publicDomain"));
        let list = sandbox.guest(&format!("{}/resources", path(sandbox, "publicDomain"))).send().await.expect_status(200).json;
        let file = link(&list["titleFileResources"][0], "self").unwrap();
        fetch(sandbox, &file).await;
        let user = User::sign_in(sandbox, "individual").await;
        let own = files(&user, &path(sandbox, "publicDomain")).await.remove(0);
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        staff.put(&format!("/v2/titles/{id}"), &[("usageRestriction", "copyright")]).await;
        super::wait_for_history(&staff, id.0, 1).await;
        sandbox.get(&file).send().await.expect_error(403, "LINK_EXPIRED");
        sandbox.get(&own).send().await.expect_status(302);
    }
}
