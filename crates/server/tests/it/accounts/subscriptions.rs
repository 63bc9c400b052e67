//! /v2/accounts/{userIdentifier}/subscriptions.

use serde_json::{Value, json};

use super::{account, members, staff};
use crate::one;
use crate::support::{Reply, Sandbox, User};

/// The path of the subscriptions of one of the sandbox's users.
fn list(sandbox: &Sandbox, name: &str) -> String {
    format!("{}/subscriptions", account(sandbox, name))
}

/// Gives somebody a subscription that begins on this day.
async fn give(assistant: &User<'_>, list: &str, start: &str, more: &[(&str, &str)]) -> Reply {
    let form = [("startDate", start), ("userSubscriptionType", "individual")];
    let form: Vec<_> = form.into_iter().chain(more.iter().copied()).collect();
    assistant.post(list, &form).await.expect_status(201)
}

/// The path of a subscription from its record.
fn path(list: &str, record: &Value) -> String {
    format!("{list}/{}", record["subscriptionId"].as_str().unwrap())
}

one! {
    async fn the_last_day_of_the_calendar_is_a_date_like_others(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let path = format!("{}/subscriptions", account(sandbox, "unqualified"));
        let form = [("startDate", "2026-01-01"), ("endDate", "9999-12-31"), ("userSubscriptionType", "individual")];
        let reply = assistant.post(&path, &form).await.expect_status(201);
        assert!(reply.json["endDate"].as_str().unwrap().starts_with("9999-12-3"), "{}", reply.json);
    }

    async fn staff_say_all_of_it(sandbox: Sandbox) {
        let (assistant, list) = (staff(sandbox, "membershipAssistant").await, list(sandbox, "unqualified"));
        let form = [("startDate", "2026-01-01"), ("endDate", "2026-12-31T10:00:00Z"), ("userSubscriptionType", "student"),
            ("numBooksAllowed", "30"), ("downloadTimeframe", "entireSubscription"), ("notes", "paid\nin cash")];
        let reply = assistant.post(&list, &form).await.expect_status(201);
        let record = &reply.json;
        assert_eq!(members(record), ["downloadTimeframe", "endDate", "links", "notes", "numBooksAllowed", "startDate",
            "subscriptionId", "userSubscriptionType"]);
        assert_eq!((&record["startDate"], &record["endDate"]),
            (&json!("2026-01-01T00:00:00Z"), &json!("2026-12-31T00:00:00Z")));
        assert_eq!(record["userSubscriptionType"], json!({"name": "student", "description": "For a student"}));
        assert_eq!((&record["numBooksAllowed"], &record["downloadTimeframe"], &record["notes"]),
            (&json!(30), &json!({"name": "entireSubscription"}), &json!("paid\nin cash")));
        let at = path(&list, record);
        assert_eq!(reply.link("self"), format!("{}{at}", sandbox.base()));
        assert_eq!(reply.header("location"), reply.link("self"));
        assert_eq!(assistant.get(&at).await.expect_status(200).json, *record);
    }

    async fn absent_fields_follow_the_type(sandbox: Sandbox) {
        let (assistant, list) = (staff(sandbox, "membershipAssistant").await, list(sandbox, "unqualified"));
        let record = give(&assistant, &list, "2026-01-01", &[("endDate", ""), ("notes", "")]).await.json;
        assert_eq!((&record["endDate"], &record["notes"]), (&Value::Null, &Value::Null));
        assert_eq!((&record["numBooksAllowed"], &record["downloadTimeframe"]), (&json!(100), &json!({"name": "monthly"})));
        let account = assistant.get(&account(sandbox, "unqualified")).await.json;
        assert_eq!(account["subscriptionStatus"], "active");
        let own = User::sign_in(sandbox, "unqualified").await.get("/v2/myAccount/subscription").await.expect_status(200);
        assert_eq!(own.json["subscriptionId"], record["subscriptionId"]);
        assert_eq!((&own.json["cost"], &own.json["amountDue"]), (&json!(0), &json!(0)));
    }

    async fn the_newest_start_comes_first_page_by_page(sandbox: Sandbox) {
        let (assistant, list) = (staff(sandbox, "membershipAssistant").await, list(sandbox, "unqualified"));
        let empty = assistant.get(&list).await.expect_status(200);
        assert_eq!(members(&empty.json), ["allows", "limit", "links", "next", "totalResults", "userSubscriptions"]);
        assert_eq!((&empty.json["userSubscriptions"], &empty.json["totalResults"]), (&json!([]), &json!(0)));
        assert_eq!((&empty.json["allows"], &empty.json["limit"], &empty.json["next"]),
            (&json!(["POST"]), &json!(10), &Value::Null));
        for year in [2021, 2024, 2020, 2023, 2022] {
            give(&assistant, &list, &format!("{year}-06-01"), &[("endDate", &format!("{}-06-01", year + 1))]).await;
        }
        let (mut seen, mut at) = (Vec::new(), format!("{list}?limit=2"));
        loop {
            let page = assistant.get(&at).await.expect_status(200);
            assert_eq!((&page.json["totalResults"], &page.json["limit"]), (&json!(5), &json!(2)));
            assert!(page.link("self").contains("api_key="), "{}", page.json["links"]);
            let starts = page.json["userSubscriptions"].as_array().unwrap().clone();
            seen.extend(starts.iter().map(|one| one["startDate"].as_str().unwrap()[..4].to_owned()));
            if page.json["next"].is_null() {
                break;
            }
            at = page.link("next");
        }
        assert_eq!(seen, ["2024", "2023", "2022", "2021", "2020"]);
        assistant.get(&format!("{list}?limit=0")).await.expect_error(400, "INVALID_LIMIT");
        assistant.get(&format!("{list}?start=nonsense")).await.expect_error(400, "INVALID_START");
        let first = assistant.get(&format!("{list}?limit=1")).await.json["next"].as_str().unwrap().to_owned();
        let other = format!("{}/subscriptions?start={first}", account(sandbox, "individual"));
        assistant.get(&other).await.expect_error(400, "INVALID_START");
    }

    async fn only_what_is_sent_changes(sandbox: Sandbox) {
        let (assistant, list) = (staff(sandbox, "membershipAssistant").await, list(sandbox, "unqualified"));
        let made = give(&assistant, &list, "2026-01-01", &[("endDate", "2026-12-31"), ("numBooksAllowed", "5"),
            ("downloadTimeframe", "entireSubscription"), ("notes", "first")]).await.json;
        let at = path(&list, &made);
        let must = [("startDate", "2026-02-01"), ("userSubscriptionType", "trial")];
        let mut expected = made.clone();
        expected["startDate"] = json!("2026-02-01T00:00:00Z");
        expected["userSubscriptionType"] = json!({"name": "trial", "description": "To try the library for a month"});
        assert_eq!(assistant.put(&at, &must).await.expect_status(200).json, expected);
        let more: Vec<_> = must.into_iter().chain([("numBooksAllowed", "0"), ("endDate", ""), ("notes", "")]).collect();
        let changed = assistant.put(&at, &more).await.expect_status(200).json;
        assert_eq!((&changed["numBooksAllowed"], &changed["endDate"], &changed["notes"]),
            (&json!(0), &Value::Null, &Value::Null));
        assert_eq!(changed["downloadTimeframe"], json!({"name": "entireSubscription"}));
        let cleared: Vec<_> = must.into_iter().chain([("numBooksAllowed", "")]).collect();
        assert_eq!(assistant.put(&at, &cleared).await.expect_status(200).json["numBooksAllowed"], 100);
        assert_eq!(assistant.get(&at).await.json["numBooksAllowed"], 100);
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        let (assistant, list) = (staff(sandbox, "membershipAssistant").await, list(sandbox, "individual"));
        let at = format!("{list}/demo-individual-subscription");
        let before = assistant.get(&at).await.expect_status(200).json;
        for (name, value, key) in [
            ("startDate", "", "MISSING_PARAMETER"), ("userSubscriptionType", "", "MISSING_PARAMETER"),
            ("startDate", "soon", "INVALID_DATE"), ("endDate", "2026-13-01", "INVALID_DATE"),
            ("endDate", "2025-12-31", "INVALID_DATE"), ("userSubscriptionType", "gold", "INVALID_PARAMETER"),
            ("numBooksAllowed", "many", "INVALID_PARAMETER"), ("numBooksAllowed", "-1", "INVALID_PARAMETER"),
            ("downloadTimeframe", "yearly", "INVALID_PARAMETER"), ("notes", &"x".repeat(2001), "INVALID_PARAMETER"),
        ] {
            let must = [("startDate", "2026-01-01"), ("userSubscriptionType", "individual")];
            let form: Vec<_> = must.into_iter().filter(|(given, _)| *given != name).chain([(name, value)]).collect();
            for reply in [assistant.post(&list, &form).await, assistant.put(&at, &form).await] {
                let message = reply.expect_error(400, key).json["messages"][0].as_str().unwrap().to_owned();
                assert!(message.starts_with(&format!("{name}: ")), "{message}");
            }
        }
        let both = [("startDate", "2026-02-01"), ("endDate", "2026-01-01"), ("userSubscriptionType", "gold")];
        let reply = assistant.post(&list, &both).await.expect_error(400, "INVALID_PARAMETER");
        assert_eq!(reply.json["messages"].as_array().unwrap().len(), 2, "{}", reply.json);
        assert_eq!(assistant.get(&at).await.json, before);
        assert_eq!(assistant.get(&list).await.json["totalResults"], 1);
    }

    async fn subscriptions_of_other_accounts_are_not_found(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let form = [("startDate", "2026-01-01"), ("userSubscriptionType", "individual")];
        for id in ["nothing", "demo-individual-subscription"] {
            let at = format!("{}/{id}", list(sandbox, "individual2"));
            assistant.get(&at).await.expect_error(404, "SUBSCRIPTION_NOT_FOUND");
            assistant.put(&at, &form).await.expect_error(404, "SUBSCRIPTION_NOT_FOUND");
        }
        let elsewhere = list(sandbox, "labIndividual");
        assistant.get(&elsewhere).await.expect_error(404, "USER_NOT_FOUND");
        assistant.post(&elsewhere, &form).await.expect_error(404, "USER_NOT_FOUND");
        let one = format!("{elsewhere}/demo-labIndividual-subscription");
        assistant.get(&one).await.expect_error(404, "USER_NOT_FOUND");
        assistant.put(&one, &form).await.expect_error(404, "USER_NOT_FOUND");
        staff(sandbox, "administrator").await.put(&one, &form).await.expect_status(200);
    }
}
