//! Changes by staff count in the very next request of the person.

use super::{account, staff};
use crate::one;
use crate::support::{Sandbox, User};

/// Checks that the reader may have the book in copyright now: the search, the record and the download
/// say the same.
async fn check_availability(sandbox: &Sandbox, reader: &User<'_>) -> Result<(), String> {
    let title = format!("/v2/titles/{}", sandbox.title("copyright"));
    let shown = reader.get(&title).await.expect_status(200).json;
    let download = reader.get(&format!("{title}/EPUB3")).await;
    assert_eq!(shown["available"], matches!(download.status, 202 | 302), "{}", download.text());
    if shown["available"] == true {
        return Ok(());
    }
    let key = download.expect_status(403).json["key"].as_str().unwrap().to_owned();
    assert_eq!(shown["titleAccessAlerts"][0]["code"], key.as_str());
    Err(key)
}

fn stays_closed(why: &str) -> Result<(), String> {
    Err(why.to_owned())
}

one! {
    async fn an_agreement_that_is_ended_closes_the_books(sandbox: Sandbox) {
        let (assistant, reader) =
            (staff(sandbox, "membershipAssistant").await, User::sign_in(sandbox, "individual").await);
        assert_eq!(check_availability(sandbox, &reader).await, Ok(()));
        let agreements = format!("{}/agreements", account(sandbox, "individual"));
        let ended = format!("{agreements}/demo-individual-agreement/expired");
        assistant.post(&ended, &[]).await.expect_status(200);
        assert_eq!(check_availability(sandbox, &reader).await, stays_closed("AGREEMENT_MISSING"));
        let form = [("agreementType", "termsOfUse"), ("dateSigned", "2026-01-01"), ("printName", "Ines")];
        let volunteer = [("agreementType", "volunteer"), form[1], form[2]];
        assistant.post(&agreements, &volunteer).await.expect_status(201);
        assert_eq!(check_availability(sandbox, &reader).await, stays_closed("AGREEMENT_MISSING"));
        assistant.post(&agreements, &form).await.expect_status(201);
        assert_eq!(check_availability(sandbox, &reader).await, Ok(()));
    }

    async fn a_subscription_that_is_ended_closes_the_books(sandbox: Sandbox) {
        let (assistant, reader) =
            (staff(sandbox, "membershipAssistant").await, User::sign_in(sandbox, "individual").await);
        let subscriptions = format!("{}/subscriptions", account(sandbox, "individual"));
        let at = format!("{subscriptions}/demo-individual-subscription");
        let must = [("startDate", "2020-01-01"), ("userSubscriptionType", "individual")];
        let put = async |more: (&str, &str)| {
            assistant.put(&at, &[must[0], must[1], more]).await.expect_status(200);
            check_availability(sandbox, &reader).await
        };
        assert_eq!(put(("endDate", "2021-01-01")).await, stays_closed("SUBSCRIPTION_EXPIRED"));
        let without_books = [must[0], must[1], ("endDate", "2999-01-01"), ("numBooksAllowed", "0")];
        assistant.put(&at, &without_books).await.expect_status(200);
        assert_eq!(check_availability(sandbox, &reader).await, stays_closed("DOWNLOAD_LIMIT_REACHED"));
        assert_eq!(put(("numBooksAllowed", "")).await, Ok(()));
        // The book that was requested counts, and may be requested again.
        assert_eq!(put(("numBooksAllowed", "0")).await, Ok(()));
        assert_eq!(put(("numBooksAllowed", "")).await, Ok(()));
        let later = [("startDate", "2998-01-01"), ("userSubscriptionType", "individual")];
        assistant.put(&at, &later).await.expect_status(200);
        assert_eq!(check_availability(sandbox, &reader).await, stays_closed("SUBSCRIPTION_MISSING"));
        assistant.post(&subscriptions, &must).await.expect_status(201);
        assert_eq!(check_availability(sandbox, &reader).await, Ok(()));
    }

    async fn a_proof_opens_the_books_and_without_one_they_are_closed(sandbox: Sandbox) {
        let (assistant, reader) =
            (staff(sandbox, "membershipAssistant").await, User::sign_in(sandbox, "individual").await);
        let pod = format!("{}/pod", account(sandbox, "individual"));
        assistant.delete(&format!("{pod}/visual")).await.expect_status(200);
        assert_eq!(check_availability(sandbox, &reader).await, stays_closed("POD_MISSING"));
        let form = [("disabilityType", "nonspecific"), ("proofSource", "marrakeshPartner")];
        assistant.post(&pod, &form).await.expect_status(201);
        assert_eq!(check_availability(sandbox, &reader).await, Ok(()));
    }

    async fn another_role_or_country_takes_effect_immediately(sandbox: Sandbox) {
        let (assistant, reader) =
            (staff(sandbox, "membershipAssistant").await, User::sign_in(sandbox, "individual").await);
        let at = account(sandbox, "individual");
        assistant.put(&at, &[("role", "volunteer")]).await.expect_status(200);
        assert_eq!(check_availability(sandbox, &reader).await, stays_closed("ROLE_NOT_ALLOWED"));
        assistant.put(&at, &[("role", "individual")]).await.expect_status(200);
        assert_eq!(check_availability(sandbox, &reader).await, Ok(()));
        let restricted = format!("/v2/titles/{}/EPUB3", sandbox.title("countryRestricted"));
        reader.get(&restricted).await.expect_error(403, "COUNTRY_RESTRICTED");
        assistant.put(&at, &[("country", "GB")]).await.expect_status(200);
        let reply = reader.get(&restricted).await;
        assert!(matches!(reply.status, 202 | 302), "{}", reply.text());
    }

    async fn a_user_who_loses_staff_rights_is_no_longer_staff(sandbox: Sandbox) {
        let (assistant, administrator) =
            (staff(sandbox, "membershipAssistant").await, staff(sandbox, "administrator").await);
        let at = account(sandbox, "membershipAssistant");
        administrator.put(&at, &[("role", "collectionAssistant")]).await.expect_status(200);
        assistant.get(&account(sandbox, "individual")).await.expect_error(403, "FORBIDDEN");
        assistant.put(&at, &[("role", "membershipAssistant")]).await.expect_error(403, "FORBIDDEN");
    }
}
