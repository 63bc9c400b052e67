//! PUT of periodicals and editions, withdrawal, and the end of an edition's time
//! (docs/rules/periodicals.md#rule-5, docs/rules/periodicals.md#rule-4).

use serde_json::{Value, json};

use super::{edition, edition_path, editions_path, series, series_path};
use crate::one;
use crate::support::{Sandbox, User, eventually, link};

fn history(sandbox: &Sandbox) -> Vec<String> {
    let said = sandbox.command(&["admin", "periodicals", "history", series(sandbox)]);
    let mut actions: Vec<_> = said
        .lines()
        .map(|line| line.split_whitespace().nth(1).unwrap().to_owned())
        .filter(|action| !["submitted", "published"].contains(&action.as_str()))
        .collect();
    actions.reverse();
    actions
}

/// Asks until the edition has left the list and the number of editions.
async fn wait_until_gone(sandbox: &Sandbox) {
    eventually("the edition leaves the list", async || {
        let list = sandbox.guest(&editions_path(sandbox)).send().await.expect_status(200).json;
        let editions = list["periodicalEditions"].as_array().unwrap();
        let gone = editions.iter().all(|one| one["editionId"] != edition(sandbox));
        // They are counted before they are listed: the change may come between the two.
        if gone && list["totalResults"] == 2 { Ok(()) } else { Err(list) }
    })
    .await;
}

/// Readers do not find the edition any more, and cannot have it; those who manage the collection do and can.
async fn check_closed(sandbox: &Sandbox, allows: &[&str]) {
    let one = sandbox.guest(&series_path(sandbox)).send().await.expect_status(200).json;
    assert_eq!(
        (&one["editionCount"], &one["latestEdition"]["editionName"]),
        (&json!(2), &json!("11 September 2026"))
    );
    sandbox.guest(&edition_path(sandbox)).send().await.expect_error(404, "EDITION_NOT_FOUND");
    let reader = User::sign_in(sandbox, "individual").await;
    reader.get(&edition_path(sandbox)).await.expect_error(404, "EDITION_NOT_FOUND");
    for rest in ["EPUB3", "EPUB3/resources", "EPUB3/resources/nothing"] {
        let path = format!("{}/{rest}", edition_path(sandbox));
        reader.get(&path).await.expect_error(403, "TITLE_NOT_LIVE");
    }
    let staff = User::sign_in(sandbox, "collectionAssistant").await;
    let seen = staff.get(&edition_path(sandbox)).await.expect_status(200).json;
    assert_eq!(seen["allows"], json!(allows));
    staff.get(&format!("{}/EPUB3", edition_path(sandbox))).await.expect_status(202);
}

/// The signed address of one of the edition's files.
async fn file(sandbox: &Sandbox, user: &str) -> String {
    let list =
        User::sign_in(sandbox, user).await.get(&format!("{}/EPUB3/resources", edition_path(sandbox))).await;
    link(&list.expect_status(200).json["titleFileResources"][0], "self").unwrap()
}

