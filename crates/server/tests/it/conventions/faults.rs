//! Faults of parameters are reported together, and before missing resources (docs/rules/errors.md#rule-2).

use reqwest::Method;

use crate::accounts::staff;
use crate::one;
use crate::support::{Reply, Sandbox, User};

/// A form as it is sent.
fn form(text: &str) -> Vec<(&str, &str)> {
    text.split('&').filter_map(|pair| pair.split_once('=')).collect()
}

/// Refused with exactly one message for each of these parameters.
fn names(reply: &Reply, parameters: &str, what: &str) {
    assert_eq!(reply.status, 400, "{what}: {}", reply.text());
    let messages: Vec<&str> =
        reply.json["messages"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    let parameters: Vec<&str> = parameters.split('&').collect();
    for name in &parameters {
        assert!(
            messages.iter().any(|text| text.starts_with(&format!("{name}:"))),
            "{what}: {name} in {messages:?}"
        );
    }
    assert_eq!(messages.len(), parameters.len(), "{what}: {messages:?}");
}

/// The path of an account.
fn account(sandbox: &Sandbox, name: &str) -> String {
    format!("/v2/accounts/{}", sandbox.user(name)["userAccountId"].as_str().unwrap())
}

const NEW: &str = "firstName=Nadia&lastName=Brook&emailAddress=nadia@shelf.example&country=US";
const GUARDIAN: &str = "guardianFirstName&guardianLastName";

one! {
    async fn membership_staff_get_all_faults_together(sandbox: Sandbox) {
        let (assistant, administrator) =
            (staff(sandbox, "membershipAssistant").await, staff(sandbox, "administrator").await);
        let new = |more: &str| format!("{NEW}&{more}");
        for (sent, wrong) in [
            (new("dateOfBirth=1990-01-01&language=x&state=ZZ"), "language&state"),
            (new("language=x&dateOfBirth=2015-01-01"), &format!("language&{GUARDIAN}")),
            (new("language=x&dateOfBirth=2999-01-01"), "language&dateOfBirth"),
            (new("dateOfBirth=2015-01-01&password=x&guardianFirstName=Rosa"), "password&guardianLastName"),
            // A value that cannot be read is not reported as missing, and nothing else can be reported.
            (new("dateOfBirth=young&state=OR"), "dateOfBirth"),
            (NEW.replace("US", "USA") + "&state=OR&dateOfBirth=1990-01-01&language=x", "country&language"),
        ] {
            names(&assistant.post("/v2/accounts", &form(&sent)).await, wrong, &sent);
        }
        let sent = new("dateOfBirth=1990-01-01&site=nosuch&state=ZZ&language=x");
        names(&administrator.post("/v2/accounts", &form(&sent)).await, "site&state&language", &sent);

        let one = account(sandbox, "individual");
        for (rest, sent, wrong) in [
            ("", "language=x&state=ZZ&dateOfBirth=2999-01-01", "language&state&dateOfBirth"),
            ("", "emailAddress=none&guardianFirstName=Rosa", "emailAddress&guardianLastName"),
            ("/preferences", "brailleFormat=refreshable&brailleCellLineWidth=28&language=en",
                "language&brailleFormat, brailleCellLineWidth"),
            ("/preferences", "brailleFormat=round&brailleCellLineWidth=28", "brailleFormat"),
            ("/pod/zzz", "proofSource=zz", "proofSource&disabilityType"),
        ] {
            names(&assistant.put(&format!("{one}{rest}"), &form(sent)).await, wrong, sent);
        }
        for (rest, sent, wrong) in [
            ("/subscriptions", "startDate=2026-01-01&userSubscriptionType=gold&numBooksAllowed=x",
                "numBooksAllowed&userSubscriptionType"),
            ("/subscriptions", "startDate=soon&userSubscriptionType=gold", "startDate&userSubscriptionType"),
            ("/subscriptions", "startDate=2026-01-01&endDate=2025-01-01&userSubscriptionType=gold&numBooksAllowed=x",
                "numBooksAllowed&userSubscriptionType&endDate"),
            ("/agreements", "agreementType=x&dateSigned=2999-01-01&printName=Ines", "agreementType&dateSigned"),
        ] {
            names(&assistant.post(&format!("{one}{rest}"), &form(sent)).await, wrong, sent);
        }
        let minor = account(sandbox, "minor") + "/agreements";
        let sent = "agreementType=x&dateSigned=2026-01-01&printName=Mina";
        names(&assistant.post(&minor, &form(sent)).await, "agreementType&signedByLegalGuardian", sent);
    }

    async fn faults_of_organizations_and_their_people_are_reported_together(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let sent = "organizationName=Cove&address1=1 Cove Road&city=Bandon&country=US&postalCode=97411&organizationType=ship\
            &contactFirstName=Nora&contactLastName=Fenn&contactTitle=Librarian&contactEmailAddress=none&state=ZZ\
            &subscriptionType=gold";
        let wrong = "contactEmailAddress&organizationType&state&subscriptionType";
        names(&assistant.post("/v2/organizations", &form(sent)).await, wrong, sent);
        let school = sandbox.demo["organization"]["organizationId"].as_str().unwrap();
        let school = format!("/v2/organizations/{school}");
        let sent = "state=ZZ&numBooksAllowed=7";
        names(&assistant.put(&school, &form(sent)).await, "state&numBooksAllowed", sent);
        let sent = "firstName=Noa&lastName=Ash&dateOfBirth=2999-01-01&grade=zz&username=noa";
        let wrong = "grade&dateOfBirth&password";
        names(&assistant.post(&format!("{school}/members"), &form(sent)).await, wrong, sent);

        let sponsor = staff(sandbox, "sponsor").await;
        let sent = "firstName=Noa&lastName=Ash&dateOfBirth=2999-01-01&grade=zz&rosterTagId=999";
        let wrong = "grade&dateOfBirth&rosterTagId";
        names(&sponsor.post("/v2/myOrganization/members", &form(sent)).await, wrong, sent);
        let member = format!("/v2/myOrganization/members/{}", sandbox.user("orgMember")["userAccountId"].as_str().unwrap());
        let sent = "grade=zz&dateOfBirth=2999-01-01&rosterTagId=999&username=noa";
        names(&sponsor.put(&member, &form(sent)).await, "grade&dateOfBirth&rosterTagId&password", sent);
        let sent = "username=noa&password=short";
        names(&sponsor.put(&member, &form(sent)).await, "password", sent);
    }

    async fn faults_of_the_own_account_are_reported_together(sandbox: Sandbox) {
        let reader = User::sign_in(sandbox, "individual").await;
        let sent = "language=x&state=ZZ&password=short";
        names(&reader.put("/v2/myAccount", &form(sent)).await, "language&state&password", sent);
        let sent = "grade=zz&referenceOrgId=nothing";
        names(&reader.put("/v2/myAccount/studentProfile", &form(sent)).await, "grade&referenceOrgId", sent);
        let sent = "userSubscriptionType=gold&promoCode=nothing";
        names(&reader.post("/v2/myAccount/subscription", &form(sent)).await, "userSubscriptionType&promoCode", sent);
        let long = "x".repeat(256);
        let sent = [("name", long.as_str()), ("access", "org")];
        names(&reader.post("/v2/myLists", &sent).await, "name&access", "a list");
        let private = format!("/v2/lists/{}", sandbox.demo["readingLists"]["private"].as_str().unwrap());
        names(&reader.put(&private, &sent).await, "name&access", "a list");
        let own = sandbox.user("individual")["username"].as_str().unwrap();
        let sent = [("name", long.as_str()), ("emailAddress", own)];
        let asked = reader.post("/v2/myAccount/proofOfDisabilityRequest", &sent).await;
        names(&asked, "name&emailAddress", "an authority");
    }

    async fn of_titles_too(sandbox: Sandbox) {
        let assistant = User::sign_in(sandbox, "collectionAssistant").await;
        let title = format!("/v2/titles/{}", sandbox.title("publicDomain"));
        let sent = "numPages=x&isbn13=1&states=ZZ&bisacCategories=NOPE&readingAgeMinimum=10&readingAgeMaximum=5&languages=";
        let wrong = "numPages&isbn13&states&bisacCategories&readingAgeMinimum&languages";
        names(&assistant.put(&title, &form(sent)).await, wrong, sent);
        let sent = "languages=xx";
        names(&assistant.put(&title, &form(sent)).await, "languages", sent);
    }

    async fn of_lists_too(sandbox: Sandbox) {
        for (query, wrong) in [
            ("limit=0&start=x", "limit&start"),
            ("sortOrder=x&start=zz", "sortOrder&start"),
            ("limit=0&start=AAAAAAAAAAAAAAAAAAAAAAAA", "limit&start"),
        ] {
            names(&sandbox.guest(&format!("/v2/titles?{query}")).send().await, wrong, query);
            names(&sandbox.guest(&format!("/v2/periodicals?{query}")).send().await, wrong, query);
        }
        let query = "limit=0&start=x&codeStartsWith=F&descriptionStartsWith=F";
        let wrong = "limit&start&codeStartsWith, descriptionStartsWith";
        names(&sandbox.guest(&format!("/v2/bisacCodes?{query}")).send().await, wrong, query);
    }

    async fn invalid_parameters_are_reported_before_unknown_records(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        for path in ["/v2/accounts/nobody/subscriptions", "/v2/accounts/nobody/lists", "/v2/lists/nosuch/members"] {
            assistant.get(&format!("{path}?start=x")).await.expect_error(400, "INVALID_START");
            assert_eq!(assistant.get(path).await.status, 404, "{path}");
        }
        // A token of another list is as bad as none.
        let next = assistant.get("/v2/titles?limit=1").await.expect_status(200).json["next"].clone();
        for list in ["subscriptions", "lists"] {
            let at = format!("/v2/accounts/nobody/{list}?start={}", next.as_str().unwrap());
            assistant.get(&at).await.expect_error(400, "INVALID_START");
        }

        for (path, sent, wrong) in [
            ("/v2/accounts/nobody", "dateOfBirth=2999-01-01", "dateOfBirth"),
            ("/v2/accounts/nobody", "country=US&state=ZZ", "state"),
            ("/v2/accounts/nobody/preferences", "brailleFormat=refreshable&brailleCellLineWidth=28",
                "brailleFormat, brailleCellLineWidth"),
            ("/v2/organizations/nosuch", "country=US&state=ZZ", "state"),
            ("/v2/accounts/nobody/subscriptions/none", "startDate=2026-01-01&endDate=2025-01-01&userSubscriptionType=individual",
                "endDate"),
        ] {
            names(&assistant.put(path, &form(sent)).await, wrong, sent);
            let good = if path.ends_with("none") { "startDate=2026-01-01&userSubscriptionType=individual" } else { "" };
            assert_eq!(assistant.put(path, &form(good)).await.status, 404, "{path}");
        }
        let sent = "startDate=2026-01-01&endDate=2025-01-01&userSubscriptionType=individual";
        names(&assistant.post("/v2/accounts/nobody/subscriptions", &form(sent)).await, "endDate", sent);
        let sent = "agreementType=termsOfUse&dateSigned=2999-01-01&printName=Ines";
        names(&assistant.post("/v2/accounts/nobody/agreements", &form(sent)).await, "dateSigned", sent);

        let collection = User::sign_in(sandbox, "collectionAssistant").await;
        for id in ["1", "999999999", "history1"] {
            let title = format!("/v2/titles/{id}");
            for (sent, wrong) in [
                ("bisacCategories=NOPE", "bisacCategories"),
                ("states=ZZ", "states"),
                ("readingAgeMinimum=10&readingAgeMaximum=5", "readingAgeMinimum"),
            ] {
                names(&collection.put(&title, &form(sent)).await, wrong, sent);
            }
            collection.put(&title, &[("title", "Nothing")]).await.expect_error(404, "TITLE_NOT_FOUND");
        }
    }

    async fn reserved_words_are_no_addresses_with_a_key_or_without(sandbox: Sandbox) {
        let title = format!("/v2/titles/{}", sandbox.title("publicDomain"));
        let rests = ["artifacts", "count", "history/resources", "source/resources/x", "artifacts/resources"];
        for path in rests.map(|rest| format!("{title}/{rest}")).into_iter().chain(["/v2/titles/artifacts".to_owned()]) {
            sandbox.get(&path).send().await.expect_error(404, "NOT_FOUND");
            sandbox.guest(&path).send().await.expect_error(404, "NOT_FOUND");
        }
        sandbox.get(&format!("{title}/EPUB3")).send().await.expect_error(403, "INVALID_API_KEY");
        sandbox.call(Method::GET, &format!("{title}/status")).send().await.expect_error(405, "METHOD_NOT_ALLOWED");
    }
}
