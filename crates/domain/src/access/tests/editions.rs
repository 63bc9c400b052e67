//! Editions of periodicals go by the same rules (docs/rules/periodicals.md#rule-1, docs/rules/access.md).

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::access::{Caller, Facts, ForUser, allows, decide, has_format, may_edit, sees};
use crate::accounts::Role;
use crate::capabilities::Capabilities;
use crate::fixtures::{self, edition, lab, person, series, site, sponsor, with};
use crate::formats::Format;
use crate::periodicals::{Edition, Issue, Series};

fn issue(series: Series, edition: Edition) -> Issue {
    Issue::new(Arc::new(series), edition, fixtures::now())
}

fn usual() -> Issue {
    issue(series(), edition())
}

fn withdrawn() -> Issue {
    issue(series(), with(edition(), |edition| edition.withdrawn = Some(fixtures::now())))
}

fn expired() -> Issue {
    issue(series(), with(edition(), |edition| edition.expires = Some(fixtures::days_ago(2))))
}

fn facts<'a>(issue: &'a Issue, caller: &'a Reader, named: Option<&'a Reader>) -> Facts<'a> {
    Facts {
        now: fixtures::now(),
        today: fixtures::today(),
        title: issue,
        caller: Caller::Reader(caller),
        recipient: named.map_or(ForUser::Nobody, ForUser::Named),
        relation: Relation::default(),
        can: Capabilities::ALL,
    }
}

fn refusal(issue: &Issue, caller: &Reader) -> Option<String> {
    match decide(&facts(issue, caller, None)).refusal()? {
        Refusal::Denied(code) => Some(code.to_string()),
        other => Some(format!("{other:?}")),
    }
}

#[test]
fn a_qualified_member_gets_it_and_an_unqualified_one_does_not() {
    assert_eq!(refusal(&usual(), &ada()), None);
    let new = person("new", Role::Individual);
    assert_eq!(refusal(&usual(), &new).as_deref(), Some("AGREEMENT_MISSING"));
    let free = issue(series(), Edition { usage: UsageRestriction::CreativeCommons, ..edition() });
    assert_eq!(refusal(&free, &new), None);
}

#[test]
fn it_goes_to_the_countries_of_its_periodical() {
    let restricted = with(series(), |series| series.countries = BTreeSet::from(["GB".into()]));
    assert_eq!(refusal(&issue(restricted, edition()), &ada()).as_deref(), Some("COUNTRY_RESTRICTED"));
    let elsewhere = with(series(), |series| series.site = lab());
    assert_eq!(refusal(&issue(elsewhere, edition()), &ada()).as_deref(), Some("SITE_RESTRICTED"));
}

#[test]
fn withdrawn_or_expired_it_is_for_those_who_manage_the_collection() {
    let staff = person("cora", Role::CollectionAssistant);
    for issue in [withdrawn(), expired()] {
        assert_eq!(refusal(&issue, &ada()).as_deref(), Some("TITLE_NOT_LIVE"));
        assert_eq!(refusal(&issue, &staff), None);
        assert!(!sees(&issue, &Caller::Reader(&ada()), &site()));
        assert!(sees(&issue, &Caller::Reader(&staff), &site()));
    }
    assert!(sees(&usual(), &Caller::Guest { country: "US" }, &site()));
    assert!(!sees(&usual(), &Caller::Guest { country: "US" }, &lab()));
}

#[test]
fn a_quota_of_books_has_no_part_in_it() {
    let full = with(ada(), |reader| reader.books_taken = 100);
    let decision = decide(&facts(&usual(), &full, None));
    assert_eq!((decision.refusal(), decision.alerts), (None, vec![]));
    denied(&ask(title(), full), "DOWNLOAD_LIMIT_REACHED");
}

#[test]
fn a_member_gets_it_by_a_sponsor_or_where_searching_is_released() {
    let school = school();
    let (max, tess) = (member("max", &school), sponsor("tess", &school));
    assert_eq!(refusal(&usual(), &max).as_deref(), Some("NOT_ASSIGNED"));
    assert_eq!(refusal(&usual(), &tess).as_deref(), Some("ForUserRequired"));
    assert!(decide(&facts(&usual(), &tess, None)).available);
    assert_eq!(decide(&facts(&usual(), &tess, Some(&max))).refusal(), None);
    let released = with(max, |max| {
        max.account.membership.as_mut().unwrap().allow_search_downloads = Some(true);
    });
    assert_eq!(refusal(&usual(), &released), None);
}

#[test]
fn verbs_and_formats() {
    let staff = person("cora", Role::CollectionAssistant);
    let verbs = |issue: &Issue, reader: &Reader| {
        let decision = decide(&facts(issue, reader, None));
        let verbs = allows(issue, &Caller::Reader(reader), &decision);
        verbs.iter().map(|verb| verb.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(verbs(&usual(), &ada()), ["GET"]);
    assert_eq!(verbs(&usual(), &staff), ["GET", "PUT", "DELETE"]);
    assert_eq!(verbs(&expired(), &ada()), [""; 0]);
    let foreign = with(staff.clone(), |staff| staff.account.site = lab());
    assert!(may_edit(&usual(), &Caller::Reader(&staff)) && !may_edit(&usual(), &Caller::Reader(&foreign)));
    let caller = ada();
    assert!(has_format(&usual(), &Caller::Reader(&caller), Format::Epub3, Capabilities::ALL));
    assert!(!has_format(&usual(), &Caller::Reader(&caller), Format::Brf, Capabilities::ALL));
}
