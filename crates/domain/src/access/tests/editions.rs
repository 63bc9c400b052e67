//! Editions of periodicals go by the same rules (docs/rules/periodicals.md#rule-1, docs/rules/access.md).

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::access::{
    AccessCaller, AccessFacts, ForUser, allowed_verbs, decide, finds_title, has_format, may_edit,
    ticket_holds,
};
use crate::fixtures::{self, edition, lab, person, series, site, sponsor, with_change};
use crate::periodicals::{Edition, Issue};
use crate::{Capabilities, Format, Role, Series};

fn new_issue(series: Series, edition: Edition) -> Issue {
    Issue::new(Arc::new(series), edition, fixtures::noon())
}

fn usual_issue() -> Issue {
    new_issue(series(), edition())
}

fn free_issue() -> Issue {
    new_issue(series(), Edition { usage: UsageRestriction::CreativeCommons, ..edition() })
}

fn withdrawn_issue() -> Issue {
    new_issue(series(), with_change(edition(), |edition| edition.withdrawn = Some(fixtures::noon())))
}

fn expired_issue() -> Issue {
    new_issue(series(), with_change(edition(), |edition| edition.expires = Some(fixtures::days_ago(2))))
}

fn facts_for<'a>(issue: &'a Issue, caller: &'a Reader, named: Option<&'a Reader>) -> AccessFacts<'a> {
    AccessFacts {
        now: fixtures::noon(),
        today: fixtures::today(),
        title: issue,
        caller: AccessCaller::Reader(caller),
        recipient: named.map_or(ForUser::Nobody, ForUser::Named),
        relation: Relation::default(),
        can: Capabilities::ALL,
    }
}

fn refusal_code(issue: &Issue, caller: &Reader) -> Option<String> {
    match decide(&facts_for(issue, caller, None)).refusal()? {
        Refusal::Denied(code) => Some(code.to_string()),
        other => Some(format!("{other:?}")),
    }
}

#[test]
fn a_qualified_member_gets_it_and_an_unqualified_one_does_not() {
    assert_eq!(refusal_code(&usual_issue(), &ada()), None);
    let new = person("new", Role::Individual);
    assert_eq!(refusal_code(&usual_issue(), &new).as_deref(), Some("AGREEMENT_MISSING"));
    assert_eq!(refusal_code(&free_issue(), &new), None);
}

#[test]
fn a_free_edition_is_for_users_and_not_for_guests() {
    let (issue, ada) = (free_issue(), ada());
    let guest =
        AccessFacts { caller: AccessCaller::Guest { country: "US" }, ..facts_for(&issue, &ada, None) };
    let decision = decide(&guest);
    assert_eq!((decision.available, decision.refusal()), (false, Some(Refusal::LoginRequired)));
    assert!(ticket_holds(&issue, Some(&ada.account)) && !ticket_holds(&issue, None));
}

#[test]
fn is_distributed_in_the_countries_of_its_periodical() {
    let restricted = with_change(series(), |series| series.countries = BTreeSet::from(["GB".into()]));
    assert_eq!(
        refusal_code(&new_issue(restricted, edition()), &ada()).as_deref(),
        Some("COUNTRY_RESTRICTED")
    );
    let elsewhere = with_change(series(), |series| series.site = lab());
    assert_eq!(refusal_code(&new_issue(elsewhere, edition()), &ada()).as_deref(), Some("SITE_RESTRICTED"));
}

#[test]
fn withdrawn_or_expired_it_is_for_those_who_manage_the_collection() {
    let staff = person("cora", Role::CollectionAssistant);
    for issue in [withdrawn_issue(), expired_issue()] {
        assert_eq!(refusal_code(&issue, &ada()).as_deref(), Some("TITLE_NOT_LIVE"));
        assert_eq!(refusal_code(&issue, &staff), None);
        assert!(!finds_title(&issue, &AccessCaller::Reader(&ada()), &site()));
        assert!(finds_title(&issue, &AccessCaller::Reader(&staff), &site()));
    }
    assert!(finds_title(&usual_issue(), &AccessCaller::Guest { country: "US" }, &site()));
    assert!(!finds_title(&usual_issue(), &AccessCaller::Guest { country: "US" }, &lab()));
}

#[test]
fn a_quota_of_books_has_no_part_in_it() {
    let full = with_change(ada(), |reader| reader.books_taken = 100);
    let decision = decide(&facts_for(&usual_issue(), &full, None));
    assert_eq!((decision.refusal(), decision.alerts), (None, vec![]));
    assert_denied(&request_of(title(), full), "DOWNLOAD_LIMIT_REACHED");
}

#[test]
fn a_member_gets_it_by_a_sponsor_or_where_searching_is_released() {
    let school = school();
    let (max, tess) = (member("max", &school), sponsor("tess", &school));
    assert_eq!(refusal_code(&usual_issue(), &max).as_deref(), Some("NOT_ASSIGNED"));
    assert_eq!(refusal_code(&usual_issue(), &tess).as_deref(), Some("ForUserRequired"));
    assert!(decide(&facts_for(&usual_issue(), &tess, None)).available);
    assert_eq!(decide(&facts_for(&usual_issue(), &tess, Some(&max))).refusal(), None);
    let released = with_change(max, |max| {
        max.account.membership.as_mut().unwrap().allow_search_downloads = Some(true);
    });
    assert_eq!(refusal_code(&usual_issue(), &released), None);
}

#[test]
fn verbs_and_formats() {
    let staff = person("cora", Role::CollectionAssistant);
    let verbs = |issue: &Issue, reader: &Reader| {
        let decision = decide(&facts_for(issue, reader, None));
        let verbs = allowed_verbs(issue, &AccessCaller::Reader(reader), &decision);
        verbs.iter().map(|verb| verb.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(verbs(&usual_issue(), &ada()), ["GET"]);
    assert_eq!(verbs(&usual_issue(), &staff), ["GET", "PUT", "DELETE"]);
    assert_eq!(verbs(&expired_issue(), &ada()), [""; 0]);
    let foreign = with_change(staff.clone(), |staff| staff.account.site = lab());
    assert!(
        may_edit(&usual_issue(), &AccessCaller::Reader(&staff))
            && !may_edit(&usual_issue(), &AccessCaller::Reader(&foreign))
    );
    let caller = ada();
    assert!(has_format(&usual_issue(), &AccessCaller::Reader(&caller), Format::Epub3, Capabilities::ALL));
    assert!(!has_format(&usual_issue(), &AccessCaller::Reader(&caller), Format::Brf, Capabilities::ALL));
}
