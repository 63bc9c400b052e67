//! Rules 1 to 3: the title is live, has a format, and is of R's site.

use std::collections::BTreeSet;

use super::{ada, assert_denied, assert_open, free_title, max_signed_in, request_of};
use crate::access::{AlertLevel, Refusal};
use crate::fixtures::{Scene, individual, lab, member, school, sponsor, title, with_change};
use crate::sites::Sharing;
use crate::wire::WireEnum;
use crate::{AlertCode, FormatStatus, Title, TitleStatus};

#[test]
fn a_live_title_is_open_to_a_member_in_order() {
    assert_open(&request_of(title(), ada()));
    assert_open(&max_signed_in(title()));
    assert_eq!(request_of(title(), ada()).alerts(), Vec::<&str>::new());
}

#[test]
fn rule_1_closes_every_status_but_live() {
    for status in TitleStatus::ALL.iter().copied().filter(|status| *status != TitleStatus::Live) {
        assert_denied(&request_of(Title { status, ..title() }, ada()), "TITLE_NOT_LIVE");
        assert_denied(&request_of(Title { status, ..free_title() }, ada()), "TITLE_NOT_LIVE");
        assert_denied(&Scene::new(Title { status, ..free_title() }), "TITLE_NOT_LIVE");
    }
}

#[test]
fn rule_2_warns_while_no_format_is_available() {
    for status in [FormatStatus::Pending, FormatStatus::Unavailable] {
        let waiting =
            with_change(title(), |title| title.artifacts.iter_mut().for_each(|a| a.status = status));
        let decision = request_of(waiting, ada()).decide();
        assert!(!decision.available);
        assert_eq!(decision.alerts.len(), 1);
        assert_eq!(decision.alerts[0].code, AlertCode::FormatsPending);
        assert_eq!(decision.alerts[0].level, AlertLevel::Warning);
        assert_eq!(decision.refusal(), Some(Refusal::Denied(AlertCode::FormatsPending)));
    }
    let bare = with_change(title(), |title| title.artifacts.clear());
    assert_eq!(request_of(bare, ada()).alerts(), ["FORMATS_PENDING"]);
}

#[test]
fn rule_2_needs_one_format_only() {
    let half = with_change(title(), |title| title.artifacts[0].status = FormatStatus::Pending);
    assert_open(&request_of(half, ada()));
}

#[test]
fn rule_2_a_title_that_is_made_again_shows_its_formats_as_pending() {
    let again = Title { status: TitleStatus::Reprocess, ..title() };
    assert_eq!(request_of(again, ada()).alerts(), ["TITLE_NOT_LIVE", "FORMATS_PENDING"]);
}

#[test]
fn rule_3_closes_what_is_not_shared_with_the_recipients_site() {
    let elsewhere = Title { site: lab(), ..title() };
    assert_denied(&request_of(elsewhere.clone(), ada()), "SITE_RESTRICTED");
    assert_open(&request_of(Title { sharing: Sharing::All, ..elsewhere.clone() }, ada()));
    let sites = BTreeSet::from([crate::fixtures::site()]);
    assert_open(&request_of(Title { sharing: Sharing::Sites(sites), ..elsewhere.clone() }, ada()));
    let sites = BTreeSet::from(["third".into()]);
    assert_denied(
        &request_of(Title { sharing: Sharing::Sites(sites), ..elsewhere }, ada()),
        "SITE_RESTRICTED",
    );
}

#[test]
fn rule_3_applies_to_the_recipient() {
    let school = school();
    let max = with_change(member("max", &school), |max| max.account.site = lab());
    assert_denied(&Scene::new(title()).with_caller(sponsor("eve", &school)).naming(&max), "SITE_RESTRICTED");
}

#[test]
fn every_failing_rule_adds_its_alert_and_the_first_is_the_key() {
    let closed = with_change(title(), |title| {
        title.status = TitleStatus::Withdrawn;
        title.site = lab();
        title.territory.worldwide = false;
        title.metadata.adult_content = true;
        title.metadata.nimac = true;
    });
    let reader = with_change(individual("ada"), |reader| {
        reader.account.locked = true;
        reader.account.safe_search = true;
        reader.agreement_signed = false;
        reader.subscriptions.clear();
        reader.proof = crate::proofs::ProofStatus::Missing;
        reader.books_taken = 100;
    });
    let scene = request_of(closed, reader);
    assert_denied(&scene, "TITLE_NOT_LIVE");
    assert_eq!(
        scene.alerts(),
        [
            "TITLE_NOT_LIVE", "SITE_RESTRICTED", "COUNTRY_RESTRICTED", "ACCOUNT_LOCKED", "AGREEMENT_MISSING",
            "SUBSCRIPTION_MISSING", "POD_MISSING", "ADULT_CONTENT", "NIMAC_RESTRICTED",
            "DOWNLOAD_LIMIT_REACHED",
        ]
    );
}