one! {
    async fn the_last_day_of_the_calendar_is_a_valid_date(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        for name in ["publicationDate", "expirationDate"] {
            let changed = staff.put(&edition_path(sandbox), &[(name, "9999-12-31")]).await.expect_status(200).json;
            assert!(changed[name].as_str().unwrap().starts_with("9999-12-3"), "{name}: {changed}");
        }
    }

    async fn a_change_of_a_periodical_is_in_its_history(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let form = [
            ("title", "The Merrow Daily"), ("issn", "12345678"), ("description", ""), ("publisher", "Harbor Press"),
            ("externalCategoryCode", "N1"), ("categories", "News"), ("categories", "Sea"), ("languages", "fre"),
            ("languages", "eng"), ("seriesType", "magazine"), ("countries", "us"), ("countries", "GB"),
        ];
        let reply = staff.put(&series_path(sandbox), &form).await.expect_status(200).json;
        let expected = json!({
            "title": "The Merrow Daily", "issn": "1234-5678", "description": null, "publisher": "Harbor Press",
            "externalCategoryCode": "N1", "languages": ["fra", "eng"], "seriesType": "magazine", "countries": ["GB", "US"],
        });
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(&reply[name], value, "{name}");
        }
        let names: Vec<_> = reply["categories"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["News", "Sea"]);
        // The change in the answer is kept.
        let seen = staff.get(&series_path(sandbox)).await.expect_status(200).json;
        assert_eq!(seen, reply);
        let found = sandbox.guest("/v2/periodicals?title=daily&issn=1234-5678&language=fra").send().await.expect_status(200);
        assert_eq!(found.json["totalResults"], 1);
        assert_eq!(history(sandbox), ["metadataUpdateRequested", "metadataUpdated"]);

        // Omitted values stay; a JSON body is accepted as well; one empty value clears a list.
        let call = sandbox.call(reqwest::Method::PUT, &series_path(sandbox)).bearer(&sandbox.token("administrator").await);
        let body = json!({"api_key": sandbox.key("app"), "issn": null, "countries": [""], "title": "The Merrow Weekly"});
        let reply = call.json(&body).send().await.expect_status(200).json;
        assert_eq!((&reply["issn"], &reply["countries"]), (&Value::Null, &json!([])));
        assert_eq!((&reply["publisher"], &reply["languages"]), (&json!("Harbor Press"), &json!(["fra", "eng"])));
    }

    async fn a_country_restriction_closes_its_editions(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        staff.put(&series_path(sandbox), &[("countries", "GB")]).await.expect_status(200);
        let reader = User::sign_in(sandbox, "individual").await;
        let seen = reader.get(&edition_path(sandbox)).await.expect_status(200).json;
        assert_eq!(seen["available"], false);
        reader.get(&format!("{}/EPUB3", edition_path(sandbox))).await.expect_error(403, "COUNTRY_RESTRICTED");
    }

    async fn bad_values_are_named_and_change_nothing(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let before = staff.get(&series_path(sandbox)).await.json;
        for (name, value, key) in [
            ("title", "", "INVALID_PARAMETER"),
            ("issn", "9999-001", "INVALID_PARAMETER"),
            ("seriesType", "pamphlet", "INVALID_PARAMETER"),
            ("seriesType", "", "INVALID_PARAMETER"),
            ("languages", "english", "INVALID_LANGUAGE"),
            ("countries", "Atlantis", "INVALID_COUNTRY"),
        ] {
            let form = [(name, value), ("publisher", "Nobody")];
            let reply = staff.put(&series_path(sandbox), &form).await.expect_error(400, key);
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with(name), "{}", reply.json);
        }
        assert_eq!(staff.get(&series_path(sandbox)).await.json, before);
        for (name, value, key) in [
            ("editionName", "", "INVALID_PARAMETER"),
            ("publicationDate", "soon", "INVALID_DATE"),
            ("publicationDate", "", "INVALID_PARAMETER"),
            ("expirationDate", "2026-02-30", "INVALID_DATE"),
        ] {
            staff.put(&edition_path(sandbox), &[(name, value)]).await.expect_error(400, key);
        }
        assert_eq!(history(sandbox), [""; 0]);
    }

    async fn an_edition_is_changed(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let form = [("editionName", "Harvest"), ("publicationDate", "2026-09-19"), ("expirationDate", "2126-01-31T10:00:00Z")];
        let reply = staff.put(&edition_path(sandbox), &form).await.expect_status(200).json;
        assert_eq!(reply["editionName"], "Harvest");
        assert_eq!(reply["publicationDate"], "2026-09-19T00:00:00Z");
        assert_eq!(reply["expirationDate"], "2126-01-31T00:00:00Z");
        assert_eq!(staff.get(&edition_path(sandbox)).await.json, reply);
        for empty in ["", "null"] {
            staff.put(&edition_path(sandbox), &[("expirationDate", "2126-01-31")]).await.expect_status(200);
            let reply = staff.put(&edition_path(sandbox), &[("expirationDate", empty)]).await.expect_status(200).json;
            assert_eq!((&reply["expirationDate"], &reply["editionName"]), (&Value::Null, &json!("Harvest")));
        }
        let nothing = format!("{}/nothing", editions_path(sandbox));
        staff.put(&nothing, &[("editionName", "x")]).await.expect_error(404, "EDITION_NOT_FOUND");
        assert_eq!(history(sandbox).len(), 10, "five changes, two events each");
    }

    async fn an_edition_is_not_found_after_its_last_day(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        staff.put(&edition_path(sandbox), &[("expirationDate", "2026-10-01")]).await.expect_status(200);
        wait_until_gone(sandbox).await;
        check_closed(sandbox, &["GET", "PUT", "DELETE"]).await;
        staff.put(&edition_path(sandbox), &[("expirationDate", "")]).await.expect_status(200);
        sandbox.guest(&edition_path(sandbox)).send().await.expect_status(200);
    }

    async fn an_edition_is_withdrawn(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let (reader, checked) = (file(sandbox, "individual").await, file(sandbox, "collectionAssistant").await);
        sandbox.get(&reader).send().await.expect_status(302);
        let reply = staff.delete(&edition_path(sandbox)).await.expect_status(202);
        assert_eq!(reply.json["key"], "SUCCESS");
        assert!(reply.json["messages"].is_array() && reply.json["links"].is_array());
        wait_until_gone(sandbox).await;
        check_closed(sandbox, &["GET", "PUT", "DELETE"]).await;
        // A file's signed address ends with the edition, as with a title, but for those who check it.
        sandbox.get(&reader).send().await.expect_error(403, "TITLE_NOT_LIVE");
        sandbox.get(&checked).send().await.expect_status(302);
        staff.delete(&edition_path(sandbox)).await.expect_error(409, "INVALID_TRANSITION");
        let nothing = format!("{}/nothing", editions_path(sandbox));
        staff.delete(&nothing).await.expect_error(404, "EDITION_NOT_FOUND");
        assert_eq!(history(sandbox), ["withdrawRequested", "withdrawn"]);
    }

    async fn an_edition_does_not_expire_before_it_is_published(sandbox: Sandbox) {
        let (staff, path) = (User::sign_in(sandbox, "collectionAssistant").await, edition_path(sandbox));
        let day = [("publicationDate", "2026-09-19"), ("expirationDate", "2026-09-19")];
        staff.put(&path, &day).await.expect_status(200);
        for form in [
            vec![("expirationDate", "2026-09-18")],
            vec![("publicationDate", "2026-09-20")],
            vec![("publicationDate", "2126-09-20"), ("expirationDate", "2126-09-19")],
        ] {
            let reply = staff.put(&path, &form).await.expect_error(400, "INVALID_DATE");
            let name = form.last().unwrap().0;
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with(&format!("{name}: ")), "{}", reply.json);
        }
        // Faults of the request are reported before missing records.
        let (nothing, wrong) = (format!("{}/nothing", editions_path(sandbox)), [day[0], ("expirationDate", "2026-09-18")]);
        staff.put(&nothing, &wrong).await.expect_error(400, "INVALID_DATE");
        staff.put(&nothing, &day).await.expect_error(404, "EDITION_NOT_FOUND");
        staff.put(&path, &[("editionName", "Harvest"), ("expirationDate", "null")]).await.expect_status(200);
        staff.put(&path, &[("publicationDate", "2026-09-20")]).await.expect_status(200);
    }

    /// Also while the first request waits for the workers.
    async fn an_edition_is_withdrawn_once(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let path = edition_path(sandbox);
        let replies = futures_util::future::join_all((0..6).map(|_| staff.delete(&path))).await;
        let mut statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [202, 409, 409, 409, 409, 409]);
        wait_until_gone(sandbox).await;
        assert_eq!(history(sandbox), ["withdrawRequested", "withdrawn"]);
    }

    async fn others_are_refused(sandbox: Sandbox) {
        for user in ["individual", "sponsor", "orgMember", "membershipAssistant", "volunteer", "labIndividual"] {
            let user = User::sign_in(sandbox, user).await;
            user.put(&series_path(sandbox), &[("title", "x")]).await.expect_error(403, "OPERATION_NOT_ALLOWED");
            user.put(&edition_path(sandbox), &[("editionName", "x")]).await.expect_error(403, "OPERATION_NOT_ALLOWED");
            user.delete(&edition_path(sandbox)).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        }
        let lab = User::sign_in(sandbox, "labAssistant").await;
        lab.put(&series_path(sandbox), &[("title", "x")]).await.expect_error(404, "PERIODICAL_NOT_FOUND");
        lab.put(&edition_path(sandbox), &[("editionName", "x")]).await.expect_error(404, "PERIODICAL_NOT_FOUND");
        lab.delete(&edition_path(sandbox)).await.expect_error(404, "PERIODICAL_NOT_FOUND");
        let key = [("api_key", sandbox.key("app"))];
        for (method, path) in [("PUT", series_path(sandbox)), ("PUT", edition_path(sandbox)), ("DELETE", edition_path(sandbox))] {
            let method = method.parse().unwrap();
            sandbox.call(method, &path).query(&key).send().await.expect_error(401, "UNAUTHORIZED");
        }
        let post = sandbox.call(reqwest::Method::POST, &series_path(sandbox)).query(&key).send().await;
        let post = post.expect_error(405, "METHOD_NOT_ALLOWED");
        let mut allowed: Vec<&str> = post.header("allow").split(',').map(str::trim).collect();
        allowed.sort_unstable();
        assert_eq!(allowed, ["GET", "HEAD", "PUT"]);
    }
}
